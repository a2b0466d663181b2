import Foundation
import PenumbraGeometry
import PenumbraLayout
import TestPlans

// block-boxes < TREES   prints our boxes of every tree, or why there are none

let trees = try BlockTree.trees(in: FileHandle.standardInput.readDataToEndOfFile())
var boxes: [Any] = []
for tree in trees {
    do {
        boxes.append(try tree.solvedBoxes().map { [$0.minX, $0.minY, $0.width, $0.height] })
    } catch {
        boxes.append("\(error)")
    }
}
print(String(decoding: try JSONSerialization.data(withJSONObject: boxes), as: UTF8.self))

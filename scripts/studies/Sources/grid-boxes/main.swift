import Foundation
import PenumbraGeometry
import PenumbraLayout
import TestPlans

// grid-boxes FILE   prints our boxes of every tree as JSON, or the error in their place

guard CommandLine.arguments.count == 2, let data = FileManager.default.contents(atPath: CommandLine.arguments[1]),
    let list = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
else {
    print("usage: grid-boxes FILE")
    exit(64)
}
var results: [Any] = []
for entry in list {
    do {
        var boxes: [[Double]] = []
        for tree in try CSSTree.trees(in: try JSONSerialization.data(withJSONObject: [entry])) {
            boxes += try tree.solvedBoxes().dropFirst().map { [$0.minX, $0.minY, $0.width, $0.height] }
        }
        results.append(boxes)
    } catch {
        results.append("\(error)")
    }
}
FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: results))

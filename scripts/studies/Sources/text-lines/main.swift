import Foundation
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraText

// text-lines SCENE    prints the lines of each text layer as JSON: string, x, baseline and width, and the notices

struct Line: Encodable {
    var string: String
    var x, baseline, width: Double
}

struct Lines: Encodable {
    var lines: [Line]
    var notices: [String]
}

guard CommandLine.arguments.count == 2, let data = FileManager.default.contents(atPath: CommandLine.arguments[1]) else {
    print("usage: text-lines SCENE")
    exit(64)
}
let scene = try Scene(json: Array(data))
let shaper = TextShaper()
let files = try FileRoots(["/"])
var all: [Lines] = []
for layer in scene.layers {
    guard case .text(let text) = layer.kind else { continue }
    let layout = try shaper.layout(text, width: text.isWrapped ? layer.frame?.width : nil, files: files)
    all.append(
        Lines(
            lines: layout.lines.map { Line(string: $0.text, x: $0.x, baseline: $0.baseline, width: $0.width) },
            notices: layout.notices.map(\.description)))
}
print(String(decoding: try JSONEncoder().encode(all), as: UTF8.self))

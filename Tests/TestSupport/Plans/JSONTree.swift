import Foundation
import PenumbraGeometry
import PenumbraLayout

/// A tree of layers in JSON, with the boxes that Chromium gave them.
public struct JSONTree {
    public var name: String
    public var nodes: [LayoutNode] = []
    public var words = Words()
    public var canvas: Size
    /// In the canvas's coordinates, in the order of `nodes`.
    public var boxes: [Rect]

    /// All trees of a document.
    public static func trees(in json: some Sequence<UInt8>) throws -> [JSONTree] {
        let value = try JSONSerialization.jsonObject(with: Data(json))
        guard let list = value as? [[String: Any]] else { throw TreeError("no list of trees") }
        return try list.map { try JSONTree($0) }
    }

    private init(_ object: [String: Any]) throws {
        guard let seed = object["seed"] as? NSNumber, let canvas = object["canvas"] as? [Double], canvas.count == 2,
            let root = object["root"] as? [String: Any], let boxes = object["boxes"] as? [[Double]]
        else { throw TreeError("a tree without its keys") }
        name = "seed \(seed)"
        self.canvas = Size(width: canvas[0], height: canvas[1])
        self.boxes = [Rect(x: 0, y: 0, width: canvas[0], height: canvas[1])]
        for box in boxes { self.boxes.append(Rect(x: box[0], y: box[1], width: box[2], height: box[3])) }
        nodes = [LayoutNode()]
        nodes[0].children = [try add(root)]
    }

    /// Adds a layer with its sublayers, and returns its index.
    private mutating func add(_ object: [String: Any]) throws -> Int {
        let index = nodes.count
        nodes.append(LayoutNode())
        var node = LayoutNode()
        node.style = try LayoutStyle(json: object["s"] as? [String: Any] ?? [:])
        if let layout = object["l"] as? [String: Any] { node.content = .flex(try FlexContainer(json: layout)) }
        if let words = object["w"] as? [[Double]] {
            node.content = .text
            self.words.sizes[index] = words.map { Size(width: $0[0], height: $0[1]) }
        }
        if let size = object["i"] as? [Double] { node.content = .image(Size(width: size[0], height: size[1])) }
        for child in object["c"] as? [[String: Any]] ?? [] { node.children.append(try add(child)) }
        nodes[index] = node
        return index
    }

    /// Our frames, in the canvas's coordinates.
    public func solvedBoxes() throws -> [Rect] {
        var frames = try Layout.solve(nodes, width: canvas.width, height: canvas.height, text: words)
        for (index, node) in nodes.enumerated() {
            for child in node.children { frames[child] = frames[child].offset(by: frames[index].origin) }
        }
        return frames
    }

    /// The largest difference between our boxes and Chromium's, and the layer that has it.
    public func difference() throws -> (layer: Int, points: Double) {
        var worst = (layer: 0, points: 0.0)
        for (index, (ours, theirs)) in zip(try solvedBoxes(), boxes).enumerated() {
            let points = max(
                abs(ours.minX - theirs.minX), abs(ours.minY - theirs.minY), abs(ours.width - theirs.width),
                abs(ours.height - theirs.height))
            if !(points <= worst.points) { worst = (index, points) }
        }
        return worst
    }
}

public struct TreeError: Error, CustomStringConvertible {
    public var description: String
    init(_ description: String) { self.description = description }
}

/// Texts whose words are boxes: lines break between any two of them.
public struct Words: TextMeasuring {
    public var sizes: [Int: [Size]] = [:]

    public init() {}

    public func widths(ofText node: Int) -> TextWidths {
        let words = sizes[node] ?? []
        return TextWidths(
            minimum: words.reduce(0) { max($0, $1.width) }, maximum: words.reduce(0) { $0 + $1.width })
    }

    public func lines(ofText node: Int, width: Double) -> TextLines {
        var lines: [Double] = []
        var used = 0.0
        for word in sizes[node] ?? [] {
            if let last = lines.last, used + word.width <= width + 1.0 / 64 {
                lines[lines.count - 1] = max(last, word.height)
                used += word.width
            } else {
                lines.append(word.height)
                used = word.width
            }
        }
        return TextLines(height: lines.reduce(0, +), firstBaseline: lines.first)
    }
}

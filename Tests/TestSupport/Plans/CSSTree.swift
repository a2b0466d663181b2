import Foundation
import PenumbraGeometry
import PenumbraLayout

/// A tree of boxes with CSS declarations, with the boxes that Chromium gave them.
public struct CSSTree {
    public var name: String
    public var nodes: [LayoutNode] = []
    public var words = Words()
    public var canvas: Size
    /// In the canvas's coordinates, in the order of `nodes`. Empty where Chromium wasn't asked.
    public var boxes: [Rect] = []

    /// All trees of a JSON document.
    public static func trees(in json: some Sequence<UInt8>) throws -> [CSSTree] {
        let value = try JSONSerialization.jsonObject(with: Data(json))
        guard let list = value as? [[String: Any]] else { throw TreeError("no list of trees") }
        return try list.map { try CSSTree($0) }
    }

    private init(_ object: [String: Any]) throws {
        guard let name = object["name"] as? String, let canvas = object["canvas"] as? [Double], canvas.count == 2,
            let root = object["root"] as? [String: Any]
        else { throw TreeError("a tree without its keys") }
        self.name = name
        self.canvas = Size(width: canvas[0], height: canvas[1])
        self.boxes = [Rect(x: 0, y: 0, width: canvas[0], height: canvas[1])]
        for box in object["boxes"] as? [[Double]] ?? [] {
            boxes.append(Rect(x: box[0], y: box[1], width: box[2], height: box[3]))
        }
        nodes = [LayoutNode()]
        nodes[0].children = [try add(root)]
    }

    /// Adds a box with the boxes inside it, and returns its index.
    private mutating func add(_ object: [String: Any], isRightToLeft: Bool = false) throws -> Int {
        let index = nodes.count
        var box = CSSBox()
        box.style.isRightToLeft = isRightToLeft
        try box.read(object["style"] as? String ?? "")
        let children = object["children"] as? [[String: Any]] ?? []
        switch object["tag"] as? String {
        case "table":
            for column in children where column["tag"] as? String == "col" {
                var columnBox = CSSBox()
                try columnBox.read(column["style"] as? String ?? "")
                let entry = TableColumn(width: columnBox.style.width)
                for _ in 0..<(column["span"] as? Int ?? 1) { box.table.columns.append(entry) }
            }
            box.content = .table(box.table)
        case "tbody", "thead", "tfoot": box.content = .tableRowGroup
        case "tr": box.content = .tableRow
        case "td":
            box.style.cell.columnSpan = object["colspan"] as? Int ?? 1
            box.style.cell.rowSpan = object["rowspan"] as? Int ?? 1
            box.content = .block
            box.style.isFlowRoot = true
        default:
            if box.content == .bounds, !children.isEmpty { box.content = .block }
        }
        nodes.append(LayoutNode(style: box.style, content: box.content))
        if let words = object["words"] as? [[Double]] {
            nodes[index].content = .text
            self.words.sizes[index] = words.map { Size(width: $0[0], height: $0[1]) }
        }
        if let size = object["image"] as? [Double] {
            nodes[index].content = .image(Size(width: size[0], height: size[1]))
        }
        for child in children where child["tag"] as? String != "col" {
            let child = try add(child, isRightToLeft: box.style.isRightToLeft)
            nodes[index].children.append(child)
        }
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

    /// The largest difference between our boxes and Chromium's, and the node that has it.
    public func difference() throws -> (node: Int, points: Double) {
        var worst = (node: 0, points: 0.0)
        for (index, (ours, theirs)) in zip(try solvedBoxes(), boxes).enumerated() {
            let points = max(
                abs(ours.minX - theirs.minX), abs(ours.minY - theirs.minY), abs(ours.width - theirs.width),
                abs(ours.height - theirs.height))
            if !(points <= worst.points) { worst = (index, points) }
        }
        return worst
    }
}

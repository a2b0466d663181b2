import Foundation
import PenumbraGeometry
import PenumbraLayout

/// A tree of boxes with CSS properties in JSON, with the boxes that Chromium gave them.
///
/// A box has its kind ("k": block, inline, flex or replaced), its properties ("s"), its natural dimensions ("n": width, height,
/// ratio) and its content ("c": boxes, and texts with `\n` for forced line breaks).
public struct BlockTree {
    public var name: String
    public var nodes: [LayoutNode] = []
    public var text = SquareText()
    public var canvas: Size
    /// In the canvas's coordinates, without anonymous boxes. Empty where Chromium wasn't asked.
    public var boxes: [Rect] = []
    private var isAnonymous: [Bool] = [true]

    /// All trees of a document.
    public static func trees(in json: some Sequence<UInt8>) throws -> [BlockTree] {
        let value = try JSONSerialization.jsonObject(with: Data(json))
        guard let list = value as? [[String: Any]] else { throw TreeError("no list of trees") }
        return try list.map { try BlockTree($0) }
    }

    private init(_ object: [String: Any]) throws {
        guard let name = object["name"] as? String, let canvas = object["canvas"] as? [Double], canvas.count == 2,
            let root = object["root"] as? [String: Any]
        else { throw TreeError("a tree without its keys") }
        self.name = name
        self.canvas = Size(width: canvas[0], height: canvas[1])
        for box in object["boxes"] as? [[Double]] ?? [] {
            boxes.append(Rect(x: box[0], y: box[1], width: box[2], height: box[3]))
        }
        nodes = [LayoutNode(content: .block)]
        nodes[0].children = [try add(root)]
    }

    /// Adds a box with the boxes inside it, and returns its index.
    private mutating func add(_ object: [String: Any]) throws -> Int {
        let index = nodes.count
        nodes.append(LayoutNode())
        let properties = object["s"] as? [String: String] ?? [:]
        var node = LayoutNode(style: try LayoutStyle(css: properties), content: .block)
        isAnonymous.append(node.style.isAnonymous)
        switch object["k"] as? String {
        case "flex": node.content = .flex(try FlexContainer(css: properties))
        case "inline": node.content = .inline
        case "replaced":
            let sides = (object["n"] as? [Any] ?? []).map { $0 as? Double }
            guard sides.count == 3 else { throw TreeError("a replaced box without its dimensions") }
            node.content = .replaced(NaturalSize(width: sides[0], height: sides[1], ratio: sides[2]))
        default: break
        }
        for item in object["c"] as? [Any] ?? [] {
            if let letters = item as? String {
                text.content[index, default: []].append(letters: letters)
            } else if let object = item as? [String: Any] {
                let child = try add(object)
                node.children.append(child)
                let style = nodes[child].style
                let isAtom = style.position != .absolute && style.float == .none
                text.content[index, default: []].append(isAtom ? .atom(child) : .anchor(child))
            }
        }
        if node.style.isRightToLeft { text.rightToLeft.insert(index) }
        nodes[index] = node
        return index
    }

    /// Our frames in the canvas's coordinates, without anonymous boxes.
    public func solvedBoxes() throws -> [Rect] {
        let limits = LayoutLimits(nodeCount: .max, depth: LayoutLimits.deepestNode)
        var frames = try Layout.solve(nodes, width: canvas.width, height: canvas.height, text: text, limits: limits)
        for (index, node) in nodes.enumerated() {
            for child in node.children { frames[child] = frames[child].offset(by: frames[index].origin) }
        }
        return frames.indices.filter { !isAnonymous[$0] }.map { frames[$0] }
    }

    /// The largest difference between our boxes and Chromium's.
    public func difference() throws -> Double {
        let ours = try solvedBoxes()
        guard ours.count == boxes.count else { return .infinity }
        return zip(ours, boxes).reduce(0) { worst, pair in
            let (one, other) = pair
            return max(
                worst, abs(one.minX - other.minX), abs(one.minY - other.minY), abs(one.width - other.width),
                abs(one.height - other.height))
        }
    }
}

extension [SquareText.Item] {
    /// Adds a text. Spaces beside each other are one.
    fileprivate mutating func append(letters: String) {
        for character in letters {
            switch character {
            case " ": if last != .space { append(.space) }
            case "\n": append(.lineBreak)
            default:
                if case .word(let count)? = last {
                    self[self.count - 1] = .word(letters: count + 1)
                } else {
                    append(.word(letters: 1))
                }
            }
        }
    }
}

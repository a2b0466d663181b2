import PenumbraGeometry
import PenumbraJSON
import PenumbraSystem

/// A document of Figma's REST API: a file, an answer to `nodes`, or a single node.
public struct FigmaDocument {
    /// A node that becomes a scene.
    public struct Frame {
        public let id: String
        public let name: String
        let node: FigmaNode
    }

    /// The top-level frames of all pages, or the requested nodes, in the order of the document.
    public let frames: [Frame]
    private let roots: [FigmaNode]

    /// Whether a JSON value looks like a document rather than a list of effects.
    public static func isDocument(_ value: JSONValue) -> Bool {
        guard case .object(let object) = value else { return false }
        return object["document"] != nil || object["nodes"] != nil || object["type"] != nil || object["err"] != nil
    }

    public init(_ document: JSONValue) throws(FigmaError) {
        let value = try FigmaValue(value: document, place: .root("document")).object("an answer of Figma's API")
        var roots: [FigmaNode] = []
        if let nodes = value["nodes"], case .object(let object) = nodes.value {
            for member in object.members where member.value != .null {
                let entry = FigmaValue(value: member.value, place: .root("nodes[\"\(member.key)\"]"))
                roots.append(try FigmaNode(try entry.required("document"), below: nil))
            }
        } else if let root = value["document"] {
            roots = [try FigmaNode(root, below: nil)]
        } else if value["type"] != nil {
            roots = [try FigmaNode(value, below: nil)]
        } else if let message = try? value.string("err") {
            throw FigmaError("document", "the API answered with an error: \(message)")
        } else {
            throw FigmaError("document", "expected \"document\", \"nodes\" or a node with a \"type\"")
        }
        self.roots = roots
        var frames: [Frame] = []
        for root in roots { try Self.gather(root, &frames) }
        self.frames = frames
    }

    private static func gather(_ node: FigmaNode, _ frames: inout [Frame]) throws(FigmaError) {
        switch node.type {
        case "DOCUMENT", "CANVAS", "PAGE":
            for child in try node.children() { try gather(FigmaNode(child.value, below: nil), &frames) }
        default:
            if try node.isVisible { frames.append(try frame(node)) }
        }
    }

    private static func frame(_ node: FigmaNode) throws(FigmaError) -> Frame {
        Frame(id: try node.value.string("id") ?? "", name: node.name, node: node)
    }

    /// The node with an id such as `12:34`, or the first node with a name.
    public func frame(named name: String) throws(FigmaError) -> Frame? {
        let id = name.replacing("-", with: ":")
        var named: Frame?
        var open = Array(roots.reversed().map { ($0, 0) })
        while let (node, depth) = open.popLast() {
            let own = try node.value.string("id")
            if own == name || own == id { return try Self.frame(FigmaNode(node.value, below: nil)) }
            if named == nil, node.name == name { named = try Self.frame(FigmaNode(node.value, below: nil)) }
            guard depth <= FigmaLimits.depth else { continue }
            for child in try node.children().reversed() { open.append((child, depth + 1)) }
        }
        return named
    }
}

/// A scene made of a node.
public struct FigmaScene {
    public let scene: JSONValue
    /// Everything that has no equal in scenes.
    public let issues: [FigmaIssue]
    /// Lines that the reader may want to know.
    public let notes: [String]

    public init(_ frame: FigmaDocument.Frame, options: FigmaOptions = FigmaOptions()) throws(FigmaError) {
        var converter = FigmaConverter(options: options)
        let (layer, size) = try converter.root(frame.node)
        issues = converter.issues
        notes = converter.notes
        scene = [
            "version": 1,
            "canvas": ["width": .measure(max(1, size.width)), "height": .measure(max(1, size.height)), "fit": "content"],
            "layers": layer.map { [.object($0)] } ?? [],
        ]
    }
}

extension JSONValue {
    static func measure(_ value: Double) -> JSONValue { .number(rounded(value)) }

    static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 + 0 }

    static func rect(_ rect: Rect) -> JSONValue { .array([rect.minX, rect.minY, rect.width, rect.height].map(measure)) }
}

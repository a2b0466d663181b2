import PenumbraJSON
import TestSupport
import Testing

/// A small document with what Chromium computes for it: `scripts/studies/css-computed-vs-chromium`.
struct ComputedCase: Sendable {
    indirect enum Node: Sendable {
        case text
        case element(name: String, attributes: [(name: String, value: String)], children: [Node])
    }

    var kind: String
    var css: String
    var tree: Node
    /// The identifiers of the elements that are compared.
    var elements: [String]
    var properties: [String]
    /// The values for each element.
    var computed: [[String]]

    /// The cases of a file. The first line holds the tree that most of them have.
    static func read(_ name: String) throws -> [ComputedCase] {
        let path = "Tests/2-Scene/PenumbraCSSTests/Computed/\(name).jsonl"
        let bytes = try #require(Repository.bytes(of: path))
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
        guard case .object(let head)? = try lines.first.map({ try JSONValue(parsing: $0) }), let common = head["tree"] else {
            return []
        }
        return try lines.dropFirst().map { line in
            guard case .object(let item) = try JSONValue(parsing: line) else { throw ComputedCaseError.malformed }
            var tree = node(item["tree"] ?? common)
            if case .text = tree { tree = node(common) }
            let elements = strings(item["elements"])
            return ComputedCase(
                kind: string(item["kind"]), css: string(item["css"]), tree: tree,
                elements: elements.isEmpty ? identifiers(tree) : elements, properties: strings(item["properties"]),
                computed: array(item["computed"]).map { strings($0) })
        }
    }

    private static func node(_ value: JSONValue) -> Node {
        let parts = array(value)
        guard parts.count == 3, case .object(let attributes) = parts[1] else { return .text }
        return .element(
            name: string(parts[0]), attributes: attributes.members.map { ($0.key, string($0.value)) },
            children: array(parts[2]).map(node))
    }

    private static func identifiers(_ node: Node) -> [String] {
        guard case .element(_, let attributes, let children) = node else { return [] }
        return attributes.filter { $0.name == "id" }.map(\.value) + children.flatMap(identifiers)
    }

    private static func array(_ value: JSONValue?) -> [JSONValue] { if case .array(let list)? = value { list } else { [] } }
    private static func string(_ value: JSONValue?) -> String { if case .string(let text)? = value { text } else { "" } }
    private static func strings(_ value: JSONValue?) -> [String] { array(value).map { string($0) } }
}

private enum ComputedCaseError: Error { case malformed }

import PenumbraGeometry
import PenumbraJSON

/// The place of a value. Its text is only made for errors.
indirect enum FigmaPlace: CustomStringConvertible {
    case root(String)
    case member(FigmaPlace, String)
    case element(FigmaPlace, Int)
    /// A node's name below its parent's.
    case name(FigmaPlace, String)

    var description: String {
        switch self {
        case .root(let name): name
        case .member(let owner, let key): "\(owner).\(key)"
        case .element(let owner, let index): "\(owner)[\(index)]"
        case .name(let owner, let name): "\(owner)/\(name)"
        }
    }
}

/// A value of a document with its place, for errors.
struct FigmaValue {
    let value: JSONValue
    let place: FigmaPlace

    private func wrong(_ wanted: String) -> FigmaError {
        let found =
            switch value {
            case .null: "null"
            case .bool(let flag): "\(flag)"
            case .number(let number): "\(number)"
            case .string(let text): "\"\(text.prefix(30))\""
            case .array: "an array"
            case .object: "an object"
            }
        return FigmaError("\(place)", "found \(found), expected \(wanted)")
    }

    /// The member of an object. Nil if it is absent or null.
    subscript(key: String) -> FigmaValue? {
        guard case .object(let object) = value, let member = object[key], member != .null else { return nil }
        return FigmaValue(value: member, place: .member(place, key))
    }

    func object(_ wanted: String) throws(FigmaError) -> FigmaValue {
        guard case .object = value else { throw wrong(wanted) }
        return self
    }

    func elements() throws(FigmaError) -> [FigmaValue] {
        guard case .array(let elements) = value else { throw wrong("an array") }
        return elements.enumerated().map { FigmaValue(value: $1, place: .element(place, $0)) }
    }

    func number() throws(FigmaError) -> Double {
        guard case .number(let number) = value, abs(number) <= FigmaLimits.coordinate else {
            throw wrong("a number of at most 1e8")
        }
        return number
    }

    func string() throws(FigmaError) -> String {
        guard case .string(let text) = value else { throw wrong("a string") }
        return text
    }

    func bool() throws(FigmaError) -> Bool {
        guard case .bool(let flag) = value else { throw wrong("true or false") }
        return flag
    }

    // MARK: - Members

    func list(_ key: String) throws(FigmaError) -> [FigmaValue] { try self[key]?.elements() ?? [] }
    func number(_ key: String) throws(FigmaError) -> Double? { try self[key]?.number() }
    func string(_ key: String) throws(FigmaError) -> String? { try self[key]?.string() }
    func flag(_ key: String, default value: Bool = false) throws(FigmaError) -> Bool { try self[key]?.bool() ?? value }

    func required(_ key: String) throws(FigmaError) -> FigmaValue {
        guard let value = self[key] else { throw FigmaError("\(place).\(key)", "missing") }
        return value
    }

    func point() throws(FigmaError) -> Point {
        Point(try required("x").number(), try required("y").number())
    }

    /// The member as a size. Absent and negative sides are 0.
    func rect(_ key: String) throws(FigmaError) -> Rect? {
        guard let box = self[key] else { return nil }
        let (width, height) = (try box.number("width") ?? 0, try box.number("height") ?? 0)
        return Rect(
            x: try box.number("x") ?? 0, y: try box.number("y") ?? 0, width: max(0, width), height: max(0, height))
    }
}

/// A node of the document, and what its place in the tree says about it.
struct FigmaNode {
    let value: FigmaValue
    /// The names from the frame to this node.
    var path: String { "\(place)" }
    private let place: FigmaPlace
    let type: String
    let name: String

    init(_ value: FigmaValue, below parent: FigmaNode?) throws(FigmaError) {
        self.value = try value.object("a node, which is an object")
        type = try value.required("type").string()
        let own = String((try value.string("name") ?? type).prefix(100))
        name = own
        place = parent.map { .name($0.place, own) } ?? .root(own)
    }

    func children() throws(FigmaError) -> [FigmaNode] {
        var result: [FigmaNode] = []
        for child in try value.list("children") { result.append(try FigmaNode(child, below: self)) }
        return result
    }

    var isVisible: Bool { get throws(FigmaError) { try value.flag("visible", default: true) } }

    /// Whether the node is a rectangle with fills, corners and perhaps children.
    var isBox: Bool {
        ["FRAME", "GROUP", "SECTION", "COMPONENT", "COMPONENT_SET", "INSTANCE", "RECTANGLE"].contains(type)
    }

    /// Whether the node's outline comes as path data.
    var isVector: Bool {
        ["VECTOR", "STAR", "REGULAR_POLYGON", "BOOLEAN_OPERATION", "LINE", "ELLIPSE"].contains(type)
    }
}

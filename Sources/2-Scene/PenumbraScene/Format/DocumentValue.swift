import PenumbraElementary
import PenumbraSystem

/// A value, with its place, in a document other than a scene. It follows the same rules and reports the same errors as scenes.
///
/// There are no parameters, so `${` in a string has no meaning.
package struct DocumentValue {
    private let node: Node

    /// Parses a JSON document.
    ///
    /// - Parameters:
    ///   - json: the document in UTF-8.
    ///   - list: the key that error places use when the document itself is an array.
    ///   - baseFolder: the folder that relative paths start at. Empty means the working directory.
    package init(json: [UInt8], list: String, baseFolder: String = "") throws(SceneError) {
        let value = try JSONValue(document: json)
        var place = Place.key(.scene, "document")
        switch value {
        case .array: place = .key(.scene, list)
        case .object: place = .scene
        default: break
        }
        node = try Node(value, place, .literal, DecodingContext(baseFolder: baseFolder))
    }

    /// Reads one value, for example of an option. A text that is a JSON document is read as JSON, anything else as text.
    ///
    /// - Parameter place: the name of the value in errors.
    package init(argument: String, place: String) throws(SceneError) {
        node = try Node(
            Parameter.value(fromText: argument), .key(.scene, place), .literal, DecodingContext(baseFolder: ""))
    }

    fileprivate init(of node: Node) {
        self.node = node
    }

    package var isArray: Bool { if case .array = node.value { true } else { false } }

    package func elements(_ wanted: String) throws(SceneError) -> [DocumentValue] {
        try node.elements(wanted).map(DocumentValue.init(of:))
    }

    /// The members of an object that may only have the given keys.
    ///
    /// - Parameter owner: the name of the object with its article: "a row".
    package func members(of owner: String, keys: [String]) throws(SceneError) -> DocumentMembers {
        DocumentMembers(try Fields(node, KeyTable(owner, keys)))
    }

    package func string(_ wanted: String) throws(SceneError) -> String { try node.string(wanted) }
    package func color() throws(SceneError) -> Color { try node.color() }
    /// Reads a colour or a gradient.
    package func paint() throws(SceneError) -> Paint { try SceneDecoder(context: node.context).paint(node) }
    /// Reads a file path or a data: URL.
    package func imageSource() throws(SceneError) -> ImageSource { try SceneDecoder(context: node.context).imageSource(node) }

    package func number(_ range: ClosedRange<Double>) throws(SceneError) -> Double {
        let wanted = "a number from \(DecimalNumber.text(range.lowerBound)) to \(DecimalNumber.text(range.upperBound))"
        guard case .number(let number) = node.value, range.contains(number) else { throw node.mismatch(wanted) }
        return number
    }

    package func error(_ message: Message) -> SceneError { node.place.error(message) }
}

/// The members of an object whose keys have been checked.
package struct DocumentMembers {
    private let fields: Fields

    init(_ fields: Fields) {
        self.fields = fields
    }

    /// The value of a key. Nil when the key is absent or null.
    package subscript(key: String) -> DocumentValue? {
        get throws(SceneError) { try fields.nonNull(key).map(DocumentValue.init(of:)) }
    }

    package func required(_ key: String, _ wanted: String) throws(SceneError) -> DocumentValue {
        DocumentValue(of: try fields.required(key, wanted))
    }
}

import PenumbraSystem

/// The reason why a scene cannot be read or written, in one line.
public struct SceneError: Error, Hashable, Sendable, Worded {
    /// The place of the error, such as `layers[2].shadows[0].radius`. For a document that is not JSON, `line 3, column 14`.
    public var place: String
    /// The value found, the values allowed and, for a misspelling, the nearest word.
    public var message: Message
    /// The name of the innermost layer around the place. Nil if that layer has none.
    public private(set) var layer: String?
    private var isInLayer = false

    public init(place: String, message: Message) {
        self.place = place
        self.message = oneLine(message)
    }

    public var words: Message {
        guard let layer else { return "\(place): \(message)" }
        return "\(place) (\(quoted(layer))): \(message)"
    }

    /// The name of the layer follows from the place, so errors without it are equal.
    public static func == (first: SceneError, second: SceneError) -> Bool {
        first.place == second.place && first.message == second.message
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(place)
        hasher.combine(message)
    }

    /// The error with the name of the layer in which it was found, unless it has a layer.
    @inline(never)
    func inLayer(_ node: Node) -> SceneError {
        guard !isInLayer else { return self }
        var result = self
        result.isInLayer = true
        // An error of the name itself has no use for it.
        guard case .object(let object) = node.value, case .string(let name)? = object["name"], !name.isEmpty,
            !place.hasSuffix(".name")
        else { return result }
        result.layer = try? node.child(.string(name), key: "name").text("a string")
        return result
    }
}

extension SceneError {
    /// Converts the error of a document that is not JSON.
    fileprivate init(_ error: JSONError) {
        self.init(place: error.place, message: "\(error.message)")
    }
}

extension JSONValue {
    /// Parses a document that belongs to scenes. A document that is not JSON gives the same type of error as a faulty scene.
    package init(
        document bytes: [UInt8], limit: Int = SceneLimits.default.documentBytes,
        memory: Int = SceneLimits.default.documentMemory
    ) throws(SceneError) {
        self = try rethrowing(try JSONValue(parsing: bytes, limit: limit, memory: memory), as: SceneError.init(_:))
    }
}

/// The problem with a string in a notation of CSS or of URLs, in one line without the place of the string.
public struct NotationError: Error, Hashable, Sendable, Worded {
    public var message: Message

    public init(_ message: Message) {
        self.message = oneLine(message)
    }

    public var words: Message { message }
}

/// The place of a value in a document.
package indirect enum Place: CustomStringConvertible {
    case scene
    case key(Place, String)
    case index(Place, Int)

    package var description: String {
        var parts: [String] = []
        var place = self
        while true {
            switch place {
            case .scene:
                let text = parts.reversed().joined()
                return text.isEmpty ? "scene" : text.hasPrefix(".") ? String(text.dropFirst()) : text
            case .key(let parent, let key):
                parts.append(Self.isPlain(key) ? "." + key : "[\(quoted(key))]")
                place = parent
            case .index(let parent, let index):
                parts.append("[\(index)]")
                place = parent
            }
        }
    }

    private static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= 40
            && key.utf8.allSatisfy { JSONParser.isWordByte($0) || $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "-") }
    }

    func error(_ message: Message) -> SceneError { SceneError(place: description, message: message) }
}

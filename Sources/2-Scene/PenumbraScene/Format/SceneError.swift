import PenumbraSystem

/// Why a scene cannot be read or written, in one line.
public struct SceneError: Error, Hashable, Sendable, Worded {
    /// `layers[2].shadows[0].radius`; for a document that is not JSON, `line 3, column 14`.
    public var place: String
    /// What was found there, what is allowed and, for a misspelling, the nearest word.
    public var message: Message

    public init(place: String, message: Message) {
        self.place = place
        self.message = oneLine(message)
    }

    public var words: Message { "\(place): \(message)" }
}

extension SceneError {
    /// A document that is no JSON.
    fileprivate init(_ error: JSONError) {
        self.init(place: error.place, message: "\(error.message)")
    }
}

extension JSONValue {
    /// The value of a document that belongs to scenes, where what is no JSON is an error as others of a scene are.
    package init(document bytes: [UInt8], limit: Int = SceneLimits.default.documentBytes) throws(SceneError) {
        self = try rethrowing(try JSONValue(parsing: bytes, limit: limit), as: SceneError.init(_:))
    }
}

/// What is wrong with a string in a notation of CSS or of URLs, in one line that does not say where it stands.
public struct NotationError: Error, Hashable, Sendable, Worded {
    public var message: Message

    public init(_ message: Message) {
        self.message = oneLine(message)
    }

    public var words: Message { message }
}

/// Where in a document a value stands.
indirect enum Place: CustomStringConvertible {
    case scene
    case key(Place, String)
    case index(Place, Int)

    var description: String {
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

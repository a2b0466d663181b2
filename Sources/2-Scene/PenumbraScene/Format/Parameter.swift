import PenumbraSystem

/// A named value for a scene, as a command line gives it.
public struct Parameter: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Reads `name=value`.
    ///
    /// A value that is a JSON document is JSON: `5`, `true`, `null`, `[1, 2]`, `{"rect": [0, 0, 9, 9]}`, and `"5"` in its
    /// quotes for the text 5. Anything else is text as it stands: `#ff0000`, `photos/a.png`, `12px`. So is every value
    /// without quotes for a parameter whose default is text: a title may be 2024.
    ///
    /// - Parameter defaults: the scene's `parameters`; nil are not known.
    /// - Throws: `SceneError` when there is no `=` or no name before it.
    public init(argument: String, defaults: JSONValue? = nil) throws(SceneError) {
        guard let equals = argument.firstIndex(of: "=") else {
            throw SceneError(place: "parameter", message: "found \(quoted(argument)), expected name=value")
        }
        name = String(argument[..<equals])
        if let fault = Self.fault(inName: name) { throw SceneError(place: "parameter", message: fault) }
        let text = String(argument[argument.index(after: equals)...])
        value = Self.value(fromText: text)
        if case .object(let defaults)? = defaults, case .string? = defaults[name] {
            if case .string = value { return }
            value = .string(text)
        }
    }

    /// The value that text means, by the rule of `init(argument:)`.
    public static func value(fromText text: String) -> JSONValue {
        (try? JSONValue(parsing: text)) ?? .string(text)
    }

    /// What is wrong with a parameter's name.
    static func fault(inName name: String) -> Message? {
        if name.isEmpty { return "the name of a parameter is empty" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || "{}=".unicodeScalars.contains($0) }) {
            return "the name of a parameter may not contain {, }, = or control characters, found \(quoted(name))"
        }
        return nil
    }
}

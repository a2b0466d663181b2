/// The shared state while one scene is decoded: its parameters, its folder, and the counts that must stay within limits.
package final class DecodingContext {
    /// The origin of a value. It decides how `${` in its strings is read.
    package enum Origin {
        /// The document: `${name}` is replaced by a parameter.
        case document
        /// A parameter's default, which must not refer to parameters.
        case defaultValue
        /// A value from outside the document, which is taken literally.
        case literal
    }

    struct Parameter {
        var value: JSONValue
        var origin: Origin
        /// Whether it stands for the item of an empty list, which may have any fields.
        var isUnknown = false
    }

    /// The folder that relative paths start at. Empty means the working directory.
    let baseFolder: String
    var parameters: [String: Parameter] = [:]
    /// The declared parameters in the order of the document.
    var parameterNames: [String] = []

    /// The names that repeated layers have for their items, and how often each is in use.
    var namesOfItems: [String] = []
    /// The document that is read.
    var document = JSONValue.null

    /// Layers that earlier scenes of the document had. Nil if no others follow.
    var known: KnownLayers?
    /// The counts so far, checked against the limits.
    var tally: SceneTally
    /// Whether a layer is replicated, so that more layers are drawn than the document has.
    var hasCopies = false
    private var boundText = 0

    package init(baseFolder: String, limits: SceneLimits = .default) {
        self.baseFolder = baseFolder
        tally = SceneTally(limits: limits)
    }

    var limits: SceneLimits { tally.limits }

    // MARK: - Binding

    /// Replaces the parameters in a string of the document.
    func bind(
        _ string: String, origin: Origin, at place: Place
    ) throws(SceneError) -> (value: JSONValue, origin: Origin) {
        let bytes = Array(string.utf8)
        let (dollar, brace) = (UInt8(ascii: "$"), UInt8(ascii: "{"))
        var text: [UInt8] = []
        var copied = 0
        /// The number of bytes of `text` that are already counted.
        var counted = 0
        var i = 0
        while i + 1 < bytes.count {
            if bytes[i] == dollar, bytes[i + 1] == dollar, i + 2 < bytes.count, bytes[i + 2] == brace {
                text += bytes[copied..<i]
                text += [dollar, brace]
                i += 3
                copied = i
            } else if bytes[i] == dollar, bytes[i + 1] == brace {
                guard let close = bytes[i...].firstIndex(of: UInt8(ascii: "}")) else {
                    throw place.error("found `${` without `}` in \(quoted(string)); write `$${` for a literal `${`")
                }
                let name = String(decoding: bytes[(i + 2)..<close], as: UTF8.self)
                guard origin == .document else {
                    throw place.error(
                        "the default of a parameter refers to ${\(name)}; defaults are plain values, write `$${` for a literal `${`"
                    )
                }
                let parameter = try parameter(name, at: place)
                if i == 0, close == bytes.count - 1 {
                    guard case .string(let inner) = parameter.value else { return (parameter.value, parameter.origin) }
                    // The text is read again at each reference, so each reference counts.
                    try addBoundText(inner.utf8.count, at: place)
                    guard parameter.origin == .defaultValue else { return (parameter.value, parameter.origin) }
                    return (try bind(inner, origin: .defaultValue, at: place).value, .literal)
                }
                let value = try self.text(of: parameter, name, at: place)
                try addBoundText(i - copied + value.utf8.count, at: place)
                counted += i - copied + value.utf8.count
                text += bytes[copied..<i]
                text += value.utf8
                i = close + 1
                copied = i
            } else {
                i += 1
            }
        }
        guard copied > 0 else { return (.string(string), .literal) }
        text += bytes[copied...]
        try addBoundText(text.count - counted, at: place)
        return (.string(String(decoding: text, as: UTF8.self)), .literal)
    }

    /// Counts text that comes from parameters, before it is created.
    func addBoundText(_ count: Int, at place: Place) throws(SceneError) {
        boundText += count
        if boundText > SceneLimits.boundText {
            throw place.error("the parameters make more than \(SceneLimits.boundText) bytes of text")
        }
    }

    private func text(of parameter: Parameter, _ name: String, at place: Place) throws(SceneError) -> String {
        switch parameter.value {
        case .string(let string) where parameter.origin == .defaultValue:
            guard case (.string(let text), _) = try bind(string, origin: .defaultValue, at: place) else { return string }
            return text
        case .string(let string): return string
        case .number(let number) where !number.isFinite:
            throw place.error("parameter \(quoted(name)) is \(number), expected a number")
        case .number, .bool: return parameter.value.compact()
        default:
            throw place.error(
                "parameter \(quoted(name)) is \(parameter.value.summary); only text, numbers, true and false can stand inside a longer string"
            )
        }
    }
}

extension JSONValue {
    var stringValue: String? { if case .string(let string) = self { string } else { nil } }

    /// A short description of the value for error messages.
    package var summary: String {
        switch self {
        case .null, .bool, .number: compact()
        case .string(let string): quoted(string)
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}

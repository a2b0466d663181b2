/// What the decoding of one scene shares: its parameters, its folder, and counts that must stay within limits.
final class DecodingContext {
    /// Where a value comes from decides how `${` in its strings is read.
    enum Origin {
        /// The document: `${name}` is bound.
        case document
        /// A parameter's default, which may not refer to parameters.
        case defaultValue
        /// A value from outside: taken as it is.
        case literal
    }

    struct Parameter {
        var value: JSONValue
        var origin: Origin
    }

    /// Empty, or the folder that relative paths start at.
    let baseFolder: String
    var parameters: [String: Parameter] = [:]
    /// In the order of the document.
    var parameterNames: [String] = []

    /// What was found so far, held against the limits.
    var tally: SceneTally
    private var boundText = 0

    init(baseFolder: String, limits: SceneLimits = .default) {
        self.baseFolder = baseFolder
        tally = SceneTally(limits: limits)
    }

    var limits: SceneLimits { tally.limits }

    // MARK: - Binding

    /// The value a string of the document stands for.
    func bind(
        _ string: String, origin: Origin, at place: Place
    ) throws(SceneError) -> (value: JSONValue, origin: Origin) {
        let bytes = Array(string.utf8)
        let (dollar, brace) = (UInt8(ascii: "$"), UInt8(ascii: "{"))
        var text: [UInt8] = []
        var copied = 0
        /// Of `text`, what has been counted.
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
                    // Whatever it stands for, it is read anew.
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

    /// Counts text that parameters make, before it is made.
    private func addBoundText(_ count: Int, at place: Place) throws(SceneError) {
        boundText += count
        if boundText > SceneLimits.boundText {
            throw place.error("the parameters make more than \(SceneLimits.boundText) bytes of text")
        }
    }

    private func parameter(_ name: String, at place: Place) throws(SceneError) -> Parameter {
        if let parameter = parameters[name] { return parameter }
        if parameterNames.isEmpty { throw place.error("unknown parameter \(quoted(name)); the scene declares no parameters") }
        let hint =
            Spelling.nearest(to: name, in: parameterNames).map { "did you mean \(quoted($0))?" }
            ?? "declared are \(Spelling.list(Array(parameterNames.prefix(20))))"
        throw place.error("unknown parameter \(quoted(name)), \(hint)")
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
    /// What the value is, in a few words.
    package var summary: String {
        switch self {
        case .null, .bool, .number: compact()
        case .string(let string): quoted(string)
        case .array(let elements): elements.isEmpty ? "an empty array" : "an array of \(elements.count)"
        case .object: "an object"
        }
    }
}

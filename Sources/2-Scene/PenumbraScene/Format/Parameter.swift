import PenumbraSystem

/// A named value for a scene, for example from the command line.
public struct Parameter: Hashable, Sendable {
    public var name: String
    public var value: JSONValue

    public init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }

    /// Reads `name=value`.
    ///
    /// A value that is a JSON document is read as JSON: `5`, `true`, `null`, `[1, 2]`, `{"rect": [0, 0, 9, 9]}`, and `"5"` with
    /// quotes for the text 5. Anything else is plain text: `#ff0000`, `photos/a.png`, `12px`. If a parameter's default is text,
    /// every value without quotes is text too: a title may be 2024.
    ///
    /// - Parameters:
    ///   - argument: the text `name=value`.
    ///   - defaults: the scene's `parameters`. Nil if they aren't known.
    /// - Throws: `SceneError` if the `=` or the name before it is missing, or if the name is invalid.
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

    /// Converts text to a value by the rule of `init(argument:defaults:)`.
    public static func value(fromText text: String) -> JSONValue {
        (try? JSONValue(parsing: text)) ?? .string(text)
    }

    /// Keys whose values may be empty: words of texts, names of layers, lists and conditions.
    private static let keysOfEmptyValues: Set = ["string", "runs", "name", "forEach", "if", "unless"]

    /// The names of the parameters that a document refers to anywhere but in the words of texts, the names of layers, lists and
    /// conditions.
    package static func namesOutsideTexts(of document: JSONValue) -> Set<String> {
        var names: Set<String> = []
        var open = [(value: document, key: "")]
        while let (value, key) = open.popLast() {
            switch value {
            case .object(let object):
                for member in object.members where member.key != "parameters" || !key.isEmpty {
                    open.append((member.value, member.key))
                }
            case .array(let elements): for element in elements { open.append((element, key)) }
            case .string(let string) where !keysOfEmptyValues.contains(key):
                for name in references(in: string) {
                    names.insert(name)
                    // A field belongs to the parameter before its dot.
                    for dot in name.indices.prefix(1000) where name[dot] == "." { names.insert(String(name[..<dot])) }
                }
            default: break
            }
        }
        return names
    }

    /// The names of the parameters that are lists of repeated layers and runs.
    package static func namesOfLists(of document: JSONValue) -> Set<String> {
        var names: Set<String> = []
        var open = [document]
        while let value = open.popLast() {
            switch value {
            case .object(let object):
                if case .string(let string)? = object["forEach"] { names.formUnion(references(in: string)) }
                for member in object.members where member.key != "parameters" { open.append(member.value) }
            case .array(let elements): open += elements
            default: break
            }
        }
        return names
    }

    private static func references(in string: String) -> [String] {
        var names: [String] = []
        var rest = Substring(string)
        while let dollar = rest.firstIndex(of: "$") {
            let isEscaped = rest[dollar...].hasPrefix("$${")
            let start = rest[dollar...].dropFirst(isEscaped ? 3 : 1)
            rest = start
            guard !isEscaped, start.first == "{", let close = start.firstIndex(of: "}") else { continue }
            names.append(String(start[..<close].dropFirst()))
            rest = start[close...]
        }
        return names
    }

    /// The problem with a parameter's name. Nil if the name is valid.
    package static func fault(inName name: String) -> Message? {
        if name.isEmpty { return "the name of a parameter is empty" }
        if name.unicodeScalars.contains(where: { $0.value < 0x20 || "{}=".unicodeScalars.contains($0) }) {
            return "the name of a parameter may not contain {, }, = or control characters, found \(quoted(name))"
        }
        return nil
    }
}

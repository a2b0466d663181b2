/// What a key takes and what it does: the schema's words for one key of a `KeyTable`.
struct KeyMeaning: Sendable {
    let key: String
    let value: ValueSchema
    private let text: String
    private let standard: JSONValue?

    /// - Parameters:
    ///   - text: a sentence with the unit, for people who look at the key in an editor.
    ///   - standard: what the key has when it is absent. Where that is not a value of its own, the sentence says it.
    init(_ key: String, _ value: ValueSchema, _ text: String, default standard: JSONValue? = nil) {
        self.key = key
        self.value = value
        self.text = text
        self.standard = standard
    }

    /// The schema of the key's value, its description first.
    var json: JSONValue {
        var members = JSONObject()
        members["description"] = .string(standard.map { "\(text) Default: \(Self.inWords($0))." } ?? text)
        for member in value.members.members { members[member.key] = member.value }
        members["default"] = standard
        return .object(members)
    }

    private static func inWords(_ value: JSONValue) -> String {
        switch value {
        case .null: "none"
        case .string(let string): string
        case .array(let elements): "[" + elements.map { $0.compact() }.joined(separator: ", ") + "]"
        default: value.compact()
        }
    }
}

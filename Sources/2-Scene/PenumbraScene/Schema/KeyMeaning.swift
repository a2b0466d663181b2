/// The description of one key of a `KeyTable` in the schema: the values it accepts and its effect.
package struct KeyMeaning: Sendable {
    let key: String
    let value: ValueSchema
    let isRequired: Bool
    private let text: String
    private let standard: JSONValue?

    /// Describes a key.
    ///
    /// - Parameters:
    ///   - text: a sentence with the unit, for users who look at the key in an editor.
    ///   - standard: the value of an absent key. If the default is not a value of the key, `text` describes it.
    init(_ key: String, _ value: ValueSchema, _ text: String, default standard: JSONValue? = nil, isRequired: Bool = false) {
        self.key = key
        self.value = value
        self.isRequired = isRequired
        self.text = isRequired ? text + " Required." : text
        self.standard = standard
    }

    /// The schema of the key's value, starting with the description.
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

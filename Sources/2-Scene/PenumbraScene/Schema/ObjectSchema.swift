/// The JSON Schema of an object: the keys of a decoder's table with their descriptions.
package struct ObjectSchema: Sendable {
    /// The object's name in `$defs`.
    package let name: String
    package let table: KeyTable
    private let text: String
    private let required: [String]
    /// Rules that involve several keys.
    private let rules: [JSONValue]

    init(
        _ name: String, _ table: KeyTable, _ text: String, required: [String] = [], rules: [JSONValue] = []
    ) {
        self.name = name
        self.table = table
        self.text = text
        self.required = required
        self.rules = rules
    }

    /// The schema of the object, with the keys in the order of the table. All other keys are forbidden.
    var json: JSONValue {
        var properties = JSONObject()
        for meaning in table.meanings { properties[meaning.key] = meaning.json }
        var members = JSONObject()
        members["description"] = .string(text)
        members["type"] = "object"
        members["properties"] = .object(properties)
        if !required.isEmpty { members["required"] = .array(required.map { .string($0) }) }
        members["additionalProperties"] = false
        if !rules.isEmpty { members["allOf"] = .array(rules) }
        return .object(members)
    }
}

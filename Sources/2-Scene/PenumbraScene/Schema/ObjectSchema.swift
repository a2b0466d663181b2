import PenumbraJSON

/// What JSON Schema says about an object: the keys of a decoder's table, each with its meaning.
struct ObjectSchema: Sendable {
    /// Its name among the definitions.
    let name: String
    let table: KeyTable
    private let text: String
    private let meanings: [KeyMeaning]
    private let required: [String]
    /// What holds between several keys.
    private let rules: [JSONValue]

    init(
        _ name: String, _ table: KeyTable, _ text: String, _ meanings: [KeyMeaning], required: [String] = [],
        rules: [JSONValue] = []
    ) {
        self.name = name
        self.table = table
        self.text = text
        self.meanings = meanings
        self.required = required
        self.rules = rules
    }

    /// Keys of the decoder that have no meaning here, and meanings without a key: empty when both agree.
    var disagreements: [String] {
        table.keys.filter { key in meanings.allSatisfy { $0.key != key } }.map {
            "`\($0)` of \(table.owner) is in the decoder's KeyTable but has no KeyMeaning"
        }
            + meanings.filter { !table.contains($0.key) }.map {
                "`\($0.key)` of \(table.owner) has a KeyMeaning but is not in the decoder's KeyTable"
            }
            + Dictionary(grouping: meanings, by: \.key).filter { $1.count > 1 }.keys.sorted().map {
                "`\($0)` of \(table.owner) has two KeyMeanings"
            }
    }

    /// The object in the order of the table, closed to all other keys.
    var json: JSONValue {
        var properties = JSONObject()
        for key in table.keys {
            properties[key] = meanings.first { $0.key == key }?.json ?? ["$comment": "A key without a description."]
        }
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

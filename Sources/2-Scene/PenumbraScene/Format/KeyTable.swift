/// The keys that an object may have, with its place and its description in the schema.
package struct KeyTable: Sendable {
    /// The name of the object with its article, for messages: "a layer".
    package let owner: String
    /// The object's name in the schema's `$defs`. Empty for objects that do not occur in scenes.
    package let name: String
    package let keys: [String]
    /// The object that is expected, for messages.
    let wanted: String
    /// The keys that a message lists, in words.
    let list: String
    /// The descriptions of the keys in the schema.
    package let meanings: [KeyMeaning]
    /// Keys of other objects, each with the name of its owner.
    let elsewhere: [String: String]
    private let text: String
    private let required: [String]
    /// Rules of the schema that involve several keys.
    private let rules: [JSONValue]
    private let known: Set<String>

    init(_ owner: String, _ keys: [String], wanted: String? = nil) {
        self.init(owner, "", "", keys.map { KeyMeaning($0, .string, "") }, required: [], wanted: wanted)
    }

    /// - Parameters:
    ///   - name: the object's name in the schema.
    ///   - text: a sentence for users who look at the object in an editor.
    ///   - required: the keys that every object must have, if not those whose meanings are required.
    ///   - own: the keys that only this object has. Empty if all keys are its own.
    ///   - elsewhere: keys of other objects, each with the name of its owner.
    init(
        _ owner: String, _ name: String, _ text: String, _ meanings: [KeyMeaning], required: [String]? = nil,
        wanted: String? = nil, own: [KeyMeaning] = [], elsewhere: [String: String] = [:], rules: [JSONValue] = []
    ) {
        (self.owner, self.name, self.text, self.meanings) = (owner, name, text, meanings)
        (self.elsewhere, self.rules) = (elsewhere, rules)
        self.wanted = wanted ?? "\(owner), which is an object"
        self.required = required ?? meanings.filter(\.isRequired).map(\.key)
        keys = meanings.map(\.key)
        list =
            own.isEmpty
            ? keys.filter { $0 != "$schema" }.joined(separator: ", ")
            : own.map(\.key).joined(separator: ", ") + " and the keys of every layer"
        known = Set(keys)
    }

    func contains(_ key: String) -> Bool { known.contains(key) }

    /// The schema of the object, with the keys in the order of the table. All other keys are forbidden.
    var json: JSONValue {
        var members = JSONObject()
        members["description"] = .string(text)
        members["type"] = "object"
        members["properties"] = .object(JSONObject(meanings.map { .init(key: $0.key, value: $0.json) }))
        if !required.isEmpty { members["required"] = .strings(required) }
        members["additionalProperties"] = false
        if !rules.isEmpty { members["allOf"] = .array(rules) }
        return .object(members)
    }
}

/// The keys that an object may have, with its place and its description in the schema.
package struct KeyTable: Sendable {
    /// The name of the object with its article, for messages: "a layer".
    package let owner: String
    /// The object's name in the schema's `$defs`. Empty for objects that do not occur in scenes.
    package let name: String
    package let keys: [String]
    /// The object that is expected, for messages.
    let wanted: String
    /// The keys that only this object has. Empty if all keys are its own.
    private let ownKeys: [String]
    private let text: String
    private let givenRequired: [String]?
    /// Rules of the schema that involve several keys.
    private let rules: [JSONValue]
    private let known: Set<String>
    // Only the schema and messages about mistakes ask for these, and making them takes longer than reading a small scene.
    private let describe: @Sendable () -> [KeyMeaning]
    private let ownersElsewhere: @Sendable () -> [String: String]

    init(_ owner: String, _ keys: [String], wanted: String? = nil) {
        self.init(owner, "", "", keys.map { KeyMeaning($0, .string, "") }, required: [], wanted: wanted)
    }

    /// - Parameters:
    ///   - name: the object's name in the schema.
    ///   - text: a sentence for users who look at the object in an editor.
    ///   - required: the keys that every object must have, if not those whose meanings are required.
    ///   - elsewhere: keys of other objects, each with the name of its owner.
    init(
        _ owner: String, _ name: String, _ text: String, _ meanings: [KeyMeaning], required: [String]? = nil,
        wanted: String? = nil, elsewhere: [String: String] = [:], rules: [JSONValue] = []
    ) {
        self.init(
            owner, name, text, meanings.map(\.key), required: required, wanted: wanted, rules: rules,
            meanings: { meanings }, elsewhere: { elsewhere })
    }

    /// - Parameters:
    ///   - keys: the names of the keys.
    ///   - own: the keys that only this object has. Empty if all keys are its own.
    ///   - meanings: gives the meanings of the keys, in the same order.
    init(
        _ owner: String, _ name: String, _ text: String, _ keys: [String], required: [String]?, wanted: String?,
        own: [String] = [], rules: [JSONValue], meanings: @escaping @Sendable () -> [KeyMeaning],
        elsewhere: @escaping @Sendable () -> [String: String]
    ) {
        (self.owner, self.name, self.text, self.keys) = (owner, name, text, keys)
        (self.rules, ownKeys, givenRequired) = (rules, own, required)
        (describe, ownersElsewhere) = (meanings, elsewhere)
        self.wanted = wanted ?? "\(owner), which is an object"
        known = Set(keys)
    }

    /// The descriptions of the keys in the schema.
    package var meanings: [KeyMeaning] { describe() }

    /// Keys of other objects, each with the name of its owner.
    var elsewhere: [String: String] { ownersElsewhere() }

    /// The keys that a message lists, in words.
    var list: String {
        ownKeys.isEmpty
            ? keys.filter { $0 != "$schema" }.joined(separator: ", ")
            : ownKeys.joined(separator: ", ") + " and the keys of every layer"
    }

    private var required: [String] { givenRequired ?? meanings.filter(\.isRequired).map(\.key) }

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

/// The members of an object whose keys have been checked.
struct Fields {
    let node: Node
    private let object: JSONObject

    init(_ node: Node, _ table: KeyTable) throws(SceneError) {
        guard case .object(let object) = node.value else { throw node.mismatch(table.wanted) }
        self.node = node
        self.object = object
        for member in object.members where !table.contains(member.key) {
            throw unknown(member, table)
        }
    }

    /// Whether the key is present, even if its value is null.
    func has(_ key: String) -> Bool { object[key] != nil }

    /// The value of a key. Nil when the key is absent.
    subscript(key: String) -> Node? {
        get throws(SceneError) {
            guard let value = object[key] else { return nil }
            return try node.child(value, key: key)
        }
    }

    /// The value of a key. Nil when the key is absent or null.
    func nonNull(_ key: String) throws(SceneError) -> Node? {
        guard let child = try self[key], !child.isNull else { return nil }
        return child
    }

    func required(_ key: String, _ wanted: String) throws(SceneError) -> Node {
        guard let child = try self[key] else { throw Place.key(node.place, key).error("missing, expected \(wanted)") }
        return child
    }

    func number(_ key: String, _ range: Node.NumberRange, default standard: Double) throws(SceneError) -> Double {
        try self[key]?.number(range) ?? standard
    }

    private func unknown(_ member: JSONObject.Member, _ table: KeyTable) -> SceneError {
        let key = member.key
        let place = Place.key(node.place, key)
        if let owner = table.elsewhere[key] {
            return place.error("`\(key)` belongs to \(owner); this is \(table.owner)")
        }
        if let known = ForeignKeys.hint(key, member.value, in: table) {
            return place.error("unknown key, write \(known.example)")
        }
        if let nearest = Spelling.nearest(to: key, in: table.keys) {
            return place.error("unknown key, did you mean \"\(nearest)\"?")
        }
        return place.error("unknown key, \(table.owner) has \(table.list)")
    }
}

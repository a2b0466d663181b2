import PenumbraMotion

/// One key of an object of the format: its name, the place of its value, the form of its value, and its meaning.
///
/// The decoder, the encoder, the schema and the key paths of animations follow from the key. Its default is the value that a
/// standard object has.
struct Key<Root: Sendable>: Sendable {
    let name: String
    private let schema: ValueSchema
    private var text = ""
    /// The values allowed, for the message about a missing key. Nil if the key may be absent.
    private(set) var required: String?
    /// The default in the schema. Nil if the text describes it.
    private let json: @Sendable (_ standard: Root) -> JSONValue?
    private(set) var read: @Sendable (Node, inout Root, inout Reading) throws(SceneError) -> Void
    typealias Writing = @Sendable (Root, inout Members) throws(SceneError) -> Void
    /// Gives a function that adds the value of an object, unless a standard object has the same.
    private(set) var writing: @Sendable (_ standard: Root) -> Writing
    /// The key paths of animations that change the value, below the key path of the object.
    private(set) var motion: @Sendable (_ prefix: String, Lens<Root>) -> [AnimatableKey] = { _, _ in [] }

    /// - Parameter stage: when animations set the value, unless it is the stage of the object's other keys.
    // Specialized for each type of object and of value, this would copy whole objects to read one value.
    @_semantics("optimize.sil.specialize.generic.never")
    init<Value: Equatable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ form: Form<Value>,
        moves stage: AnimatableKey.Stage? = nil
    ) {
        (self.name, schema, required) = (name, form.schema, form.isRequired ? form.wanted : nil)
        json = { form.showsDefault ? form.json($0[keyPath: path]) : nil }
        read = { node, root, _ throws(SceneError) in
            if !form.skipsNull || !node.isNull { root[keyPath: path] = try form.read(node) }
        }
        writing = { standard in
            let standard = standard[keyPath: path]
            return { root, members throws(SceneError) in
                let value = root[keyPath: path]
                guard form.isRequired || value != standard else { return }
                members.add(name, try form.write(value, members.child(name)))
            }
        }
        guard let move = form.motion else { return }
        motion = { prefix, lens in
            move(prefix + name, lens.part(path)).map { key in stage.map { AnimatableKey(key, at: $0) } ?? key }
        }
    }

    /// A key whose value has no place of its own in the object.
    init(
        _ name: String, _ schema: ValueSchema, default standard: JSONValue? = nil,
        read: @escaping @Sendable (Node, inout Root, inout Reading) throws(SceneError) -> Void = { _, _, _ in },
        write: @escaping Writing = { _, _ in }
    ) {
        (self.name, self.schema, self.read) = (name, schema, read)
        json = { _ in standard }
        writing = { _ in write }
    }

    /// A transform. One with percentages is kept until the size of the frame is known.
    @_semantics("optimize.sil.specialize.generic.never")
    init<Map: SceneTransform>(
        _ name: String, transform path: any WritableKeyPath<Root, Map> & Sendable, orNull: Bool = true
    ) {
        self.init(
            name, orNull ? .transform.orNull : .transform, default: "none",
            read: { node, root, reading throws(SceneError) in
                if orNull, node.isNull { return }
                (root[keyPath: path], reading.relative.transform) = try Map.reading(node, in: reading.frame)
            },
            write: { root, members throws(SceneError) in
                let map = root[keyPath: path]
                if let transform = members.relative.transform {
                    members.add(name, .string(transform.css))
                } else if map != .identity {
                    guard map.isFinite else { throw Members.notFinite(.key(members.place, name)) }
                    members.add(name, .string(map.css))
                }
            })
        motion = { prefix, lens in Map.keys(prefix + name, lens.part(path)) }
    }

    /// The same key with its meaning: a sentence with the unit, for users who look at the key in an editor.
    func help(_ text: String) -> Key {
        var key = self
        key.text = text
        return key
    }

    /// The description in the schema.
    func meaning(_ standard: Root) -> KeyMeaning {
        KeyMeaning(name, schema, text, default: json(standard), isRequired: required != nil)
    }

    /// The same key, with key paths of animations that its form doesn't give.
    func moving(_ motion: @escaping @Sendable (_ path: String, Lens<Root>) -> [AnimatableKey]) -> Key {
        var key = self
        key.motion = { [name] prefix, lens in motion(prefix + name, lens) }
        return key
    }

    /// The same key of a path, which may be "bounds": the layer's rounded bounds, once they are known.
    var orBounds: Key {
        var key = self
        key.read = { [read] node, root, reading throws(SceneError) in
            reading.relative.takesBoundsAsPath = node.value == "bounds"
            if !reading.relative.takesBoundsAsPath { try read(node, &root, &reading) }
        }
        key.writing = { [name, writing] standard in
            let write = writing(standard)
            return { root, members throws(SceneError) in
                if members.relative.takesBoundsAsPath { return members.add(name, "bounds") }
                try write(root, &members)
            }
        }
        return key
    }
}

/// What the reading of an object depends on besides the document.
struct Reading {
    /// The size of the layer's frame, which percentages refer to. Nil if it is not known yet.
    var frame: Size?
    /// Receives the values that depend on an unknown size.
    var relative = RelativeValues()
}

/// Keys whose values lie in one object, with the object that has all defaults.
struct Keys<Root: Sendable>: Sendable {
    let standard: Root
    let list: [Key<Root>]
    let names: [String]
    /// When animations set values other than colours.
    private let stage: AnimatableKey.Stage
    private let writings: [Key<Root>.Writing]
    private let required: [(name: String, wanted: String)]

    init(_ standard: Root, moving stage: AnimatableKey.Stage = .afterLayout, @KeyList<Root> _ list: () -> [Key<Root>]) {
        (self.standard, self.stage, self.list) = (standard, stage, list())
        writings = self.list.map { $0.writing(standard) }
        (names, required) = (self.list.map(\.name), self.list.compactMap { key in key.required.map { (key.name, $0) } })
    }

    /// The descriptions of the keys in the schema.
    var meanings: [KeyMeaning] { list.map { $0.meaning(standard) } }

    func read(_ fields: Fields, into root: inout Root, _ reading: inout Reading) throws(SceneError) {
        for key in required { _ = try fields.required(key.name, key.wanted) }
        // Most keys are absent, and names alone are cheap to walk through.
        for index in names.indices {
            if let node = try fields[names[index]] { try list[index].read(node, &root, &reading) }
        }
    }

    func read(_ node: Node, _ table: KeyTable) throws(SceneError) -> Root { try read(try Fields(node, table)) }

    func read(_ fields: Fields) throws(SceneError) -> Root {
        var (root, reading) = (standard, Reading())
        try read(fields, into: &root, &reading)
        return root
    }

    func write(_ root: Root, to members: inout Members) throws(SceneError) {
        for write in writings { try write(root, &members) }
    }

    /// Writes an object whose defaults are those of another standard object.
    func write(_ root: Root, standard: Root, to members: inout Members) throws(SceneError) {
        for key in list { try key.writing(standard)(root, &members) }
    }

    /// Whether an object has any of the keys.
    func isPresent(in fields: Fields) -> Bool { names.contains(where: fields.has) }

    func motion(_ prefix: String, _ lens: Lens<Root>) -> [AnimatableKey] {
        list.flatMap { $0.motion(prefix, lens) }.map { key in
            if case .color = key.property { return key }
            return key.stage == .afterLayout ? AnimatableKey(key, at: stage) : key
        }
    }
}

/// Builds lists of keys.
@resultBuilder enum KeyList<Root: Sendable> {
    static func buildExpression(_ key: Key<Root>) -> [Key<Root>] { [key] }
    static func buildExpression(_ keys: [Key<Root>]) -> [Key<Root>] { keys }
    static func buildPartialBlock(first: [Key<Root>]) -> [Key<Root>] { first }
    static func buildPartialBlock(accumulated: [Key<Root>], next: [Key<Root>]) -> [Key<Root>] { accumulated + next }
}

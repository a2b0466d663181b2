import PenumbraMotion

/// How the values of a type are written in a scene, and which key paths of animations change them.
struct Form<Value>: Sendable {
    var schema: ValueSchema
    /// The values allowed, for the message about a missing value.
    var wanted: String
    let read: @Sendable (Node) throws(SceneError) -> Value
    /// Gives the value as a document has it. If it's an object, it starts with the given members, of which there are none yet.
    let write: @Sendable (Value, _ members: Members) throws(SceneError) -> JSONValue
    var motion: (@Sendable (_ path: String, Lens<Value>) -> [AnimatableKey])?
    /// Whether null counts as an absent key.
    var skipsNull: Bool
    var isRequired: Bool
    /// Whether the schema has the default. If not, the description of the key tells it.
    var showsDefault: Bool

    init(
        _ schema: ValueSchema, wanted: String = "", isRequired: Bool = false, skipsNull: Bool = false,
        showsDefault: Bool = true, read: @escaping @Sendable (Node) throws(SceneError) -> Value,
        write: @escaping @Sendable (Value, Members) throws(SceneError) -> JSONValue,
        motion: (@Sendable (String, Lens<Value>) -> [AnimatableKey])? = nil
    ) {
        (self.schema, self.wanted, self.read, self.write, self.motion) = (schema, wanted, read, write, motion)
        (self.isRequired, self.skipsNull, self.showsDefault) = (isRequired, skipsNull, showsDefault)
    }

    /// The value as a document has it.
    func json(_ value: Value) -> JSONValue? { try? write(value, Members(.scene)) }

    /// The same form for a key that must not be absent.
    var required: Form { required(wanted) }

    func required(_ wanted: String) -> Form {
        var form = withoutDefault
        (form.isRequired, form.wanted) = (true, wanted)
        return form
    }

    var withoutDefault: Form {
        var form = self
        form.showsDefault = false
        return form
    }

    /// The same form, in which null counts as an absent key.
    var orNull: Form {
        var form = self
        (form.schema, form.skipsNull) = (schema.orNull, true)
        return form
    }

    /// The same form for values of another type.
    func converted<Other>(
        _ read: @escaping @Sendable (Value) -> Other, _ write: @escaping @Sendable (Other) -> Value
    ) -> Form<Other> {
        Form<Other>(
            schema, wanted: wanted, isRequired: isRequired, skipsNull: skipsNull, showsDefault: showsDefault,
            read: { [form = self] node throws(SceneError) in read(try form.read(node)) },
            write: { [form = self] value, members throws(SceneError) in try form.write(write(value), members) })
    }
}

// MARK: - Optional values

extension Form {
    /// A value or null.
    ///
    /// - Parameter standard: the value from which an unset property moves. Nil if it can't be animated.
    static func none<Wrapped: Sendable>(
        or form: Form<Wrapped>, moving standard: Wrapped? = nil
    ) -> Form where Value == Wrapped? {
        var result = Form(
            form.skipsNull ? form.schema : form.schema.orNull,
            read: { node throws(SceneError) in node.isNull ? nil : try form.read(node) },
            write: { value, members throws(SceneError) in
                guard let value else { return .null }
                return try form.write(value, members)
            })
        if let standard, let move = form.motion { result.motion = { move($0, $1.or(standard)) } }
        return result
    }

    /// A value or null, for a key whose description tells what happens without it.
    static func optional<Wrapped: Sendable>(
        _ form: Form<Wrapped>, moving standard: Wrapped? = nil
    ) -> Form where Value == Wrapped? {
        none(or: form, moving: standard).withoutDefault
    }

    /// A value that some objects don't have, such as the angle of a blur.
    static func some<Wrapped>(_ form: Form<Wrapped>) -> Form where Value == Wrapped? {
        var result = Form(
            form.schema, wanted: form.wanted, isRequired: form.isRequired, showsDefault: form.showsDefault,
            read: { node throws(SceneError) in try form.read(node) },
            write: { value, members throws(SceneError) in
                guard let value else { return .null }
                return try form.write(value, members)
            })
        if let move = form.motion { result.motion = { move($0, $1.part({ $0 }, { $0 = $1 })) } }
        return result
    }
}

// MARK: - Plain values

extension Form where Value == Bool {
    static var flag: Form {
        Form(.bool, read: { node throws(SceneError) in try node.bool() }, write: { value, _ in .bool(value) })
    }

    static var movingFlag: Form {
        var form = flag
        form.motion = { [AnimatableKey($0, .flag($1))] }
        return form
    }
}

extension Form where Value == Double {
    static func number(_ range: Node.NumberRange) -> Form {
        Form(
            .number(range), wanted: range.wanted, read: { node throws(SceneError) in try node.number(range) },
            write: { value, members throws(SceneError) in try members.json(value) }, motion: { [.number($0, range, $1)] })
    }
}

extension Form where Value == Int {
    /// A whole number, 1 or more.
    static var count: Form {
        Form(
            .count, wanted: Node.countWanted, read: { node throws(SceneError) in try node.count() },
            write: { value, _ in .number(Double(value)) })
    }
}

extension Form where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// The names of an enumeration.
    static var choice: Form {
        Form(
            .choice(Value.self), wanted: Spelling.list(Value.allCases.map(\.rawValue)),
            read: { node throws(SceneError) in try node.choice(Value.self) }, write: { value, _ in .string(value.rawValue) })
    }
}

extension Form where Value == String {
    static var string: Form {
        Form(
            .string, read: { node throws(SceneError) in try node.text("a string") },
            write: { value, _ in .string(value.replacingParameterMarks) })
    }
}

extension Form where Value == [Double] {
    /// An array of numbers.
    ///
    /// - Parameters:
    ///   - limit: the largest number of elements, and their name for messages.
    static func numbers(_ range: Node.NumberRange, atMost limit: Int, _ what: String, wanted: String = "an array of numbers")
        -> Form
    {
        Form(
            .array(of: .number(range), 0...limit), wanted: wanted,
            read: { node throws(SceneError) in try node.numbers(range, atMost: limit, "\(what)", wanted) },
            write: { value, members throws(SceneError) in .array(try members.json(value)) },
            motion: { [AnimatableKey($0, .numbers(range, $1))] })
    }
}

// MARK: - Geometry

extension Form where Value == Point {
    static var point: Form {
        Form(
            .point, wanted: "a point [x, y]", read: { node throws(SceneError) in try node.point() },
            write: { value, members throws(SceneError) in .array(try members.json([value.x, value.y])) },
            motion: AnimatableKey.point)
    }
}

extension Form where Value == Rect {
    static var rect: Form { rect(.rect) { node throws(SceneError) in try node.rect() } }

    static func rect(_ schema: ValueSchema, _ read: @escaping @Sendable (Node) throws(SceneError) -> Rect) -> Form {
        Form(
            schema, read: read,
            write: { value, members throws(SceneError) in
                .array(try members.json([value.minX, value.minY, value.width, value.height]))
            })
    }
}

extension Form where Value == CornerRadii {
    static var cornerRadii: Form {
        Form(
            .cornerRadii, read: { node throws(SceneError) in try node.cornerRadii() },
            write: { radii, members throws(SceneError) in
                let numbers = try members.json([radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft])
                return radii == CornerRadii(radii.topLeft) ? numbers[0] : .array(numbers)
            }, motion: { [.number($0, .notNegative, $1.part({ $0.topLeft }, { $0 = CornerRadii($1) }))] })
    }
}

extension Form where Value == CornerCurve {
    /// A name, or an amount of smoothing.
    static var cornerCurve: Form {
        Form(.any(of: .choice(CornerCurve.Name.self), .number(.unit))) { node throws(SceneError) in
            if case .number = node.value { return .smoothed(try node.number(.unit)) }
            return CornerCurve(try node.choice(CornerCurve.Name.self))
        } write: { curve, members throws(SceneError) in
            switch curve {
            case .circular: .string(CornerCurve.Name.circular.rawValue)
            case .continuous: .string(CornerCurve.Name.continuous.rawValue)
            case .smoothed(let amount): try members.json(amount)
            }
        }
    }
}

extension Form where Value == Path {
    static var path: Form {
        Form(
            .path, wanted: SceneDecoder.pathWanted, read: { node throws(SceneError) in try node.decoder.path(node) },
            write: { path, members throws(SceneError) in try members.json(path) }, motion: { [AnimatableKey($0, .path($1))] })
    }
}

// MARK: - Paints

extension Form where Value == Color {
    static var color: Form {
        Form(
            .color, wanted: Node.colorWanted, read: { node throws(SceneError) in try node.color() },
            write: { color, members throws(SceneError) in try members.json(color) }, motion: { [.color($0, $1)] })
    }
}

extension Form where Value == Paint {
    /// A colour or a gradient.
    static var paint: Form {
        Form(
            .paint, read: { node throws(SceneError) in try node.decoder.paint(node) },
            write: { paint, members throws(SceneError) in try members.json(paint) }, motion: { [.color($0, $1.color)] })
    }
}

extension Form where Value == Paint? {
    /// A colour or a gradient, or null to paint nothing.
    static var fill: Form {
        Form(.paint.orNull) { node throws(SceneError) in
            if node.value == "none" { throw node.place.error("found \"none\"; write null to paint nothing") }
            return node.isNull ? nil : try node.decoder.paint(node)
        } write: { paint, members throws(SceneError) in
            try paint.map { paint throws(SceneError) in try members.json(paint) } ?? .null
        } motion: {
            [.color($0, $1.color)]
        }
    }
}

// MARK: - Objects

extension Form where Value: Sendable {
    /// An object with keys of its own.
    static func object(_ keys: Keys<Value>, _ table: KeyTable) -> Form {
        Form(
            .object(table.name), wanted: table.wanted,
            read: { node throws(SceneError) in try keys.read(node, table) },
            write: { value, members throws(SceneError) in
                var members = members
                try keys.write(value, to: &members)
                return members.value
            }, motion: { keys.motion($0 + ".", $1) })
    }
}

/// The members of an object under construction.
struct Members {
    let place: Place
    private var object = JSONObject()

    init(_ place: Place) {
        self.place = place
    }

    var value: JSONValue { .object(object) }

    private func notFinite(_ key: String) -> SceneError { Self.notFinite(.key(place, key)) }

    static func notFinite(_ place: Place) -> SceneError {
        place.error("a number here is not finite, which JSON can't express")
    }

    mutating func add(_ key: String, _ value: JSONValue) {
        object.members.append(.init(key: key, value: value))
    }

    mutating func add(_ key: String, _ numbers: [Double]) throws(SceneError) {
        guard numbers.allSatisfy(\.isFinite) else { throw notFinite(key) }
        add(key, .array(numbers.map { .number($0) }))
    }

    mutating func add(_ key: String, _ numbers: [Double], default standard: [Double]) throws(SceneError) {
        if numbers != standard { try add(key, numbers) }
    }

    mutating func add(_ key: String, _ number: Double, default standard: Double? = nil) throws(SceneError) {
        guard number != standard else { return }
        guard number.isFinite else { throw notFinite(key) }
        add(key, .number(number))
    }

    mutating func add(_ key: String, _ line: Text.Line?) throws(SceneError) {
        guard let line else { return }
        if line == .none || line == .solid { return add(key, .bool(line == .solid)) }
        var members = Members(.key(place, key))
        members.add("style", line.style, default: .solid)
        try members.add("color", line.color)
        if let thickness = line.thickness { try members.add("thickness", thickness) }
        if let offset = line.offset { try members.add("offset", offset) }
        add(key, members.value)
    }

    mutating func add(_ key: String, _ stroke: Text.Stroke?) throws(SceneError) {
        guard let stroke else { return }
        var members = Members(.key(place, key))
        try members.add("color", stroke.color)
        try members.add("width", stroke.width)
        add(key, members.value)
    }

    mutating func add(_ lineHeight: Text.LineHeight?) throws(SceneError) {
        switch lineHeight {
        case .points(let points)?: try add("lineHeight", points)
        case let height?: add("lineHeight", .string(height.css))
        case nil: break
        }
    }

    mutating func add(_ key: String, _ point: Point, default standard: Point) throws(SceneError) {
        if point != standard { try add(key, [point.x, point.y]) }
    }

    mutating func add(_ key: String, _ point: Point) throws(SceneError) {
        try add(key, [point.x, point.y])
    }

    mutating func add(_ key: String, _ rect: Rect) throws(SceneError) {
        try add(key, [rect.minX, rect.minY, rect.width, rect.height])
    }

    mutating func add(_ key: String, _ radii: CornerRadii) throws(SceneError) {
        if radii == CornerRadii(radii.topLeft) {
            try add(key, radii.topLeft, default: 0)
        } else {
            try add(key, [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft])
        }
    }

    mutating func add(_ key: String, _ color: Color?) throws(SceneError) {
        guard let color else { return }
        guard color.isFinite else { throw notFinite(key) }
        add(key, .string(color.css))
    }

    mutating func add(_ key: String, _ paint: Paint?) throws(SceneError) {
        switch paint {
        case nil: break
        case .color(let color): try add(key, color)
        case .gradient(let gradient):
            if case .css = gradient.geometry { return try addCSS(key, gradient) }
            var members = Members(.key(place, key))
            try members.add(gradient)
            add(key, members.value)
        }
    }

    mutating func add(_ key: String, _ transform: AffineTransform) throws(SceneError) {
        guard transform != .identity else { return }
        guard transform.isFinite else { throw notFinite(key) }
        add(key, .string(transform.css))
    }

    mutating func add(_ key: String, _ transform: Transform3D) throws(SceneError) {
        guard transform != .identity else { return }
        guard transform.isFinite else { throw notFinite(key) }
        add(key, .string(transform.css))
    }

    mutating func add<Choice: RawRepresentable & Equatable>(
        _ key: String, _ choice: Choice, default standard: Choice
    ) where Choice.RawValue == String {
        if choice != standard { add(key, .string(choice.rawValue)) }
    }

    mutating func add(_ key: String, _ flag: Bool, default standard: Bool) {
        if flag != standard { add(key, .bool(flag)) }
    }

    mutating func add(_ key: String, _ path: Path) throws(SceneError) {
        guard path.isFinite else { throw notFinite(key) }
        add(key, PathNotation.json(path))
    }
}

extension Color {
    var isFinite: Bool { [red, green, blue, alpha].allSatisfy(\.isFinite) }
}

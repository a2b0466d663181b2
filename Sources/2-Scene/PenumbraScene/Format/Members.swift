/// The members of an object under construction, or the place of another value.
struct Members {
    let place: Place
    /// The folder that will contain the document. Files below this folder are named relative to it.
    let baseFolder: String
    /// The object's values that depend on the size of a layer.
    var relative: RelativeValues
    private var object = JSONObject()

    init(_ place: Place, baseFolder: String = "", relative: RelativeValues = RelativeValues()) {
        (self.place, self.baseFolder, self.relative) = (place, baseFolder, relative)
    }

    /// The value of a key, without any members yet.
    func child(_ key: String, relative: RelativeValues = RelativeValues()) -> Members {
        Members(.key(place, key), baseFolder: baseFolder, relative: relative)
    }

    /// An element of the array that lies here.
    func element(_ index: Int, relative: RelativeValues = RelativeValues()) -> Members {
        Members(.index(place, index), baseFolder: baseFolder, relative: relative)
    }

    var value: JSONValue { .object(object) }

    /// The value of the only member. Nil if there are more, or none.
    var onlyValue: JSONValue? { object.members.count == 1 ? object.members.first?.value : Optional.none }

    static func notFinite(_ place: Place) -> SceneError {
        place.error("a number here is not finite, which JSON can't express")
    }

    mutating func add(_ key: String, _ value: JSONValue) { object.members.append(.init(key: key, value: value)) }

    // MARK: - Values at this place

    func json(_ number: Double) throws(SceneError) -> JSONValue {
        guard number.isFinite else { throw Self.notFinite(place) }
        return .number(number)
    }

    func json(_ numbers: [Double]) throws(SceneError) -> [JSONValue] {
        guard numbers.allSatisfy(\.isFinite) else { throw Self.notFinite(place) }
        return numbers.map { .number($0) }
    }

    func json(_ color: Color) throws(SceneError) -> JSONValue {
        guard color.isFinite else { throw Self.notFinite(place) }
        return .string(color.css)
    }

    func json(_ path: Path) throws(SceneError) -> JSONValue {
        guard path.isFinite else { throw Self.notFinite(place) }
        return PathNotation.json(path)
    }

    func json(_ paint: Paint) throws(SceneError) -> JSONValue {
        switch paint {
        case .color(let color): return try json(color)
        case .gradient(let gradient):
            if case .css = gradient.geometry { return try json(css: gradient) }
            var members = self
            try members.add(gradient)
            return members.value
        }
    }

    /// An array with an element for each value.
    func json<Value>(
        _ values: [Value], _ element: (Value, Members) throws(SceneError) -> JSONValue
    ) throws(SceneError) -> JSONValue {
        var result: [JSONValue] = []
        for (index, value) in values.enumerated() { result.append(try element(value, self.element(index))) }
        return .array(result)
    }
}

extension Color {
    var isFinite: Bool { [red, green, blue, alpha].allSatisfy(\.isFinite) }
}

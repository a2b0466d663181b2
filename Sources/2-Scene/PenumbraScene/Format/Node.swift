import PenumbraSystem

/// A value of a document with its place. Parameters in strings are already replaced.
package struct Node {
    let value: JSONValue
    let place: Place
    let origin: DecodingContext.Origin
    let context: DecodingContext
    /// Whether the document has a parameter here whose value isn't text.
    private let isBound: Bool

    package init(_ raw: JSONValue, _ place: Place, _ origin: DecodingContext.Origin, _ context: DecodingContext)
        throws(SceneError)
    {
        self.place = place
        self.context = context
        if case .string(let string) = raw, origin != .literal, string.utf8.contains(UInt8(ascii: "$")) {
            (value, self.origin) = try context.bind(string, origin: origin, at: place)
            isBound = value.stringValue == nil
        } else {
            value = raw
            self.origin = origin
            isBound = false
        }
    }

    func child(_ value: JSONValue, key: String) throws(SceneError) -> Node {
        try Node(value, .key(place, key), origin, context)
    }

    var decoder: SceneDecoder { SceneDecoder(context: context) }

    func mismatch(_ wanted: String) -> SceneError { place.error("found \(value.summary), expected \(wanted)") }

    // MARK: - Typed values

    var isNull: Bool { value == .null }

    func elements(_ wanted: String) throws(SceneError) -> [Node] {
        guard case .array(let values) = value else { throw mismatch(wanted) }
        var nodes: [Node] = []
        nodes.reserveCapacity(values.count)
        for (index, value) in values.enumerated() { nodes.append(try Node(value, .index(place, index), origin, context)) }
        return nodes
    }

    /// Refuses an array that is too long before any element is read.
    ///
    /// - Parameter what: a name for the elements, and the advice for the user.
    func checkCount(_ wanted: String, atMost limit: Int, _ what: Message) throws(SceneError) {
        guard case .array(let values) = value else { throw mismatch(wanted) }
        guard values.count <= limit else { throw place.error("found \(values.count), more than \(limit) \(what)") }
    }

    /// Reads an array of values.
    ///
    /// - Parameter what: a name for the elements, and the advice for the user.
    func list<Value>(
        _ wanted: String, atMost limit: Int, _ what: Message, _ read: (Node) throws(SceneError) -> Value
    ) throws(SceneError) -> [Value] {
        try checkCount(wanted, atMost: limit, what)
        var result: [Value] = []
        for element in try elements(wanted) { result.append(try read(element)) }
        return result
    }

    /// Reads an array of numbers.
    func numbers(
        _ range: NumberRange, atMost limit: Int, _ what: Message = "numbers", _ wanted: String = "an array of numbers"
    ) throws(SceneError) -> [Double] {
        try list(wanted, atMost: limit, what) { node throws(SceneError) in try node.number(range) }
    }

    func bool() throws(SceneError) -> Bool {
        guard case .bool(let flag) = value else { throw mismatch("true or false") }
        return flag
    }

    func string(_ wanted: String) throws(SceneError) -> String {
        guard case .string(let string) = value else { throw mismatch(wanted) }
        return string
    }

    /// Reads a text. The value of a parameter may also be a number, true or false, as the title 2024, or null for no text.
    func text(_ wanted: String) throws(SceneError) -> String {
        switch value {
        case .number(let number) where isBound && number.isFinite: return value.compact()
        case .bool where isBound: return value.compact()
        case .null where isBound: return ""
        default: return try string(wanted)
        }
    }

    /// Whether the value is null, an empty string, or a parameter with such a value.
    var isEmpty: Bool { isNull || value == "" }

    /// Reads one of the names of an enumeration.
    func choice<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) throws(SceneError) -> Value
    where Value.RawValue == String {
        let names = type.allCases.map(\.rawValue)
        guard case .string(let string) = value else { throw mismatch(Spelling.list(names)) }
        if let choice = Value(rawValue: string) { return choice }
        throw misspelt(string, names)
    }

    func misspelt(_ string: String, _ names: [String]) -> SceneError {
        let hint = ForeignKeys.nearest(to: string, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
        return place.error("found \(quoted(string)), expected \(Spelling.list(names))\(hint)")
    }

    package enum NumberRange: CaseIterable {
        case any, notNegative, positive, oneOrMore, unit, aboveHorizon

        var wanted: String {
            switch self {
            case .any: "a number"
            case .notNegative: "a number, 0 or more"
            case .positive: "a number above 0"
            case .oneOrMore: "a number, 1 or more"
            case .unit: "a number from 0 to 1"
            case .aboveHorizon: "degrees above 0 and up to 90"
            }
        }

        func contains(_ value: Double) -> Bool {
            switch self {
            case .any: value.isFinite
            case .notNegative: value >= 0 && value.isFinite
            case .positive: value > 0 && value.isFinite
            case .oneOrMore: value >= 1 && value.isFinite
            case .unit: value >= 0 && value <= 1
            case .aboveHorizon: value > 0 && value <= 90
            }
        }
    }

    func number(_ range: NumberRange = .any) throws(SceneError) -> Double {
        guard case .number(let number) = value, range.contains(number) else {
            if case .number(let number) = value, !number.isFinite {
                throw place.error("found \(number), expected \(range.wanted)")
            }
            throw mismatch(range.wanted)
        }
        guard abs(number) <= SceneLimits.coordinate else { throw tooLarge }
        return number
    }

    static let countWanted = "a whole number, 1 or more"

    /// Reads a whole number, 1 or more.
    func count() throws(SceneError) -> Int {
        let wanted = Self.countWanted
        guard case .number(let number) = value else { throw mismatch(wanted) }
        guard number >= 1, number <= SceneLimits.coordinate, let count = Int(exactly: number) else {
            throw number > SceneLimits.coordinate && number.isFinite
                ? tooLarge : place.error("found \(number.isFinite ? value.summary : "\(number)"), expected \(wanted)")
        }
        return count
    }

    /// Reads a whole number, 0 or more.
    func index() throws(SceneError) -> Int {
        let number = try number(.notNegative)
        guard let index = Int(exactly: number) else { throw mismatch("a whole number, 0 or more") }
        return index
    }

    private var tooLarge: SceneError { place.error("found \(value.summary), the largest allowed is 1e9") }

    // MARK: - Geometry

    private func numbers(_ wanted: String, _ ranges: [NumberRange]) throws(SceneError) -> [Double] {
        guard case .array(let values) = value, values.count == ranges.count else { throw mismatch(wanted) }
        var result: [Double] = []
        for (node, range) in zip(try elements(wanted), ranges) { result.append(try node.number(range)) }
        return result
    }

    func point() throws(SceneError) -> Point {
        let numbers = try numbers("a point [x, y]", [.any, .any])
        return Point(numbers[0], numbers[1])
    }

    func rect(sides: NumberRange = .notNegative) throws(SceneError) -> Rect {
        let numbers = try numbers("a rectangle [x, y, width, height]", [.any, .any, sides, sides])
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func cornerRadii() throws(SceneError) -> CornerRadii {
        if case .number = value { return CornerRadii(try number(.notNegative)) }
        let numbers = try numbers(
            "a number, 0 or more, or [topLeft, topRight, bottomRight, bottomLeft]",
            [.notNegative, .notNegative, .notNegative, .notNegative])
        return CornerRadii(topLeft: numbers[0], topRight: numbers[1], bottomRight: numbers[2], bottomLeft: numbers[3])
    }

    // MARK: - CSS

    package static let colorWanted = "a CSS colour such as \"white\", \"#1a2b3c80\" or \"rgb(0 0 0 / 40%)\""

    func color() throws(SceneError) -> Color {
        if case .object = value { throw place.error("found an object; \(Color.noGradientHere)") }
        let string = try string(Self.colorWanted)
        do { return try Color(css: string) } catch { throw place.error(error.message) }
    }
}

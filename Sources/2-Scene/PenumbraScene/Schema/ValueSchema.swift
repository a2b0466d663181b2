/// The JSON Schema of one value of the format.
///
/// If the decoder replaces parameters in a value, the schema also allows `"${name}"` instead of the value.
struct ValueSchema: Sendable {
    /// The members of a schema object. They are written beside the description of the key that has the value.
    let members: JSONObject

    init(_ json: JSONValue) {
        if case .object(let object) = json { members = object } else { members = JSONObject() }
    }

    var json: JSONValue { .object(members) }

    /// A reference to a definition in `$defs`.
    static func definition(_ name: String) -> ValueSchema { ValueSchema(reference(name)) }

    static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    /// A value that is not a string, or a string that names a parameter.
    static func bound(_ alternatives: [JSONValue]) -> ValueSchema {
        ValueSchema(["anyOf": .array(alternatives + [reference("parameter")])])
    }

    /// A string of a certain form, or a string with parameters in it.
    static func text(_ form: JSONValue) -> ValueSchema {
        ValueSchema(["anyOf": .array([form, reference("textWithParameters")])])
    }

    /// This value or null.
    var orNull: ValueSchema {
        let null: JSONValue = ["type": "null"]
        if case .array(let alternatives)? = members["anyOf"], members.members.count == 1 {
            return ValueSchema(["anyOf": .array(alternatives + [null])])
        }
        return ValueSchema(["anyOf": .array([json, null])])
    }

    // MARK: - Plain values

    static let bool = bound([["type": "boolean"]])
    /// Any string. Parameters in it are replaced by their text.
    static let string = ValueSchema(["type": "string"])

    static func number(_ range: Node.NumberRange) -> ValueSchema { definition(range.schemaName) }

    /// The definition of a range of numbers. Magnitudes have the same limits as in the decoder.
    static func definition(of range: Node.NumberRange) -> JSONValue {
        let limit = JSONValue.number(SceneLimits.coordinate)
        let number: JSONValue =
            switch range {
            case .any: ["type": "number", "minimum": .number(-SceneLimits.coordinate), "maximum": limit]
            case .notNegative: ["type": "number", "minimum": 0, "maximum": limit]
            case .positive: ["type": "number", "exclusiveMinimum": 0, "maximum": limit]
            case .oneOrMore: ["type": "number", "minimum": 1, "maximum": limit]
            case .unit: ["type": "number", "minimum": 0, "maximum": 1]
            case .aboveHorizon: ["type": "number", "exclusiveMinimum": 0, "maximum": 90]
            }
        return bound([number]).json
    }

    /// A whole number, 1 or more.
    static let count = bound([["type": "integer", "minimum": 1, "maximum": .number(SceneLimits.coordinate)]])

    /// A whole number of any sign.
    static let integer = bound([
        ["type": "integer", "minimum": .number(-SceneLimits.coordinate), "maximum": .number(SceneLimits.coordinate)]
    ])

    static func constant(_ value: JSONValue) -> ValueSchema { bound([["const": value]]) }

    /// The names of an enumeration.
    static func choice<Value: RawRepresentable & CaseIterable>(
        _ type: Value.Type
    ) -> ValueSchema where Value.RawValue == String {
        text(["enum": .array(type.allCases.map { .string($0.rawValue) })])
    }

    // MARK: - Compound values

    static func array(of element: ValueSchema, _ count: ClosedRange<Int>) -> ValueSchema {
        var array: JSONObject = JSONObject([.init(key: "type", value: "array"), .init(key: "items", value: element.json)])
        if count.lowerBound > 0 { array["minItems"] = .number(Double(count.lowerBound)) }
        array["maxItems"] = .number(Double(count.upperBound))
        return bound([.object(array)])
    }

    /// An array with one number for each range.
    static func numbers(_ ranges: [Node.NumberRange]) -> ValueSchema { bound([tuple(ranges)]) }

    /// One number for all places, or an array with one number per range.
    static func number(_ range: Node.NumberRange, orNumbers ranges: [Node.NumberRange]) -> ValueSchema {
        ValueSchema(["anyOf": [number(range).json, tuple(ranges)]])
    }

    private static func tuple(_ ranges: [Node.NumberRange]) -> JSONValue {
        [
            "type": "array", "prefixItems": .array(ranges.map { number($0).json }), "items": false,
            "minItems": .number(Double(ranges.count)),
        ]
    }

    /// A value of any of several kinds.
    static func any(of alternatives: ValueSchema...) -> ValueSchema {
        ValueSchema(["anyOf": .array(alternatives.map(\.json))])
    }

    /// An object that has a definition of its own, or a parameter.
    static func object(_ name: String) -> ValueSchema { bound([reference(name)]) }
}

extension Node.NumberRange {
    /// The name of the range's definition.
    var schemaName: String {
        switch self {
        case .any: "number"
        case .notNegative: "notNegativeNumber"
        case .positive: "positiveNumber"
        case .oneOrMore: "numberOfOneOrMore"
        case .aboveHorizon: "numberAboveHorizon"
        case .unit: "unitNumber"
        }
    }
}

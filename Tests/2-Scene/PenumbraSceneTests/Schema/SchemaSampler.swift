import PenumbraJSON
import PenumbraScene
import TestPlans
import TestSupport

/// Makes random documents from the schema alone. Everything that the schema allows may occur.
struct SchemaSampler {
    private let document: JSONValue
    private let validator: SchemaValidator
    private var random: SeededGenerator
    private var parameters = JSONObject()
    /// The number of open layers around the current value.
    private var depth = 0

    init(_ schema: JSONValue, _ validator: SchemaValidator, seed: UInt64) {
        document = schema
        self.validator = validator
        random = SeededGenerator(seed: seed)
    }

    /// A whole scene with declared parameters.
    mutating func scene() -> JSONValue {
        var members = JSONObject()
        for (key, value) in document["properties"]?.members ?? [] where key != "parameters" {
            if key == "canvas" || key == "layers" || random.chance(0.2) { members[key] = sample(value, isBound: true) }
        }
        if !parameters.members.isEmpty { members["parameters"] = .object(parameters) }
        return .object(members)
    }

    // MARK: - By keyword

    /// - Parameter isBound: whether a string here may name a parameter; false in a parameter's own value.
    private mutating func sample(_ schema: JSONValue, isBound: Bool) -> JSONValue {
        if let name = schema["$ref"]?.text?.dropFirst(8) {
            let target = document["$defs"]?[String(name)] ?? true
            return name == "layer" ? layer(target, isBound: isBound) : sample(target, isBound: isBound)
        }
        if case .array(let alternatives)? = schema["anyOf"] { return sample(oneOf: alternatives, isBound: isBound) }
        if let value = schema["const"] { return value }
        if case .array(let values)? = schema["enum"] { return pick(values) }
        switch schema["type"]?.text {
        case "null": return .null
        case "boolean": return .bool(random.chance(0.5))
        case "number": return .number(number(schema))
        case "integer": return .number(Double(random.integer(1...5)))
        case "string":
            if case .array(let examples)? = schema["examples"] { return pick(examples) }
            return pick(["", "a", "two words", "$", "a $${ b", "é\u{301}\n"])
        case "array": return array(schema, isBound: isBound)
        case "object": return object(schema, isBound: isBound)
        default: return true
        }
    }

    private mutating func pick(_ values: [JSONValue]) -> JSONValue { values[random.integer(0...(values.count - 1))] }

    private mutating func sample(oneOf alternatives: [JSONValue], isBound: Bool) -> JSONValue {
        let references: [JSONValue] = [["$ref": "#/$defs/parameter"], ["$ref": "#/$defs/textWithParameters"]]
        let values = alternatives.filter { !references.contains($0) }
        let isText = alternatives.contains(references[1])
        guard isBound, values.count < alternatives.count, random.chance(0.15) else {
            return sample(pick(values), isBound: isBound)
        }
        return parameter(sample(pick(values), isBound: false), canBePart: isText)
    }

    /// A string that replaces a value with a parameter, or that contains a parameter.
    private mutating func parameter(_ value: JSONValue, canBePart: Bool) -> JSONValue {
        let name = "p\(parameters.members.count)"
        if canBePart, let text = value.text, text.count > 2, !text.contains("$"), random.chance(0.5) {
            let cut = text.index(text.startIndex, offsetBy: random.integer(1...(text.count - 1)))
            parameters[name] = .string(String(text[cut...]))
            return .string(text[..<cut] + "${\(name)}")
        }
        parameters[name] = value
        return .string("${\(name)}")
    }

    private mutating func number(_ schema: JSONValue) -> Double {
        func bound(_ key: String) -> Double? { if case .number(let limit)? = schema[key] { limit } else { nil } }
        let (low, above, high) = (bound("minimum"), bound("exclusiveMinimum"), bound("maximum") ?? 1e9)
        if random.chance(0.02) { return high }
        if random.chance(0.1) { return low ?? 1e-3 }
        let range = max(low ?? above ?? -99, -99)...min(high, 99)
        let value = random.chance(0.5) ? random.number(range).rounded() : random.number(range)
        return above == nil ? value : max(value, 0.5)
    }

    private mutating func array(_ schema: JSONValue, isBound: Bool) -> JSONValue {
        if case .array(let schemas)? = schema["prefixItems"] { return .array(schemas.map { sample($0, isBound: isBound) }) }
        var least = 0
        if case .number(let count)? = schema["minItems"] { least = Int(count) }
        var most = depth > 3 ? least : least + 2
        if case .number(let count)? = schema["maxItems"] { most = min(most, Int(count)) }
        let element = schema["items"] ?? true
        return .array((0..<random.integer(least...most)).map { _ in sample(element, isBound: isBound) })
    }

    // MARK: - Objects

    private mutating func object(_ schema: JSONValue, isBound: Bool) -> JSONValue {
        var required: [String] = []
        if case .array(let keys)? = schema["required"] { required = keys.compactMap(\.text) }
        var members = JSONObject()
        for (key, value) in schema["properties"]?.members ?? [] {
            let isDeep = depth > 3 && ["mask", "sublayers"].contains(key)
            // Most random values don't fit the key path of an animation.
            let chance = key == "animations" ? 0.02 : 0.15
            guard required.contains(key) || random.chance(chance) && !isDeep else { continue }
            members[key] = sample(value, isBound: isBound)
        }
        alignLocations(&members)
        guard case .array(let rules)? = schema["allOf"] else { return .object(members) }
        for rule in rules { keep(rule, in: &members, schema, isBound: isBound) }
        return .object(members)
    }

    /// Makes an object obey a rule between its keys by removing or adding keys.
    private mutating func keep(_ rule: JSONValue, in members: inout JSONObject, _ schema: JSONValue, isBound: Bool) {
        let isMet = (try? validator.fault(in: .object(members), schema: rule["if"] ?? true)) == .some(nil)
        let branch = rule[isMet ? "then" : "else"]
        for (key, value) in branch?["properties"]?.members ?? [] {
            if value == false { members[key] = nil }
            if let inner = members[key], (try? validator.fault(in: inner, schema: value)) != .some(nil) { members[key] = [:] }
        }
        if case .array(let keys)? = branch?["required"] {
            for key in keys.compactMap(\.text) where members[key] == nil {
                members[key] = key == "mask" ? [:] : sample(schema["properties"]?[key] ?? true, isBound: isBound)
            }
        }
    }

    /// Usually gives a gradient as many locations as colours, in ascending order. Otherwise few gradients would be accepted.
    private mutating func alignLocations(_ members: inout JSONObject) {
        guard case .array(let colors)? = members["colors"], case .array? = members["locations"], random.chance(0.9) else {
            return
        }
        let locations = (0..<colors.count).map { _ in random.number(0...1) }.sorted()
        members["locations"] = .array(locations.map { .number($0) })
    }

    /// A layer of one type. The `then` of each case of its definition is tried.
    private mutating func layer(_ schema: JSONValue, isBound: Bool) -> JSONValue {
        guard case .array(let cases)? = schema["allOf"] else { return [:] }
        let types = cases.compactMap { entry -> (JSONValue, JSONValue)? in
            guard let type = entry["if"]?["properties"]?["type"]?["const"], let variant = entry["then"] else { return nil }
            return (type, variant)
        }
        let (type, variant) = types[random.integer(0...(types.count - 1))]
        let bindsLayer = isBound && random.chance(0.05)
        depth += 1
        var layer = sample(variant, isBound: isBound && !bindsLayer)
        depth -= 1
        guard case .object(var members) = layer else { return layer }
        members["type"] = type != "layer" || random.chance(0.5) ? .some(type) : nil
        if isBound, !bindsLayer, members["type"] != nil, random.chance(0.05) {
            members["type"] = parameter(type, canBePart: true)
        }
        layer = .object(members)
        return bindsLayer ? parameter(layer, canBePart: false) : layer
    }
}

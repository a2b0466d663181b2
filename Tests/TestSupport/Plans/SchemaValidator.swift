import PenumbraJSON

/// A validator for the subset of JSON Schema that the scene's schema uses. Unknown keywords are errors.
public final class SchemaValidator {
    /// A schema that is ready to be applied.
    fileprivate final class Rule {
        var isNever = false
        var types: [String] = []
        var values: [JSONValue]?
        var reference: String?
        var minimum = -Double.infinity
        var maximum = Double.infinity
        var exclusiveMinimum = -Double.infinity
        var lengths = 0...Int.max
        var counts = 0...Int.max
        var mostMembers = Int.max
        var pattern: Regex<AnyRegexOutput>?
        var properties: [String: Rule] = [:]
        var required: [String] = []
        var additional: Rule?
        var names: Rule?
        var prefix: [Rule] = []
        var items: Rule?
        var anyOf: [Rule] = []
        var allOf: [Rule] = []
        var not: Rule?
        var condition: (test: Rule, then: Rule?, otherwise: Rule?)?
    }

    public struct Misread: Error, CustomStringConvertible {
        public var description: String
    }

    private let root: Rule
    private var definitions: [String: Rule] = [:]

    public init(_ schema: JSONValue) throws {
        root = try Self.rule(schema)
        guard case .object(let object) = schema, case .object(let entries)? = object["$defs"] else { return }
        for entry in entries.members { definitions[entry.key] = try Self.rule(entry.value) }
    }

    /// The first error of a document, or nil.
    public func fault(in document: JSONValue) -> String? { fault(document, root, "") }

    /// The first error of a value against a definition, or nil.
    public func fault(in value: JSONValue, definition: String) -> String? {
        definitions[definition].map { fault(value, $0, "") } ?? "no definition \(definition)"
    }

    /// The first error of a value against a separate schema whose references point into the document's schema.
    public func fault(in value: JSONValue, schema: JSONValue) throws -> String? { fault(value, try Self.rule(schema), "") }

    // MARK: - Reading

    private static func rule(_ json: JSONValue) throws -> Rule {
        let rule = Rule()
        if case .bool(let flag) = json {
            rule.isNever = !flag
            return rule
        }
        guard case .object(let object) = json else { throw Misread(description: "a schema is \(json.compact())") }
        for member in object.members { try read(member.key, member.value, object, into: rule) }
        return rule
    }

    private static func read(_ keyword: String, _ value: JSONValue, _ all: JSONObject, into rule: Rule) throws {
        switch (keyword, value) {
        case ("$schema", _), ("title", _), ("description", .string), ("default", _), ("examples", .array), ("$comment", _),
            ("$defs", .object), ("then", _), ("else", _):
            break
        case ("type", .string(let name)): rule.types = [name]
        case ("type", .array(let names)): rule.types = names.compactMap(\.text)
        case ("enum", .array(let values)): rule.values = values
        case ("const", let value): rule.values = [value]
        case ("$ref", .string(let target)) where target.hasPrefix("#/$defs/"): rule.reference = String(target.dropFirst(8))
        case ("minimum", .number(let limit)): rule.minimum = limit
        case ("maximum", .number(let limit)): rule.maximum = limit
        case ("exclusiveMinimum", .number(let limit)): rule.exclusiveMinimum = limit
        case ("minLength", .number(let count)): rule.lengths = Int(count)...rule.lengths.upperBound
        case ("maxLength", .number(let count)): rule.lengths = rule.lengths.lowerBound...Int(count)
        case ("minItems", .number(let count)): rule.counts = Int(count)...rule.counts.upperBound
        case ("maxItems", .number(let count)): rule.counts = rule.counts.lowerBound...Int(count)
        case ("maxProperties", .number(let count)): rule.mostMembers = Int(count)
        case ("pattern", .string(let text)): rule.pattern = try Regex(text).matchingSemantics(.unicodeScalar)
        case ("properties", .object(let entries)):
            for entry in entries.members { rule.properties[entry.key] = try self.rule(entry.value) }
        case ("required", .array(let keys)): rule.required = keys.compactMap(\.text)
        case ("additionalProperties", let schema): rule.additional = try self.rule(schema)
        case ("propertyNames", let schema): rule.names = try self.rule(schema)
        case ("prefixItems", .array(let schemas)): rule.prefix = try schemas.map(self.rule)
        case ("items", let schema): rule.items = try self.rule(schema)
        case ("anyOf", .array(let schemas)): rule.anyOf = try schemas.map(self.rule)
        case ("allOf", .array(let schemas)): rule.allOf = try schemas.map(self.rule)
        case ("not", let schema): rule.not = try self.rule(schema)
        case ("if", let schema):
            rule.condition = (try self.rule(schema), try all["then"].map(self.rule), try all["else"].map(self.rule))
        default: throw Misread(description: "the keyword \(keyword) with \(value.compact().prefix(60)) is not known")
        }
    }

    // MARK: - Applying

    private func fault(_ value: JSONValue, _ rule: Rule, _ place: String) -> String? {
        if rule.isNever { return "\(place): nothing is allowed here" }
        if !rule.types.isEmpty, !rule.types.contains(where: value.isOf) { return "\(place): not of type \(rule.types)" }
        if let values = rule.values, !values.contains(value) { return "\(place): none of the values" }
        if let name = rule.reference {
            guard let target = definitions[name] else { return "no definition \(name)" }
            if let fault = fault(value, target, place) { return fault }
        }
        if let fault = faultByType(value, rule, place) { return fault }
        if !rule.anyOf.isEmpty {
            var faults: [String] = []
            for rule in rule.anyOf {
                guard let fault = fault(value, rule, place) else {
                    faults = []
                    break
                }
                faults.append(fault)
            }
            // The deepest error belongs to the intended alternative.
            if let deepest = faults.max(by: { $0.count < $1.count }) { return deepest }
        }
        for rule in rule.allOf { if let fault = fault(value, rule, place) { return fault } }
        if let not = rule.not, fault(value, not, place) == nil { return "\(place): not allowed" }
        if let condition = rule.condition {
            let branch = fault(value, condition.test, place) == nil ? condition.then : condition.otherwise
            if let branch, let fault = fault(value, branch, place) { return fault }
        }
        return nil
    }

    private func faultByType(_ value: JSONValue, _ rule: Rule, _ place: String) -> String? {
        switch value {
        case .number(let number):
            if number < rule.minimum || number > rule.maximum || number <= rule.exclusiveMinimum {
                return "\(place): out of range"
            }
        case .string(let string):
            if !rule.lengths.contains(string.unicodeScalars.count) { return "\(place): too short or too long" }
            if let pattern = rule.pattern, (try? pattern.firstMatch(in: string)) == nil { return "\(place): not of that form" }
        case .array(let elements):
            if !rule.counts.contains(elements.count) { return "\(place): too few or too many elements" }
            for (index, element) in elements.enumerated() {
                guard let rule = index < rule.prefix.count ? rule.prefix[index] : rule.items else { continue }
                if let fault = fault(element, rule, "\(place)[\(index)]") { return fault }
            }
        case .object(let object):
            for key in rule.required where object[key] == nil { return "\(place): \(key) is missing" }
            if object.members.count > rule.mostMembers { return "\(place): too many members" }
            for member in object.members {
                let inside = "\(place).\(member.key)"
                if let names = rule.names, let fault = fault(.string(member.key), names, inside) { return fault }
                guard let rule = rule.properties[member.key] ?? rule.additional else { continue }
                if let fault = fault(member.value, rule, inside) { return fault }
            }
        default: break
        }
        return nil
    }
}

extension JSONValue {
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// Whether the value is of a type that JSON Schema names.
    public func isOf(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let number): type == "number" || type == "integer" && number == number.rounded()
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}

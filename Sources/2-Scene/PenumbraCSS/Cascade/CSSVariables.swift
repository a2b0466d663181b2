import PenumbraScene

/// The custom properties of an element: CSS Variables 1. Elements without any of their own share those of their parent.
package final class CSSVariables: Sendable {
    /// The values, with `var()` replaced.
    package let values: [String: String]

    package static let none = CSSVariables([:])

    package init(_ values: [String: String]) { self.values = values }

    package subscript(name: String) -> String? { values[name] }

    /// The custom properties of a child.
    ///
    /// - Parameters:
    ///   - own: the cascaded values of the child. Keywords such as `inherit` are values too.
    ///   - registered: the properties that `@property` describes.
    ///   - budget: the bytes that values may still be replaced by.
    package func child(
        _ own: [String: String], registered: [String: CSSRegisteredProperty], units: CSSUnits, budget: inout Int
    ) -> CSSVariables {
        let notInherited = registered.filter { !$0.value.inherits && values[$0.key] != nil }
        guard !own.isEmpty || !notInherited.isEmpty else { return self }
        var result = values
        for name in notInherited.keys { result[name] = nil }
        var set: [String: String] = [:]
        for (name, value) in own {
            switch value.asciiLowercased {
            case "initial": result[name] = nil
            case "inherit": result[name] = values[name]
            case "unset", "revert", "revert-layer": if registered[name]?.inherits == false { result[name] = nil }
            default: set[name] = value
            }
        }
        var resolver = CSSVariableResolver(
            own: set, around: result, inherited: values, registered: registered, units: units, budget: budget)
        for name in set.keys.sorted() { result[name] = resolver.value(name) }
        budget = resolver.budget
        return CSSVariables(result)
    }

    /// A value with its references replaced. Nil if one has neither a value nor a fallback, so that the value is invalid.
    package func replaced(
        _ value: String, registered: [String: CSSRegisteredProperty] = [:], attributes: (String) -> String? = { _ in nil },
        budget: inout Int
    ) -> String? {
        let values = values
        return CSSReferences.replaced(value, budget: &budget, attributes: attributes) { name in
            values[name] ?? registered[name]?.initial
        }
    }
}

extension CSSVariables {
    /// The first name without a value that a value refers to.
    func missing(in value: String) -> String? {
        let tokens = CSSTokenizer.tokens(value).filter { !$0.isSpace }
        for (index, token) in tokens.enumerated() where token.kind == .function && token.text == "var" {
            if index + 1 < tokens.count, self[tokens[index + 1].text] == nil { return tokens[index + 1].text }
        }
        return nil
    }
}

/// A property that `@property` describes: CSS Properties and Values 1.
package struct CSSRegisteredProperty: Sendable {
    package var syntax: String
    package var inherits: Bool
    package var initial: String?

    /// The value in the form in which children inherit it. Nil if it doesn't have the syntax.
    func computed(_ value: String, _ units: CSSUnits) -> String? {
        let syntax = syntax.trimmingSpaces
        if syntax == "*" { return value }
        for part in syntax.split(separator: "|").map({ String($0).trimmingSpaces }) {
            let isList = part.hasSuffix("+") || part.hasSuffix("#")
            let type = isList ? String(part.dropLast()) : part
            let items = !isList ? [value] : part.hasSuffix("#") ? CSSPieces.list(value) : CSSPieces.words(value)
            let computed = items.compactMap { Self.computed($0, type, units) }
            guard computed.count == items.count, !items.isEmpty else { continue }
            return computed.joined(separator: part.hasSuffix("#") ? ", " : " ")
        }
        return nil
    }

    private static func computed(_ value: String, _ type: String, _ units: CSSUnits) -> String? {
        func amount(_ kinds: [CSSAmount.Kind]) -> CSSAmount? {
            guard let result = try? CSSCalculation.value(value, units, base: nil), kinds.contains(result.kind) else {
                return nil
            }
            return result
        }
        func text(_ amount: CSSAmount, _ unit: String) -> String { CSSUnits.text(amount.value) + unit }
        switch type {
        case "<length>", "<length-percentage>":
            guard let found = amount([.length, .number]), found.kind == .length || found.value == 0 else { return nil }
            if found.fraction == 0 { return text(found, "px") }
            guard type == "<length-percentage>" else { return nil }
            let share = CSSUnits.text(found.fraction * 100) + "%"
            return found.value == 0 ? share : "calc(\(share) + \(text(found, "px")))"
        case "<percentage>":
            guard let found = amount([.length]), found.value == 0 else { return nil }
            return CSSUnits.text(found.fraction * 100) + "%"
        case "<number>": return amount([.number]).map { text($0, "") }
        case "<integer>": return amount([.number]).flatMap { $0.value == $0.value.rounded() ? text($0, "") : nil }
        case "<angle>": return amount([.angle]).map { text($0, "deg") }
        case "<time>": return amount([.time]).map { text($0, "s") }
        case "<resolution>": return amount([.resolution]).map { text($0, "dppx") }
        case "<color>":
            guard let color = try? units.normalized(value), (try? Color(css: color)) != nil else { return nil }
            return color
        case "<image>", "<url>", "<transform-function>", "<transform-list>": return value.contains("(") ? value : nil
        case "<string>": return value.hasPrefix("\"") || value.hasPrefix("'") ? value : nil
        case "<custom-ident>": return CSSPieces.words(value).count == 1 ? value : nil
        default: return value == type ? value : nil
        }
    }
}

/// Replaces references in values.
enum CSSReferences {
    /// - Parameters:
    ///   - budget: the bytes that values may still be replaced by. The result is nil when they are used up.
    ///   - attributes: the attribute that `attr()` names.
    ///   - variable: the value of a custom property. Nil if it has none.
    static func replaced(
        _ text: String, budget: inout Int, attributes: (String) -> String?, depth: Int = 0,
        variable: (String) -> String?
    ) -> String? {
        guard depth <= CSSLimits.variableDepth else { return nil }
        guard text.mayRefer else { return text }
        let bytes = CSSTokenizer.prepared(text)
        let tokens = CSSTokenizer.tokens(bytes)
        guard tokens.contains(where: { $0.kind == .function && CSSParser.references.contains($0.text) }) else { return text }
        var result: [UInt8] = []
        var index = 0
        var last: CSSToken.Kind?
        func add(_ piece: some Sequence<UInt8>, _ kind: CSSToken.Kind) {
            // Values don't grow together with what stands beside them, and their parsers see two words.
            if let last, last != .function, separates(last), separates(kind) { result.append(0x20) }
            result += piece
            last = kind
        }
        while index < tokens.count {
            let token = tokens[index]
            guard token.kind == .function, CSSParser.references.contains(token.text) else {
                result += bytes[token.range]
                last = nil
                index += 1
                continue
            }
            let end = CSSTokenizer.end(of: index, in: tokens)
            let isClosed = end > index + 1 && tokens[end - 1].kind == .closeParenthesis
            let inner = Array(tokens[(index + 1)..<(isClosed ? end - 1 : end)])
            if index > 0 { last = tokens[index - 1].kind }
            index = end
            guard
                let value = Self.value(
                    token.text, inner, bytes, budget: &budget, attributes: attributes, depth: depth, variable: variable)
            else { return nil }
            budget -= value.utf8.count + 16
            guard budget > 0, result.count + value.utf8.count <= CSSLimits.valueBytes else { return nil }
            let trimmed = value.trimmingSpaces
            guard !trimmed.isEmpty else { continue }
            add(trimmed.utf8, .ident)
            if index < tokens.count, tokens[index].kind != .closeParenthesis, separates(tokens[index].kind),
                tokens[index].kind != .function || !CSSParser.references.contains(tokens[index].text)
            {
                result.append(0x20)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func separates(_ kind: CSSToken.Kind) -> Bool {
        switch kind {
        case .ident, .function, .atKeyword, .hash, .string, .number, .percentage, .dimension, .delimiter, .url,
            .closeParenthesis:
            true
        default: false
        }
    }

    private static func value(
        _ function: String, _ inner: [CSSToken], _ bytes: [UInt8], budget: inout Int, attributes: (String) -> String?,
        depth: Int, variable: (String) -> String?
    ) -> String? {
        let comma = inner.indices.first { inner[$0].kind == .comma && isOutside($0, inner) } ?? inner.count
        let head = inner[..<comma].filter { !$0.isSpace }
        guard let name = head.first, name.kind == .ident else { return nil }
        func fallback() -> String? {
            guard comma < inner.count else { return nil }
            let text = CSSTokenizer.text(of: inner[(comma + 1)...], in: bytes)
            return replaced(text, budget: &budget, attributes: attributes, depth: depth + 1, variable: variable)
        }
        switch function {
        case "var":
            guard name.text.hasPrefix("--"), head.count == 1 else { return nil }
            return variable(name.text) ?? fallback()
        case "env":
            if name.text.hasPrefix("safe-area-inset-") { return "0px" }
            return fallback()
        case "attr":
            guard let found = attributes(name.text) else { return fallback() ?? (head.count == 1 ? "\"\"" : nil) }
            guard head.count > 1 else { return found.quotedForCSS }
            if head[1].kind == .ident || head[1].isDelimiter("%") {
                let unit = head[1].text
                if unit == "raw-string" { return found.quotedForCSS }
                guard let number = CSSTokenizer.tokens(found.trimmingSpaces).first, number.kind == .number else {
                    return fallback()
                }
                return CSSUnits.text(number.number) + (unit == "number" ? "" : unit)
            }
            let isMistyped = isTypeOfStrings(head) && !isString(found)
            return found.isEmpty || isMistyped ? fallback() : found
        default: return nil
        }
    }

    /// Whether the head of an `attr()` asks for `type(<string>)`.
    private static func isTypeOfStrings(_ head: [CSSToken]) -> Bool {
        head.count == 6 && head[1].kind == .function && head[1].text == "type" && head[2].isDelimiter("<")
            && head[3].isIdent("string") && head[4].isDelimiter(">")
    }

    /// Whether a text is a string in quotation marks.
    private static func isString(_ text: String) -> Bool {
        let tokens = CSSTokenizer.tokens(text).filter { !$0.isSpace }
        return tokens.count == 1 && tokens[0].kind == .string
    }

    private static func isOutside(_ index: Int, _ tokens: [CSSToken]) -> Bool {
        var here = 0
        while here < index {
            let end = CSSTokenizer.end(of: here, in: tokens)
            if end > index { return false }
            here = end
        }
        return true
    }
}

/// Replaces the references between the custom properties of one element.
private struct CSSVariableResolver {
    let own: [String: String]
    let around: [String: String]
    let inherited: [String: String]
    let registered: [String: CSSRegisteredProperty]
    let units: CSSUnits
    var budget: Int
    private var known: [String: String?] = [:]
    private var open: [String] = []
    private var cyclic: Set<String> = []

    init(
        own: [String: String], around: [String: String], inherited: [String: String],
        registered: [String: CSSRegisteredProperty], units: CSSUnits, budget: Int
    ) {
        (self.own, self.around, self.inherited, self.registered) = (own, around, inherited, registered)
        (self.units, self.budget) = (units, budget)
    }

    /// The value of a property. Nil if it's invalid, or part of a cycle.
    mutating func value(_ name: String) -> String? {
        if let value = known[name] { return value }
        guard let text = own[name] else { return around[name] ?? registered[name]?.initial }
        if let start = open.firstIndex(of: name) {
            cyclic.formUnion(open[start...])
            return nil
        }
        guard open.count < CSSLimits.variableDepth * 4 else { return nil }
        open.append(name)
        // The names are resolved first, because a cycle makes a property invalid whatever its fallback.
        var found: [String: String] = [:]
        for reference in Self.names(in: text) { found[reference] = value(reference) }
        open.removeLast()
        var result =
            cyclic.contains(name)
            ? nil : CSSReferences.replaced(text, budget: &budget, attributes: { _ in nil }, variable: { found[$0] })
        if let property = registered[name] {
            result = result.flatMap { property.computed($0, units) } ?? (property.inherits ? inherited[name] : nil)
        }
        known[name] = .some(result)
        return result
    }

    private static func names(in text: String) -> [String] {
        guard text.mayRefer else { return [] }
        let tokens = CSSTokenizer.tokens(text).filter { !$0.isSpace }
        var result: [String] = []
        for (index, token) in tokens.enumerated() where token.kind == .function && token.text == "var" {
            if index + 1 < tokens.count, tokens[index + 1].kind == .ident { result.append(tokens[index + 1].text) }
        }
        return result
    }
}

extension String {
    /// Whether the text may have a reference. The name of a function may have escapes.
    fileprivate var mayRefer: Bool {
        var last: UInt8 = 0
        for byte in utf8 {
            // All names of references end in r, v or f.
            if byte == UInt8(ascii: "\\") { return true }
            if byte == UInt8(ascii: "("), [0x72, 0x76, 0x66].contains(last | 0x20) { return true }
            last = byte
        }
        return false
    }
}

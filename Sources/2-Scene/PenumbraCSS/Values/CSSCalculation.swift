import PenumbraElementary
import PenumbraScene

private indirect enum CSSMathNode: Sendable, Hashable {
    case amount(CSSAmount)
    case sum([CSSMathNode])
    case product([CSSMathNode])
    case inverse(CSSMathNode)
    case function(CSSFunction, [CSSMathNode])
}

/// A value or a calculation: CSS Values 4, sections 10 and 11.
///
/// Lengths are in points already. Shares of a reference length stay until it is known.
package struct CSSCalculation: Sendable, Hashable {
    private let root: CSSMathNode
    package let kind: CSSAmount.Kind
    /// Whether the value is a calculation rather than a plain value. Results beyond all numbers are then held.
    private let isCalculated: Bool

    /// Parses all of a text. Throws if it's malformed or mixes units.
    package init(_ text: String, _ units: CSSUnits) throws(NotationError) {
        try self.init(tokens: CSSTokenizer.tokens(text), units)
    }

    package init(tokens: [CSSToken], _ units: CSSUnits) throws(NotationError) {
        var parser = CSSCalculationParser(tokens, units)
        let parsed = try parser.value()
        (root, kind) = (parsed.node, parsed.kind)
        isCalculated = parsed.isCalculated
    }

    /// The amount, with its share resolved if a reference length is given. Nil if the result depends on a length that isn't.
    package func resolved(base: Double? = nil) -> CSSAmount? {
        guard var result = Self.evaluate(root, base) else { return nil }
        result.kind = kind
        if isCalculated {
            let most = kind == .length ? 33_554_428 : Double.greatestFiniteMagnitude
            (result.value, result.fraction) = (Self.held(result.value, most), Self.held(result.fraction, most))
        }
        return result
    }

    /// The amount as far as it is known without the reference length.
    ///
    /// - Parameter base: the length that percentages refer to. Nil keeps percentages.
    static func value(_ text: String, _ units: CSSUnits, base: Double?) throws(NotationError) -> CSSAmount {
        guard let result = try CSSCalculation(text, units).resolved(base: base) else {
            throw NotationError("it compares lengths and percentages, which has no equal here")
        }
        guard result.value.isFinite, result.fraction.isFinite else { throw NotationError("the result is too large") }
        return result
    }

    /// An infinite value as the largest, and no number as 0: CSS Values 4, section 10.9. The largest length is Chromium's.
    private static func held(_ value: Double, _ most: Double) -> Double {
        value.isNaN ? 0 : max(-most, min(most, value))
    }

    fileprivate static func evaluate(_ node: CSSMathNode, _ base: Double?) -> CSSAmount? {
        switch node {
        case .amount(let amount): return amount.resolved(base)
        case .sum(let nodes):
            var result: CSSAmount?
            for node in nodes {
                guard let next = evaluate(node, base) else { return nil }
                result = result.map { $0 + next } ?? next
            }
            return result
        case .product(let nodes):
            var result = CSSAmount(value: 1)
            for node in nodes {
                guard let next = evaluate(node, base), next.fraction == 0 || result.fraction == 0 else { return nil }
                if next.fraction != 0 { result = next * result.value } else { result = result * next.value }
            }
            return result
        case .inverse(let node):
            guard let value = evaluate(node, base), value.fraction == 0 else { return nil }
            return CSSAmount(value: 1 / value.value)
        case .function(let function, let nodes):
            var values: [CSSAmount] = []
            for node in nodes {
                guard let value = evaluate(node, base) else { return nil }
                values.append(value)
            }
            // Shares compare with shares, but a share and a length don't.
            let isOfShares = values.allSatisfy { $0.value == 0 } && values.contains { $0.fraction != 0 }
            guard isOfShares || values.allSatisfy({ $0.fraction == 0 }) else { return nil }
            let result = function.apply(values.map { isOfShares ? $0.fraction : $0.value })
            return isOfShares && function.keepsUnit ? CSSAmount(fraction: result) : CSSAmount(value: result)
        }
    }
}

private struct CSSCalculationParser {
    struct Parsed {
        var node: CSSMathNode
        var kind: CSSAmount.Kind
        var isCalculated = true
    }

    private let tokens: [CSSToken]
    private let units: CSSUnits
    private var index = 0
    private var depth = 0
    private var count = 0

    init(_ tokens: [CSSToken], _ units: CSSUnits) {
        self.tokens = tokens.filter { $0.kind != .comment }
        self.units = units
    }

    private func peek() -> CSSToken? { index < tokens.count ? tokens[index] : nil }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = index
        while let token = peek(), token.kind == .space { index += 1 }
        return index > start
    }

    private func unexpected() -> NotationError {
        let found = peek().map { token in
            switch token.kind {
            case .number, .percentage, .dimension:
                "\(DecimalNumber.text(token.number))\(token.kind == .percentage ? "%" : token.text)"
            case .closeParenthesis: ")"
            case .comma: ","
            default: token.text
            }
        }
        let words = found.map { "\"\($0.prefix(20))\"" } ?? "the end"
        return NotationError("found \(words) in a calculation, expected a value or an operator")
    }

    mutating func value() throws(NotationError) -> Parsed {
        skipSpace()
        guard let first = peek() else { throw unexpected() }
        var result = try operand(isInside: false)
        result.isCalculated = first.kind == .function
        skipSpace()
        guard index == tokens.count else { throw unexpected() }
        return result
    }

    // MARK: - Operators

    private mutating func sum() throws(NotationError) -> Parsed {
        depth += 1
        defer { depth -= 1 }
        guard depth <= CSSLimits.calculationDepth else { throw NotationError("the calculation is nested too deeply") }
        skipSpace()
        var result = try product()
        var nodes = [result.node]
        while true {
            let start = index
            let hasSpace = skipSpace()
            guard hasSpace, let sign = peek(), sign.isDelimiter("+") || sign.isDelimiter("-"),
                index + 1 < tokens.count, tokens[index + 1].kind == .space
            else {
                index = start
                break
            }
            index += 1
            skipSpace()
            let next = try product()
            guard next.kind == result.kind else { throw NotationError("a calculation adds different units") }
            let isSum = sign.isDelimiter("+")
            nodes.append(isSum ? next.node : .product([next.node, .amount(CSSAmount(value: -1))]))
        }
        if nodes.count > 1 { result.node = .sum(nodes) }
        return result
    }

    private mutating func product() throws(NotationError) -> Parsed {
        var result = try operand(isInside: true)
        while true {
            let start = index
            skipSpace()
            guard let sign = peek(), sign.isDelimiter("*") || sign.isDelimiter("/") else {
                index = start
                return result
            }
            index += 1
            skipSpace()
            let next = try operand(isInside: true)
            if sign.isDelimiter("*") {
                guard next.kind == .number || result.kind == .number else {
                    throw NotationError("a calculation multiplies two values with units")
                }
                if result.kind == .number { result.kind = next.kind }
                result.node = .product([result.node, next.node])
            } else {
                guard next.kind == .number || next.kind == result.kind else {
                    throw NotationError("a calculation divides by a value with another unit")
                }
                if let a = CSSCalculation.evaluate(result.node, nil), let b = CSSCalculation.evaluate(next.node, nil),
                    a.value == 0, b.value == 0, a.fraction != 0, b.fraction != 0
                {
                    // Percentages of the same length.
                    (result.node, result.kind) = (.amount(CSSAmount(value: a.fraction / b.fraction)), .number)
                    continue
                }
                if next.kind != .number { result.kind = .number }
                result.node = .product([result.node, .inverse(next.node)])
            }
        }
    }

    private static let constants: [String: Double] = [
        "pi": .pi, "e": 2.718281828459045, "infinity": .infinity, "-infinity": -.infinity, "nan": .nan,
    ]

    private mutating func operand(isInside: Bool) throws(NotationError) -> Parsed {
        count += 1
        guard count <= CSSLimits.calculationParts else { throw NotationError("the calculation has too many parts") }
        guard let token = peek() else { throw unexpected() }
        switch token.kind {
        case .number, .percentage, .dimension:
            index += 1
            let unit = token.kind == .percentage ? "%" : token.text
            let amount = try units.amount(token.number, unit)
            return Parsed(node: .amount(amount), kind: amount.kind)
        case .openParenthesis where isInside:
            index += 1
            let result = try sum()
            try close()
            return result
        case .ident where isInside:
            guard let constant = Self.constants[token.text.asciiLowercased] ?? units.keywords[token.text.asciiLowercased] else {
                throw unexpected()
            }
            index += 1
            return Parsed(node: .amount(CSSAmount(value: constant)), kind: .number)
        case .function:
            index += 1
            return try function(token.text)
        default: throw unexpected()
        }
    }

    private mutating func close() throws(NotationError) {
        skipSpace()
        // The end of a value closes what is open.
        if index == tokens.count { return }
        guard tokens[index].kind == .closeParenthesis else { throw unexpected() }
        index += 1
    }

    // MARK: - Functions

    private mutating func skipComma() throws(NotationError) -> Bool {
        skipSpace()
        guard let token = peek(), token.kind == .comma else { return false }
        index += 1
        return true
    }

    private mutating func function(_ name: String) throws(NotationError) -> Parsed {
        if name == "calc" || name == "-webkit-calc" {
            let result = try sum()
            try close()
            return result
        }
        var strategy = CSSFunction.roundNearest
        skipSpace()
        if name == "round", let word = peek(), word.kind == .ident,
            let chosen = ["nearest": CSSFunction.roundNearest, "up": .roundUp, "down": .roundDown, "to-zero": .roundToZero][
                word.text.asciiLowercased]
        {
            strategy = chosen
            index += 1
            guard try skipComma() else { throw unexpected() }
        }
        guard let function = name == "round" ? strategy : CSSFunction(rawValue: name),
            !name.hasPrefix("roun") || name == "round"
        else { throw NotationError("\(name)() is no function of calculations") }
        var arguments: [Parsed] = []
        var absent: [Int] = []
        repeat {
            skipSpace()
            // An end of clamp() may be left out.
            if function == .clamp, let none = peek(), none.isIdent("none") {
                index += 1
                absent.append(arguments.count)
                let value = arguments.isEmpty ? -Double.infinity : .infinity
                arguments.append(Parsed(node: .amount(CSSAmount(value: value)), kind: .number))
            } else {
                arguments.append(try sum())
            }
        } while try skipComma()
        try close()
        return try apply(function, arguments, absent)
    }

    private func apply(
        _ function: CSSFunction, _ arguments: [Parsed], _ absent: [Int]
    ) throws(NotationError) -> Parsed {
        var arguments = arguments
        let name = function.rawValue.hasPrefix("round") ? "round" : function.rawValue
        let counts: ClosedRange<Int> =
            switch function {
            case .min, .max, .hypot: 1...CSSLimits.calculationParts
            case .clamp: 3...3
            case .roundNearest, .roundUp, .roundDown, .roundToZero, .log: 1...2
            case .mod, .rem, .atan2, .pow: 2...2
            case .sin, .cos, .tan, .asin, .acos, .atan, .sqrt, .exp, .abs, .sign: 1...1
            }
        guard counts.contains(arguments.count), !absent.contains(1) else {
            throw NotationError("\(name)() takes another number of values")
        }
        if name == "round", arguments.count == 1 {
            guard arguments[0].kind == .number else { throw NotationError("round() needs a step for values with a unit") }
            arguments.append(Parsed(node: .amount(CSSAmount(value: 1)), kind: .number))
        }
        let kinds = arguments.indices.filter { !absent.contains($0) }.map { arguments[$0].kind }
        guard let kind = kinds.first, kinds.allSatisfy({ $0 == kind }) else {
            throw NotationError("\(name)() compares different units")
        }
        var nodes = arguments.map(\.node)
        let result: CSSAmount.Kind
        switch function {
        case .min, .max, .clamp, .roundNearest, .roundUp, .roundDown, .roundToZero, .mod, .rem, .hypot, .abs: result = kind
        case .sin, .cos, .tan:
            guard kind == .number || kind == .angle else { throw NotationError("\(name)() takes a number or an angle") }
            // Numbers are radians.
            if kind == .number { nodes[0] = .product([nodes[0], .amount(CSSAmount(value: 180 / .pi))]) }
            result = .number
        case .asin, .acos, .atan, .pow, .sqrt, .log, .exp:
            guard kind == .number else { throw NotationError("\(name)() takes numbers") }
            result = [.asin, .acos, .atan].contains(function) ? .angle : .number
        case .atan2: result = .angle
        case .sign: result = .number
        }
        return Parsed(node: .function(function, nodes), kind: result)
    }
}

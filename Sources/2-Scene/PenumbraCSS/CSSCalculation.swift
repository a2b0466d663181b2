import PenumbraElementary
import PenumbraScene

/// The result of a calculation: a number, or an amount of points and percent, or an angle.
struct CSSAmount {
    enum Kind { case number, length, angle }
    var kind = Kind.number
    var value = 0.0
    /// The share of the reference length, for lengths. 50 % is 0.5.
    var fraction = 0.0

    static func + (a: CSSAmount, b: CSSAmount) -> CSSAmount {
        CSSAmount(kind: a.kind, value: a.value + b.value, fraction: a.fraction + b.fraction)
    }
    static func * (a: CSSAmount, factor: Double) -> CSSAmount {
        // Nothing stays nothing, even infinitely often.
        CSSAmount(
            kind: a.kind, value: a.value == 0 ? 0 : a.value * factor, fraction: a.fraction == 0 ? 0 : a.fraction * factor)
    }
}

/// Computes `calc()`, `min()`, `max()` and `clamp()`: CSS Values 4, section 10.
struct CSSCalculation {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    /// Whether the calculation has the keyword `infinity`.
    private var isInfinite = false
    private let units: CSSUnits
    private let base: Double?

    /// - Parameter base: the length that percentages refer to. Nil keeps percentages.
    static func value(_ text: String, _ units: CSSUnits, base: Double?) throws(NotationError) -> CSSAmount {
        var calculation = CSSCalculation(bytes: Array(text.utf8), units: units, base: base)
        var result = try calculation.sum()
        calculation.skipSpace()
        guard calculation.index == calculation.bytes.count else { throw calculation.unexpected() }
        if calculation.isInfinite { (result.value, result.fraction) = (Self.held(result.value), Self.held(result.fraction)) }
        guard result.value.isFinite, result.fraction.isFinite else { throw NotationError("the result is too large") }
        return result
    }

    /// An infinite value as the largest allowed length, and no number as 0: CSS Values 4, section 10.9.
    private static func held(_ value: Double) -> Double {
        value.isNaN ? 0 : max(-CSSLimits.length, min(CSSLimits.length, value))
    }

    private init(bytes: [UInt8], units: CSSUnits, base: Double?) {
        (self.bytes, self.units, self.base) = (bytes, units, base)
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func skip(_ character: Character) -> Bool {
        guard index < bytes.count, bytes[index] == character.asciiValue else { return false }
        index += 1
        return true
    }

    private func unexpected() -> NotationError {
        let rest = String(decoding: bytes[min(index, bytes.count)...].prefix(20), as: UTF8.self)
        return NotationError(
            "found \(rest.isEmpty ? "the end" : "\"\(rest)\"") in a calculation, expected a value or an operator")
    }

    private mutating func sum() throws(NotationError) -> CSSAmount {
        depth += 1
        defer { depth -= 1 }
        guard depth <= CSSLimits.calculationDepth else { throw NotationError("the calculation is nested too deeply") }
        var result = try product()
        while true {
            skipSpace()
            let isSum = skip("+")
            guard isSum || skip("-") else { return result }
            let next = try product()
            guard next.kind == result.kind else { throw NotationError("a calculation adds different units") }
            result = result + next * (isSum ? 1 : -1)
        }
    }

    private mutating func product() throws(NotationError) -> CSSAmount {
        var result = try operand()
        while true {
            skipSpace()
            if skip("*") {
                let next = try operand()
                if next.kind == .number {
                    result = result * next.value
                } else if result.kind == .number {
                    result = next * result.value
                } else {
                    throw NotationError("a calculation multiplies two values with units")
                }
            } else if skip("/") {
                let next = try operand()
                guard next.kind == .number, next.value != 0 else {
                    throw NotationError("a calculation divides by 0 or by a value with a unit")
                }
                result = result * (1 / next.value)
            } else {
                return result
            }
        }
    }

    private mutating func operand() throws(NotationError) -> CSSAmount {
        skipSpace()
        if skip("(") { return try closed(try sum()) }
        if let end = DecimalNumber.end(in: bytes, from: index) {
            let number = DecimalNumber.value(of: bytes, in: index..<end)
            index = end
            let start = index
            if !skip("%") { skipName() }
            let unit = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
            return try units.amount(number, unit, base: base)
        }
        let isNegative = skip("-")
        let start = index
        skipName()
        let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
        if let constant = ["pi": Double.pi, "e": 2.718281828459045, "infinity": Double.infinity][name] {
            if name == "infinity" { isInfinite = true }
            return CSSAmount(value: isNegative ? -constant : constant)
        }
        if name.isEmpty, isNegative, skip("(") { return try closed(try sum()) * -1 }
        guard skip("("), ["calc", "min", "max", "clamp"].contains(name) else {
            index = start
            throw unexpected()
        }
        var arguments = [try sum()]
        skipSpace()
        while skip(",") {
            arguments.append(try sum())
            skipSpace()
        }
        return try closed(try Self.apply(name, arguments)) * (isNegative ? -1 : 1)
    }

    private mutating func closed(_ value: CSSAmount) throws(NotationError) -> CSSAmount {
        skipSpace()
        guard skip(")") else { throw unexpected() }
        return value
    }

    private mutating func skipName() {
        while index < bytes.count, (bytes[index] | 0x20) &- UInt8(ascii: "a") < 26 { index += 1 }
    }

    private static func apply(_ name: String, _ arguments: [CSSAmount]) throws(NotationError) -> CSSAmount {
        if name == "calc" {
            guard arguments.count == 1 else { throw NotationError("calc() takes one calculation") }
            return arguments[0]
        }
        guard arguments.allSatisfy({ $0.kind == arguments[0].kind }) else {
            throw NotationError("\(name)() compares different units")
        }
        // Lengths and percentages compare only where all are of one sort.
        let isShare = arguments.allSatisfy { $0.value == 0 }
        guard isShare || arguments.allSatisfy({ $0.fraction == 0 }) else {
            throw NotationError("\(name)() compares lengths and percentages, which has no equal here")
        }
        func key(_ amount: CSSAmount) -> Double { isShare ? amount.fraction : amount.value }
        let sorted = arguments.sorted { key($0) < key($1) }
        switch name {
        case "min": return sorted[0]
        case "max": return sorted[sorted.count - 1]
        default:
            guard arguments.count == 3 else { throw NotationError("clamp() takes three values") }
            let upper = key(arguments[1]) < key(arguments[2]) ? arguments[1] : arguments[2]
            return key(upper) < key(arguments[0]) ? arguments[0] : upper
        }
    }
}

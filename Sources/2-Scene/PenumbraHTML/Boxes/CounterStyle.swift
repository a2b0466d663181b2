import PenumbraCSS

/// The representation of a counter's numbers: CSS Counter Styles 3.
struct CounterStyle: Sendable {
    enum System: Sendable {
        case cyclic, numeric, alphabetic, symbolic, additive
        case fixed(first: Int)
        /// The numbers of East Asian languages, with the digits and the names of powers of ten.
        case positional(PositionalNumbers)
    }

    var system: System
    var symbols: [String] = []
    /// The symbols of additive systems, from the greatest weight to the least.
    var weights: [(weight: Int, symbol: String)] = []
    var prefix = ""
    var suffix = ". "
    var negative = (before: "-", after: "")
    /// The numbers that the style represents. Nil is the range of its system.
    var ranges: [ClosedRange<Int>]?
    var pad = (length: 0, symbol: "")
    var fallback = "decimal"

    /// The longest representation, in characters and in bytes. Longer ones are those of `fallback`.
    private static let longest = 200
    private static let mostBytes = 1000
    /// The most bytes of a symbol, and of what stands around numbers.
    static let bytesOfSymbol = 256

    /// A number. Nil outside of the style's range.
    func text(_ value: Int) -> String? {
        guard range.contains(where: { $0.contains(value) }) else { return nil }
        let isNegative = value < 0 && usesSign
        guard let number = representation(isNegative ? -value : value) else { return nil }
        let signs = isNegative ? negative.before.count + negative.after.count : 0
        let missing = min(pad.length, Self.longest) - number.count - signs
        guard let padding = Self.repeated(pad.symbol, max(0, missing)) else { return nil }
        let filled = padding + number
        return isNegative ? negative.before + filled + negative.after : filled
    }

    /// A symbol several times. Nil if that is too long.
    private static func repeated(_ symbol: String, _ count: Int) -> String? {
        count <= longest && symbol.utf8.count * count <= mostBytes ? String(repeating: symbol, count: count) : nil
    }

    private var usesSign: Bool {
        switch system {
        case .cyclic, .fixed: false
        default: true
        }
    }

    private var range: [ClosedRange<Int>] {
        if let ranges { return ranges }
        switch system {
        case .alphabetic, .symbolic: return [1...Int.max]
        case .additive: return [(weights.last?.weight == 0 ? 0 : 1)...Int.max]
        case .positional: return [-9999...9999]
        default: return [Int.min + 1...Int.max]
        }
    }

    private func representation(_ value: Int) -> String? {
        guard !symbols.isEmpty || !weights.isEmpty || isPositional else { return nil }
        switch system {
        case .cyclic:
            let index = (value - 1) % symbols.count
            return symbols[index < 0 ? index + symbols.count : index]
        case .fixed(let first):
            let (index, overflows) = value.subtractingReportingOverflow(first)
            return !overflows && symbols.indices.contains(index) ? symbols[index] : nil
        case .symbolic:
            guard value > 0 else { return nil }
            return Self.repeated(symbols[(value - 1) % symbols.count], (value - 1) / symbols.count + 1)
        case .numeric:
            guard symbols.count > 1 else { return nil }
            if value == 0 { return symbols[0] }
            var (rest, result) = (value, "")
            while rest > 0 {
                result = symbols[rest % symbols.count] + result
                rest /= symbols.count
            }
            return result.utf8.count <= Self.mostBytes ? result : nil
        case .alphabetic:
            guard symbols.count > 1, value > 0 else { return nil }
            var (rest, result) = (value, "")
            while rest > 0 {
                rest -= 1
                result = symbols[rest % symbols.count] + result
                rest /= symbols.count
            }
            return result.utf8.count <= Self.mostBytes ? result : nil
        case .additive: return sum(value)
        case .positional(let numbers): return numbers.text(value)
        }
    }

    private var isPositional: Bool { if case .positional = system { true } else { false } }

    private func sum(_ value: Int) -> String? {
        var (rest, result) = (value, "")
        if value == 0 { return weights.first { $0.weight == 0 }?.symbol }
        for (weight, symbol) in weights where weight > 0 {
            let count = rest / weight
            guard let part = Self.repeated(symbol, count), result.utf8.count + part.utf8.count <= Self.mostBytes else {
                return nil
            }
            result += part
            rest -= count * weight
        }
        return rest == 0 ? result : nil
    }
}

/// The numbers of Chinese, Japanese and Korean up to 9999.
struct PositionalNumbers: Sendable {
    /// The digits from zero on.
    var digits: [String]
    /// The names of ten, a hundred and a thousand.
    var powers: [String]
    /// Whether ten is written without a digit for one: at the start of a number, or everywhere.
    var leavesOutOne: LeftOutOne
    /// Whether zeros between other digits are written.
    var hasZeros: Bool

    enum LeftOutOne: Sendable { case never, beforeFirstTen, always }

    func text(_ value: Int) -> String? {
        guard (0...9999).contains(value), digits.count == 10, powers.count == 3 else { return nil }
        if value == 0 { return digits[0] }
        var (result, isZeroOpen) = ("", false)
        for (power, weight) in [(3, 1000), (2, 100), (1, 10), (0, 1)] {
            let digit = value / weight % 10
            guard digit > 0 else {
                isZeroOpen = hasZeros && !result.isEmpty
                continue
            }
            if isZeroOpen { result += digits[0] }
            isZeroOpen = false
            let leavesOut =
                switch leavesOutOne {
                case .never: false
                case .always: digit == 1 && power > 0
                case .beforeFirstTen: digit == 1 && power == 1 && result.isEmpty
                }
            if !leavesOut { result += digits[digit] }
            if power > 0 { result += powers[power - 1] }
        }
        return result
    }
}

/// A number of frames per second, as a fraction in lowest terms, such as 30000/1001.
public struct FrameRate: Hashable, Sendable {
    /// At least 1.
    public let numerator: Int
    /// At least 1.
    public let denominator: Int

    /// The highest rate, in frames per second.
    public static let highest = 1000
    /// The largest numerator and the largest denominator of a rate in lowest terms.
    public static let largestTerm = 1_000_000

    /// 60 frames per second.
    public static let sixty = FrameRate(unchecked: 60)

    private init(unchecked whole: Int) { (numerator, denominator) = (whole, 1) }

    /// - Throws: an error unless the rate is above 0 and at most `highest`, with terms up to `largestTerm`.
    public init(_ numerator: Int, _ denominator: Int = 1) throws(MotionError) {
        func refusal(_ wanted: String) -> MotionError {
            MotionError(.fps, "found \(denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"), expected \(wanted)")
        }
        guard numerator > 0, denominator > 0 else { throw refusal("a rate above 0, such as 60 or 30000/1001") }
        let divisor = greatestCommonDivisor(numerator, denominator)
        (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
        guard self.numerator <= Self.largestTerm, self.denominator <= Self.largestTerm else {
            throw refusal("a fraction whose terms are at most \(Self.largestTerm)")
        }
        guard self.numerator <= self.denominator * Self.highest else {
            throw refusal("at most \(Self.highest) frames per second")
        }
    }

    /// Reads a whole number, a decimal number or a fraction: `60`, `12.5`, `30000/1001`.
    ///
    /// Decimal numbers are exact: 29.97 is 2997/100, not 30000/1001.
    public init(_ text: String) throws(MotionError) {
        guard let fraction = Fraction(text) else {
            throw MotionError(.fps, "found \"\(text.prefix(40))\", expected a rate such as 60, 12.5 or 30000/1001")
        }
        try self.init(fraction.numerator, fraction.denominator)
    }

    /// The number of the first frame at or after a time. Frame 0 is at time 0.
    public func firstFrame(notBefore time: Time) -> Int {
        // The terms of a time are at most 2^53 and those of a rate below 2^20.
        let dividend = Int128(time.numerator) * Int128(numerator)
        let divisor = Int128(time.denominator) * Int128(denominator)
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        // At most 1e9 seconds of 1000 frames.
        return Int(truncatingIfNeeded: remainder > 0 ? quotient + 1 : quotient)
    }
}

extension FrameRate: CustomStringConvertible {
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

/// The greatest common divisor of two positive numbers (Euclid).
func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}

/// A fraction as written: `3`, `-1.25` or `30000/1001`.
struct Fraction {
    /// The magnitude stays below 2^53.
    var numerator: Int
    /// From 1 to 2^53.
    var denominator: Int

    /// Decimals that the terms can't hold are left out, since programs print up to 17 digits.
    ///
    /// Nil if the text is not a fraction, or if its terms are too large.
    init?(_ text: String) {
        var digits = Array(text.utf8)[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        var value = (numerator: 0, denominator: 1)
        func append(_ digit: UInt8, to number: Int) -> Int? {
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            guard !isTooLarge, product < 1 << 53 else { return nil }
            let sum = product + Int(digit &- UInt8(ascii: "0"))
            return sum < 1 << 53 ? sum : nil
        }
        func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
        guard let first = digits.first, let last = digits.last, isDigit(first), isDigit(last) else { return nil }
        let zero = UInt8(ascii: "0")
        var part = Part.whole
        var isFull = false
        for byte in digits {
            if isDigit(byte) {
                if part == .denominator {
                    guard let next = append(byte, to: value.denominator) else { return nil }
                    value.denominator = next
                } else if part == .whole {
                    guard let next = append(byte, to: value.numerator) else { return nil }
                    value.numerator = next
                } else if !isFull {
                    if let next = append(byte, to: value.numerator), let power = append(zero, to: value.denominator) {
                        value = (next, power)
                    } else {
                        isFull = true
                    }
                }
            } else if byte == UInt8(ascii: "."), part == .whole {
                part = .decimals
            } else if byte == UInt8(ascii: "/"), part == .whole {
                (part, value.denominator) = (.denominator, 0)
            } else {
                return nil
            }
        }
        guard value.denominator > 0 else { return nil }
        numerator = isNegative ? -value.numerator : value.numerator
        denominator = value.denominator
    }

    private enum Part { case whole, decimals, denominator }
}

/// Parses decimal numbers in text: the grammar of CSS and SVG, and the conversion that all notations share.
///
/// The conversion is correctly rounded and independent of the locale.
package enum DecimalNumber {
    /// Finds the end of the number that starts at `start`; nil when there is no number.
    ///
    /// The grammar follows CSS and SVG: a sign, digits with a point anywhere among them, an exponent. An `e` without digits
    /// after it is not part of the number, so `1em` is 1 with a unit.
    package static func end(in bytes: [UInt8], from start: Int, allowsSign: Bool = true) -> Int? {
        var i = start
        if allowsSign, i < bytes.count, isSign(bytes[i]) { i += 1 }
        let whole = skipDigits(bytes, i)
        var digits = whole - i
        i = whole
        if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
            let fraction = skipDigits(bytes, i + 1)
            if fraction > i + 1 || digits > 0 {
                digits += fraction - (i + 1)
                i = fraction
            }
        }
        guard digits > 0 else { return nil }
        if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
            var exponent = i + 1
            if exponent < bytes.count, isSign(bytes[exponent]) { exponent += 1 }
            let last = skipDigits(bytes, exponent)
            if last > exponent { i = last }
        }
        return i
    }

    /// Returns the double nearest to the decimal number in `range` times ten to the `shift`; infinite when the number is too
    /// large.
    ///
    /// - Parameter range: holds a number that `end(in:from:)` or a stricter grammar accepted.
    /// - Parameter shift: a power of ten. −2 reads a percentage as a fraction, rounded once.
    package static func value(of bytes: [UInt8], in range: Range<Int>, shift: Int = 0) -> Double {
        var i = range.lowerBound
        var isNegative = false
        if i < range.upperBound, isSign(bytes[i]) {
            isNegative = bytes[i] == UInt8(ascii: "-")
            i += 1
        }
        var mantissa: UInt64 = 0
        var significant = 0
        var digits: [UInt8] = []
        var pointShift = 0
        var isFraction = false
        scan: while i < range.upperBound {
            switch bytes[i] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = bytes[i] &- UInt8(ascii: "0")
                if isFraction { pointShift -= 1 }
                if significant > 0 || digit != 0 {
                    significant += 1
                    if significant <= 19 {
                        mantissa = mantissa &* 10 &+ UInt64(digit)
                    } else {
                        if digits.isEmpty { digits = Array(String(mantissa).utf8) }
                        digits.append(bytes[i])
                    }
                }
            case UInt8(ascii: "."): isFraction = true
            default: break scan
            }
            i += 1
        }
        let exponent = shift + pointShift + writtenExponent(bytes, i, range.upperBound)
        guard significant > 0 else { return isNegative ? -0.0 : 0 }
        if digits.isEmpty, mantissa <= 1 << 53, abs(exponent) < powersOfTen.count {
            // Both factors are exact, so this single operation rounds correctly (Clinger 1990).
            let exact = Double(mantissa)
            let result = exponent < 0 ? exact / powersOfTen[-exponent] : exact * powersOfTen[exponent]
            return isNegative ? -result : result
        }
        let text = (digits.isEmpty ? String(mantissa) : String(decoding: digits, as: UTF8.self)) + "e\(exponent)"
        let magnitude = Double(text) ?? (significant + exponent > 0 ? .infinity : 0)
        return isNegative ? -magnitude : magnitude
    }

    /// Writes the shortest text that reads back as the same double. Whole numbers have no point.
    package static func text(_ value: Double) -> String {
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Reads the exponent after an `e` at `start`, clamped to ±1,000,000; 0 when there is none.
    private static func writtenExponent(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
        guard start < end, bytes[start] | 0x20 == UInt8(ascii: "e") else { return 0 }
        var i = start + 1
        var isNegative = false
        if i < end, isSign(bytes[i]) {
            isNegative = bytes[i] == UInt8(ascii: "-")
            i += 1
        }
        var value = 0
        while i < end, isDigit(bytes[i]) {
            value = min(1_000_000, value * 10 + Int(bytes[i] &- UInt8(ascii: "0")))
            i += 1
        }
        return isNegative ? -value : value
    }

    package static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }

    private static func skipDigits(_ bytes: [UInt8], _ start: Int) -> Int {
        var i = start
        while i < bytes.count, isDigit(bytes[i]) { i += 1 }
        return i
    }

    /// All powers of ten that a double holds exactly.
    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

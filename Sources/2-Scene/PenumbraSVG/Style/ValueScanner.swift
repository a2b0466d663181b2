import PenumbraCSS
import PenumbraElementary

/// Reads numbers, lengths, names and functions from attributes.
struct ValueScanner {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { index >= bytes.count }

    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
        return index > start
    }

    /// Skips white space with at most one comma.
    mutating func skipSeparator() {
        skipSpace()
        if skip(",") { skipSpace() }
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    mutating func number() -> Double? {
        guard let end = DecimalNumber.end(in: bytes, from: index) else { return nil }
        let value = DecimalNumber.value(of: bytes, in: index..<end)
        guard value.isFinite else { return nil }
        index = end
        return value
    }

    mutating func name() -> String {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            // A hyphen at the start is the sign of the next number.
            guard
                (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
                    || (index > start && (byte &- 0x30 < 10 || byte == UInt8(ascii: "-")))
            else { break }
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// The text up to the bracket that closes a function, which is skipped. Nil without a bracket.
    mutating func argument() -> String? {
        let end = CSSText.next([UInt8(ascii: ")")], in: bytes, from: index)
        guard end < bytes.count else { return nil }
        defer { index = end + 1 }
        return CSSText.trimmed(bytes[index..<end])
    }

    /// A text between quotation marks.
    mutating func string() -> String? {
        guard index < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[index]),
            let end = bytes[(index + 1)...].firstIndex(of: bytes[index])
        else { return nil }
        defer { index = end + 1 }
        return String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
    }

    var rest: String { index < bytes.count ? CSSText.trimmed(bytes[index...]) : "" }

    mutating func length() -> Length? {
        guard let value = number() else { return calculation() }
        if skip("%") { return Length(value, .percentage) }
        let start = index
        let unit = name().lowercased()
        switch unit {
        case "", "px": return Length(value)
        case "pt": return Length(value * 4 / 3)
        case "pc": return Length(value * 16)
        case "in": return Length(value * 96)
        case "cm": return Length(value * 96 / 2.54)
        case "mm": return Length(value * 9.6 / 2.54)
        case "q": return Length(value * 2.4 / 2.54)
        default:
            if CSSUnits.isLength(unit) { return Length(value, .relative(unit)) }
            index = start
            return nil
        }
    }

    /// A calculation of a length, such as `calc(50% - 4px)`.
    private mutating func calculation() -> Length? {
        let start = index
        guard index < bytes.count, (bytes[index] | 0x20) &- UInt8(ascii: "a") < 26 else { return nil }
        let function = name().lowercased()
        guard CSSUnits.mathFunctions.contains(function), skip("("), argument() != nil else {
            index = start
            return nil
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let calculation = try? CSSCalculation(text, CSSUnits.any), [.length, .number].contains(calculation.kind) else {
            index = start
            return nil
        }
        return Length(1, .calculation(text))
    }

    /// An angle in degrees. A number without a unit counts as degrees.
    mutating func angle() -> Double? {
        guard let value = number() else { return nil }
        switch name().lowercased() {
        case "", "deg": return value
        case "grad": return value * 0.9
        case "turn": return value * 360
        case "rad": return value * (180 / .pi)
        default: return nil
        }
    }

    /// Numbers with white space or commas between them. Nil if anything else is among them.
    static func numbers(_ text: String) -> [Double]? {
        var scanner = ValueScanner(text)
        var result: [Double] = []
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard let number = scanner.number() else { return nil }
            result.append(number)
            scanner.skipSeparator()
        }
        return result
    }

    /// Lengths with white space or commas between them. Nil if anything else is among them.
    static func lengths(_ text: String) -> [Length]? {
        var scanner = ValueScanner(text)
        var result: [Length] = []
        scanner.skipSpace()
        while !scanner.isAtEnd {
            guard let length = scanner.length() else { return nil }
            result.append(length)
            scanner.skipSeparator()
        }
        return result
    }
}

/// The identifier in `url(#name)`, and the text after it. Nil for anything else.
func reference(in text: String) -> (id: String, rest: String)? {
    var scanner = ValueScanner(text)
    scanner.skipSpace()
    guard scanner.name().lowercased() == "url", scanner.skip("("), var target = scanner.argument() else { return nil }
    if let quote = target.first, quote == "\"" || quote == "'", target.count >= 2, target.last == quote {
        target = String(target.dropFirst().dropLast())
    }
    target = CSSText.trimmed(ArraySlice(target.utf8))
    guard target.hasPrefix("#") else { return (id: "", rest: scanner.rest) }
    return (id: String(target.dropFirst()), rest: scanner.rest)
}

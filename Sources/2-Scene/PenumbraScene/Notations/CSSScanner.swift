import PenumbraElementary

/// Reads the tokens of CSS values: names, numbers with units, and punctuation.
struct CSSScanner {
    let bytes: [UInt8]
    private(set) var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// A number with the `%` or the unit that follows it. The unit is in lower case.
    struct Quantity {
        /// The plain number. For a percentage the fraction, so that `50%` is 0.5.
        var value: Double
        var unit: String
        var isPercentage: Bool { unit == "%" }
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// Skips white space. Returns true if there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = index
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[index]) { index += 1 }
        return index > start
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    mutating func skipByte() { index = min(index + 1, bytes.count) }

    func isNext(_ character: Unicode.Scalar) -> Bool {
        index < bytes.count && UInt32(bytes[index]) == character.value
    }

    /// Skips white space and one semicolon at the end of the text, which remains when a declaration is pasted.
    mutating func skipEnd() {
        skipSpace()
        var ahead = self
        guard ahead.skip(";") else { return }
        ahead.skipSpace()
        if ahead.isAtEnd { self = ahead }
    }

    /// Refuses a whole declaration, such as `box-shadow: 0 1px red`, where only its value is needed.
    func refuseProperty() throws(NotationError) {
        var ahead = self
        ahead.skipSpace()
        guard let name = ahead.name(), ahead.skip(":") else { return }
        throw NotationError("found \(quoted(name + ":")); give only the value, without property and semicolon")
    }

    /// Whether a number comes next.
    var startsNumber: Bool { DecimalNumber.end(in: bytes, from: index) != nil }

    /// Reads a name and returns it in lower case. Nil when no name starts here.
    mutating func name() -> String? {
        let start = index
        while index < bytes.count {
            guard Self.isLetter(bytes[index]) || (Self.isInner(bytes[index]) && index > start) else { break }
            index += 1
        }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self).lowercased() : nil
    }

    /// Reads letters, digits, `-` and `_` up to the first other character, and keeps their case. The result may be empty.
    mutating func word() -> String {
        let start = index
        while index < bytes.count, Self.isLetter(bytes[index]) || Self.isInner(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
    }

    /// Whether a character other than a letter may follow the first letter of a name.
    private static func isInner(_ byte: UInt8) -> Bool { DecimalNumber.isDigit(byte) || byte == UInt8(ascii: "-") }

    mutating func quantity() throws(NotationError) -> Quantity? {
        guard let end = DecimalNumber.end(in: bytes, from: index) else { return nil }
        let range = index..<end
        index = end
        var quantity: Quantity
        if skip("%") {
            quantity = Quantity(value: DecimalNumber.value(of: bytes, in: range, shift: -2), unit: "%")
        } else {
            quantity = Quantity(value: DecimalNumber.value(of: bytes, in: range), unit: "")
            quantity.unit = name() ?? ""
        }
        guard quantity.value.isFinite else { throw NotationError("the number \(text(from: range.lowerBound)) is too large") }
        return quantity
    }

    /// The text from `start` to the current position.
    func text(from start: Int) -> String {
        String(decoding: bytes[start..<max(start, index)].prefix(24), as: UTF8.self)
    }

    /// All of the remaining text.
    var remaining: String { String(decoding: bytes[index...], as: UTF8.self) }

    /// A short piece of the remaining text, for messages.
    var rest: String {
        isAtEnd ? "the end" : quoted(String(decoding: bytes[index...].prefix(24), as: UTF8.self))
    }
}

extension CSSScanner.Quantity {
    /// The angle in degrees, if the quantity has a unit of angle. Nil for any other unit.
    var degrees: Double? {
        switch unit {
        case "deg": value
        case "grad": value * 0.9
        case "turn": value * 360
        case "rad": value * (180 / .pi)
        default: nil
        }
    }
}

import PenumbraElementary

extension JSONParser {
    mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    mutating func skipByteOrderMark() throws(JSONError) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
        } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(2).contains(0) {
            throw error(at: 0, "the document is not UTF-8 but UTF-16 or UTF-32; save it as UTF-8")
        }
    }

    mutating func keyword() throws(JSONError) -> JSONValue {
        for (word, value) in Self.keywords where bytes[index...].starts(with: word.utf8) {
            let end = index + word.utf8.count
            guard end == bytes.count || !Self.isWordByte(bytes[end]) else { break }
            index = end
            return value
        }
        throw unexpected("a value")
    }

    private static let keywords: [(String, JSONValue)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]

    package static func isWordByte(_ byte: UInt8) -> Bool {
        DecimalNumber.isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    mutating func number() throws(JSONError) -> Double {
        let start = index
        func digit(_ i: Int) -> Bool { i < bytes.count && DecimalNumber.isDigit(bytes[i]) }
        var i = start
        if bytes[i] == UInt8(ascii: "-") { i += 1 }
        guard digit(i) else { throw unexpected("a digit", at: i) }
        if bytes[i] == UInt8(ascii: "0"), digit(i + 1) { throw error(at: i, "a number must not begin with a zero") }
        while digit(i) { i += 1 }
        if i < bytes.count, bytes[i] == UInt8(ascii: ".") {
            i += 1
            guard digit(i) else { throw unexpected("a digit after the point", at: i) }
            while digit(i) { i += 1 }
        }
        if i < bytes.count, bytes[i] | 0x20 == UInt8(ascii: "e") {
            i += 1
            if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") { i += 1 }
            guard digit(i) else { throw unexpected("a digit of the exponent", at: i) }
            while digit(i) { i += 1 }
        }
        if i < bytes.count, Self.isWordByte(bytes[i]) || bytes[i] == UInt8(ascii: ".") {
            throw unexpected("the end of the number", at: i)
        }
        let value = DecimalNumber.value(of: bytes, in: start..<i)
        guard value.isFinite else {
            let shown = String(decoding: bytes[start..<min(i, start + 20)], as: UTF8.self)
            throw error(at: start, "the number \(shown)\(i > start + 20 ? "…" : "") is too large, the largest is about 1.8e308")
        }
        index = i
        return value
    }

    // MARK: - Strings

    mutating func string() throws(JSONError) -> String {
        let opening = index
        index += 1
        var runStart = index
        var text: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "\""):
                let result =
                    text.isEmpty
                    ? String(decoding: bytes[runStart..<index], as: UTF8.self)
                    : String(decoding: text + bytes[runStart..<index], as: UTF8.self)
                index += 1
                return result
            case UInt8(ascii: "\\"):
                text += bytes[runStart..<index]
                try escape(into: &text)
                runStart = index
            case 0..<0x20:
                throw error(
                    at: index,
                    byte == 0x0A || byte == 0x0D
                        ? "the string that begins in line \(position(of: opening).line) does not end in its line"
                        : "a control character in a string; write it as \\u00\(hex(byte))")
            case 0x80...:
                guard let length = UTF8Sequence.length(in: bytes, at: index) else {
                    throw error(at: index, "the byte 0x\(hex(byte)) here is not UTF-8")
                }
                index += length
            default:
                index += 1
            }
        }
        throw error(at: opening, "the string that begins here does not end")
    }

    /// Reads an escape, starting at its backslash.
    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let start = index
        guard index + 1 < bytes.count else { throw error(at: start, "the document ends in an escape") }
        index += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexDigits(at: start)
            if code & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
                bytes[index + 1] == UInt8(ascii: "u")
            {
                let second = index
                index += 2
                let low = try hexDigits(at: second)
                guard low & 0xFC00 == 0xDC00 else {
                    throw error(at: start, "half of a surrogate pair without its other half")
                }
                code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF)
            }
            guard let scalar = Unicode.Scalar(code) else {
                throw error(at: start, "half of a surrogate pair without its other half")
            }
            text += Array(String(Character(scalar)).utf8)
        default:
            throw error(
                at: start, "no escape of JSON; allowed are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits")
        }
    }

    private mutating func hexDigits(at start: Int) throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = hexValue(bytes[index]) else {
                throw error(at: start, "\\u needs four hexadecimal digits")
            }
            code = code << 4 | UInt32(digit)
            index += 1
        }
        return code
    }

    private func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    // MARK: - Errors

    func unexpected(_ wanted: String) -> JSONError { unexpected(wanted, at: index) }

    func unexpected(_ wanted: String, at offset: Int) -> JSONError {
        guard offset < bytes.count else { return error(at: offset, "the document ends, expected \(wanted)") }
        var end = offset
        while end < bytes.count, end < offset + 24, Self.isWordByte(bytes[end]) { end += 1 }
        let word = String(decoding: bytes[offset..<end], as: UTF8.self)
        let hint: String
        switch bytes[offset] {
        case UInt8(ascii: "'"): hint = "; write strings in double quotes"
        case UInt8(ascii: "/"), UInt8(ascii: "#"): hint = "; JSON has no comments"
        case _ where ["NaN", "Infinity", "inf", "nan", "undefined"].contains(word): hint = "; JSON has no \(word)"
        default: hint = ""
        }
        let first = String(decoding: bytes[offset..<min(bytes.count, offset + 4)], as: UTF8.self).unicodeScalars.first ?? "?"
        let found =
            word.isEmpty ? (first.value < 0x20 || first.value == 0x7F ? "a control character" : "`\(first)`") : "`\(word)`"
        return error(at: offset, "found \(found), expected \(wanted)\(hint)")
    }

    func error(at offset: Int, _ message: String) -> JSONError {
        let place = position(of: offset)
        return JSONError(line: place.line, column: place.column, message: message)
    }

    /// Finds the line and the column of an offset. A line feed, a carriage return or both end a line.
    func position(of offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for i in start..<max(start, min(offset, bytes.count)) {
            switch bytes[i] {
            case 0x0A where i > 0 && bytes[i - 1] == 0x0D: break
            case 0x0A, 0x0D:
                line += 1
                column = 1
            case 0x80..<0xC0: break
            default: column += 1
            }
        }
        return (line, column)
    }
}

/// The value of a hexadecimal digit.
package func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Multi-byte sequences of UTF-8 (Unicode 15, table 3-7).
enum UTF8Sequence {
    /// Returns the length of the well-formed sequence that starts at `offset`; nil if the sequence is ill-formed.
    static func length(in bytes: [UInt8], at offset: Int) -> Int? {
        let first = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0..<0x80: return 1
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for i in 2..<max(2, length) where bytes[offset + i] & 0xC0 != 0x80 { return nil }
        return length
    }
}

import PenumbraElementary

/// Splits CSS into tokens: CSS Syntax 3, section 4.3. Nothing is an error; bad strings and URLs are tokens of their own.
package struct CSSTokenizer {
    private let bytes: [UInt8]
    private var index = 0

    /// The bytes of a text as CSS reads them: one kind of line end, and no zero.
    package static func prepared(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == 0 || $0 == 0x0C || $0 == 0x0D }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0: result += [0xEF, 0xBF, 0xBD]
            case 0x0C: result.append(0x0A)
            case 0x0D: if index + 1 >= bytes.count || bytes[index + 1] != 0x0A { result.append(0x0A) }
            default: result.append(byte)
            }
        }
        return result
    }

    /// The tokens of prepared bytes. A comment is a token, because it separates what stands beside it.
    package static func tokens(_ bytes: [UInt8]) -> [CSSToken] {
        var tokenizer = CSSTokenizer(bytes: bytes)
        var result: [CSSToken] = []
        result.reserveCapacity(bytes.count / 4)
        while let token = tokenizer.next() { result.append(token) }
        return result
    }

    package static func tokens(_ text: String) -> [CSSToken] { tokens(prepared(text)) }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }

    private func isAtEnd(_ offset: Int = 0) -> Bool { index + offset >= bytes.count }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A }
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    private static func isNameStart(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 || byte == UInt8(ascii: "_")
    }
    private static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-") }
    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        if isDigit(byte) { return UInt32(byte - 0x30) }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? UInt32(letter) + 10 : nil
    }

    private func isEscape(_ offset: Int) -> Bool {
        byte(offset) == UInt8(ascii: "\\") && !isAtEnd(offset + 1) && byte(offset + 1) != 0x0A
    }

    private func startsName(_ offset: Int = 0) -> Bool {
        if byte(offset) == UInt8(ascii: "-") {
            return Self.isNameStart(byte(offset + 1)) || byte(offset + 1) == UInt8(ascii: "-") || isEscape(offset + 1)
        }
        return Self.isNameStart(byte(offset)) || isEscape(offset)
    }

    private mutating func next() -> CSSToken? {
        guard index < bytes.count else { return nil }
        let start = index
        func single(_ kind: CSSToken.Kind) -> CSSToken {
            index = start + 1
            return CSSToken(kind, start..<index)
        }
        func delimiter() -> CSSToken {
            index = start + 1
            return CSSToken(.delimiter, start..<index, text: String(UnicodeScalar(bytes[start])))
        }
        let first = bytes[start]
        if Self.isSpace(first) {
            while Self.isSpace(byte()), !isAtEnd() { index += 1 }
            return CSSToken(.space, start..<index)
        }
        switch first {
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
            index += 2
            while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { index += 1 }
            index = min(bytes.count, index + 2)
            return CSSToken(.comment, start..<index)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(first)
        case UInt8(ascii: "#"):
            guard Self.isName(byte(1)) && !isAtEnd(1) || isEscape(1) else { return delimiter() }
            let isIdentifier = startsName(1)
            index += 1
            let name = name()
            return CSSToken(.hash, start..<index, text: name, flag: isIdentifier)
        case UInt8(ascii: "("): return single(.openParenthesis)
        case UInt8(ascii: ")"): return single(.closeParenthesis)
        case UInt8(ascii: "["): return single(.openBracket)
        case UInt8(ascii: "]"): return single(.closeBracket)
        case UInt8(ascii: "{"): return single(.openBrace)
        case UInt8(ascii: "}"): return single(.closeBrace)
        case UInt8(ascii: ","): return single(.comma)
        case UInt8(ascii: ":"): return single(.colon)
        case UInt8(ascii: ";"): return single(.semicolon)
        case UInt8(ascii: "@"):
            guard startsName(1) else { return delimiter() }
            index += 1
            let name = name()
            return CSSToken(.atKeyword, start..<index, text: name)
        case UInt8(ascii: "<"):
            guard bytes[start...].starts(with: Array("<!--".utf8)) else { return delimiter() }
            index += 4
            return CSSToken(.openingComment, start..<index)
        default: break
        }
        if let end = endOfNumber() { return numeric(end) }
        if first == UInt8(ascii: "-"), byte(1) == UInt8(ascii: "-"), byte(2) == UInt8(ascii: ">") {
            index += 3
            return CSSToken(.closingComment, start..<index)
        }
        return startsName() ? identLike() : delimiter()
    }

    /// The end of a number. Unlike in SVG, a point without digits after it doesn't belong to a number.
    private func endOfNumber() -> Int? {
        guard let end = DecimalNumber.end(in: bytes, from: index) else { return nil }
        guard let point = bytes[index..<end].firstIndex(of: UInt8(ascii: ".")) else { return end }
        return point + 1 < bytes.count && Self.isDigit(bytes[point + 1]) ? end : point
    }

    private mutating func numeric(_ end: Int) -> CSSToken {
        let start = index
        let value = DecimalNumber.value(of: bytes, in: start..<end)
        let isWhole = !bytes[start..<end].contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        index = end
        if byte() == UInt8(ascii: "%"), !isAtEnd() {
            index += 1
            return CSSToken(.percentage, start..<index, number: value, flag: isWhole)
        }
        guard startsName() else { return CSSToken(.number, start..<index, number: value, flag: isWhole) }
        let unit = name()
        return CSSToken(.dimension, start..<index, text: unit.asciiLowercased, number: value, flag: isWhole)
    }

    private mutating func name() -> String {
        let start = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        guard isEscape(0) else { return String(decoding: bytes[start..<index], as: UTF8.self) }
        var name = Array(bytes[start..<index])
        while index < bytes.count {
            if Self.isName(bytes[index]) {
                name.append(bytes[index])
                index += 1
            } else if isEscape(0) {
                index += 1
                name += escaped()
            } else {
                break
            }
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// The bytes of an escaped code point, after the backslash.
    private mutating func escaped() -> [UInt8] {
        guard index < bytes.count else { return [0xEF, 0xBF, 0xBD] }
        var (value, count): (UInt32, Int) = (0, 0)
        while count < 6, !isAtEnd(), let digit = Self.hexDigit(byte()) {
            value = value * 16 + digit
            index += 1
            count += 1
        }
        if count > 0 {
            if !isAtEnd(), Self.isSpace(byte()) { index += 1 }
            let scalar = value == 0 ? nil : UnicodeScalar(value)
            return Array(String(scalar ?? "\u{FFFD}").utf8)
        }
        // One whole character, which may have several bytes.
        let start = index
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        return Array(bytes[start..<index])
    }

    private mutating func string(_ quote: UInt8) -> CSSToken {
        let start = index
        index += 1
        var text: [UInt8] = []
        while index < bytes.count {
            let here = bytes[index]
            if here == quote {
                index += 1
                break
            } else if here == 0x0A {
                return CSSToken(.badString, start..<index)
            } else if here == UInt8(ascii: "\\") {
                index += 1
                if isAtEnd() { break }
                if byte() == 0x0A { index += 1 } else { text += escaped() }
            } else {
                text.append(here)
                index += 1
            }
        }
        return CSSToken(.string, start..<index, text: String(decoding: text, as: UTF8.self))
    }

    private mutating func identLike() -> CSSToken {
        let start = index
        let name = name()
        guard byte() == UInt8(ascii: "("), !isAtEnd() else { return CSSToken(.ident, start..<index, text: name) }
        index += 1
        guard name.isEqualIgnoringCase(to: "url") else { return CSSToken(.function, start..<index, text: name.asciiLowercased) }
        var after = index
        while after < bytes.count, Self.isSpace(bytes[after]) { after += 1 }
        if after < bytes.count, bytes[after] == UInt8(ascii: "\"") || bytes[after] == UInt8(ascii: "'") {
            return CSSToken(.function, start..<index, text: "url")
        }
        index = after
        return url(from: start)
    }

    private mutating func url(from start: Int) -> CSSToken {
        var text: [UInt8] = []
        while index < bytes.count {
            let here = bytes[index]
            if here == UInt8(ascii: ")") {
                index += 1
                return CSSToken(.url, start..<index, text: String(decoding: text, as: UTF8.self))
            } else if Self.isSpace(here) {
                while !isAtEnd(), Self.isSpace(byte()) { index += 1 }
                guard isAtEnd() || byte() == UInt8(ascii: ")") else { return badURL(from: start) }
            } else if here == UInt8(ascii: "\"") || here == UInt8(ascii: "'") || here == UInt8(ascii: "(") || here < 0x20
                || here == 0x7F
            {
                return badURL(from: start)
            } else if here == UInt8(ascii: "\\") {
                guard isEscape(0) else { return badURL(from: start) }
                index += 1
                text += escaped()
            } else {
                text.append(here)
                index += 1
            }
        }
        return CSSToken(.url, start..<index, text: String(decoding: text, as: UTF8.self))
    }

    private mutating func badURL(from start: Int) -> CSSToken {
        while index < bytes.count, bytes[index] != UInt8(ascii: ")") { index += isEscape(0) ? 2 : 1 }
        index = min(bytes.count, index + 1)
        return CSSToken(.badURL, start..<index)
    }
}

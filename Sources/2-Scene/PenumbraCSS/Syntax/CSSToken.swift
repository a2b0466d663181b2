/// A token of CSS Syntax 3, section 4.
package struct CSSToken: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case ident, function, atKeyword, hash, string, badString, url, badURL, delimiter, number, percentage, dimension
        case space, comment, openingComment, closingComment, colon, semicolon, comma
        case openParenthesis, closeParenthesis, openBracket, closeBracket, openBrace, closeBrace
    }

    package var kind: Kind
    /// The name, the string or the unit, without escapes; a delimiter's character.
    package var text: String
    /// The value of a number, a percentage or a dimension. 50 % is 50.
    package var number: Double
    /// Whether a number is whole, or a hash is an identifier.
    package var flag: Bool
    /// The bytes of the token in its source.
    package var range: Range<Int>

    init(_ kind: Kind, _ range: Range<Int>, text: String = "", number: Double = 0, flag: Bool = false) {
        (self.kind, self.range, self.text, self.number, self.flag) = (kind, range, text, number, flag)
    }

    package func isDelimiter(_ character: String) -> Bool { kind == .delimiter && text == character }

    /// Whether the token is a name, whatever its case.
    package func isIdent(_ name: String) -> Bool { kind == .ident && text.isEqualIgnoringCase(to: name) }

    /// The kind that closes what this token opens. Nil for other tokens.
    package var closing: Kind? {
        switch kind {
        case .function, .openParenthesis: .closeParenthesis
        case .openBracket: .closeBracket
        case .openBrace: .closeBrace
        default: nil
        }
    }

    /// Whether a part of a value may end with the token.
    var endsPart: Bool {
        switch kind {
        case .ident, .hash, .string, .url, .number, .percentage, .dimension, .closeParenthesis: true
        default: false
        }
    }

    /// Whether a part of a value may begin with the token.
    var beginsPart: Bool {
        switch kind {
        case .ident, .function, .hash, .string, .url, .number, .percentage, .dimension: true
        default: false
        }
    }

    package var isSpace: Bool { kind == .space || kind == .comment }
}

extension String {
    /// Whether the texts are equal, with letters of ASCII in either case.
    package func isEqualIgnoringCase(to other: String) -> Bool {
        let (own, others) = (utf8, other.utf8)
        guard own.count == others.count else { return false }
        return zip(own, others).allSatisfy { a, b in a == b || a | 0x20 == b | 0x20 && (a | 0x20) &- 0x61 < 26 }
    }

    /// The text with ASCII's letters in lower case. CSS keeps the case of other letters.
    package var asciiLowercased: String {
        guard utf8.contains(where: { $0 &- 0x41 < 26 }) else { return self }
        return String(decoding: utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The text as a string token in double quotes.
    package var quotedForCSS: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\0"..<" ", "\u{7F}": result += "\\\(String(scalar.value, radix: 16)) "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

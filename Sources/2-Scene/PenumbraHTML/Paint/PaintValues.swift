import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

/// The computed values of one box that painting reads.
package struct PaintValues: Sendable {
    /// The longhands that differ from their initial values, by lower-case names. References to variables are replaced.
    package var values: [String: String]
    /// The references of relative units and of `currentcolor`.
    package var units: CSSUnits
    /// The device pixels per CSS pixel, by which `image-set()` chooses.
    package var resolution: Double

    package init(_ values: [String: String], units: CSSUnits, resolution: Double = 1) {
        (self.values, self.units, self.resolution) = (values, units, resolution)
    }

    subscript(name: String) -> String? { values[name] }

    /// The value in lower case, or the initial value.
    func word(_ name: String, _ initial: String = "") -> String { (values[name] ?? initial).asciiLowercased }

    /// The items of a list, or the initial value. Never empty.
    func list(_ name: String, _ initial: String) -> [String] { PaintText.list(values[name] ?? initial) }

    /// Whether the property has a value other than `none`.
    func has(_ name: String) -> Bool { values[name].map { !$0.isEqualIgnoringCase(to: "none") } ?? false }
}

/// Splits the values of properties.
enum PaintText {
    /// The parts between commas.
    static func list(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var result: [String] = []
        var index = 0
        while index <= bytes.count {
            let end = CSSText.next([UInt8(ascii: ",")], in: bytes, from: index)
            result.append(CSSText.trimmed(bytes[index..<end]))
            index = end + 1
        }
        return result
    }

    /// The parts between white space. A slash is a part of its own.
    static func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        let slash = UInt8(ascii: "/")
        var result: [String] = []
        var index = 0
        while index < bytes.count {
            let end = CSSText.next(CSSText.spaces + [slash], in: bytes, from: index)
            if end > index { result.append(String(decoding: bytes[index..<end], as: UTF8.self)) }
            if end < bytes.count, bytes[end] == slash { result.append("/") }
            index = end + 1
        }
        return result
    }

    /// The name in lower case and the arguments of a function. Nil if the text isn't one function.
    static func function(_ text: String) -> (name: String, arguments: String)? {
        let bytes = Array(text.utf8)
        guard bytes.last == UInt8(ascii: ")"), let open = bytes.firstIndex(of: UInt8(ascii: "(")), open > 0,
            CSSText.next([], in: bytes, from: 0) == bytes.count
        else { return nil }
        let name = bytes[..<open]
        guard name.allSatisfy({ $0 | 0x20 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }) else { return nil }
        return (
            String(decoding: name, as: UTF8.self).asciiLowercased,
            String(decoding: bytes[(open + 1)..<(bytes.count - 1)], as: UTF8.self)
        )
    }

    /// The address of `url()`. Nil for other values.
    static func address(_ text: String) -> String? {
        let tokens = CSSTokenizer.tokens(text).filter { !$0.isSpace }
        guard let first = tokens.first else { return nil }
        if first.kind == .url { return first.text }
        guard first.kind == .function, first.text.asciiLowercased == "url", tokens.count > 1, tokens[1].kind == .string
        else { return nil }
        return tokens[1].text
    }

    /// The text without the quotation marks around it.
    static func unquoted(_ text: String) -> String {
        guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else { return text }
        return String(text.dropFirst().dropLast())
    }
}

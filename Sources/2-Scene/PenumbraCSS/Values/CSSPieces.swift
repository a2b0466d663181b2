/// Splits CSS values outside of brackets and quotation marks.
package enum CSSText {
    /// The place of the next of `ends` outside of quotation marks and brackets, from `start` on. Without any, the end of
    /// `bytes`.
    package static func next(_ ends: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
        var (index, depth) = (start, 0)
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            if let open = quote {
                if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if depth == 0, ends.contains(byte) {
                return index
            } else if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
                depth = max(0, depth - 1)
            }
            index += 1
        }
        return bytes.count
    }

    /// The text without white space around it.
    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        guard let first = bytes.firstIndex(where: { !spaces.contains($0) }),
            let last = bytes.lastIndex(where: { !spaces.contains($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The parts between white space.
    package static func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var (words, index): ([String], Int) = ([], 0)
        while index < bytes.count {
            let end = next(spaces, in: bytes, from: index)
            if end > index { words.append(String(decoding: bytes[index..<end], as: UTF8.self)) }
            index = end + 1
        }
        return words
    }

    package static let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0C, 0x0D]
}

/// The parts of values.
enum CSSPieces {
    /// The parts between commas.
    static func list(_ text: String) -> [String] { split(text, at: UInt8(ascii: ",")) }

    /// The parts on both sides of a slash.
    static func sides(_ text: String) -> [String] { split(text, at: UInt8(ascii: "/")) }

    private static func split(_ text: String, at separator: UInt8) -> [String] {
        let bytes = Array(text.utf8)
        var result: [String] = []
        var index = 0
        while index <= bytes.count {
            let end = CSSText.next([separator], in: bytes, from: index)
            result.append(CSSText.trimmed(bytes[index..<end]))
            index = end + 1
        }
        return result
    }

    /// The parts between white space. A slash is a part of its own.
    static func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        let spaces = CSSText.spaces
        var result: [String] = []
        var index = 0
        while index < bytes.count {
            if spaces.contains(bytes[index]) {
                index += 1
                continue
            }
            if bytes[index] == UInt8(ascii: "/") {
                result.append("/")
                index += 1
                continue
            }
            let end = CSSText.next(spaces + [UInt8(ascii: "/")], in: bytes, from: index)
            result.append(String(decoding: bytes[index..<end], as: UTF8.self))
            index = end
        }
        return result
    }

    /// The name in lower case and the arguments of a function. Nil if the text isn't one function.
    static func function(_ text: String) -> (name: String, arguments: String)? {
        guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
        let name = text[..<open]
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return nil }
        return (name.lowercased(), String(text[text.index(after: open)...].dropLast()))
    }
}

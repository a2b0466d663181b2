import PenumbraSVG

/// Splits CSS values outside of brackets and quotation marks.
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
        let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0C, 0x0D]
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

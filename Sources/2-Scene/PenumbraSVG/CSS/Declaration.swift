/// A property with its value as written.
package struct Declaration: Sendable {
    /// The property's name in lower case.
    package var name: String
    package var value: String
    package var isImportant = false
}

/// Splits CSS into its parts. Comments are already removed.
package enum CSSText {
    /// Replaces comments by spaces.
    package static func withoutComments(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*") {
                index += 2
                while index < bytes.count {
                    if bytes[index] == UInt8(ascii: "*"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") {
                        break
                    }
                    index += 1
                }
                index = min(bytes.count, index + 2)
                result.append(0x20)
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return result
    }

    /// The place of the next of `ends` outside of quotation marks and brackets, from `start` on; the end of `bytes` without one.
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

    /// The parts between white space, outside of quotation marks and brackets.
    static func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        var (words, index): ([String], Int) = ([], 0)
        while index < bytes.count {
            let end = next([0x20, 0x09, 0x0A, 0x0C, 0x0D], in: bytes, from: index)
            if end > index { words.append(String(decoding: bytes[index..<end], as: UTF8.self)) }
            index = end + 1
        }
        return words
    }

    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The declarations between braces, or of a `style` attribute. Malformed declarations are left out, as in CSS.
    package static func declarations(_ bytes: [UInt8]) -> [Declaration] {
        var result: [Declaration] = []
        var index = 0
        while index < bytes.count {
            let end = next([UInt8(ascii: ";")], in: bytes, from: index)
            defer { index = end + 1 }
            guard let colon = bytes[index..<end].firstIndex(of: UInt8(ascii: ":")) else { continue }
            let name = trimmed(bytes[index..<colon]).lowercased()
            var value = trimmed(bytes[(colon + 1)..<end])
            var isImportant = false
            if let mark = value.utf8.lastIndex(of: UInt8(ascii: "!")),
                trimmed(ArraySlice(value.utf8[value.utf8.index(after: mark)...])).lowercased() == "important"
            {
                isImportant = true
                value = trimmed(ArraySlice(value.utf8[..<mark]))
            }
            if !name.isEmpty, !value.isEmpty {
                result.append(Declaration(name: name, value: value, isImportant: isImportant))
            }
        }
        return result
    }
}

import PenumbraSystem

/// Writes values so that they can't leave their place in the document.
enum TemplateEscape {
    /// The reason why a value can't be at its place.
    struct Refusal: Error {
        var message: Message
    }

    /// Appends a value to a document.
    static func append(_ text: String, _ context: ValueContext, to output: inout [UInt8]) throws(Refusal) {
        if context.beginsAddress { try checkAddress(text) }
        var bytes = text.utf8.filter { $0 != 0 }
        if let style = context.style, !context.isRaw {
            switch style {
            case .value: try checkStyleValue(bytes)
            case .string: bytes = styleString(bytes)
            case .address: bytes = address(bytes)
            }
        }
        switch context.place {
        case .hidden: break
        case .text:
            if context.isRaw { output += bytes } else { escape(bytes, to: &output) { Self.entity($0) } }
        case .styleSheet:
            if context.isRaw, String(decoding: bytes, as: UTF8.self).asciiLowercased.contains("</style") {
                throw Refusal(message: "a style sheet can't contain </style>")
            }
            output += bytes
        case .attribute(let quote):
            let isRaw = context.isRaw
            if quote == 0, bytes.isEmpty, context.beginsAttribute { output += [0x22, 0x22] }
            escape(bytes, to: &output) { byte in
                if isRaw, byte == UInt8(ascii: "&") { return nil }
                if let entity = Self.entity(byte) { return entity }
                guard quote == 0, byte <= 0x20 || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "=") else { return nil }
                return "&#\(byte);"
            }
        }
    }

    private static func escape(_ bytes: [UInt8], to output: inout [UInt8], _ replacement: (UInt8) -> String?) {
        for byte in bytes {
            if let text = replacement(byte) { output += text.utf8 } else { output.append(byte) }
        }
    }

    private static func entity(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }

    /// Refuses addresses of code, and documents in `data:` addresses.
    private static func checkAddress(_ text: String) throws(Refusal) {
        // As in browsers, spaces and control characters don't count.
        let start = String(decoding: text.utf8.lazy.filter { $0 > 0x20 }.prefix(64), as: UTF8.self).asciiLowercased
        for scheme in ["javascript:", "vbscript:", "data:text/html", "data:application/xhtml"] where start.hasPrefix(scheme) {
            throw Refusal(message: "an address can't begin with \(scheme)")
        }
    }

    /// Refuses texts that are more than one value of a declaration, and values that name files.
    private static func checkStyleValue(_ bytes: [UInt8]) throws(Refusal) {
        let refusal = Refusal(message: "only one CSS value can be here, without ; : { } < & \\ ! @ and url()")
        var (open, quote, word, last): ([UInt8], UInt8, [UInt8], UInt8) = ([], 0, [], 0)
        for byte in bytes {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
                || (byte < 0x20 && byte != 0x09)
            {
                throw refusal
            }
            if quote != 0 {
                if byte == quote { quote = 0 }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "!"),
                UInt8(ascii: "@"), UInt8(ascii: ">"):
                throw refusal
            case UInt8(ascii: "*") where last == UInt8(ascii: "/"), UInt8(ascii: "/") where last == UInt8(ascii: "*"):
                throw refusal
            case UInt8(ascii: "("):
                if fileFunctions.contains(String(decoding: word, as: UTF8.self)) { throw refusal }
                open.append(UInt8(ascii: ")"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: ")"), UInt8(ascii: "]"): guard open.popLast() == byte else { throw refusal }
            default: break
            }
            let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if (0x61...0x7A).contains(letter) || byte == UInt8(ascii: "-") { word.append(letter) } else { word = [] }
            last = byte
        }
        guard open.isEmpty, quote == 0 else { throw refusal }
    }

    private static let fileFunctions: Set = ["url", "src", "image", "image-set", "-webkit-image-set", "expression"]

    /// The bytes in a string of CSS.
    private static func styleString(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        escape(bytes, to: &result) { byte in
            let isPlain = byte >= 0x20 && !"\"'\\<>&;{}".utf8.contains(byte)
            return isPlain ? nil : "\\" + String(byte, radix: 16) + " "
        }
        return result
    }

    /// The bytes in a `url()` without quotes.
    private static func address(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if byte > 0x20, !"\"'()\\<>{};".utf8.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return result
    }
}

import Glibc
import PenumbraCSS

/// The encoding of a document's bytes: HTML, section 13.2.3.2, and the labels of the Encoding Standard.
enum DocumentEncoding {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The document as UTF-8. A document that was of another encoding begins with a byte order mark, so that nobody decodes it
    /// again.
    ///
    /// A byte order mark decides, then the encoding that the document declares. A document without either is UTF-8 where that
    /// can be, and windows-1252 elsewhere, as in browsers.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: mark) { return bytes }
        if bytes.starts(with: [0xFF, 0xFE]) { return mark + utf16(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return mark + utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        switch declared(bytes.prefix(1024)) {
        // A declaration that can be read as ASCII isn't of UTF-16.
        case let label? where ["utf-8", "utf8", "unicode-1-1-utf-8"].contains(label) || label.hasPrefix("utf-16"): return bytes
        case let label? where western.contains(label): return mark + windows1252(bytes)
        case let label?:
            // Labels that nobody knows count as none.
            if let name = names[label], let result = converted(bytes, from: name) { return mark + result }
        case nil: break
        }
        guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil else { return bytes }
        return mark + windows1252(bytes)
    }

    private static func utf16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// The labels of windows-1252 in use.
    private static let western: Set = [
        "windows-1252", "cp1252", "x-cp1252", "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "latin1", "l1", "ascii",
        "us-ascii", "ansi_x3.4-1968",
    ]
    /// The C library's names of the other encodings, by the labels in use. Some labels stand for a wider encoding.
    private static let names: [String: String] = {
        var names = [
            "iso-8859-9": "WINDOWS-1254", "latin5": "WINDOWS-1254", "iso-8859-11": "WINDOWS-874", "tis-620": "WINDOWS-874",
            "windows-874": "WINDOWS-874", "latin2": "ISO-8859-2", "shift_jis": "WINDOWS-31J", "shift-jis": "WINDOWS-31J",
            "sjis": "WINDOWS-31J", "x-sjis": "WINDOWS-31J", "windows-31j": "WINDOWS-31J", "gb2312": "GB18030",
            "gbk": "GB18030", "x-gbk": "GB18030", "gb_2312-80": "GB18030", "gb18030": "GB18030", "big5": "BIG5-HKSCS",
            "big5-hkscs": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS", "euc-kr": "UHC", "ks_c_5601-1987": "UHC", "korean": "UHC",
            "windows-949": "UHC", "euc-jp": "EUC-JP", "x-euc-jp": "EUC-JP", "iso-2022-jp": "ISO-2022-JP",
            "macintosh": "MACINTOSH", "x-mac-roman": "MACINTOSH", "koi8": "KOI8-R", "koi8-r": "KOI8-R", "koi8-u": "KOI8-U",
            "ibm866": "IBM866", "cp866": "IBM866",
        ]
        for number in [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16] { names["iso-8859-\(number)"] = "ISO-8859-\(number)" }
        for number in 1250...1258 where number != 1252 {
            names["windows-\(number)"] = "WINDOWS-\(number)"
            names["cp\(number)"] = "WINDOWS-\(number)"
        }
        return names
    }()

    /// The characters of the bytes 0x80 to 0x9F. Others stand for themselves.
    private static let upper: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
        0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
        0x017E, 0x0178,
    ]

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            if byte < 0x80 {
                result.append(byte)
            } else {
                let value = byte < 0xA0 ? upper[Int(byte) - 0x80] : UInt32(byte)
                result += String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8
            }
        }
        return result
    }

    /// The bytes as the C library converts them, with U+FFFD for each byte that the encoding doesn't have. Nil if it doesn't
    /// know the encoding.
    private static func converted(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        var result: [UInt8] = []
        source.withUnsafeMutableBufferPointer { source in
            var next = source.baseAddress
            var left = source.count
            var chunk = [CChar](repeating: 0, count: 4096)
            while left > 0 {
                let status = chunk.withUnsafeMutableBufferPointer { chunk in
                    var end = chunk.baseAddress
                    var room = chunk.count
                    let status = iconv(converter, &next, &left, &end, &room)
                    let code = status == -1 ? errno : 0
                    result += chunk[..<(chunk.count - room)].map { UInt8(bitPattern: $0) }
                    return code
                }
                if status == 0 || status == E2BIG { continue }
                // A byte of no character.
                result += [0xEF, 0xBF, 0xBD]
                next = next?.advanced(by: 1)
                left -= 1
            }
        }
        return result
    }

    /// The label, in lower case, of the encoding that the beginning of a document declares: HTML, section 13.2.3.2.
    private static func declared(_ start: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: start.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).asciiLowercased
        if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") {
            let attributes = attributes(of: text[..<end.lowerBound].dropFirst("<?xml".count))
            if let label = attributes["encoding"] { return label }
        }
        var rest = text[...]
        while let tag = rest.firstIndex(of: "<") {
            rest = rest[tag...]
            if rest.hasPrefix("<!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            let isMeta = rest.hasPrefix("<meta") && rest.dropFirst(5).first.map { $0.isWhitespace || $0 == "/" } == true
            rest = rest.dropFirst()
            guard isMeta else { continue }
            let end = endOfTag(rest)
            let attributes = attributes(of: rest[..<end].dropFirst("meta".count))
            if let label = attributes["charset"] { return label }
            if attributes["http-equiv"] == "content-type", let content = attributes["content"],
                let found = content.firstRange(of: "charset")
            {
                let value = content[found.upperBound...].drop(while: \.isWhitespace)
                if value.first == "=" { return label(value.dropFirst()) }
            }
            rest = rest[end...]
        }
        return nil
    }

    /// The place of the `>` that ends a tag, outside of quotation marks.
    private static func endOfTag(_ text: Substring) -> Substring.Index {
        var quote: Character?
        return text.firstIndex { character in
            if let open = quote {
                if character == open { quote = nil }
                return false
            }
            if character == "\"" || character == "'" { quote = character }
            return character == ">"
        } ?? text.endIndex
    }

    private static func attributes(of text: Substring) -> [String: String] {
        var result: [String: String] = [:]
        var rest = text
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "/" }
            let name = rest.prefix { !$0.isWhitespace && !"=/>".contains($0) }
            guard !name.isEmpty else { return result }
            rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            var value = ""
            if rest.first == "=" {
                rest = rest.dropFirst().drop(while: \.isWhitespace)
                if let quote = rest.first, quote == "\"" || quote == "'" {
                    let inside = rest.dropFirst().prefix { $0 != quote }
                    value = String(inside)
                    rest = rest[inside.endIndex...].dropFirst()
                } else {
                    let word = rest.prefix { !$0.isWhitespace && $0 != ">" }
                    value = String(word)
                    rest = rest[word.endIndex...]
                }
            }
            // The first of two attributes counts.
            if result[String(name)] == nil { result[String(name)] = value.trimmingSpaces }
        }
    }

    private static func label(_ text: Substring) -> String {
        let text = text.drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return String(text.prefix { !$0.isWhitespace && !"\"';".contains($0) })
    }
}

/// Reads and writes `data:` URLs (RFC 2397, with the parsing rules of the WHATWG Fetch standard).
package enum DataURL {
    package static func isDataURL(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

    /// Decodes the bytes of the URL. White space in base64 is skipped, and the padding may be missing.
    package static func bytes(of url: String) throws(NotationError) -> [UInt8] {
        let all = Array(url.utf8)
        guard let comma = all.firstIndex(of: UInt8(ascii: ",")) else {
            throw NotationError("the data: URL has no comma before its data")
        }
        let header = String(decoding: all[..<comma], as: UTF8.self).lowercased().filter { $0 != " " }
        let body = try percentDecoded(all[(comma + 1)...])
        return header.hasSuffix(";base64") ? try base64Decoded(body) : body
    }

    private static func percentDecoded(_ bytes: ArraySlice<UInt8>) throws(NotationError) -> [UInt8] {
        guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var i = bytes.startIndex
        while i < bytes.endIndex {
            if bytes[i] == UInt8(ascii: "%") {
                guard i + 2 < bytes.endIndex, let high = hexValue(bytes[i + 1]), let low = hexValue(bytes[i + 2]) else {
                    throw NotationError("a `%` in the data: URL is not followed by two hexadecimal digits")
                }
                result.append(high << 4 | low)
                i += 3
            } else {
                result.append(bytes[i])
                i += 1
            }
        }
        return result
    }

    private static func base64Decoded(_ bytes: [UInt8]) throws(NotationError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in bytes {
            if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = base64Value(byte) else {
                throw NotationError("the data: URL's base64 has a character that does not belong there")
            }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                result.append(UInt8(truncatingIfNeeded: bits >> 16))
                result.append(UInt8(truncatingIfNeeded: bits >> 8))
                result.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
            }
        }
        guard count % 4 != 1, padding == 0 || (count + padding) % 4 == 0, padding < 3 else {
            throw NotationError("the data: URL's base64 is cut off")
        }
        if count % 4 >= 2 { result.append(UInt8(truncatingIfNeeded: count % 4 == 2 ? bits >> 4 : bits >> 10)) }
        if count % 4 == 3 { result.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return result
    }

    private static func base64Value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    /// A base64 `data:` URL with the given bytes. The first bytes determine its type.
    package static func url(of bytes: [UInt8]) -> String {
        let type =
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
                "image/png"
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                "image/jpeg"
            } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
                "image/webp"
            } else {
                "application/octet-stream"
            }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text = Array("data:\(type);base64,".utf8)
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                let digit = alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)]
                text.append(place <= group.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Writes PNGs of every colour type, depth and interlacing from sample values. It shares no code with the codec: deflate blocks
/// are stored, rows are unfiltered, and it has its own checksums.
struct PNGBuilder {
    var width: Int
    var height: Int
    var bitDepth: Int
    var colorType: Int
    var interlaced = false
    /// The chunks between IHDR and IDAT, and between IDAT and IEND.
    var before: [(name: String, body: [UInt8])] = []
    var after: [(name: String, body: [UInt8])] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// `samples` holds `channels` values per pixel, row by row.
    func build(_ samples: [Int]) -> [UInt8] {
        var file = Self.signature
        let header = Self.number32(width) + Self.number32(height)
        file += Self.chunk("IHDR", header + [UInt8(bitDepth), UInt8(colorType), 0, 0, interlaced ? 1 : 0])
        for chunk in before { file += Self.chunk(chunk.name, chunk.body) }
        file += Self.chunk("IDAT", Self.zlibStored(rows(samples)))
        for chunk in after { file += Self.chunk(chunk.name, chunk.body) }
        return file + Self.chunk("IEND", [])
    }

    private func rows(_ samples: [Int]) -> [UInt8] {
        // Adam7: first column and row, column and row steps.
        let passes =
            interlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var bytes: [UInt8] = []
        for (left, top, stepX, stepY) in passes where left < width {
            for y in stride(from: top, to: height, by: stepY) {
                bytes.append(0)
                var bits = 0
                var held = 0
                for x in stride(from: left, to: width, by: stepX) {
                    for channel in 0..<channels {
                        bits = bits << bitDepth | samples[(y * width + x) * channels + channel]
                        held += bitDepth
                        while held >= 8 {
                            bytes.append(UInt8(bits >> (held - 8) & 255))
                            held -= 8
                        }
                        bits &= (1 << held) - 1
                    }
                }
                if held > 0 { bytes.append(UInt8(bits << (8 - held) & 255)) }
            }
        }
        return bytes
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + body
        return number32(body.count) + checked + number32(Int(crc(checked)))
    }

    static func number32(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }

    static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65535, bytes.count)
            let n = end - start
            out += [end == bytes.count ? 1 : 0, UInt8(n & 255), UInt8(n >> 8), UInt8(~n & 255), UInt8(~n >> 8 & 255)]
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        return out + number32(b << 16 | a)
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}

/// Assembles WebP files from chunks (RFC 9649), sharing no code with the codec.
enum WebPBuilder {
    static func file(_ chunks: [UInt8]...) -> [UInt8] {
        let body = Array("WEBP".utf8) + chunks.joined()
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 0 ? [] : [0])
    }

    /// The header of an extended file. The flags are 0x20 profile, 0x10 alpha, 0x08 EXIF, 0x02 animation.
    static func header(_ width: Int, _ height: Int, flags: UInt8) -> [UInt8] {
        chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    /// One frame of an animation from the image chunks of a still; both offsets are even.
    static func frame(_ image: [UInt8], left: Int, top: Int, _ width: Int, _ height: Int) -> [UInt8] {
        let place = little(left / 2, 3) + little(top / 2, 3) + little(width - 1, 3) + little(height - 1, 3)
        return chunk("ANMF", place + little(40, 3) + [0] + image)
    }

    static let animation = chunk("ANIM", [10, 20, 30, 255, 0, 0])

    /// The chunks of a file without an extended header: one `VP8 ` or `VP8L`.
    static func image(of still: [UInt8]) -> [UInt8] {
        // The encoder writes a header and a profile before the picture; other files may begin with it.
        guard still[12..<16].elementsEqual("VP8X".utf8), still[30..<34].elementsEqual("ICCP".utf8) else {
            return Array(still[12...])
        }
        let profile = 38 + still[34..<38].reversed().reduce(0) { $0 << 8 | Int($1) }
        return Array(still[(profile + profile % 2)...])
    }

    static func little(_ value: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(value >> (8 * $0) & 255) } }
}

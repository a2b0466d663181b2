import PenumbraBitmap

/// Puts a colour profile into a WebP file (WebP Container Specification, "Extended File Format").
enum WebPTagging {
    /// Returns the file of libwebp's encoder with a profile.
    ///
    /// - Parameter hasAlpha: whether the picture may have pixels that are not opaque.
    static func tagged(_ file: UnsafeBufferPointer<UInt8>, width: Int, height: Int, hasAlpha: Bool, _ space: ColorSpace)
        -> [UInt8]
    {
        let profile = chunk("ICCP", ICCProfile.bytes(of: space))
        // An extended header of libwebp is replaced: its only flag is alpha, which may be set for any picture that has alpha.
        let isExtended = file.count >= 30 && file[12..<16].elementsEqual("VP8X".utf8)
        let rest = file[(isExtended ? 30 : 12)...]
        let flags: UInt8 = 0x20 | (hasAlpha ? 0x10 : 0)
        let header = chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
        var result: [UInt8] = []
        result.reserveCapacity(12 + header.count + profile.count + rest.count)
        result += "RIFF".utf8
        result += little(4 + header.count + profile.count + rest.count, 4)
        result += "WEBP".utf8
        result += header
        result += profile
        result += rest
        return result
    }

    static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(data.count, 4) + data + [UInt8](repeating: 0, count: data.count & 1)
    }

    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

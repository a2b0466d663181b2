extension PictureFormat {
    /// The format of a file that is a picture. Nil for other files, and for pictures of formats that aren't read.
    public init?(sniffing bytes: [UInt8]) {
        guard let format = try? bytes.withUnsafeBytes({ bytes throws(ImageError) in try Self.sniffed(from: ByteView(bytes)) })
        else { return nil }
        self = format
    }

    /// Determines the format from the first bytes, whatever the file's name.
    ///
    /// - Throws: `ImageError.empty`, `.unsupportedFormat` with the format's name for known but unsupported kinds of files,
    ///   or `.unknownFormat`.
    static func sniffed(from bytes: ByteView) throws(ImageError) -> PictureFormat {
        if bytes.count == 0 { throw .empty }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: "RIFF") && bytes.starts(with: "WEBP", at: 8) { return .webp }
        if bytes.starts(with: "GIF87a") || bytes.starts(with: "GIF89a") { return .gif }
        if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { bytes.starts(with: $0.utf8) }) { return .tiff }
        if let format = ofMediaFile(bytes) { return format }
        if let name = knownButNotRead(bytes) { throw .unsupportedFormat(name) }
        if bytes.starts(with: [0xFF, 0xD8]) { throw .damaged(.jpeg, "no marker follows the one that begins it") }
        // A transfer in text mode changes the line ends inside PNG's signature; the rest is then damaged too.
        if bytes.starts(with: "PNG", at: 1) {
            throw .damaged(.png, "its first eight bytes were changed, as by a transfer in text mode")
        }
        throw .unknownFormat(firstBytes: (0..<min(4, bytes.count)).map { bytes[$0] })
    }

    /// The format of an ISO media file by the brands of its first box. The first brand may be a general one.
    private static func ofMediaFile(_ bytes: ByteView) -> PictureFormat? {
        guard bytes.starts(with: "ftyp", at: 4), let length = bytes.bigEndian32(0) else { return nil }
        for at in stride(from: 8, to: max(12, min(length, 256)), by: 4) where at != 12 {
            if ["avif", "avis"].contains(where: { bytes.starts(with: $0.utf8, at: at) }) { return .avif }
            let brands = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
            if brands.contains(where: { bytes.starts(with: $0.utf8, at: at) }) { return .heic }
        }
        return bytes.starts(with: "mif1", at: 8) ? .heic : nil
    }

    private static func knownButNotRead(_ bytes: ByteView) -> String? {
        if bytes.starts(with: "GIF8") { return "GIF" }
        if bytes.starts(with: "ftyp", at: 4) {
            return bytes.starts(with: "jxl ", at: 8) ? "JPEG XL" : "ISO media (MP4, MOV)"
        }
        for signature in signatures where bytes.starts(with: signature.bytes) { return signature.name }
        if bytes.starts(with: "BM") && bytes.count >= 26 { return "BMP" }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: "JXL ", at: 4) { return "JPEG XL" }
        if bytes.starts(with: "jP  ", at: 4) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) { return "JPEG 2000" }
        if let digit = bytes.byte(1), bytes[0] == 0x50, (0x31...0x37).contains(digit), let next = bytes.byte(2),
            [0x09, 0x0A, 0x0D, 0x20, 0x23].contains(next)
        {
            return "Netpbm (PBM, PGM, PPM, PAM)"
        }
        return markupName(bytes)
    }

    /// First bytes that are enough to name a format. BMP, ICO and other formats with two or three common bytes come after
    /// more certain ones.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        (Array("8BPS".utf8), "Photoshop"), (Array("%PDF".utf8), "PDF"),
        (Array("qoif".utf8), "QOI"),
        ([0x76, 0x2F, 0x31, 0x01], "OpenEXR"), ([0, 0, 1, 0], "ICO"), ([0, 0, 2, 0], "cursor (CUR)"),
        ([0x1F, 0x8B], "gzip (perhaps SVGZ)"), ([0x8A, 0x4D, 0x4E, 0x47], "MNG"), ([0x8B, 0x4A, 0x4E, 0x47], "JNG"),
        (Array("DDS ".utf8), "DDS"), (Array("icns".utf8), "Apple icon (ICNS)"), (Array("%!PS".utf8), "PostScript"),
        ([0xC5, 0xD0, 0xD3, 0xC6], "PostScript"), (Array("/* XPM".utf8), "XPM"), (Array("#define ".utf8), "XBM"),
        (Array("#?RADIANCE".utf8), "Radiance HDR"), (Array("PF\n".utf8), "PFM"), (Array("Pf\n".utf8), "PFM"),
        ([0x59, 0xA6, 0x6A, 0x95], "Sun raster"), ([0x01, 0xDA, 0x00], "SGI"), ([0x01, 0xDA, 0x01], "SGI"),
        ([0xD7, 0xCD, 0xC6, 0x9A], "WMF"), (Array("FLIF".utf8), "FLIF"), ([0x42, 0x50, 0x47, 0xFB], "BPG"),
        (Array("FUJIFILM".utf8), "Fujifilm raw"), (Array("RIFF".utf8), "RIFF (AVI, WAV, ANI)"), (Array("gd2\0".utf8), "GD2"),
    ]

    /// Looks for a root element in the first kilobyte: SVG, or the HTML page that a failed download leaves behind.
    private static func markupName(_ bytes: ByteView) -> String? {
        let head = (0..<min(bytes.count, 1024)).map { bytes[$0] }
        let text = String(decoding: head, as: UTF8.self).lowercased()
        guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "<" else { return nil }
        func contains(_ word: String) -> Bool {
            let word = Array(word.utf8)
            let text = Array(text.utf8)
            guard text.count >= word.count else { return false }
            return (0...(text.count - word.count)).contains { text[$0..<($0 + word.count)].elementsEqual(word) }
        }
        if contains("<svg") { return "SVG" }
        if contains("<html") || contains("<!doctype html") { return "HTML" }
        return nil
    }
}

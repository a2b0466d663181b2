extension PictureFormat {
    /// The format named by the first bytes, whatever a file's name says.
    ///
    /// - Throws: `ImageError.empty`, `.unsupportedFormat` with the format's name for kinds of files that are known
    ///   but not read, or `.unknownFormat`.
    static func sniffed(from bytes: ByteView) throws(ImageError) -> PictureFormat {
        if bytes.count == 0 { throw .empty }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: "RIFF") && bytes.starts(with: "WEBP", at: 8) { return .webp }
        if let name = knownButNotRead(bytes) { throw .unsupportedFormat(name) }
        // A transfer in text mode turns the line ends inside PNG's signature around; the rest is then damaged too.
        if bytes.starts(with: "PNG", at: 1) {
            throw .damaged(.png, "its first eight bytes were changed, as by a transfer in text mode")
        }
        throw .unknownFormat(firstBytes: (0..<min(4, bytes.count)).map { bytes[$0] })
    }

    private static func knownButNotRead(_ bytes: ByteView) -> String? {
        if bytes.starts(with: "GIF8") { return "GIF" }
        if bytes.starts(with: "ftyp", at: 4) {
            let brand = (8..<12).compactMap { bytes.byte($0) }
            switch String(decoding: brand, as: UTF8.self) {
            case "avif", "avis": return "AVIF"
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return "HEIC"
            case "jxl ": return "JPEG XL"
            default: return "ISO media (MP4, MOV)"
            }
        }
        if bytes.starts(with: "II*\0") || bytes.starts(with: "MM\0*") { return "TIFF" }
        if bytes.starts(with: "BM") && bytes.count >= 26 { return "BMP" }
        if bytes.starts(with: "8BPS") { return "Photoshop" }
        if bytes.starts(with: "%PDF") { return "PDF" }
        if bytes.starts(with: "qoif") { return "QOI" }
        if bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: "JXL ", at: 4) { return "JPEG XL" }
        if bytes.starts(with: "jP  ", at: 4) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) { return "JPEG 2000" }
        if bytes.starts(with: [0x76, 0x2F, 0x31, 0x01]) { return "OpenEXR" }
        if bytes.starts(with: [0, 0, 1, 0]) { return "ICO" }
        if bytes.starts(with: [0x1F, 0x8B]) { return "gzip (perhaps SVGZ)" }
        if bytes.starts(with: [0x8A, 0x4D, 0x4E, 0x47]) { return "MNG" }
        return markupName(bytes)
    }

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

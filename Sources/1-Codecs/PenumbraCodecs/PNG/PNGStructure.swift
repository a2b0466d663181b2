import CPenumbraDeflate

/// The facts about a PNG that its chunks reveal without inflating anything.
struct PNGStructure {
    let width: Int
    let height: Int
    let bitDepth: Int
    let colorType: Int
    let isInterlaced: Bool
    let orientation: ExifOrientation
    /// The number of compressed bytes in all IDAT chunks together.
    let dataBytes: Int
    /// Whether the file ends before its last chunk, IEND, is complete.
    let isCut: Bool

    var information: ImageInformation {
        ImageInformation(format: .png, storedWidth: width, storedHeight: height, orientation: orientation)
    }

    /// Reads IHDR, looks for eXIf and sums the lengths of the IDAT chunks.
    init(_ bytes: ByteView) throws(ImageError) {
        guard let header = Chunk(bytes, at: 8) else {
            throw .truncated(.png, "it ends inside its header, after \(bytes.count) bytes")
        }
        guard header.isNamed("IHDR"), header.body.count == 13 else {
            throw .damaged(.png, "it does not begin with an IHDR chunk of 13 bytes")
        }
        guard header.hasValidChecksum else { throw .damaged(.png, "the checksum of its header, IHDR, is wrong") }
        let body = header.body
        guard let width = body.bigEndian32(0), let height = body.bigEndian32(4), (1...0x7FFF_FFFF).contains(width),
            (1...0x7FFF_FFFF).contains(height)
        else { throw .damaged(.png, "its header has a side of 0 or of more than 2³¹−1 pixels") }
        self.width = width
        self.height = height
        bitDepth = Int(body[8])
        colorType = Int(body[9])
        isInterlaced = body[12] != 0

        var orientation = ExifOrientation.upright
        var dataBytes = 0
        var at = header.end
        var isCut = true
        while let chunk = Chunk(bytes, at: at) {
            if chunk.isNamed("IDAT") { dataBytes += chunk.body.count }
            if chunk.isNamed("eXIf"), orientation == .upright, chunk.hasValidChecksum {
                orientation = ExifOrientation(tiff: chunk.body)
            }
            if chunk.isNamed("IEND") {
                isCut = false
                break
            }
            at = chunk.end
        }
        self.orientation = orientation
        self.dataBytes = dataBytes
        self.isCut = isCut
    }

    /// Throws if there is too little compressed data for the picture, whatever the data contain: deflate makes at most 1032
    /// bytes from one byte.
    func checkDataSuffice() throws(ImageError) {
        let channels = [1, 1, 3, 1, 2, 1, 4][min(colorType, 6)]
        let rowBytes = Double(width) * Double(channels * bitDepth) / 8
        if rowBytes * Double(height) > 1032 * Double(dataBytes) {
            throw .truncated(
                .png,
                isCut
                    ? "it ends before its pixels do"
                    : "its \(dataBytes) bytes of compressed data cannot hold \(width)×\(height) pixels")
        }
    }

    private struct Chunk {
        let name: ByteView
        let body: ByteView
        let checksummed: ByteView
        let checksum: Int
        let end: Int

        /// Reads the chunk at an offset; nil if the file ends inside it.
        init?(_ bytes: ByteView, at offset: Int) {
            guard let length = bytes.bigEndian32(offset), let name = bytes.part(offset + 4, 4),
                let body = bytes.part(offset + 8, length), let checksummed = bytes.part(offset + 4, length + 4),
                let checksum = bytes.bigEndian32(offset + 8 + length)
            else { return nil }
            self.name = name
            self.body = body
            self.checksummed = checksummed
            self.checksum = checksum
            end = offset + 12 + length
        }

        func isNamed(_ word: StaticString) -> Bool { name.starts(with: word) }

        var hasValidChecksum: Bool {
            Int(libdeflate_crc32(0, checksummed.base.baseAddress, checksummed.count)) == checksum
        }
    }
}

import CPenumbraDeflate
import PenumbraSystem

/// Writes pictures with a palette as PNG, with 1, 2, 4 or 8 bits for each pixel, in one libdeflate stream on one thread.
enum PNGPaletteWriter {
    /// Encodes a picture as a complete PNG file. Rows aren't filtered, since numbers of colours have no differences.
    static func write(_ picture: PalettePicture, _ options: PNGOptions) throws(ImageError) -> [UInt8] {
        var bits = 1
        while 1 << bits < picture.palette.count { bits *= 2 }
        let rowBytes = 1 + (picture.width * bits + 7) / 8
        let size = rowBytes * picture.height
        let rows = try ScratchBuffer(byteCount: size)
        guard let target = rows.bytes.baseAddress else { throw .outOfMemory(bytes: size) }
        target.update(repeating: 0, count: size)
        for y in 0..<picture.height {
            let row = target + y * rowBytes + 1
            for x in 0..<picture.width {
                let place = x * bits
                row[place / 8] |= picture.numbers[y * picture.width + x] << UInt8(8 - bits - place % 8)
            }
        }
        var file = PNGEncoder.head(
            width: picture.width, height: picture.height, depth: bits, colorType: 3, options)
        file += PNGChunk.bytes("PLTE", picture.palette.flatMap { [$0.x, $0.y, $0.z] })
        // Opaque colours at the end need no alpha.
        let last = picture.palette.lastIndex { $0.w < 255 }
        if let last { file += PNGChunk.bytes("tRNS", picture.palette[...last].map(\.w)) }
        return try PNGSmallWriter.file(file, of: rows, size: size, level: 9)
    }
}

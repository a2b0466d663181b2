import CPenumbraDeflate
import PenumbraBitmap

/// The thorough PNG writer: all filtered rows in one libdeflate stream, on one thread.
enum PNGSmallWriter {
    /// libdeflate's level, 1…12. Level 7 is the lowest whose files are no larger than with zlib's level 6, at twice the
    /// speed. Level 8 takes three times longer for another two percent of a photo.
    private static let level: Int32 = 7

    /// The longest IDAT chunk written. The format allows 2³¹−1 bytes; a power of two below that leaves readers room for
    /// sums.
    private static let longestData = 1 << 30

    /// Encodes a picture as a complete PNG file.
    ///
    /// - Parameter head: the bytes before the first IDAT chunk.
    static func write(
        _ bitmap: Bitmap, pixelBytes: Int, head: [UInt8], kernels: PackingKernels
    ) throws(ImageError) -> [UInt8] {
        let rowBytes = 1 + bitmap.width * pixelBytes
        let size = rowBytes * bitmap.height
        let filtered = try ScratchBuffer(byteCount: size + PNGRows.slack)
        guard let pixels = PNGPixels(bitmap) else { throw .outOfMemory(bytes: size) }
        var rows = try PNGRows(pixels, pixelBytes: pixelBytes, step: 1, kernels: kernels)
        if let target = filtered.bytes.baseAddress { rows.filter(0..<bitmap.height, into: target) }

        return try file(head, of: filtered, size: size, level: level)
    }

    /// Compresses the rows of a picture, each with its filter, and returns a complete file.
    ///
    /// - Parameters:
    ///   - head: the bytes before the first IDAT chunk.
    ///   - size: the number of bytes of the rows.
    ///   - level: libdeflate's level, 1…12.
    static func file(
        _ head: [UInt8], of rows: borrowing ScratchBuffer, size: Int, level: Int32
    ) throws(ImageError) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { throw .outOfMemory(bytes: 1 << 20) }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, size)
        let compressed = try ScratchBuffer(byteCount: bound)
        let count = libdeflate_zlib_compress(compressor, rows.bytes.baseAddress, size, compressed.bytes.baseAddress, bound)
        // An array cannot report a failed allocation.
        _ = try ScratchBuffer(byteCount: count + head.count + 1024)

        var file = head
        file.reserveCapacity(head.count + count + 12 * (count / longestData + 2))
        var start = 0
        repeat {
            let end = min(start + longestData, count)
            file += PNGChunk.bytes("IDAT", Array(compressed.bytes[start..<end]))
            start = end
        } while start < count
        file += PNGChunk.end
        return file
    }
}

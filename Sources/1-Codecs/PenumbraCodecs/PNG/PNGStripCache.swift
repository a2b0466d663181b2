import PenumbraBitmap
import PenumbraSystem

/// Chunks of earlier PNG files, for pictures that have strips in common with them, such as the rows of a template.
///
/// A chunk depends only on the pixels of its strip, the row above them, and the strip's place. So a file has the same bytes
/// with any cache.
package final class PNGStripCache: Sendable {
    /// All that a chunk depends on.
    struct Key: Hashable, Sendable {
        var pixels: RowDigests.Digest
        var width: Int
        var rows: Int
        var form: PNGForm
        var effort: PNGOptions.Effort
        var bytesPerPixel: Int
        /// The first chunk also has the head of the zlib stream, and no row above.
        var isFirst: Bool
        /// The last chunk ends the stream.
        var isLast: Bool
    }

    /// A chunk without the checksum at the end of the zlib stream.
    final class Chunk: Sendable {
        let bytes: [UInt8]
        let result: PNGStripResult

        init(_ start: UnsafePointer<UInt8>, _ result: PNGStripResult) {
            bytes = Array(UnsafeBufferPointer(start: start, count: result.chunkBytes))
            self.result = result
        }
    }

    private let chunks: ContentCache<Key, Chunk>
    private let digests = PixelDigests()

    /// The bytes that a chunk takes besides its own.
    private static let bytesOfEntry = 256

    /// - Parameter budget: the most bytes of kept chunks.
    package init(budget: Int) { chunks = ContentCache(budget: max(0, budget)) }

    /// The bytes of all chunks that are kept.
    package var bytes: Int { chunks.bytes }

    /// The key of a strip, whose rows and the row above lie one after another.
    func key(
        _ rows: Range<Int>, of pixels: PNGPixels, _ form: PNGForm, _ effort: PNGOptions.Effort, isLast: Bool
    ) -> Key {
        let first = max(0, rows.lowerBound - 1)
        let count = (rows.upperBound - first) * pixels.width * pixels.bytesPerPixel
        func make() -> RowDigests.Digest { digests.digest(pixels.row(first), count) }
        return Key(
            pixels: pixels.rowDigests?.digest(of: first..<rows.upperBound, make) ?? make(), width: pixels.width,
            rows: rows.count, form: form, effort: effort,
            bytesPerPixel: pixels.bytesPerPixel, isFirst: rows.lowerBound == 0, isLast: isLast)
    }

    /// Writes the kept chunk of a strip.
    ///
    /// - Returns: nil if the chunk isn't kept.
    func write(_ key: Key, to output: UnsafeMutablePointer<UInt8>) -> PNGStripResult? {
        guard let chunk = chunks[key] else { return nil }
        chunk.bytes.withUnsafeBufferPointer { bytes in
            if let start = bytes.baseAddress { output.update(from: start, count: bytes.count) }
        }
        return chunk.result
    }

    /// Offers a finished chunk. It is kept if its strip was met before.
    func keep(_ chunk: UnsafePointer<UInt8>, _ result: PNGStripResult, for key: Key) {
        chunks.keep(bytes: result.chunkBytes + Self.bytesOfEntry, for: key) { Chunk(chunk, result) }
    }
}

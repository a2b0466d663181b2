import PenumbraBitmap
import PenumbraSystem

/// Chunks of earlier PNG files, for pictures that have strips in common with them, such as the rows of a template.
///
/// A chunk depends only on the pixels of its strip, the row above them, and the strip's place. So a file has the same bytes
/// with any cache.
///
/// Some strips of a template differ in every picture. After many different pictures, the cache looks for such a strip in few
/// pictures only, because the digest of its pixels takes time.
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

    /// A strip of all pictures of a size.
    private struct Place: Hashable {
        var width: Int
        var rows: Range<Int>
        var form: PNGForm
    }

    private let chunks: ContentCache<Key, Chunk>
    private let digests = PixelDigests()
    /// The pictures at each place since the last whose chunk was known.
    private let unknown = Mutex<[Place: Int]>([:])

    /// The number of pictures at a place, all different, after which one of `period` is looked for.
    package static let patience = 24
    package static let period = 8
    /// The most places that are remembered. A picture at another place is always looked for.
    private static let mostPlaces = 1024

    /// The bytes that a chunk takes besides its own.
    private static let bytesOfEntry = 256

    /// - Parameter budget: the most bytes of kept chunks.
    package init(budget: Int) { chunks = ContentCache(budget: max(0, budget)) }

    /// The bytes of all chunks that are kept.
    package var bytes: Int { chunks.bytes }

    /// The key of a strip, whose rows and the row above lie one after another. Nil if its digest would hardly pay.
    func key(
        _ rows: Range<Int>, of pixels: PNGPixels, _ form: PNGForm, _ effort: PNGOptions.Effort, isLast: Bool
    ) -> Key? {
        let first = max(0, rows.lowerBound - 1)
        let count = (rows.upperBound - first) * pixels.width * pixels.bytesPerPixel
        let place = Place(width: pixels.width, rows: rows, form: form)
        func make() -> RowDigests.Digest? { isWanted(place) ? digests.digest(pixels.row(first), count) : nil }
        let known = pixels.rowDigests.map { $0.digest(of: first..<rows.upperBound, make) } ?? make()
        guard let digest = known else { return nil }
        return Key(
            pixels: digest, width: pixels.width, rows: rows.count, form: form, effort: effort,
            bytesPerPixel: pixels.bytesPerPixel, isFirst: rows.lowerBound == 0, isLast: isLast)
    }

    /// Whether a strip whose digest isn't known is looked for.
    private func isWanted(_ place: Place) -> Bool {
        unknown.withLock { unknown in
            guard unknown.count < Self.mostPlaces || unknown[place] != nil else { return true }
            let count = unknown[place, default: 0]
            unknown[place] = count &+ 1
            return count < Self.patience || count % Self.period == 0
        }
    }

    /// Writes the kept chunk of a strip.
    ///
    /// - Parameter rows: the strip's rows.
    /// - Returns: nil if the chunk isn't kept.
    func write(_ key: Key, _ rows: Range<Int>, to output: UnsafeMutablePointer<UInt8>) -> PNGStripResult? {
        guard let chunk = chunks[key] else { return nil }
        unknown.withLock { $0[Place(width: key.width, rows: rows, form: key.form)] = nil }
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

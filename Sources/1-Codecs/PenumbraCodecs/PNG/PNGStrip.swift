import CPenumbraDeflate

/// The division of a picture into strips of rows, each of which becomes one Deflate block and one IDAT chunk. The division
/// depends only on the picture's size.
package struct PNGStrips {
    /// In a long row, one of this many blocks of 32 bytes is examined when the filter is chosen. Examining all blocks takes a
    /// fifth more time and makes photos 0.15 percent smaller.
    package static let filterStep = 3
    /// The part of a strip that is counted to find the code, unless most bytes lie in runs: one block of `sampled` bytes per
    /// `period`, both multiples of 8. The uneven period keeps blocks from lying below each other.
    package static let sampled = 512
    package static let period = 16 * 512 - 24
    /// The approximate number of filtered bytes per strip. These bytes, their pixels, the table of pairs and the output fit
    /// in a core's second cache. The block's code costs little in comparison.
    package static let preferredBytes = 1 << 18

    /// A strip is drawn if at most one pixel in this many is novel.
    ///
    /// Drawings have few colours side by side, and their rows repeat. Then unfiltered rows and a search for matches make
    /// files smaller, by a tenth to a half. Photos and soft shadows are smaller by filters, after which a search finds little.
    package static let pixelsPerNovelOne = 14

    let height: Int
    /// The bytes of a filtered row, including the number of its filter.
    package let rowBytes: Int
    package let rowsAStrip: Int

    package init(width: Int, height: Int, pixelBytes: Int) {
        self.height = height
        rowBytes = 1 + width * pixelBytes
        rowsAStrip = max(1, min(height, Self.preferredBytes / rowBytes))
    }

    package var count: Int { (height + rowsAStrip - 1) / rowsAStrip }

    package func rows(_ index: Int) -> Range<Int> { (index * rowsAStrip)..<min(height, (index + 1) * rowsAStrip) }

    /// Returns the largest size of a strip's chunk: its rows stored without compression, plus room for bytes that kernels
    /// write behind the end.
    func bound(_ index: Int) -> Int {
        let bytes = rows(index).count * rowBytes
        return PNGStripChunk.storedBytes(bytes) + Self.chunkBytes
    }

    /// The bytes of a chunk besides its data. They cover length, name and checksum, the head and the checksum of the zlib
    /// stream, and the longest block header with a reserve. That header has at most 286 + 4 lengths of 7 + 7 bits.
    private static let chunkBytes = 12 + 2 + 4 + 1024
}

/// Makes the chunks of strips, one at a time.
struct PNGStripEncoder: ~Copyable {
    private let kernels: PackingKernels
    private let strips: PNGStrips
    /// The distance of runs in filtered rows. A pixel of 16 bits per channel has two such runs, since runs are zeros.
    private let runDistance: Int
    private let pixelBytes: Int
    private let width: Int
    private var rows: PNGRows
    private let filtered: ScratchBuffer
    private let tables: ScratchBuffer
    private let search: DeflateSearch

    /// The fewest literals for which a table of all pairs pays.
    private static let fewestLiteralsForPairs = 1 << 16

    init(_ pixels: PNGPixels, strips: PNGStrips, pixelBytes: Int, kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        self.strips = strips
        self.pixelBytes = pixelBytes
        width = pixels.width
        runDistance = pixelBytes > 4 ? pixelBytes / 2 : pixelBytes
        let rows = try PNGRows(pixels, form: .color(pixelBytes: pixelBytes), step: PNGStrips.filterStep, kernels: kernels)
        let filtered = try ScratchBuffer(byteCount: strips.rowsAStrip * strips.rowBytes + PNGRows.slack)
        let tables = try ScratchBuffer(byteCount: 4 * (2 * PackingKernels.codeWordCount + 1024 + 65536))
        search = try DeflateSearch(kernels: kernels)
        self.rows = rows
        self.filtered = filtered
        self.tables = tables
    }

    /// Writes the IDAT chunk of a strip, without the checksum at the end of the zlib stream.
    ///
    /// - Parameter output: writable for the strip's bound.
    /// - Returns: the sizes of the chunk and of the filtered rows, and the checksum of the filtered rows.
    mutating func encode(_ index: Int, into output: UnsafeMutablePointer<UInt8>) -> PNGStripResult {
        guard let bytes = filtered.bytes.baseAddress, let table = tables.bytes.baseAddress else {
            return PNGStripResult(chunkBytes: 0, filteredBytes: 0, adler: 1)
        }
        let range = strips.rows(index)
        let count = range.count * strips.rowBytes
        let isDrawn = isDrawn(range)
        rows.filter(range, by: isDrawn ? .none : .leastSum, into: bytes)
        let data = PNGStripChunk.begin(index, output)
        let isLast = index == strips.count - 1
        let room = PNGStripChunk.storedBytes(count)
        let blocks =
            isDrawn
            ? search.compress(
                bytes, count, pixelBytes: pixelBytes, rowBytes: strips.rowBytes, isLast: isLast, into: data)
            : table.withMemoryRebound(to: UInt32.self, capacity: tables.bytes.count / 4) {
                compress(bytes, count, isLast: isLast, tables: $0, room: room, into: data)
            }
        let end = blocks ?? PNGStripChunk.store(bytes, count, isLast: isLast, into: data)
        PNGChunk.finish(output, name: "IDAT", length: end - output - 8)
        return PNGStripResult(
            chunkBytes: end - output + 4, filteredBytes: count, adler: libdeflate_adler32(1, bytes, count))
    }

    /// Whether few pixels of rows are novel. Pixels of 16 bits per channel are not examined.
    private func isDrawn(_ range: Range<Int>) -> Bool {
        pixelBytes <= 4 && rows.novelPixels(in: range) * PNGStrips.pixelsPerNovelOne <= range.count * width
    }

    /// Writes one block with a code made for it, padded to a whole byte. Nil if storing the bytes takes less.
    private func compress(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, isLast: Bool, tables: UnsafeMutablePointer<UInt32>, room: Int,
        into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let counts = tables
        let words = counts + PackingKernels.codeWordCount
        let work = words + PackingKernels.codeWordCount
        let pairs = work + 1024
        let (literals, isSample) = self.count(bytes, count, counts: counts, work: work)
        var sink = BitWriter(output)
        DeflateCode.write(
            counts: counts, isSample: isSample, distances: .always(runDistance), isLast: isLast, kernels: kernels, words: words,
            to: &sink)
        let used = sink.output - output
        guard used <= room else { return nil }
        if literals >= Self.fewestLiteralsForPairs { kernels.pairCodeWords(words, pairs) }
        let bits = kernels.encodeSymbols(
            bytes, count, runDistance, words, literals >= Self.fewestLiteralsForPairs ? UnsafePointer(pairs) : nil, sink.output,
            room - used + 64, UInt8(truncatingIfNeeded: sink.pending), sink.pendingCount)
        guard bits >= 0 else { return nil }
        return PNGStripChunk.close(sink.output, bits: bits, isLast: isLast)
    }

    /// Counts symbols: all of them if runs make that quick, otherwise a part.
    ///
    /// - Returns: the approximate number of literal bytes, and whether only a part was counted.
    private func count(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, counts: UnsafeMutablePointer<UInt32>, work: UnsafeMutablePointer<UInt32>
    ) -> (literals: Int, isSample: Bool) {
        counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        work.update(repeating: 0, count: 1024)
        var (seen, literals, start) = (0, 0, 0)
        while start < count {
            let end = min(start + PNGStrips.sampled, count)
            literals += kernels.countSymbols(bytes, start, end, runDistance, counts, work)
            seen += end - start
            start += PNGStrips.period
        }
        if seen < count, literals * 2 >= seen {
            return (literals * count / seen, true)
        }
        counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        return (kernels.countSymbols(bytes, 0, count, runDistance, counts, work), false)
    }
}

/// A finished chunk.
struct PNGStripResult: Sendable {
    var chunkBytes: Int
    var filteredBytes: Int
    /// The checksum of the filtered rows.
    var adler: UInt32
}

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

    /// The same number for a balanced file. A search can look back within a strip only.
    static let balancedBytes = 1 << 20

    /// A strip is drawn if at most one pixel in this many is novel.
    ///
    /// Drawings have few colours side by side, and their rows repeat. Then unfiltered rows and a search for matches make
    /// files smaller, by a tenth to a half. Photos and soft shadows are smaller by filters, after which a search finds little.
    package static let pixelsPerNovelOne = 14

    let height: Int
    /// The bytes of a filtered row, including the number of its filter.
    package let rowBytes: Int
    package let rowsAStrip: Int

    /// The strips of a fast file.
    package init(width: Int, height: Int, pixelBytes: Int) {
        self.init(width: width, height: height, form: .color(pixelBytes: pixelBytes), effort: .fast)
    }

    package init(width: Int, height: Int, form: PNGForm, effort: PNGOptions.Effort) {
        self.height = height
        rowBytes = 1 + form.rowBytes(width)
        let bytes = effort == .fast ? Self.preferredBytes : Self.balancedBytes
        rowsAStrip = max(1, min(height, bytes / rowBytes))
    }

    /// The memory for the rows of a strip, with a reserve.
    var rowRoom: Int { rowsAStrip * rowBytes + PNGRows.slack }

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
    private let pixels: PNGPixels
    private let strips: PNGStrips
    private let cache: PNGStripCache?
    private let effort: PNGOptions.Effort
    private let form: PNGForm
    /// The distance of runs in filtered rows. A pixel of 16 bits per channel has two such runs, since runs are zeros.
    private let runDistance: Int
    private var width: Int { pixels.width }
    private var rows: PNGRows
    /// The rows of a strip. With the effort `balanced` they are there twice, with and without filters.
    private let filtered: ScratchBuffer
    private let runs: DeflateRuns
    private let search: DeflateSearch

    /// The bytes of a block of runs in a balanced file.
    private static let balancedBlock = 1 << 17

    /// - Parameter cache: has the chunks of earlier pictures. The rows of `pixels` must then follow the row before them.
    init(
        _ pixels: PNGPixels, strips: PNGStrips, form: PNGForm, effort: PNGOptions.Effort, kernels: PackingKernels,
        cache: PNGStripCache?
    ) throws(ImageError) {
        self.kernels = kernels
        (self.pixels, self.cache) = (pixels, cache)
        self.strips = strips
        self.effort = effort
        self.form = form
        runDistance = form.pixelBytes > 4 ? form.pixelBytes / 2 : form.pixelBytes
        let rows = try PNGRows(pixels, form: form, step: effort == .fast ? PNGStrips.filterStep : 1, kernels: kernels)
        let copies = effort == .fast ? 1 : 2
        let filtered = try ScratchBuffer(byteCount: copies * strips.rowRoom)
        let runs = try DeflateRuns(kernels: kernels)
        let search = try DeflateSearch(effort == .fast ? .quick : .thorough, kernels: kernels)
        self.rows = rows
        self.filtered = filtered
        self.runs = runs
        self.search = search
    }

    /// Writes the IDAT chunk of a strip, without the checksum at the end of the zlib stream.
    ///
    /// - Parameter output: writable for the strip's bound.
    /// - Returns: the sizes of the chunk and of the filtered rows, and the checksum of the filtered rows.
    mutating func encode(_ index: Int, into output: UnsafeMutablePointer<UInt8>) -> PNGStripResult {
        guard let memory = filtered.bytes.baseAddress else {
            return PNGStripResult(chunkBytes: 0, filteredBytes: 0, adler: 1)
        }
        let range = strips.rows(index)
        let count = range.count * strips.rowBytes
        let isLast = index == strips.count - 1
        let key = cache?.key(range, of: pixels, form, effort, isLast: isLast)
        if let cache, let key, let known = cache.write(key, range, to: output) { return known }
        let data = PNGStripChunk.begin(index, output)
        let (bytes, kind) = effort == .fast ? chooseQuickly(range, memory) : choose(range, memory)
        let blocks: UnsafeMutablePointer<UInt8>?
        if let kind {
            blocks = search.compress(
                kind, bytes, count, pixelBytes: form.pixelBytes, rowBytes: strips.rowBytes, isLast: isLast, into: data)
        } else {
            blocks = compressRuns(bytes, count, isLast: isLast, into: data)
        }
        let end = blocks ?? PNGStripChunk.store(bytes, count, isLast: isLast, into: data)
        PNGChunk.finish(output, name: "IDAT", length: end - output - 8)
        let result = PNGStripResult(
            chunkBytes: end - output + 4, filteredBytes: count, adler: libdeflate_adler32(1, bytes, count))
        if let cache, let key { cache.keep(output, result, for: key) }
        return result
    }

    /// Makes the rows of a strip of a fast file.
    ///
    /// - Returns: the rows and how matches are searched for; nil if only runs are matches.
    private mutating func chooseQuickly(
        _ range: Range<Int>, _ memory: UnsafeMutablePointer<UInt8>
    ) -> (UnsafeMutablePointer<UInt8>, DeflateSearch.Kind?) {
        let isDrawn = rows.novelPixels(in: range).map { $0 * PNGStrips.pixelsPerNovelOne <= range.count * width } ?? false
        rows.filter(range, by: isDrawn ? .none : .leastSum, into: memory)
        return (memory, isDrawn ? .quick : nil)
    }

    /// Makes the rows of a strip of a balanced file: those with filters or without, whichever take fewer bits.
    private mutating func choose(
        _ range: Range<Int>, _ memory: UnsafeMutablePointer<UInt8>
    ) -> (UnsafeMutablePointer<UInt8>, DeflateSearch.Kind?) {
        let (plain, filtered) = (memory, memory + strips.rowRoom)
        let count = range.count * strips.rowBytes
        func measure(_ bytes: UnsafeMutablePointer<UInt8>) -> Int {
            search.measure(bytes, count, pixelBytes: form.pixelBytes, rowBytes: strips.rowBytes)
        }
        // In photos, no search finds much.
        let isPhoto = (rows.novelPixels(in: range) ?? 0) * 4 > range.count * width
        var (filteredBits, runBits) = (Int.max, Int.max)
        // Numbers of colours that lie side by side are no neighbours.
        if form.colorType != 3 {
            rows.filter(range, by: .leastSum, into: filtered)
            runBits = runs.bits(of: filtered, count, distance: runDistance)
            if !isPhoto { filteredBits = measure(filtered) }
        }
        if isPhoto { return (filtered, nil) }
        rows.filter(range, by: .none, into: plain)
        let plainBits = measure(plain)
        if plainBits <= min(filteredBits, runBits) { return (plain, .thorough) }
        if runBits < filteredBits { return (filtered, nil) }
        // The search needs the costs of these rows.
        _ = measure(filtered)
        return (filtered, .thorough)
    }

    /// Writes blocks of runs, padded to a whole byte. Nil if storing the bytes takes less.
    private func compressRuns(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, isLast: Bool, into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let isBalanced = effort != .fast
        let block = isBalanced ? Self.balancedBlock : count
        let limit = output + PNGStripChunk.storedBytes(count)
        var sink = BitWriter(output)
        for start in stride(from: 0, to: count, by: block) {
            let part = min(block, count - start)
            let isWritten = runs.write(
                bytes + start, part, distance: runDistance, countsAll: isBalanced, isLast: isLast && start + part == count,
                limit: limit, to: &sink)
            guard isWritten else { return nil }
        }
        return PNGStripChunk.close(sink.output, bits: sink.pendingCount, isLast: isLast)
    }
}

/// A finished chunk.
struct PNGStripResult: Sendable {
    var chunkBytes: Int
    var filteredBytes: Int
    /// The checksum of the filtered rows.
    var adler: UInt32
}

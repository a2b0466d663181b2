import CPenumbraDeflate

/// The rows of a picture that become one block of Deflate and one IDAT chunk. Which rows depends on the picture's size alone.
struct PNGStrips {
    /// About the filtered bytes of a strip: they, their pixels, the table of pairs and the output fit in a core's second cache,
    /// and the block's code costs little beside them.
    static let preferredBytes = 1 << 18

    let height: Int
    /// A filtered row, the number of its filter included.
    let rowBytes: Int
    let rowsAStrip: Int

    init(width: Int, height: Int, channels: Int) {
        self.height = height
        rowBytes = 1 + width * channels
        rowsAStrip = max(1, min(height, Self.preferredBytes / rowBytes))
    }

    var count: Int { (height + rowsAStrip - 1) / rowsAStrip }

    func rows(_ index: Int) -> Range<Int> { (index * rowsAStrip)..<min(height, (index + 1) * rowsAStrip) }

    /// The most bytes that the chunk of a strip takes: its rows stored without compression, with room for what kernels write
    /// behind the end.
    func bound(_ index: Int) -> Int {
        let bytes = rows(index).count * rowBytes
        return bytes + (bytes / 65535 + 1) * 5 + Self.chunkBytes
    }

    /// Length, name and checksum of a chunk, the head and the checksum of the zlib stream, and more than the longest header of
    /// a block: at most 286 + 4 lengths of 7 + 7 bits.
    private static let chunkBytes = 12 + 2 + 4 + 1024
}

/// Makes the chunks of strips, one at a time.
struct PNGStripEncoder: ~Copyable {
    private let kernels: PackingKernels
    private let strips: PNGStrips
    private let channels: Int
    private var rows: PNGRows
    private let filtered: ScratchBuffer
    private let tables: ScratchBuffer

    /// See `PNGRows`: looking at all blocks takes a fifth more time and gives photos 0.15 percent smaller.
    private static let filterStep = 3
    /// Which part of the bytes are counted to find the code, unless most of them lie in runs: blocks of `sampled` bytes, one of
    /// each `period`, whose uneven length keeps them from lying below each other.
    private static let sampled = 512
    private static let period = 8 * 512 - 24
    /// The fewest literals for which a table of all pairs pays.
    private static let fewestLiteralsForPairs = 1 << 16

    init(_ pixels: PNGPixels, strips: PNGStrips, channels: Int, kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        self.strips = strips
        self.channels = channels
        let rows = try PNGRows(pixels, channels: channels, step: Self.filterStep, kernels: kernels)
        let filtered = try ScratchBuffer(byteCount: strips.rowsAStrip * strips.rowBytes + PNGRows.slack)
        let tables = try ScratchBuffer(byteCount: 4 * (2 * PackingKernels.codeWordCount + 1024 + 65536))
        self.rows = rows
        self.filtered = filtered
        self.tables = tables
    }

    /// Writes the IDAT chunk of a strip, without the checksum of the zlib stream that the last one ends with.
    ///
    /// - Parameter output: writable for the strip's bound.
    /// - Returns: the chunk's bytes, and the checksum of the filtered rows.
    mutating func encode(_ index: Int, into output: UnsafeMutablePointer<UInt8>) -> PNGStripResult {
        guard let bytes = filtered.bytes.baseAddress, let table = tables.bytes.baseAddress else {
            return PNGStripResult(chunkBytes: 0, filteredBytes: 0, adler: 1)
        }
        let range = strips.rows(index)
        let count = range.count * strips.rowBytes
        rows.filter(range, into: bytes)
        var data = output + 8
        if index == 0 {
            // Deflate with a window of 32 KiB, level "fastest".
            (data[0], data[1]) = (0x78, 0x01)
            data += 2
        }
        let isLast = index == strips.count - 1
        let room = count + (count / 65535 + 1) * 5
        let end =
            table.withMemoryRebound(to: UInt32.self, capacity: tables.bytes.count / 4) {
                compress(bytes, count, isLast: isLast, tables: $0, room: room, into: data)
            } ?? store(bytes, count, isLast: isLast, into: data)
        PNGChunk.finish(output, name: "IDAT", length: end - output - 8)
        return PNGStripResult(
            chunkBytes: end - output + 4, filteredBytes: count, adler: libdeflate_adler32(1, bytes, count))
    }

    /// One block with a code made for it, ending with a whole byte. Nil when storing takes less.
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
            counts: counts, isSample: isSample, channels: channels, isLast: isLast, kernels: kernels, words: words, to: &sink)
        let used = sink.output - output
        guard used <= room else { return nil }
        if literals >= Self.fewestLiteralsForPairs { kernels.pairCodeWords(words, pairs) }
        let bits = kernels.encodeSymbols(
            bytes, count, channels, words, literals >= Self.fewestLiteralsForPairs ? UnsafePointer(pairs) : nil, sink.output,
            room - used + 64, UInt8(truncatingIfNeeded: sink.pending), sink.pendingCount)
        guard bits >= 0 else { return nil }
        var end = sink.output + (bits + 7) / 8
        if !isLast {
            // An empty stored block fills the last byte: three bits of 0, to the next byte, and a length of 0.
            if bits % 8 == 0 || bits % 8 > 5 {
                end[0] = 0
                end += 1
            }
            (end[0], end[1], end[2], end[3]) = (0, 0, 0xFF, 0xFF)
            end += 4
        }
        return end
    }

    /// The bytes as they are, in as many stored blocks as it takes.
    private func store(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, isLast: Bool, into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        var target = output
        var start = 0
        while start < count {
            let length = min(count - start, 65535)
            target[0] = isLast && start + length == count ? 1 : 0
            target[1] = UInt8(truncatingIfNeeded: length)
            target[2] = UInt8(truncatingIfNeeded: length >> 8)
            target[3] = ~target[1]
            target[4] = ~target[2]
            (target + 5).update(from: bytes + start, count: length)
            target += 5 + length
            start += length
        }
        return target
    }

    /// Counts symbols: all of them when runs make that quick, a part otherwise.
    ///
    /// - Returns: about how many bytes are literals, and whether only a part was counted.
    private func count(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, counts: UnsafeMutablePointer<UInt32>, work: UnsafeMutablePointer<UInt32>
    ) -> (literals: Int, isSample: Bool) {
        counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        work.update(repeating: 0, count: 1024)
        var (seen, literals, start) = (0, 0, 0)
        while start < count {
            let end = min(start + Self.sampled, count)
            literals += kernels.countSymbols(bytes, start, end, channels, counts, work)
            seen += end - start
            start += Self.period
        }
        if seen < count, literals * 2 >= seen {
            return (literals * 8, true)
        }
        counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        return (kernels.countSymbols(bytes, 0, count, channels, counts, work), false)
    }
}

/// A finished chunk.
struct PNGStripResult: Sendable {
    var chunkBytes: Int
    var filteredBytes: Int
    /// Of the filtered rows.
    var adler: UInt32
}

import PenumbraBitmap

/// Writes Deflate blocks whose matches were searched for.
///
/// It holds memory for a block's sequences and for the tables of the search. Only one thread at a time may use it.
struct DeflateSearch: ~Copyable {
    /// The most sequences of a block. A block of dense text then covers about 40 rows of a card.
    private static let capacity = 1 << 12

    private let kernels: PackingKernels
    private let sequences: ScratchBuffer
    private let tables: ScratchBuffer

    init(kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        let sequences = try ScratchBuffer(byteCount: 8 * Self.capacity)
        let words = 2 * (PackingKernels.codeWordCount + PackingKernels.distanceSymbolCount) + PackingKernels.quickTableCount
        tables = try ScratchBuffer(byteCount: 4 * words)
        self.sequences = sequences
    }

    /// Writes blocks for the rows of a strip, padded to a whole byte.
    ///
    /// - Parameters:
    ///   - rowBytes: the bytes of a row with the number of its filter.
    ///   - output: writable for the stored bytes and 700 bytes more.
    /// - Returns: the end of the blocks. Nil if storing the bytes takes less.
    func compress(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, pixelBytes: Int, rowBytes: Int, isLast: Bool,
        into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        let room = PNGStripChunk.storedBytes(count)
        return sequences.bytes.withMemoryRebound(to: UInt64.self) { sequences in
            tables.bytes.withMemoryRebound(to: UInt32.self) { tables in
                guard let sequences = sequences.baseAddress, let counts = tables.baseAddress else { return nil }
                let words = counts + PackingKernels.codeWordCount
                let distanceCounts = words + PackingKernels.codeWordCount
                let distanceWords = distanceCounts + PackingKernels.distanceSymbolCount
                let places = distanceWords + PackingKernels.distanceSymbolCount
                places.update(repeating: 0, count: PackingKernels.quickTableCount)
                var sink = BitWriter(output)
                var start = 0
                while start < count {
                    var stop = count
                    let found = kernels.quickMatches(
                        bytes, start, count, pixelBytes, rowBytes, places, sequences, Self.capacity, &stop)
                    counts.update(repeating: 0, count: PackingKernels.codeWordCount)
                    distanceCounts.update(repeating: 0, count: PackingKernels.distanceSymbolCount)
                    kernels.countSequences(bytes + start, sequences, found, counts, distanceCounts)
                    guard sink.output - output <= room else { return nil }
                    DeflateCode.write(
                        counts: counts, isSample: false, distances: .counted(distanceCounts, words: distanceWords),
                        isLast: isLast && stop == count, kernels: kernels, words: words, to: &sink)
                    let used = sink.output - output
                    guard used <= room else { return nil }
                    let bits = kernels.encodeSequences(
                        bytes + start, sequences, found, words, distanceWords, sink.output, room - used + 64,
                        UInt8(truncatingIfNeeded: sink.pending), sink.pendingCount)
                    guard bits >= 0 else { return nil }
                    sink = BitWriter(sink.output, bits: bits)
                    start = stop
                }
                return PNGStripChunk.close(sink.output, bits: sink.pendingCount, isLast: isLast)
            }
        }
    }
}

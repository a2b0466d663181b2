import PenumbraBitmap

/// Writes Deflate blocks of literals and of runs at one distance.
///
/// It holds memory for counts and code words. Only one thread at a time may use it.
struct DeflateRuns: ~Copyable {
    private let kernels: PackingKernels
    private let tables: ScratchBuffer

    /// The fewest literals for which a table of all pairs pays.
    private static let fewestLiteralsForPairs = 1 << 16

    init(kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        tables = try ScratchBuffer(byteCount: 4 * (2 * PackingKernels.codeWordCount + 1024 + 65536))
    }

    /// Writes one block with a code made for it.
    ///
    /// - Parameters:
    ///   - distance: that of runs, 1…4.
    ///   - countsAll: whether all bytes are counted before they are coded, instead of a part of them if few lie in runs.
    ///   - limit: the end of the room; 700 bytes behind it are writable.
    /// - Returns: false if the block has no room.
    func write(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, distance: Int, countsAll: Bool, isLast: Bool,
        limit: UnsafeMutablePointer<UInt8>, to sink: inout BitWriter
    ) -> Bool {
        tables.bytes.withMemoryRebound(to: UInt32.self) { tables in
            guard let counts = tables.baseAddress, sink.output <= limit else { return false }
            let words = counts + PackingKernels.codeWordCount
            let work = words + PackingKernels.codeWordCount
            let pairs = work + 1024
            let (literals, isSample) = self.count(
                bytes, count, distance, countsAll: countsAll, counts: counts, work: work)
            DeflateCode.write(
                counts: counts, isSample: isSample, distances: .always(distance), isLast: isLast, kernels: kernels,
                words: words, to: &sink)
            guard sink.output <= limit else { return false }
            let hasPairs = literals >= Self.fewestLiteralsForPairs
            if hasPairs { kernels.pairCodeWords(words, pairs) }
            let bits = kernels.encodeSymbols(
                bytes, count, distance, words, hasPairs ? UnsafePointer(pairs) : nil, sink.output,
                limit - sink.output + 64, UInt8(truncatingIfNeeded: sink.pending), sink.pendingCount)
            guard bits >= 0 else { return false }
            sink = BitWriter(sink.output, bits: bits)
            return true
        }
    }

    /// Counts symbols: all of them if runs make that quick, otherwise a part.
    ///
    /// - Returns: the approximate number of literal bytes, and whether only a part was counted.
    private func count(
        _ bytes: UnsafePointer<UInt8>, _ count: Int, _ distance: Int, countsAll: Bool, counts: UnsafeMutablePointer<UInt32>,
        work: UnsafeMutablePointer<UInt32>
    ) -> (literals: Int, isSample: Bool) {
        counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        work.update(repeating: 0, count: 1024)
        if !countsAll {
            var (seen, literals, start) = (0, 0, 0)
            while start < count {
                let end = min(start + PNGStrips.sampled, count)
                literals += kernels.countSymbols(bytes, start, end, distance, counts, work)
                seen += end - start
                start += PNGStrips.period
            }
            if seen < count, literals * 2 >= seen { return (literals * count / seen, true) }
            counts.update(repeating: 0, count: PackingKernels.codeWordCount)
        }
        return (kernels.countSymbols(bytes, 0, count, distance, counts, work), false)
    }

    /// The approximate bits of a strip's blocks.
    func bits(of bytes: UnsafePointer<UInt8>, _ count: Int, distance: Int) -> Int {
        tables.bytes.withMemoryRebound(to: UInt32.self) { tables in
            guard let counts = tables.baseAddress else { return .max }
            let costs = counts + PackingKernels.codeWordCount
            let work = costs + PackingKernels.costCount
            _ = self.count(bytes, count, distance, countsAll: true, counts: counts, work: work)
            // Runs have the shortest distances, whose codes take a bit.
            let matches = UnsafeBufferPointer(start: counts + PackingKernels.matchSymbols, count: 256).reduce(0) {
                $0 + Int($1)
            }
            let distances = work
            return matches
                + DeflateCode.measure(counts: counts, distanceCounts: distances, kernels: kernels, costs: costs)
        }
    }
}

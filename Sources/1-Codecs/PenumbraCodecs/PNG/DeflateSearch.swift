import PenumbraBitmap

/// Writes Deflate blocks whose matches were searched for.
///
/// It holds memory for a block's sequences and for the tables of the search. Only one thread at a time may use it.
struct DeflateSearch: ~Copyable {
    /// How matches are searched for.
    enum Kind {
        /// The first good match at each place is taken.
        case quick
        /// The matches are found that take the fewest bits, at the costs that `measure` made.
        case thorough
    }

    /// The most sequences of a block. A block of dense text then covers about 40 rows of a card.
    private static let capacity = 1 << 12

    private let kernels: PackingKernels
    private let sequences: ScratchBuffer
    private let tables: ScratchBuffer
    /// Memory of the thorough search; one byte without it.
    private let thoroughTables: ScratchBuffer

    init(_ kind: Kind, kernels: PackingKernels) throws(ImageError) {
        self.kernels = kernels
        let sequences = try ScratchBuffer(byteCount: 8 * Self.capacity)
        let words = 2 * (PackingKernels.codeWordCount + PackingKernels.distanceSymbolCount) + PackingKernels.quickTableCount
        let tables = try ScratchBuffer(byteCount: 4 * words)
        let thoroughBytes =
            8 * PackingKernels.nodeWordCount + 4 * (PackingKernels.placeTableCount + PackingKernels.costCount)
        let thoroughTables = try ScratchBuffer(byteCount: kind == .thorough ? thoroughBytes : 1)
        self.sequences = sequences
        self.tables = tables
        self.thoroughTables = thoroughTables
    }

    /// The memory, by use.
    private struct Tables {
        let sequences: UnsafeMutablePointer<UInt64>
        let counts: UnsafeMutablePointer<UInt32>
        var words: UnsafeMutablePointer<UInt32> { counts + PackingKernels.codeWordCount }
        var distanceCounts: UnsafeMutablePointer<UInt32> { words + PackingKernels.codeWordCount }
        var distanceWords: UnsafeMutablePointer<UInt32> { distanceCounts + PackingKernels.distanceSymbolCount }
        var places: UnsafeMutablePointer<UInt32> { distanceWords + PackingKernels.distanceSymbolCount }
        let nodes: UnsafeMutablePointer<UInt64>
        var costs: UnsafeMutablePointer<UInt32> {
            UnsafeMutableRawPointer(nodes + PackingKernels.nodeWordCount).assumingMemoryBound(to: UInt32.self)
        }
        var thoroughPlaces: UnsafeMutablePointer<UInt32> { costs + PackingKernels.costCount }

        func clearCounts() {
            counts.update(repeating: 0, count: PackingKernels.codeWordCount)
            distanceCounts.update(repeating: 0, count: PackingKernels.distanceSymbolCount)
        }
    }

    private func withTables<Result>(_ body: (Tables) -> Result?) -> Result? {
        sequences.bytes.withMemoryRebound(to: UInt64.self) { sequences in
            tables.bytes.withMemoryRebound(to: UInt32.self) { tables in
                thoroughTables.bytes.withMemoryRebound(to: UInt64.self) { nodes in
                    guard let sequences = sequences.baseAddress, let counts = tables.baseAddress,
                        let nodes = nodes.baseAddress
                    else { return nil }
                    return body(Tables(sequences: sequences, counts: counts, nodes: nodes))
                }
            }
        }
    }

    /// Searches the rows of a strip quickly, and keeps the costs of their symbols for the thorough search.
    ///
    /// - Returns: the approximate bits of the strip's blocks.
    func measure(_ bytes: UnsafePointer<UInt8>, _ count: Int, pixelBytes: Int, rowBytes: Int) -> Int {
        withTables { tables in
            tables.places.update(repeating: 0, count: PackingKernels.quickTableCount)
            tables.clearCounts()
            var start = 0
            while start < count {
                var stop = count
                let found = kernels.quickMatches(
                    bytes, start, count, pixelBytes, rowBytes, tables.places, tables.sequences, Self.capacity, &stop)
                kernels.countSequences(bytes + start, tables.sequences, found, tables.counts, tables.distanceCounts)
                start = stop
            }
            return DeflateCode.measure(
                counts: tables.counts, distanceCounts: tables.distanceCounts, kernels: kernels, costs: tables.costs)
        } ?? .max
    }

    /// Writes blocks for the rows of a strip, padded to a whole byte.
    ///
    /// - Parameters:
    ///   - rowBytes: the bytes of a row with the number of its filter.
    ///   - output: writable for the stored bytes and 700 bytes more.
    /// - Returns: the end of the blocks. Nil if storing the bytes takes less.
    func compress(
        _ kind: Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int, pixelBytes: Int, rowBytes: Int, isLast: Bool,
        into output: UnsafeMutablePointer<UInt8>
    ) -> UnsafeMutablePointer<UInt8>? {
        withTables { tables in
            let limit = output + PNGStripChunk.storedBytes(count)
            switch kind {
            case .quick: tables.places.update(repeating: 0, count: PackingKernels.quickTableCount)
            case .thorough: tables.thoroughPlaces.update(repeating: 0, count: PackingKernels.placeTableCount)
            }
            var sink = BitWriter(output)
            var start = 0
            while start < count {
                var stop = count
                let found =
                    switch kind {
                    case .quick:
                        kernels.quickMatches(
                            bytes, start, count, pixelBytes, rowBytes, tables.places, tables.sequences, Self.capacity, &stop)
                    case .thorough:
                        kernels.cheapestMatches(
                            bytes, start, count, pixelBytes, rowBytes, tables.costs, tables.thoroughPlaces, tables.nodes,
                            tables.sequences, Self.capacity, &stop)
                    }
                tables.clearCounts()
                kernels.countSequences(bytes + start, tables.sequences, found, tables.counts, tables.distanceCounts)
                guard sink.output <= limit else { return nil }
                DeflateCode.write(
                    counts: tables.counts, isSample: false,
                    distances: .counted(tables.distanceCounts, words: tables.distanceWords), isLast: isLast && stop == count,
                    kernels: kernels, words: tables.words, to: &sink)
                guard sink.output <= limit else { return nil }
                let bits = kernels.encodeSequences(
                    bytes + start, tables.sequences, found, tables.words, tables.distanceWords, sink.output,
                    limit - sink.output + 64, UInt8(truncatingIfNeeded: sink.pending), sink.pendingCount)
                guard bits >= 0 else { return nil }
                sink = BitWriter(sink.output, bits: bits)
                start = stop
            }
            return PNGStripChunk.close(sink.output, bits: sink.pendingCount, isLast: isLast)
        }
    }
}

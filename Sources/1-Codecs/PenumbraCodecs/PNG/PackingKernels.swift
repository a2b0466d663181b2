import PenumbraPacking
import PenumbraPackingAVX2
import PenumbraSystem

/// The byte kernels of one build. One build runs on every processor, the other needs wider vectors. Both give the same
/// bytes.
package struct PackingKernels: Sendable {
    package typealias Bytes = UnsafePointer<UInt8>
    package typealias Target = UnsafeMutablePointer<UInt8>
    package typealias Words = UnsafePointer<UInt32>
    package typealias WordTarget = UnsafeMutablePointer<UInt32>
    package typealias Sequences = UnsafePointer<UInt64>
    package typealias SequenceTarget = UnsafeMutablePointer<UInt64>

    let packOpaqueRow: @Sendable (Bytes, Target, Int) -> Void
    let bestFilter: @Sendable (Bytes, Bytes, Int, Int, Int) -> Int
    let filterRow: @Sendable (Int, Bytes, Bytes, Int, Int, Target) -> Void
    let countSymbols: @Sendable (Bytes, Int, Int, Int, WordTarget, WordTarget) -> Int
    package let codeLengths: @Sendable (Words, Int, Int, Target) -> Void
    let pairCodeWords: @Sendable (Words, WordTarget) -> Void
    let encodeSymbols: @Sendable (Bytes, Int, Int, Words, Words?, Target, Int, UInt8, Int) -> Int
    let countNovelPixels: @Sendable (Bytes, Bytes, Int) -> Int
    let quickMatches: @Sendable (Bytes, Int, Int, Int, Int, WordTarget, SequenceTarget, Int, UnsafeMutablePointer<Int>) -> Int
    let cheapestMatches:
        @Sendable (
            Bytes, Int, Int, Int, Int, Words, WordTarget, SequenceTarget, SequenceTarget, Int, UnsafeMutablePointer<Int>
        ) -> Int
    let countSequences: @Sendable (Bytes, Sequences, Int, WordTarget, WordTarget) -> Void
    let encodeSequences: @Sendable (Bytes, Sequences, Int, Words, Words, Target, Int, UInt8, Int) -> Int
    package let convertToVideo: @Sendable (Bytes, Target, Target, Target, Int) -> Void

    /// The widest build this processor can run.
    package static let best: PackingKernels = Processor.hasAVX2 && Processor.hasBMI2 ? avx2 : baseline

    package static let baseline = PackingKernels(
        packOpaqueRow: PenumbraPacking.packOpaqueRow, bestFilter: PenumbraPacking.bestFilter,
        filterRow: PenumbraPacking.filterRow, countSymbols: PenumbraPacking.countSymbols,
        codeLengths: PenumbraPacking.codeLengths, pairCodeWords: PenumbraPacking.pairCodeWords,
        encodeSymbols: PenumbraPacking.encodeSymbols, countNovelPixels: PenumbraPacking.countNovelPixels,
        quickMatches: PenumbraPacking.quickMatches, cheapestMatches: PenumbraPacking.cheapestMatches,
        countSequences: PenumbraPacking.countSequences,
        encodeSequences: PenumbraPacking.encodeSequences, convertToVideo: PenumbraPacking.convertToVideo)

    static let avx2 = PackingKernels(
        packOpaqueRow: PenumbraPackingAVX2.packOpaqueRow, bestFilter: PenumbraPackingAVX2.bestFilter,
        filterRow: PenumbraPackingAVX2.filterRow, countSymbols: PenumbraPackingAVX2.countSymbols,
        codeLengths: PenumbraPackingAVX2.codeLengths, pairCodeWords: PenumbraPackingAVX2.pairCodeWords,
        encodeSymbols: PenumbraPackingAVX2.encodeSymbols, countNovelPixels: PenumbraPackingAVX2.countNovelPixels,
        quickMatches: PenumbraPackingAVX2.quickMatches, cheapestMatches: PenumbraPackingAVX2.cheapestMatches,
        countSequences: PenumbraPackingAVX2.countSequences,
        encodeSequences: PenumbraPackingAVX2.encodeSequences, convertToVideo: PenumbraPackingAVX2.convertToVideo)

    /// The number of symbols before those of matches in a table of counts or codes. The last of them is the end of a block.
    static let matchSymbols = PenumbraPacking.matchSymbols
    /// The number of entries in a table of counts or codes.
    static let codeWordCount = PenumbraPacking.codeWordCount
    /// The number of symbols of distances.
    static let distanceSymbolCount = PenumbraPacking.distanceSymbolCount
    /// The number of entries in the tables of the quick search for matches.
    static let quickTableCount = PenumbraPacking.quickTableCount
    /// The numbers of costs, of entries in the table of places, and of words for nodes of the thorough search for matches.
    static let costCount = PenumbraPacking.costCount
    static let placeTableCount = PenumbraPacking.placeTableCount
    static let nodeWordCount = PenumbraPacking.nodeWordCount
}

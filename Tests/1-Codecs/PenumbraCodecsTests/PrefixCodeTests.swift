import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct PrefixCodeTests {
    private func lengths(_ counts: [UInt32], limit: Int, _ kernels: PackingKernels = .best) -> [Int] {
        var lengths = [UInt8](repeating: 77, count: counts.count)
        kernels.codeLengths(counts, counts.count, limit, &lengths)
        return lengths.map { Int($0) }
    }

    /// The total length in bits of Huffman's code, computed by repeatedly merging the two lightest nodes.
    private func bitsOfHuffman(_ counts: [UInt32]) -> Int {
        var weights = counts.filter { $0 > 0 }.map { Int($0) }
        var bits = 0
        while weights.count > 1 {
            weights.sort(by: >)
            let sum = weights.removeLast() + weights.removeLast()
            bits += sum
            weights.append(sum)
        }
        return bits
    }

    @Test func prefixCodesAreCompleteWithinTheLimitAndOptimal() {
        let seed: UInt64 = 31
        var generator = SeededGenerator(seed: seed)
        for round in 0..<400 {
            let limit = [7, 13, 15][round % 3]
            let count = generator.integer(2...(limit == 7 ? 19 : 286))
            let steepness = generator.integer(0...20)
            var counts = (0..<count).map { _ in UInt32(generator.integer(0...(1 << generator.integer(0...steepness)))) }
            counts[0] += 1
            counts[count - 1] += 1
            let found = lengths(counts, limit: limit)
            for (symbol, length) in found.enumerated() {
                #expect((length > 0) == (counts[symbol] > 0) && length <= limit, "round \(round), seed \(seed)")
            }
            let used = found.filter { $0 > 0 }
            #expect(used.reduce(0) { $0 + 1 << (limit - $1) } == 1 << limit, "round \(round), seed \(seed)")
            let bits = zip(counts, found).reduce(0) { $0 + Int($1.0) * $1.1 }
            let best = bitsOfHuffman(counts)
            #expect(bits >= best, "round \(round), seed \(seed)")
            // A tree as deep as the limit may have been limited.
            if used.max()! < limit { #expect(bits == best, "round \(round), seed \(seed)") }
            #expect(lengths(counts, limit: limit, .baseline) == found, "round \(round), seed \(seed)")
        }
    }

    @Test func prefixCodesOfSteepCountsAreCutToTheLimit() {
        // Fibonacci numbers make the deepest tree.
        var counts: [UInt32] = [1, 1]
        while counts.count < 30 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
        let found = lengths(counts, limit: 13)
        #expect(found.max() == 13)
        #expect(found.reduce(0) { $0 + 1 << (13 - $1) } == 1 << 13)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 >= $1 })
    }

    @Test func prefixCodesOfLargestCountsDoNotOverflow() {
        let found = lengths(Array(repeating: UInt32.max, count: 256) + [1], limit: 13)
        #expect(found.filter { $0 == 8 }.count == 255 && found[256] == 9)
    }
}

/// The prefix codes of one Deflate block (RFC 1951) and the header that describes them.
struct DeflateCode {
    /// The distances of a block's matches.
    enum Distances {
        /// The same for all matches, 1…4. Its code is part of the code words of matches.
        case always(Int)
        /// Counted for each symbol. The code words of symbols go to `words`.
        case counted(UnsafePointer<UInt32>, words: UnsafeMutablePointer<UInt32>)
    }

    /// The longest code of a literal or match length. Two literals and their length then fit in 32 bits; the format allows 15.
    static let limit = 13

    /// The number of symbols: literals 0…255, the end of the block, and the 29 symbols of match lengths.
    private static let symbolCount = 286
    /// The longest code of a distance.
    private static let distanceLimit = 15
    /// The order in which the lengths of the lengths' codes are written (RFC 1951, section 3.2.7).
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    /// The symbol of a match of 3…258 bytes, starting with 257, with its extra bits and their count (section 3.2.5).
    private static let matches: [(symbol: Int, extra: UInt32, count: UInt32)] = (0...255).map { value in
        if value == 255 { return (285, 0, 0) }
        guard value >= 8 else { return (257 + value, 0, 0) }
        let bits = Int.bitWidth - 3 - value.leadingZeroBitCount
        return (257 + 4 * bits + value >> bits, UInt32(value & ((1 << bits) - 1)), UInt32(bits))
    }

    /// Writes the header of a block and returns its code words.
    ///
    /// - Parameters:
    ///   - counts: the counts of literals, end and matches, as the kernels count them; the end counts as one.
    ///   - isSample: true if only a part was counted. Every literal, and every match length that kernels make, then gets a
    ///     code.
    ///   - words: receives a code word for each count. The length is in the lowest six bits, with the code's bits above it.
    static func write(
        counts: UnsafePointer<UInt32>, isSample: Bool, distances: Distances, isLast: Bool, kernels: PackingKernels,
        words: UnsafeMutablePointer<UInt32>, to sink: inout BitWriter
    ) {
        var lengths = [UInt8](repeating: 0, count: symbolCount)
        var symbolCounts = [UInt32](repeating: 0, count: symbolCount)
        for i in 0..<256 { symbolCounts[i] = counts[i] }
        symbolCounts[256] = 0
        for (i, match) in matches.enumerated() { symbolCounts[match.symbol] &+= counts[PackingKernels.matchSymbols + i] }
        if isSample {
            // Symbols missing from the sample may still occur. The shortest matches have 8 bytes, which is symbol 262.
            for i in 0..<symbolCount where i < 256 || i >= 262 { symbolCounts[i] &+= 1 }
        }
        symbolCounts[256] = 1
        kernels.codeLengths(symbolCounts, symbolCount, limit, &lengths)
        let distanceLengths = lengthsAndWords(of: distances, kernels: kernels)
        let codes = reversedCodes(lengths[...])
        for i in 0...256 { words[i] = codes[i] << 6 | UInt32(lengths[i]) }
        // A distance that is the only one has a code of a single bit, 0.
        let distanceBits: UInt32 = if case .always = distances { 1 } else { 0 }
        for (i, match) in matches.enumerated() {
            let length = UInt32(lengths[match.symbol])
            words[PackingKernels.matchSymbols + i] =
                (codes[match.symbol] | match.extra << length) << 6 | (length + match.count + distanceBits)
        }

        let used = lengths.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 257
        sink.write(isLast ? 1 : 0, 1)
        sink.write(2, 2)
        sink.write(UInt32(used - 257), 5)
        sink.write(UInt32(distanceLengths.count - 1), 5)
        writeLengths((lengths[0..<used] + distanceLengths)[...], kernels: kernels, to: &sink)
    }

    /// Computes the bits of each symbol in codes for counted symbols, as costs for the thorough search. Symbols that don't
    /// occur cost as much as rare ones.
    ///
    /// - Parameter costs: room for `PackingKernels.costCount` costs.
    /// - Returns: the bits of all counted symbols.
    static func measure(
        counts: UnsafePointer<UInt32>, distanceCounts: UnsafePointer<UInt32>, kernels: PackingKernels,
        costs: UnsafeMutablePointer<UInt32>
    ) -> Int {
        var symbolCounts = [UInt32](repeating: 0, count: symbolCount)
        for i in 0..<256 { symbolCounts[i] = counts[i] }
        symbolCounts[256] = 1
        for (i, match) in matches.enumerated() { symbolCounts[match.symbol] &+= counts[PackingKernels.matchSymbols + i] }
        var lengths = [UInt8](repeating: 0, count: symbolCount)
        kernels.codeLengths(symbolCounts, symbolCount, limit, &lengths)
        func cost(_ length: UInt8, rare: Int) -> UInt32 { length == 0 ? UInt32(rare) : UInt32(length) }
        var bits = 0
        for i in 0..<256 {
            costs[i] = cost(lengths[i], rare: limit)
            bits += Int(counts[i]) * Int(costs[i])
        }
        let matchCosts = costs + 256
        for i in 0..<3 { matchCosts[i] = 0 }
        for (i, match) in matches.enumerated() {
            matchCosts[3 + i] = cost(lengths[match.symbol], rare: limit) + match.count
            bits += Int(counts[PackingKernels.matchSymbols + i]) * Int(matchCosts[3 + i])
        }
        let distanceCosts = matchCosts + 259
        var distanceLengths = [UInt8](repeating: 0, count: PackingKernels.distanceSymbolCount)
        kernels.codeLengths(distanceCounts, PackingKernels.distanceSymbolCount, distanceLimit, &distanceLengths)
        for i in 0..<PackingKernels.distanceSymbolCount {
            distanceCosts[i] = cost(distanceLengths[i], rare: limit) + UInt32(max(0, i / 2 - 1))
            bits += Int(distanceCounts[i]) * Int(distanceCosts[i])
        }
        return bits
    }

    /// Returns the lengths of the codes of distances up to the last that is used, and makes their code words.
    private static func lengthsAndWords(of distances: Distances, kernels: PackingKernels) -> [UInt8] {
        switch distances {
        case .always(let distance):
            // Distances 1…4 are symbols 0…3 without extra bits.
            return [UInt8](repeating: 0, count: distance - 1) + [1]
        case .counted(let counts, let words):
            let count = PackingKernels.distanceSymbolCount
            var lengths = [UInt8](repeating: 0, count: count)
            kernels.codeLengths(counts, count, distanceLimit, &lengths)
            let codes = reversedCodes(lengths[...])
            for i in 0..<count { words[i] = codes[i] << 6 | UInt32(lengths[i]) }
            // A block without matches still has the code of a distance, of no bits.
            return Array(lengths[...(lengths.lastIndex { $0 > 0 } ?? 0)])
        }
    }

    /// Writes the lengths of all codes, with runs shortened, in a code of their own.
    private static func writeLengths(_ lengths: ArraySlice<UInt8>, kernels: PackingKernels, to sink: inout BitWriter) {
        var tokens: [(symbol: Int, extra: UInt32, count: Int)] = []
        tokens.reserveCapacity(lengths.count)
        var counts = [UInt32](repeating: 0, count: 19)
        func add(_ symbol: Int, _ extra: Int, _ count: Int) {
            tokens.append((symbol, UInt32(extra), count))
            counts[symbol] += 1
        }
        var at = lengths.startIndex
        while at < lengths.endIndex {
            let value = lengths[at]
            var end = at + 1
            while end < lengths.endIndex, lengths[end] == value { end += 1 }
            var run = end - at
            at = end
            if value > 0 {
                add(Int(value), 0, 0)
                run -= 1
            }
            while run >= 3 {
                if value > 0 {
                    let part = min(run, 6)
                    add(16, part - 3, 2)
                    run -= part
                } else {
                    let part = min(run, 138)
                    if part < 11 { add(17, part - 3, 3) } else { add(18, part - 11, 7) }
                    run -= part
                }
            }
            for _ in 0..<run { add(Int(value), 0, 0) }
        }
        // Some readers refuse a code with a single symbol.
        if counts.filter({ $0 > 0 }).count < 2 { counts[counts[0] > 0 ? 1 : 0] += 1 }
        var codeLengths = [UInt8](repeating: 0, count: 19)
        kernels.codeLengths(counts, 19, 7, &codeLengths)
        let codes = reversedCodes(codeLengths[...])
        let written = max(4, lengthOrder.lastIndex { codeLengths[$0] > 0 }.map { $0 + 1 } ?? 4)
        sink.write(UInt32(written - 4), 4)
        for symbol in lengthOrder[0..<written] { sink.write(UInt32(codeLengths[symbol]), 3) }
        for token in tokens {
            sink.write(codes[token.symbol], Int(codeLengths[token.symbol]))
            sink.write(token.extra, token.count)
        }
    }

    /// Makes the canonical codes of lengths 0…15 (section 3.2.2), first bit lowest, as Deflate writes them.
    private static func reversedCodes(_ lengths: ArraySlice<UInt8>) -> [UInt32] {
        var counts = [UInt32](repeating: 0, count: 17)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [UInt32](repeating: 0, count: 17)
        for length in 1..<16 { next[length + 1] = (next[length] + counts[length]) << 1 }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            var bits = next[Int(length)]
            next[Int(length)] += 1
            // Turns 16 bits round, by swapping neighbours, pairs and groups of four.
            bits = (bits & 0x5555) << 1 | (bits >> 1) & 0x5555
            bits = (bits & 0x3333) << 2 | (bits >> 2) & 0x3333
            bits = (bits & 0x0F0F) << 4 | (bits >> 4) & 0x0F0F
            return UInt32(UInt16(truncatingIfNeeded: bits).byteSwapped) >> (16 - UInt32(length))
        }
    }
}

/// Writes bits from the lowest of each byte upwards.
struct BitWriter {
    private(set) var output: UnsafeMutablePointer<UInt8>
    /// The bits that do not fill a byte yet, and their count.
    private(set) var pending: UInt32 = 0
    private(set) var pendingCount = 0

    init(_ output: UnsafeMutablePointer<UInt8>) { self.output = output }

    /// Continues behind bits that lie at a place.
    init(_ start: UnsafeMutablePointer<UInt8>, bits: Int) {
        output = start + bits / 8
        pendingCount = bits % 8
        if pendingCount > 0 { pending = UInt32(output.pointee) }
    }

    /// Writes at most 16 bits.
    mutating func write(_ bits: UInt32, _ count: Int) {
        pending |= bits << UInt32(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            output[0] = UInt8(truncatingIfNeeded: pending)
            output += 1
            pending >>= 8
            pendingCount -= 8
        }
    }
}

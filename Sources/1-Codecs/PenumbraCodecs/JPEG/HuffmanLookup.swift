/// A table that finds the first code in 16 bits: its length and its symbol.
///
/// A first part is indexed by the first nine bits. Longer codes have the largest values; a second part is indexed by the
/// distance from the first of them.
package struct HuffmanLookup: Sendable, Equatable {
    /// The first 16 bits that begin a longer code; 65536 if there is none.
    package private(set) var threshold = 0
    /// The bits by which the distance from `threshold` is shifted to the right.
    package private(set) var shift = 0
    /// For each index the code's symbol | its length << 8. 0 where no code begins. The second part follows the first.
    package private(set) var entries: [UInt16] = []

    package static let firstBits = 9
    /// The most entries of the second part.
    private static let mostSecond = 4096

    /// - Parameters:
    ///   - counts: the number of codes of each length from 1 to 16.
    ///   - largest: the largest allowed symbol.
    /// - Returns: nil if libjpeg refuses the table (jdhuff.c), or if it needs too many entries.
    init?(counts: ArraySlice<UInt8>, symbols: ArraySlice<UInt8>, largest: UInt8) {
        let total = counts.reduce(0) { $0 + Int($1) }
        guard counts.count == 16, total > 0, total == symbols.count, symbols.allSatisfy({ $0 <= largest }) else { return nil }
        let longest = counts.enumerated().reduce(0) { $1.element > 0 ? $1.offset + 1 : $0 }
        shift = 16 - max(Self.firstBits, longest)
        entries = [UInt16](repeating: 0, count: 1 << Self.firstBits)
        var code = 0
        var rest = symbols
        threshold = 1 << 16
        for (index, count) in counts.enumerated() {
            let length = index + 1
            if length == Self.firstBits + 1, !rest.isEmpty {
                threshold = code << (16 - length)
                let second = ((1 << 16) - threshold) >> shift
                guard second <= Self.mostSecond else { return nil }
                entries += [UInt16](repeating: 0, count: second)
            }
            for symbol in rest.prefix(Int(count)) {
                let (first, end) = (code << (16 - length), (code + 1) << (16 - length))
                guard end <= 1 << 16 else { return nil }
                let indices =
                    length > Self.firstBits
                    ? (1 << Self.firstBits) + (first - threshold) >> shift..<(1 << Self.firstBits) + (end - threshold) >> shift
                    : first >> (16 - Self.firstBits)..<end >> (16 - Self.firstBits)
                guard entries.indices.contains(indices.upperBound - 1) else { return nil }
                for i in indices { entries[i] = UInt16(symbol) | UInt16(length) << 8 }
                code += 1
            }
            // No code consists of ones only.
            if !rest.isEmpty, code >= 1 << length { return nil }
            rest = rest.dropFirst(Int(count))
            code <<= 1
        }
    }
}

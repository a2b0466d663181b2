import CPenumbraPacking

// A sequence is some literals and the match that follows them: the number of literals in the upper 32 bits, then the length of
// the match, then its distance, of 16 bits each. The last sequence of a block has no match, and a length of 0. The literals
// are the bytes themselves, in their place.

/// The bytes that a match can look back (RFC 1951, section 2).
let windowBytes = 32768

/// The longest match.
let longestMatch = 258

/// The number of distance symbols.
public let distanceSymbolCount = 30

@inline(__always)
func sequence(literals: Int, length: Int, distance: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: literals &<< 32 | length &<< 16 | distance)
}

/// Returns the number of equal bytes at two places, at most `limit`. Up to 31 bytes behind the limit are read.
@inline(__always)
func commonLength(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ limit: Int) -> Int {
    var length = 0
    while length < limit {
        let equal = penumbra_equal_bytes(loadBytes(a + length), loadBytes(b + length))
        if equal != .max { return min(limit, length &+ (~equal).trailingZeroBitCount) }
        length &+= 32
    }
    return limit
}

/// The symbol of a distance of 1…32768 (RFC 1951, section 3.2.5). From symbol 4 on, `symbol / 2 − 1` extra bits follow it, the
/// lowest of the distance less 1.
@inline(__always)
func distanceSymbol(_ distance: Int) -> Int {
    let value = distance &- 1
    if value < 4 { return value }
    let bits = 62 &- value.leadingZeroBitCount
    return 2 &* bits &+ value &>> bits
}

/// Writes a match, longer than the format allows or not, as sequences.
///
/// - Parameters:
///   - literals: the number of literals before it.
///   - count: the number of sequences so far; it grows.
/// - Returns: the part of the length that found no room.
@inline(__always)
func appendMatch(
    literals: Int, length: Int, distance: Int, _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int, _ count: inout Int
) -> Int {
    var (literals, length) = (literals, length)
    while length > 0, count < capacity {
        // A rest of one or two bytes would be no match.
        let part = length <= longestMatch ? length : min(longestMatch, length &- 3)
        sequences[count] = sequence(literals: literals, length: part, distance: distance)
        count &+= 1
        literals = 0
        length &-= part
    }
    return length
}

/// Counts the symbols of sequences.
///
/// - Parameters:
///   - bytes: the place of the first literal.
///   - counts: `codeWordCount` counts. Literals are the first 256, and matches of 3…258 bytes are at `matchSymbols + length
///     − 3`.
///   - distances: `distanceSymbolCount` counts.
public func countSequences(
    _ bytes: UnsafePointer<UInt8>, _ sequences: UnsafePointer<UInt64>, _ count: Int, _ counts: UnsafeMutablePointer<UInt32>,
    _ distances: UnsafeMutablePointer<UInt32>
) {
    var literal = bytes
    let matches = counts + matchSymbols - 3
    for i in 0..<count {
        let sequence = sequences[i]
        let stop = literal + Int(truncatingIfNeeded: sequence &>> 32)
        while literal < stop {
            counts[Int(literal.pointee)] &+= 1
            literal += 1
        }
        let length = Int(truncatingIfNeeded: sequence &>> 16 & 0xFFFF)
        guard length > 0 else { continue }
        matches[length] &+= 1
        distances[distanceSymbol(Int(truncatingIfNeeded: sequence & 0xFFFF))] &+= 1
        literal += length
    }
}

/// Writes the symbols of sequences and the end of a block.
///
/// - Parameters:
///   - bytes: the place of the first literal.
///   - words: `codeWordCount` code words of at most 26 bits, literals of at most 13. Matches have no distances.
///   - distances: `distanceSymbolCount` code words of at most 15 bits, without extra bits.
///   - output: writable for `room` bytes.
///   - room: at least 64.
///   - pending: up to seven bits that come first.
/// - Returns: the number of bits written, including those of `pending`, or −1 if these bits and 64 bytes do not fit in the
///   room. Unused bits of the last byte are 0.
public func encodeSequences(
    _ bytes: UnsafePointer<UInt8>, _ sequences: UnsafePointer<UInt64>, _ count: Int, _ words: UnsafePointer<UInt32>,
    _ distances: UnsafePointer<UInt32>, _ output: UnsafeMutablePointer<UInt8>, _ room: Int, _ pending: UInt8,
    _ pendingCount: Int
) -> Int {
    let last = UnsafeMutableRawPointer(output) + room - 64
    var sink = BitSink(output: output, pending: UInt64(pending), count: UInt64(truncatingIfNeeded: pendingCount))
    var literal = bytes
    let matches = words + matchSymbols - 3
    for i in 0..<count {
        let sequence = sequences[i]
        let stop = literal + Int(truncatingIfNeeded: sequence &>> 32)
        while stop - literal >= 4 {
            guard sink.output <= last else { return -1 }
            let first = UInt64(words[Int(literal[0])])
            let second = UInt64(words[Int(literal[1])])
            let third = UInt64(words[Int(literal[2])])
            let fourth = UInt64(words[Int(literal[3])])
            let low = first &>> 6 | (second &>> 6) &<< (first & 63)
            let high = third &>> 6 | (fourth &>> 6) &<< (third & 63)
            let lowCount = (first & 63) &+ (second & 63)
            sink.write(low | high &<< lowCount, lowCount &+ (third & 63) &+ (fourth & 63))
            literal += 4
        }
        guard sink.output <= last else { return -1 }
        while literal < stop {
            sink.write(words[Int(literal.pointee)])
            literal += 1
        }
        let length = Int(truncatingIfNeeded: sequence &>> 16 & 0xFFFF)
        guard length > 0 else { continue }
        let distance = Int(truncatingIfNeeded: sequence & 0xFFFF)
        let symbol = distanceSymbol(distance)
        let (word, code) = (UInt64(matches[length]), UInt64(distances[symbol]))
        let extra = UInt64(truncatingIfNeeded: max(0, symbol &>> 1 &- 1))
        let rest = UInt64(truncatingIfNeeded: distance &- 1) & (1 &<< extra &- 1)
        let tail = code &>> 6 | rest &<< (code & 63)
        sink.write(word &>> 6 | tail &<< (word & 63), (word & 63) &+ (code & 63) &+ extra)
        literal += length
    }
    sink.write(words[256])
    guard sink.output <= last else { return -1 }
    return (sink.output - UnsafeMutableRawPointer(output)) &* 8 &+ Int(truncatingIfNeeded: sink.count)
}

// A code word is 32 bits: its length in the lowest six, and above them its bits in the order in which they are written.

/// The number of code words of a block: 256 literals, the end, matches of 3…258 bytes with their distance.
public let codeWordCount = 513

/// Makes the code words of all pairs of two literals, 65536 in all. A pair's index is the value of its two bytes on a
/// little-endian machine.
public func pairCodeWords(_ literals: UnsafePointer<UInt32>, _ pairs: UnsafeMutablePointer<UInt32>) {
    for second in 0..<256 {
        let bits = literals[second] &>> 6
        let length = literals[second] & 63
        let row = pairs + second &* 256
        for first in 0..<256 {
            let word = literals[first]
            row[first] = (word &+ length) | (bits &<< (word & 31)) &<< 6
        }
    }
}

/// The destination of bits. `pending` holds the lowest `count` bits (at most 7) that do not fill a byte yet.
struct BitSink {
    var output: UnsafeMutableRawPointer
    var pending: UInt64
    var count: UInt64

    /// Writes at most 56 bits.
    @inline(__always)
    mutating func write(_ bits: UInt64, _ length: UInt64) {
        pending |= bits &<< count
        count &+= length
        output.storeBytes(of: pending.littleEndian, as: UInt64.self)
        output += Int(truncatingIfNeeded: count &>> 3)
        pending &>>= count & 56
        count &= 7
    }

    @inline(__always)
    mutating func write(_ word: UInt32) {
        write(UInt64(word &>> 6), UInt64(word & 63))
    }
}

/// Writes the symbols of bytes, in the same way that `countSymbols` counts them.
///
/// - Parameters:
///   - bytes: all `count` bytes of a strip.
///   - words: `codeWordCount` code words of at most 26 bits, literals of at most 13.
///   - pairs: the code words of pairs of literals, or nil to write literals one by one. The bits are the same.
///   - output: writable for `room` bytes.
///   - room: at least 64.
///   - pending: up to seven bits that come first.
/// - Returns: the number of bits written, including those of `pending`, or −1 if these bits and 64 bytes do not fit in the
///   room. Unused bits of the last byte are 0.
public func encodeSymbols(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ channels: Int, _ words: UnsafePointer<UInt32>,
    _ pairs: UnsafePointer<UInt32>?, _ output: UnsafeMutablePointer<UInt8>, _ room: Int, _ pending: UInt8, _ pendingCount: Int
) -> Int {
    let last = UnsafeMutableRawPointer(output) + room - 64
    let fits: Bool
    var sink = BitSink(output: output, pending: UInt64(pending), count: UInt64(truncatingIfNeeded: pendingCount))
    if let pairs {
        fits = encode(bytes, count, channels, words, &sink, last) { word in
            let first = UInt64(pairs[Int(word & 0xFFFF)])
            let second = UInt64(pairs[Int(word &>> 16 & 0xFFFF)])
            let third = UInt64(pairs[Int(word &>> 32 & 0xFFFF)])
            let fourth = UInt64(pairs[Int(word &>> 48)])
            let low = first &>> 6 | (second &>> 6) &<< first
            let high = third &>> 6 | (fourth &>> 6) &<< third
            return (low, (first &+ second) & 63, high, (third &+ fourth) & 63)
        }
    } else {
        fits = encode(bytes, count, channels, words, &sink, last) { word in
            var (low, lowCount, high, highCount): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            for i in 0..<4 {
                let first = UInt64(words[Int(word &>> UInt64(8 &* i) & 255)])
                let second = UInt64(words[Int(word &>> UInt64(8 &* i &+ 32) & 255)])
                low |= (first &>> 6) &<< lowCount
                lowCount &+= first & 63
                high |= (second &>> 6) &<< highCount
                highCount &+= second & 63
            }
            return (low, lowCount, high, highCount)
        }
    }
    guard fits else { return -1 }
    return (sink.output - UnsafeMutableRawPointer(output)) &* 8 &+ Int(truncatingIfNeeded: sink.count)
}

/// Writes the codes of all literals and runs in `bytes` to the sink.
///
/// - Parameters:
///   - last: the last place at which the sink may still write 64 bytes.
///   - codes: returns the bits of four bytes and their number, then the same for the next four bytes.
/// - Returns: false if the sink passed `last`.
@inline(__always)
private func encode(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ channels: Int, _ words: UnsafePointer<UInt32>, _ sink: inout BitSink,
    _ last: UnsafeMutableRawPointer, _ codes: (UInt64) -> (UInt64, UInt64, UInt64, UInt64)
) -> Bool {
    let matches = words + matchSymbols - 3
    let fits = walkSymbols(
        bytes, 0, count, channels, isFull: { sink.output > last },
        eightLiterals: { word in
            let (low, lowCount, high, highCount) = codes(word)
            if lowCount &+ highCount <= 56 {
                sink.write(low | high &<< lowCount, lowCount &+ highCount)
            } else {
                sink.write(low, lowCount)
                sink.write(high, highCount)
            }
        },
        someLiterals: { word, start, stop in
            // Bytes that are no literals have codes without bits. This is quicker than a loop of unknown length.
            @inline(__always) func four(_ first: Int) -> (bits: UInt64, count: UInt64) {
                var (bits, count): (UInt64, UInt64) = (0, 0)
                for i in first..<(first &+ 4) {
                    let isLiteral = ((start &- 1 &- i) & (i &- stop)) &>> 63
                    let code = UInt64(words[Int(word &>> UInt64(8 &* i) & 255)]) & UInt64(bitPattern: Int64(isLiteral))
                    bits |= (code &>> 6) &<< count
                    count &+= code & 63
                }
                return (bits, count)
            }
            let (low, high) = (four(0), four(4))
            sink.write(low.bits, low.count)
            sink.write(high.bits, high.count)
        },
        match: { sink.write(matches[$0]) })
    guard fits else { return false }
    sink.write(words[256])
    return sink.output <= last
}

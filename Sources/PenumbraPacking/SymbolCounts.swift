// Filtered bytes become symbols of Deflate in one way only: eight bytes that equal the eight bytes one pixel before them begin a
// run, a match at the distance of one pixel as long as it goes, in pieces of at most 258 bytes and at least 8; all other bytes
// are literals, eight at a time. `countSymbols` and `encodeSymbols` walk the same way.

/// Where in a table of counts or codes the matches begin: the symbols of literals and of the end of a block come first.
public let matchSymbols = 257

/// The first place from `start` where a byte differs from the one a pixel before it, at most `end`.
@inline(__always)
func endOfRun(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int) -> Int {
    var at = start
    while at &+ 8 <= end {
        let difference = load64(bytes + at) ^ load64(bytes + at - channels)
        if difference != 0 { return at &+ difference.trailingZeroBitCount &>> 3 }
        at &+= 8
    }
    while at < end, bytes[at] == bytes[at - channels] { at &+= 1 }
    return at
}

/// Adds the symbols of `bytes[start..<end]` to a histogram.
///
/// - Parameters:
///   - bytes: readable from `start − 8` when `start` is not 0.
///   - start: 0 or at least 8.
///   - counts: of 256 literals, and at `matchSymbols + length − 3` of matches of 3…258 bytes: 513 in all.
///   - work: 1024 zeros, which are zeros again afterwards.
/// - Returns: how many bytes were literals.
public func countSymbols(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int, _ counts: UnsafeMutablePointer<UInt32>,
    _ work: UnsafeMutablePointer<UInt32>
) -> Int {
    // Four histograms, since counting the same value twice in a row would wait for the first count.
    let (first, second, third, fourth) = (work, work + 256, work + 512, work + 768)
    var at = start
    var matched = 0
    @inline(__always) func countEight(_ word: UInt64) {
        first[Int(word & 255)] &+= 1
        second[Int(word &>> 8 & 255)] &+= 1
        third[Int(word &>> 16 & 255)] &+= 1
        fourth[Int(word &>> 24 & 255)] &+= 1
        first[Int(word &>> 32 & 255)] &+= 1
        second[Int(word &>> 40 & 255)] &+= 1
        third[Int(word &>> 48 & 255)] &+= 1
        fourth[Int(word &>> 56)] &+= 1
    }
    if at == 0, at &+ 8 <= end {
        countEight(load64(bytes))
        at = 8
    }
    while at &+ 8 <= end {
        let word = load64(bytes + at)
        if word == load64(bytes + at - channels) {
            let stop = endOfRun(bytes, at &+ 8, end, channels)
            while stop &- at >= 8 {
                let length = min(stop &- at, 258)
                counts[matchSymbols &+ length &- 3] &+= 1
                matched &+= length
                at &+= length
            }
        } else {
            countEight(word)
            at &+= 8
        }
    }
    while at < end {
        first[Int(bytes[at])] &+= 1
        at &+= 1
    }
    for i in 0..<256 {
        counts[i] &+= first[i] &+ second[i] &+ third[i] &+ fourth[i]
        first[i] = 0
        second[i] = 0
        third[i] = 0
        fourth[i] = 0
    }
    return end &- start &- matched
}

/// Adds the symbols of `bytes[start..<end]` to a histogram.
///
/// - Parameters:
///   - bytes: readable from `start − 8` if `start` is not 0.
///   - start: a multiple of 8.
///   - counts: `codeWordCount` counts. Literals are the first 256, and matches of 3…258 bytes are at `matchSymbols + length
///     − 3`.
///   - work: 1024 zeros, which are zeros again afterwards.
/// - Returns: the number of bytes that were literals.
public func countSymbols(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int, _ counts: UnsafeMutablePointer<UInt32>,
    _ work: UnsafeMutablePointer<UInt32>
) -> Int {
    // Four histograms avoid a stall: counting the same value twice in a row would wait for the first count.
    let (first, second, third, fourth) = (work, work + 256, work + 512, work + 768)
    var matched = 0
    _ = walkSymbols(
        bytes, start, end, channels, isFull: { false },
        eightLiterals: { word in
            first[Int(word & 255)] &+= 1
            second[Int(word &>> 8 & 255)] &+= 1
            third[Int(word &>> 16 & 255)] &+= 1
            fourth[Int(word &>> 24 & 255)] &+= 1
            first[Int(word &>> 32 & 255)] &+= 1
            second[Int(word &>> 40 & 255)] &+= 1
            third[Int(word &>> 48 & 255)] &+= 1
            fourth[Int(word &>> 56)] &+= 1
        },
        someLiterals: { word, start, stop in
            for i in start..<stop { first[Int(word &>> UInt64(8 &* i) & 255)] &+= 1 }
        },
        match: { length in
            counts[matchSymbols &+ length &- 3] &+= 1
            matched &+= length
        })
    for i in 0..<256 {
        counts[i] &+= first[i] &+ second[i] &+ third[i] &+ fourth[i]
        first[i] = 0
        second[i] = 0
        third[i] = 0
        fourth[i] = 0
    }
    return end &- start &- matched
}

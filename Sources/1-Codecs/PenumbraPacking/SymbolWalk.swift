// Filtered bytes become Deflate symbols in one way only. Eight bytes that equal the bytes one pixel before them are part of
// a run. A run becomes a match at the distance of one pixel, from the first equal byte to the last, in pieces of 8…258
// bytes. All other bytes are literals, eight at a time where possible.

/// The index of the first match in a table of counts or codes, after the symbols of literals and of the end of a block.
public let matchSymbols = 257

/// Walks over the symbols of `bytes[start..<end]`. Counting and writing share this walk, so both see the same symbols.
///
/// - Parameters:
///   - bytes: readable from `start − 8` if `start` is not 0.
///   - start: 0 or at least 8.
///   - isFull: called before every eight bytes and every match; the walk ends if it returns true.
/// - Returns: false if the walk ended early.
@inline(__always)
func walkSymbols(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int, isFull: () -> Bool,
    eightLiterals: (UInt64) -> Void, literal: (UInt8) -> Void, match: (Int) -> Void
) -> Bool {
    var at = start
    if at == 0, end >= 8 {
        eightLiterals(load64(bytes))
        at = 8
    }
    var isRun = at &+ 8 <= end && load64(bytes + at) == load64(bytes + at - channels)
    while at &+ 8 <= end {
        if isFull() { return false }
        if isRun {
            let stop = endOfRun(bytes, at &+ 8, end, channels)
            while at < stop {
                if isFull() { return false }
                var length = min(stop &- at, 258)
                // No piece may leave a rest of fewer than 8 bytes.
                if length == 258, stop &- at &- 258 < 8, stop &- at > 258 { length = stop &- at &- 8 }
                match(length)
                at &+= length
            }
            isRun = at &+ 8 <= end && load64(bytes + at) == load64(bytes + at - channels)
        } else {
            let word = load64(bytes + at)
            let next = at &+ 8
            isRun = next &+ 8 <= end && load64(bytes + next) == load64(bytes + next - channels)
            if isRun {
                // The run may begin among these bytes.
                let equal = (word ^ load64(bytes + at - channels)).leadingZeroBitCount &>> 3
                let first = next &- equal
                while at < first {
                    literal(bytes[at])
                    at &+= 1
                }
            } else {
                eightLiterals(word)
                at = next
            }
        }
    }
    if isFull() { return false }
    while at < end {
        literal(bytes[at])
        at &+= 1
    }
    return true
}

/// Finds the first place from `start` where a byte differs from the byte one pixel before it, at most `end`.
@inline(__always)
private func endOfRun(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int) -> Int {
    var at = start
    while at &+ 8 <= end {
        let difference = load64(bytes + at) ^ load64(bytes + at - channels)
        if difference != 0 { return at &+ difference.trailingZeroBitCount &>> 3 }
        at &+= 8
    }
    while at < end, bytes[at] == bytes[at - channels] { at &+= 1 }
    return at
}

import CPenumbraPacking

// Filtered bytes become Deflate symbols in one way only, which every word of eight bytes can decide alone. Words start at
// multiples of eight. A word is flat if each of its bytes equals the byte one pixel before it; the first word of a strip is
// not flat. A run is a flat word, or several side by side, with the equal bytes that adjoin it before and behind. A run
// becomes matches at the distance of one pixel, of 258 bytes each, and a last match of the rest if the rest is 8 bytes or
// longer. All other bytes are literals.

/// The index of the first match in a table of counts or codes, after the symbols of literals and of the end of a block.
public let matchSymbols = 257

/// The shortest match. Shorter rests of runs take fewer bits as literals, which are alike.
private let shortestMatch = 8

/// Walks over the symbols of `bytes[start..<end]`. Counting and writing share this walk, so both see the same symbols.
///
/// - Parameters:
///   - bytes: readable from `start − 8` if `start` is not 0.
///   - start: a multiple of 8. A run that began before it counts from it.
///   - isFull: called so often that at most 32 literals, or two matches and 15 literals, lie between two calls. With literals
///     of 13 bits that is 52 bytes. The walk ends if it returns true.
///   - someLiterals: called with eight bytes, the first of them that is a literal, and the end of the literals.
/// - Returns: false if the walk ended early.
@inline(__always)
func walkSymbols(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ channels: Int, isFull: () -> Bool,
    eightLiterals: (UInt64) -> Void, someLiterals: (UInt64, Int, Int) -> Void, match: (Int) -> Void
) -> Bool {
    var at = start
    if at == 0, end >= 8 {
        eightLiterals(load64(bytes))
        at = 8
    }
    var isRun = isFlat(bytes, at, end, channels)
    while at &+ 8 <= end {
        if isFull() { return false }
        if isRun {
            let stop = endOfRun(bytes, at &+ 8, end, channels)
            while stop &- at >= 258 {
                if isFull() { return false }
                match(258)
                at &+= 258
            }
            if stop &- at >= shortestMatch {
                match(stop &- at)
                at = stop
            }
            // The word in which the run ends.
            let word = stop & ~7
            if at < word {
                someLiterals(load64(bytes + word - 8), at &- (word &- 8), 8)
                at = word
            }
            guard word &+ 8 <= end else { break }
            isRun = isFlat(bytes, word &+ 8, end, channels)
            if isRun || at > word {
                let equal = isRun ? equalBytes(bytes, before: word &+ 8, channels) : 0
                someLiterals(load64(bytes + word), at &- word, 8 &- equal)
                at = word &+ 8 &- equal
            }
            continue
        }
        // The word at this place is not flat, and none of its bytes is written yet. Most words are like this, so the next four
        // are looked at together.
        if at &+ 40 <= end {
            let flat = penumbra_equal_words(loadBytes(bytes + at + 8), loadBytes(bytes + at + 8 - channels))
            if flat == 0 {
                // A loop would not be unrolled, and would take a tenth longer.
                eightLiterals(load64(bytes + at))
                eightLiterals(load64(bytes + at + 8))
                eightLiterals(load64(bytes + at + 16))
                eightLiterals(load64(bytes + at + 24))
                at &+= 32
                continue
            }
            for _ in 0..<flat.trailingZeroBitCount {
                eightLiterals(load64(bytes + at))
                at &+= 8
            }
            isRun = true
        } else {
            isRun = isFlat(bytes, at &+ 8, end, channels)
        }
        // The next run may begin among the last bytes of this word.
        let equal = isRun ? equalBytes(bytes, before: at &+ 8, channels) : 0
        if equal == 0 { eightLiterals(load64(bytes + at)) } else { someLiterals(load64(bytes + at), 0, 8 &- equal) }
        at &+= 8 &- equal
    }
    if isFull() { return false }
    if at < end {
        // The last bytes, fewer than eight.
        var bits: UInt64 = 0
        for place in at..<end { bits |= UInt64(bytes[place]) &<< UInt64(truncatingIfNeeded: 8 &* (place & 7)) }
        someLiterals(bits, at & 7, ((end &- 1) & 7) &+ 1)
    }
    return true
}

/// Whether the word of eight bytes at a place is flat. False if it would end behind `end`.
@inline(__always)
private func isFlat(_ bytes: UnsafePointer<UInt8>, _ at: Int, _ end: Int, _ channels: Int) -> Bool {
    at &+ 8 <= end && load64(bytes + at) == load64(bytes + at - channels)
}

/// The number of bytes right before a place that equal the bytes one pixel before them, at most seven. The word before the
/// place must not be flat.
@inline(__always)
private func equalBytes(_ bytes: UnsafePointer<UInt8>, before at: Int, _ channels: Int) -> Int {
    (load64(bytes + at - 8) ^ load64(bytes + at - 8 - channels)).leadingZeroBitCount &>> 3
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

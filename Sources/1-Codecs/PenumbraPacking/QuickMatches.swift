import CPenumbraPacking

// The quick search for matches. Its rows are not filtered, so equal pixels have equal bytes, and most of a drawing's row is a
// run or equals the row above. Elsewhere, tables know the last two places of each pair of pixels and the last place of each
// pixel. Pixels begin at the second byte of a row, and only their places are kept and looked up.
//
// The rows of a slanted gradient equal the row above at a shift. The distance of the last long match is therefore tried before
// the tables, and its matches aren't inserted: the same distance finds them again.

/// The number of pairs and of pixels that the tables tell apart, as a power of 2.
private let tableBits = 13

/// The number of entries of the tables together.
public let quickTableCount = 3 &<< tableBits

/// The least length of a match whose distance is tried again.
private let leastSlantedMatch = 128

/// Finds sequences for `bytes[start..<end]`.
///
/// - Parameters:
///   - bytes: unfiltered rows from the first of a strip, readable for 64 bytes behind `end`.
///   - start: 0, or the place where the last call ended.
///   - rowBytes: the bytes of a row with the number of its filter.
///   - table: `quickTableCount` numbers, zeros in the first call for a strip.
///   - sequences: room for `capacity` sequences, at least 1.
///   - stop: receives the place up to which the sequences reach: `end`, or an earlier one if the room was too small.
/// - Returns: the number of sequences.
public func quickMatches(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ pixelBytes: Int, _ rowBytes: Int,
    _ table: UnsafeMutablePointer<UInt32>, _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int,
    _ stop: UnsafeMutablePointer<Int>
) -> Int {
    // Divisions by a constant take a fraction of the time.
    switch pixelBytes {
    case 3: matches(bytes, start, end, 3, rowBytes, table, sequences, capacity, stop)
    case 4: matches(bytes, start, end, 4, rowBytes, table, sequences, capacity, stop)
    default: matches(bytes, start, end, pixelBytes, rowBytes, table, sequences, capacity, stop)
    }
}

@inline(__always)
private func matches(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ pixelBytes: Int, _ rowBytes: Int,
    _ table: UnsafeMutablePointer<UInt32>, _ sequences: UnsafeMutablePointer<UInt64>, _ capacity: Int,
    _ stop: UnsafeMutablePointer<Int>
) -> Int {
    let places = QuickTables(table, pixelBytes)
    let isRowNear = rowBytes <= windowBytes
    var at = start
    // The first literal that no sequence has yet.
    var literals = start
    var count = 0
    var row = start / rowBytes &* rowBytes
    // The distance of the last long match that is no run and not from the row above.
    var slant = Int.max
    while at &+ 8 <= end {
        let word = load64(bytes + at)
        var (length, distance) = (0, 0)
        if at >= pixelBytes, load64(bytes + at - pixelBytes) == word {
            length = commonLength(bytes + at, bytes + at - pixelBytes, end &- at)
            distance = pixelBytes
        }
        if isRowNear, length < longestMatch, at >= rowBytes, load64(bytes + at - rowBytes) == word {
            // A far distance takes more bits. So only one match comes from the row above, and then a run may be longer.
            let other = commonLength(bytes + at, bytes + at - rowBytes, min(longestMatch, end &- at))
            if other > length &+ 3 { (length, distance) = (other, rowBytes) }
        }
        if length == 0, at >= slant, load64(bytes + at - slant) == word {
            length = commonLength(bytes + at, bytes + at - slant, end &- at)
            distance = slant
        }
        if length == 0 {
            (length, distance) = places.search(bytes, at, end, word, rowBytes: isRowNear ? rowBytes : .max)
            if length > 0 {
                while at > literals, at > distance, bytes[at - 1] == bytes[at - 1 - distance] {
                    at &-= 1
                    length &+= 1
                }
            }
        }
        while at >= row &+ rowBytes { row &+= rowBytes }
        guard length > 0 else {
            at = nextPixel(at, row, pixelBytes)
            continue
        }
        let (first, firstRow) = (nextPixel(at, row, pixelBytes), row)
        let rest = appendMatch(
            literals: at &- literals, length: length, distance: distance, sequences, capacity, &count)
        if rest < length {
            at &+= length &- rest
            literals = at
        }
        guard rest == 0 else {
            stop.pointee = literals
            return count
        }
        while at >= row &+ rowBytes { row &+= rowBytes }
        guard at &+ 8 <= end else { continue }
        if distance == slant { continue }
        if length >= leastSlantedMatch, distance != pixelBytes, distance != rowBytes { slant = distance }
        if distance != pixelBytes {
            places.insertEdges(bytes, first, at, firstRow, rowBytes)
        } else if at > row {
            places.insertEdges(bytes, at &- pixelBytes &- (at &- row &- 1) % pixelBytes, at, row, rowBytes)
        }
    }
    guard count < capacity else {
        stop.pointee = literals
        return count
    }
    sequences[count] = sequence(literals: end &- literals, length: 0, distance: 0)
    stop.pointee = end
    return count &+ 1
}

/// The place of the pixel after the one at a place.
///
/// - Parameter row: the start of the row, which is the number of its filter.
@inline(__always)
func nextPixel(_ at: Int, _ row: Int, _ pixelBytes: Int) -> Int {
    let within = at &- row
    return at &+ (within == 0 ? 1 : pixelBytes &- (within &- 1) % pixelBytes)
}

/// The last places of pairs of pixels and of pixels.
private struct QuickTables {
    let pairs: UnsafeMutablePointer<UInt32>
    let pixels: UnsafeMutablePointer<UInt32>
    let pixelBytes: Int
    /// Shifts a word left so that only a pair remains, or six bytes; and a pixel, or three bytes.
    let pairShift: UInt64
    let pixelShift: UInt64

    init(_ table: UnsafeMutablePointer<UInt32>, _ pixelBytes: Int) {
        pairs = table
        pixels = table + 2 &<< tableBits
        self.pixelBytes = pixelBytes
        pairShift = UInt64(truncatingIfNeeded: 64 &- 8 &* min(8, max(6, 2 &* pixelBytes)))
        pixelShift = UInt64(truncatingIfNeeded: 64 &- 8 &* max(3, pixelBytes))
    }

    @inline(__always)
    private func slot(_ shifted: UInt64) -> Int {
        Int(truncatingIfNeeded: (shifted &* 0x9E37_79B1_85EB_CA87) &>> UInt64(truncatingIfNeeded: 64 &- tableBits))
    }

    @inline(__always)
    private func insertPair(_ slot: Int, _ place: Int) {
        pairs[2 &* slot &+ 1] = pairs[2 &* slot]
        pairs[2 &* slot] = UInt32(truncatingIfNeeded: place)
    }

    /// Looks for the word at a place, or its first pixel, among earlier places, and inserts the place.
    ///
    /// - Parameter rowBytes: the bytes of a row if the row above is near, otherwise more than any place.
    /// - Returns: a length of 0 if there is none.
    @inline(__always)
    func search(
        _ bytes: UnsafePointer<UInt8>, _ at: Int, _ end: Int, _ word: UInt64, rowBytes: Int
    ) -> (length: Int, distance: Int) {
        let (pairSlot, pixelSlot) = (slot(word &<< pairShift), slot(word &<< pixelShift))
        var (length, distance) = (0, 0)
        for way in 0..<2 {
            let pair = Int(truncatingIfNeeded: pairs[2 &* pairSlot &+ way])
            if (load64(bytes + pair) ^ word) &<< pairShift == 0, pair < at, at &- pair <= windowBytes {
                let other = commonLength(bytes + at, bytes + pair, end &- at)
                if other > length { (length, distance) = (other, at &- pair) }
            }
        }
        var pixel = Int(truncatingIfNeeded: pixels[pixelSlot])
        insertPair(pairSlot, at)
        pixels[pixelSlot] = UInt32(truncatingIfNeeded: at)
        if length > 0 { return (length, distance) }
        if at >= rowBytes, (load64(bytes + at - rowBytes) ^ word) &<< pixelShift == 0 { pixel = at &- rowBytes }
        let difference = load64(bytes + pixel) ^ word
        guard difference &<< pixelShift == 0, pixel < at, at &- pixel <= windowBytes else { return (0, 0) }
        if difference == 0 { return (commonLength(bytes + at, bytes + pixel, end &- at), at &- pixel) }
        return (difference.trailingZeroBitCount &>> 3, at &- pixel)
    }

    /// Inserts the pixels of a range that differ from their left neighbours.
    ///
    /// - Parameters:
    ///   - first: the place of a pixel.
    ///   - row: the start of its row.
    @inline(__always)
    func insertEdges(_ bytes: UnsafePointer<UInt8>, _ first: Int, _ end: Int, _ row: Int, _ rowBytes: Int) {
        forEachEdge(bytes, first, end, row, rowBytes, pixelBytes) { place in
            let word = load64(bytes + place)
            insertPair(slot(word &<< pairShift), place)
            pixels[slot(word &<< pixelShift)] = UInt32(truncatingIfNeeded: place)
        }
    }
}

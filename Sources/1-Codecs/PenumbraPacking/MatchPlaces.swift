import CPenumbraPacking

/// The earlier places of pixels, in a chain for each hash, for the thorough search.
struct MatchPlaces {
    /// The hashes that heads are kept for, as a power of 2.
    private static let bits = 14
    /// The number of entries of the table.
    static let count = 1 &<< bits &+ windowBytes

    /// The last place of each hash, plus 1.
    private let heads: UnsafeMutablePointer<UInt32>
    /// The place before each place, plus 1. A place shares an entry with those a window before and after it.
    private let chain: UnsafeMutablePointer<UInt32>
    private let pixelBytes: Int
    /// Shifts a word left so that only its first pixel remains, or three bytes.
    private let shift: UInt64

    init(_ table: UnsafeMutablePointer<UInt32>, _ pixelBytes: Int) {
        heads = table
        chain = table + 1 &<< Self.bits
        self.pixelBytes = pixelBytes
        shift = UInt64(truncatingIfNeeded: 64 &- 8 &* max(3, pixelBytes))
    }

    /// Inserts a place with its word.
    ///
    /// - Returns: the last place with the same hash; −1 if there is none.
    @inline(__always)
    func insert(_ word: UInt64, _ place: Int) -> Int {
        let hash = (word &<< shift) &* 0x9E37_79B1_85EB_CA87
        let head = heads + Int(truncatingIfNeeded: hash &>> UInt64(truncatingIfNeeded: 64 &- Self.bits))
        let last = head.pointee
        chain[place & (windowBytes &- 1)] = last
        head.pointee = UInt32(truncatingIfNeeded: place &+ 1)
        return Int(truncatingIfNeeded: last) &- 1
    }

    /// The place before a place; −1 if there is none.
    @inline(__always)
    func before(_ place: Int) -> Int { Int(truncatingIfNeeded: chain[place & (windowBytes &- 1)]) &- 1 }

    /// Inserts the pixels of a range that differ from their left neighbours.
    ///
    /// - Parameters:
    ///   - first: the place of a pixel.
    ///   - row: the start of its row.
    @inline(__always)
    func insertEdges(_ bytes: UnsafePointer<UInt8>, _ first: Int, _ end: Int, _ row: Int, _ rowBytes: Int) {
        forEachEdge(bytes, first, end, row, rowBytes, pixelBytes) { _ = insert(load64(bytes + $0), $0) }
    }
}

/// Calls a function with the place of each pixel of a range that differs from its left neighbour.
///
/// - Parameters:
///   - first: the place of a pixel.
///   - row: the start of its row.
@inline(__always)
func forEachEdge(
    _ bytes: UnsafePointer<UInt8>, _ first: Int, _ end: Int, _ row: Int, _ rowBytes: Int, _ pixelBytes: Int,
    _ body: (Int) -> Void
) {
    let wholePixels = 32 / pixelBytes &* pixelBytes
    // A bit for the first byte of each whole pixel: a geometric series.
    let bits = UInt64(1) &<< UInt64(truncatingIfNeeded: wholePixels) &- 1
    let firstBytes = UInt32(truncatingIfNeeded: bits / (UInt64(1) &<< UInt64(truncatingIfNeeded: pixelBytes) &- 1))
    var place = max(first, pixelBytes)
    var nextRow = row &+ rowBytes
    while place < end {
        let stop = min(end, nextRow)
        while place < stop {
            let equal = penumbra_equal_bytes(loadBytes(bytes + place), loadBytes(bytes + place - pixelBytes))
            // A pixel differs if any of its bytes does.
            var different: UInt32 = 0
            for byte in 0..<pixelBytes { different |= ~equal &>> UInt32(truncatingIfNeeded: byte) }
            different &= firstBytes
            if stop &- place < 32 { different &= 1 &<< UInt32(truncatingIfNeeded: stop &- place) &- 1 }
            while different != 0 {
                body(place &+ different.trailingZeroBitCount)
                different &= different &- 1
            }
            place &+= wholePixels
        }
        place = nextRow &+ 1
        nextRow &+= rowBytes
    }
}

/// Turns pixels into numbers of a palette that lacks some of their colours, by mixing two colours of the palette.
///
/// The second colour is shown where the pixel's share of it is above a threshold. The thresholds depend only on the pixel's
/// place, so equal pixels of two frames with one palette stay equal. A pixel whose colour is the first colour is exact.
struct GIFDithering {
    private let colors: [SIMD4<Int32>]
    private let mixes: Bool
    private var search: PairSearch
    /// The two numbers for each cell of 4×4×4 colours, found when they are first needed: 1 << 16 and the second and the first
    /// number in a byte each.
    private var pairs = [UInt32](repeating: 0, count: 1 << 18)

    init(_ palette: [UInt32], _ dithering: AnimatedOptions.Dithering) {
        colors = palette.map(Self.components)
        mixes = dithering == .ordered
        search = PairSearch(colors)
    }

    /// The nanoseconds that finding the pairs so far took on one core, computed from the number of colours that were compared.
    var work: Int { Self.workOfTable + search.work }

    /// The nanoseconds for the table of pairs.
    private static let workOfTable = 100_000

    private static func components(_ pixel: UInt32) -> SIMD4<Int32> {
        SIMD4(
            Int32(truncatingIfNeeded: pixel & 255), Int32(truncatingIfNeeded: pixel >> 8 & 255),
            Int32(truncatingIfNeeded: pixel >> 16 & 255), 0)
    }

    /// Sixty-four thresholds, 0…63, of Bayer's matrix: the bits of x ⊕ y and y, interleaved and reversed.
    static let thresholds: [Int32] = (0..<64).map { place in
        var value: Int32 = 0
        for bit in 0..<3 {
            let (x, y) = (Int32(place >> bit & 1), Int32(place >> (bit + 3) & 1))
            value |= (x ^ y) << Int32(5 - 2 * bit) | y << Int32(4 - 2 * bit)
        }
        return value
    }

    /// The palette's number for a pixel at a place.
    mutating func number(of pixel: UInt32, x: Int, y: Int) -> UInt8 {
        let (red, green, blue) = (pixel >> 2 & 0x3F, pixel >> 4 & 0xFC0, pixel >> 6 & 0x3F000)
        let cell = Int(red | green | blue)
        var pair = pairs[cell]
        if pair == 0 {
            pair = makePair(cell)
            pairs[cell] = pair
        }
        let (first, second) = (Int(pair & 255), Int(pair >> 8 & 255))
        if first == second { return UInt8(truncatingIfNeeded: first) }
        let step = colors[second] &- colors[first]
        let share = PairSearch.product(Self.components(pixel) &- colors[first], step)
        // Components are below 2⁸ and weights have a sum of 9, so products stay below 2²⁰ and these below 2²⁷.
        let threshold = 2 &* Self.thresholds[(y & 7) << 3 | x & 7] &+ 1
        let isSecond = share &* 128 > threshold &* PairSearch.product(step, step)
        return UInt8(truncatingIfNeeded: isSecond ? second : first)
    }

    /// Finds the colour nearest to a cell's middle, and the colour with which its mixture is nearest.
    private mutating func makePair(_ cell: Int) -> UInt32 {
        let (first, least) = search.nearest(to: cell)
        let second = mixes ? search.partner(of: first, for: PairSearch.middle(of: cell), least) : first
        return 1 << 16 | UInt32(truncatingIfNeeded: second << 8 | first)
    }
}

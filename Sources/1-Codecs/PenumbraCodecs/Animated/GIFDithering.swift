/// Turns pixels into numbers of a palette that lacks some of their colours, by mixing two colours of the palette.
///
/// The second colour is shown where the pixel's share of it is above a threshold. The thresholds depend only on the pixel's
/// place, so equal pixels of two frames with one palette stay equal. A pixel whose colour is the first colour is exact.
struct GIFDithering {
    private let colors: [SIMD4<Int32>]
    private let mixes: Bool
    /// The two numbers for each cell of 4×4×4 colours, found when they are first needed: 1 << 16 and the second and the first
    /// number in a byte each.
    private var pairs = [UInt32](repeating: 0, count: 1 << 18)

    /// Approximate weights of the eye for red, green and blue.
    private static let weights = SIMD4<Int32>(2, 4, 3, 0)

    init(_ palette: [UInt32], _ dithering: AnimatedOptions.Dithering) {
        colors = palette.map(Self.components)
        mixes = dithering == .ordered
    }

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
        let share = Self.product(Self.components(pixel) &- colors[first], step)
        // Components are below 2⁸ and weights have a sum of 9, so products stay below 2²⁰ and these below 2²⁷.
        let threshold = 2 &* Self.thresholds[(y & 7) << 3 | x & 7] &+ 1
        let isSecond = share &* 128 > threshold &* Self.product(step, step)
        return UInt8(truncatingIfNeeded: isSecond ? second : first)
    }

    @inline(__always)
    private static func product(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 { (a &* b &* weights).wrappedSum() }

    /// Finds the colour nearest to a cell's middle, and the colour with which its mixture is nearest.
    private func makePair(_ cell: Int) -> UInt32 {
        let middle = SIMD4(Int32(cell & 63) * 4 + 2, Int32(cell >> 6 & 63) * 4 + 2, Int32(cell >> 12) * 4 + 2, 0)
        var (first, least) = (0, Int32.max)
        for (number, color) in colors.enumerated() {
            let distance = Self.product(middle &- color, middle &- color)
            if distance < least { (first, least) = (number, distance) }
        }
        var second = first
        if mixes {
            let offset = middle &- colors[first]
            var smallest = Int(least)
            for (number, color) in colors.enumerated() where number != first {
                let step = color &- colors[first]
                let (along, length) = (Int(Self.product(offset, step)), Int(Self.product(step, step)))
                if along <= 0 || length == 0 { continue }
                let share = min(256, along * 256 / length)
                // The squared distance from the mixture, and a quarter of the mixture's own variance, which is its noise.
                let miss = Int(least) - 2 * share * along / 256 + share * share * length / 65536
                let error = miss + share * (256 - share) * length / (65536 * 4)
                if error < smallest { (second, smallest) = (number, error) }
            }
        }
        return 1 << 16 | UInt32(truncatingIfNeeded: second << 8 | first)
    }
}

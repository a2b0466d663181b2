/// An exact number of frames per second. Frame `i` starts at `i × denominator / numerator` seconds.
public struct AnimatedRate: Sendable, Hashable {
    /// The highest rate, in frames per second.
    public static let maximum = 1000

    /// The numerator in lowest terms, 1…2³¹−1.
    public let numerator: Int
    /// The denominator in lowest terms, 1…2³¹−1.
    public let denominator: Int

    /// Makes a rate such as 60/1 or 30000/1001.
    ///
    /// - Throws: `AnimatedError.rateBeyondRange`.
    public init(_ numerator: Int, _ denominator: Int = 1) throws(AnimatedError) {
        guard numerator > 0, denominator > 0 else {
            throw .rateBeyondRange(numerator: numerator, denominator: denominator)
        }
        let divisor = greatestCommonDivisor(numerator, denominator)
        let (n, d) = (numerator / divisor, denominator / divisor)
        guard n <= 0x7FFF_FFFF, d <= 0x7FFF_FFFF, n <= Self.maximum * d else {
            throw .rateBeyondRange(numerator: numerator, denominator: denominator)
        }
        self.numerator = n
        self.denominator = d
    }

    /// The last tick at or before the start of a frame.
    func ticksDown(toFrame frame: Int, perSecond: Int) -> Int {
        Int(clamping: product(frame, perSecond) / UInt128(numerator))
    }

    /// The tick nearest to the start of a frame; the later one if two are equally near.
    func ticks(toFrame frame: Int, perSecond: Int) -> Int {
        Int(clamping: (2 * product(frame, perSecond) + UInt128(numerator)) / UInt128(2 * numerator))
    }

    /// At most 2⁶³ · 2³¹ · 1000, so that no product or sum overflows.
    private func product(_ frame: Int, _ perSecond: Int) -> UInt128 {
        UInt128(frame) * UInt128(denominator) * UInt128(perSecond)
    }
}

func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}

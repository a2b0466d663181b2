/// A number stored as the unevaluated sum of two doubles, some 106 bits together. `high` is the double nearest to the number
/// and `low` is the rest.
///
/// The algorithms are by T. J. Dekker, *A floating-point technique for extending the available precision* (1971), with D.
/// Knuth's sum. Products split their factors, so magnitudes must stay below 2^996. Low parts get lost below 2^−900.
package struct DoubleDouble {
    package var high: Double
    package var low: Double

    @inline(__always)
    package init(_ high: Double, _ low: Double = 0) {
        self.high = high
        self.low = low
    }

    /// Computes a + b exactly.
    @inline(__always)
    package static func sum(_ a: Double, _ b: Double) -> DoubleDouble {
        let sum = a + b
        let part = sum - a
        return DoubleDouble(sum, (a - (sum - part)) + (b - part))
    }

    /// Computes a + b exactly if |a| ≥ |b| or a is 0.
    @inline(__always)
    static func ordered(_ a: Double, _ b: Double) -> DoubleDouble {
        let sum = a + b
        return DoubleDouble(sum, b - (sum - a))
    }

    /// Computes a·b exactly.
    @inline(__always)
    package static func product(_ a: Double, _ b: Double) -> DoubleDouble {
        let product = a * b
        let (a1, a2) = split(a)
        let (b1, b2) = split(b)
        return DoubleDouble(product, a2 * b2 - (((product - a1 * b1) - a2 * b1) - a1 * b2))
    }

    /// Splits a double into two halves of 26 bits, whose products are exact.
    @inline(__always)
    private static func split(_ value: Double) -> (Double, Double) {
        let large = 134_217_729 * value  // 2^27 + 1
        let upper = large - (large - value)
        return (upper, value - upper)
    }

    @inline(__always)
    package static func + (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let highs = sum(a.high, b.high)
        let lows = sum(a.low, b.low)
        let first = ordered(highs.high, highs.low + lows.high)
        return ordered(first.high, first.low + lows.low)
    }

    @inline(__always)
    package static func + (a: DoubleDouble, b: Double) -> DoubleDouble {
        let highs = sum(a.high, b)
        return ordered(highs.high, highs.low + a.low)
    }

    @inline(__always)
    package static prefix func - (a: DoubleDouble) -> DoubleDouble { DoubleDouble(-a.high, -a.low) }

    @inline(__always)
    package static func - (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble { a + (-b) }

    @inline(__always)
    package static func * (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let highs = product(a.high, b.high)
        return ordered(highs.high, highs.low + (a.high * b.low + a.low * b.high))
    }

    @inline(__always)
    package static func * (a: DoubleDouble, b: Double) -> DoubleDouble {
        let highs = product(a.high, b)
        return ordered(highs.high, highs.low + a.low * b)
    }

    /// Divides a by b; b must not be 0.
    @inline(__always)
    package static func / (a: DoubleDouble, b: DoubleDouble) -> DoubleDouble {
        let first = a.high / b.high
        let rest = a - b * first
        let second = rest.high / b.high
        let last = (rest - b * second).high / b.high
        return ordered(first, second) + last
    }

    /// The square root of a number that is not negative.
    @inline(__always)
    var squareRoot: DoubleDouble {
        guard high > 0 else { return DoubleDouble(0) }
        let root = high.squareRoot()
        let rest = self - Self.product(root, root)
        return Self.ordered(root, rest.high / (2 * root))
    }

    /// Multiplies by a factor; the product is exact if the factor is a power of two.
    @inline(__always)
    func scaled(by power: Double) -> DoubleDouble { DoubleDouble(high * power, low * power) }

    static var pi: DoubleDouble { DoubleDouble(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53) }
    static var halfPi: DoubleDouble { DoubleDouble(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54) }
    static var radiansPerDegree: DoubleDouble { DoubleDouble(0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62) }
    static var naturalLogarithmOf2: DoubleDouble { DoubleDouble(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56) }
}

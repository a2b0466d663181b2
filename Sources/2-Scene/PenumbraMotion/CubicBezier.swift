import PenumbraElementary

/// A Bézier curve from (0, 0) to (1, 1) as a timing function: CSS `cubic-bezier(x1, y1, x2, y2)`.
///
/// The curve is x(s) = 3(1−s)²s·x1 + 3(1−s)s²·x2 + s³, and y(s) likewise. x never falls, so each x has one y.
public struct CubicBezier: Hashable, Sendable {
    /// From 0 to 1, like `x2`.
    public let x1: Double
    public let y1: Double
    public let x2: Double
    public let y2: Double

    /// CSS `ease`, and Core Animation's `default`.
    public static let ease = CubicBezier(unchecked: 0.25, 0.1, 0.25, 1)
    public static let easeIn = CubicBezier(unchecked: 0.42, 0, 1, 1)
    public static let easeOut = CubicBezier(unchecked: 0, 0, 0.58, 1)
    /// CSS `ease-in-out`, and Core Animation's `easeInEaseOut`.
    public static let easeInOut = CubicBezier(unchecked: 0.42, 0, 0.58, 1)

    private init(unchecked x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
        (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
    }

    /// - Throws: an error if x1 or x2 lies outside 0…1, or if the magnitude of y1 or y2 exceeds 1e6.
    public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(MotionError) {
        let largest = MotionLimits.output
        for x in [x1, x2] { try check(x, in: 0...1, .timingFunction, "x1 and x2 of cubic-bezier() from 0 to 1") }
        for y in [y1, y2] {
            try check(y, in: -largest...largest, .timingFunction, "y1 and y2 of cubic-bezier() from -1e6 to 1e6")
        }
        self.init(unchecked: x1, y1, x2, y2)
    }

    /// The curve's y at an x. Outside 0…1 the curve continues along its tangents, as in CSS Easing Functions.
    public func value(at x: Double) -> Double {
        if x1 == y1, x2 == y2 { return x }
        if x <= 0 { return startSlope * x }
        if x >= 1 { return 1 + endSlope * (x - 1) }
        let s = parameter(at: x)
        let r = 1 - s
        return 3 * r * s * (r * y1 + s * y2) + s * s * s
    }

    /// The slope at the start; 0 if it is vertical.
    private var startSlope: Double {
        if x1 > 0 { return y1 / x1 }
        if y1 == 0, x2 > 0 { return y2 / x2 }
        return y1 == 0 && y2 == 0 ? 1 : 0
    }

    /// The slope at the end; 0 if it is vertical.
    private var endSlope: Double {
        if x2 < 1 { return (1 - y2) / (1 - x2) }
        if y2 == 1, x1 < 1 { return (1 - y1) / (1 - x1) }
        return y2 == 1 && y1 == 1 ? 1 : 0
    }

    /// The s between 0 and 1 with x(s) = x: Newton's method within a bracket that bisection shrinks.
    ///
    /// The residual is computed with some 100 bits. Where the curve is vertical, rounding errors of an ordinary residual would
    /// move s by a millionth.
    private func parameter(at x: Double) -> Double {
        // x(s) = ((a·s + b)·s + c)·s
        let c = DoubleDouble.product(3, x1)
        let b = DoubleDouble.product(3, x2) - DoubleDouble.product(6, x1)
        let a = c - DoubleDouble.product(3, x2) + 1
        var (low, high) = (0.0, 1.0)
        var s = x
        var lastStep = 1.0
        // Each round halves the bracket, or takes a step less than half as long as the last one.
        for _ in 0..<200 {
            let residual = (((a * s + b) * s + c) * s + -x).high
            if residual == 0 { return s }
            if residual < 0 { low = s } else { high = s }
            let slope = (3 * a.high * s + 2 * b.high) * s + c.high
            let step = residual / slope
            let target = s - step
            let next: Double
            if slope > 0, target > low, target < high, abs(step) < lastStep / 2 {
                (next, lastStep) = (target, abs(step))
            } else {
                (next, lastStep) = (low + (high - low) / 2, high - low)
            }
            guard next > low, next < high, next != s else { return s }
            s = next
        }
        return s
    }
}

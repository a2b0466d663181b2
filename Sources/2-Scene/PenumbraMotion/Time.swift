import PenumbraElementary

/// A point in time, or a span, as an exact fraction of seconds.
///
/// Frame n at a rate of r frames per second is at n/r seconds. Fractions are exact, so a frame has the same time whether a
/// run starts at frame 0 or at frame n, and two ways to the same time give the same value.
public struct Time: Hashable, Sendable {
    /// In lowest terms with the denominator. The magnitude stays below 2^53.
    public let numerator: Int
    /// From 1 to 2^53.
    public let denominator: Int

    public static let zero = Time(unchecked: 0, 1)

    private init(unchecked numerator: Int, _ denominator: Int) {
        (self.numerator, self.denominator) = (numerator, denominator)
    }

    /// - Throws: an error for a denominator of 0 or below, for more than `MotionLimits.longestTime` seconds, and for terms that
    ///   exceed 2^53 in lowest terms.
    public init(numerator: Int, denominator: Int) throws(MotionError) {
        guard denominator > 0 else {
            throw MotionError(.time, "found \(numerator)/\(denominator), expected a denominator above 0")
        }
        // The magnitude of the least integer is no Int, so it is refused first.
        guard numerator > Int.min else { throw Self.tooLarge }
        let divisor = max(1, greatestCommonDivisor(abs(numerator), denominator))
        let (top, bottom) = (numerator / divisor, denominator / divisor)
        guard abs(top) < 1 << 53, bottom <= 1 << 53 else { throw Self.tooLarge }
        self.init(unchecked: top, bottom)
        guard abs(seconds) <= MotionLimits.longestTime else { throw Self.tooLarge }
    }

    /// The time of a frame. Frame 0 is at 0 seconds; frames before it have negative numbers.
    public init(frame: Int, rate: FrameRate) throws(MotionError) {
        let (product, isTooLarge) = frame.multipliedReportingOverflow(by: rate.denominator)
        guard !isTooLarge else { throw Self.tooLarge }
        try self.init(numerator: product, denominator: rate.numerator)
    }

    /// Reads seconds as a whole number, a decimal number or a fraction: `2`, `0.35`, `1001/30000`. The reading is exact.
    public init(_ text: String) throws(MotionError) {
        guard let fraction = Fraction(text) else {
            throw MotionError(.time, "found \"\(text.prefix(40))\", expected seconds such as 2, 0.35 or 1001/30000")
        }
        try self.init(numerator: fraction.numerator, denominator: fraction.denominator)
    }

    /// The seconds as the nearest double.
    ///
    /// Both terms are exact doubles, and IEEE 754 rounds their quotient correctly. Everything that animates reads this number.
    public var seconds: Double { Double(numerator) / Double(denominator) }

    public func adding(_ other: Time) throws(MotionError) -> Time {
        let divisor = greatestCommonDivisor(denominator, other.denominator)
        let (left, isLeftTooLarge) = numerator.multipliedReportingOverflow(by: other.denominator / divisor)
        let (right, isRightTooLarge) = other.numerator.multipliedReportingOverflow(by: denominator / divisor)
        let (sum, isSumTooLarge) = left.addingReportingOverflow(right)
        let (bottom, isBottomTooLarge) = denominator.multipliedReportingOverflow(by: other.denominator / divisor)
        guard !isLeftTooLarge, !isRightTooLarge, !isSumTooLarge, !isBottomTooLarge else { throw Self.tooLarge }
        return try Time(numerator: sum, denominator: bottom)
    }

    public func subtracting(_ other: Time) throws(MotionError) -> Time {
        try adding(Time(unchecked: -other.numerator, other.denominator))
    }

    /// The time that lies a number of spans earlier: exactly, or to the microsecond if the fractions are too fine.
    package func before(_ count: Double, times span: Double) -> Time {
        if count == 0 || span == 0 { return self }
        if let whole = Int(exactly: count), let step = try? Time(DecimalNumber.text(span)) {
            let (numerator, isTooLarge) = step.numerator.multipliedReportingOverflow(by: whole)
            if !isTooLarge, let all = try? Time(numerator: numerator, denominator: step.denominator),
                let result = try? subtracting(all)
            {
                return result
            }
        }
        let longest = MotionLimits.longestTime
        let seconds = max(-longest, min(longest, self.seconds - count * span))
        return (try? Time(numerator: Int((seconds * 1e6).rounded()), denominator: 1_000_000)) ?? self
    }

    private static var tooLarge: MotionError {
        MotionError(.time, "the time is too long or too finely divided; use at most 1e9 seconds and a simpler frame rate")
    }
}

extension Time: Comparable {
    public static func < (a: Time, b: Time) -> Bool {
        Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
    }
}

extension Time: CustomStringConvertible {
    /// Seconds, such as `2` or `1001/30000`.
    public var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

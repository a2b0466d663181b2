extension Elementary {
    /// Computes the sine of an angle of any size, in radians; NaN for an angle that is not finite.
    package static func sin(_ radians: Double) -> Double {
        guard radians.isFinite else { return .nan }
        return abs(radians) < .linear ? radians : sine(ReducedAngle(radians: radians))
    }

    /// Computes the cosine of an angle of any size, in radians; NaN for an angle that is not finite.
    package static func cos(_ radians: Double) -> Double {
        guard radians.isFinite else { return .nan }
        return cosine(ReducedAngle(radians: radians))
    }

    /// Computes the tangent of an angle of any size, in radians; NaN for an angle that is not finite.
    package static func tan(_ radians: Double) -> Double {
        guard radians.isFinite else { return .nan }
        return abs(radians) < .linear ? radians : tangent(ReducedAngle(radians: radians))
    }

    /// Computes the cosine and the sine of an angle of any size, in radians; NaN for an angle that is not finite.
    package static func cosineAndSine(_ radians: Double) -> (Double, Double) {
        guard radians.isFinite else { return (.nan, .nan) }
        let angle = ReducedAngle(radians: radians)
        return (cosine(angle), abs(radians) < .linear ? radians : sine(angle))
    }

    /// Computes the tangent of an angle of any size, in degrees; NaN for an angle that is not finite. Multiples of 45° are
    /// exact: the tangent is infinite at 90° and minus infinite at 270°.
    package static func tan(degrees: Double) -> Double {
        guard degrees.isFinite else { return .nan }
        return degrees == 0 ? degrees : tangent(ReducedAngle(degrees: degrees))
    }

    /// Computes the cosine and the sine of an angle of any size, in degrees; NaN for an angle that is not finite. Cosines
    /// are exact at multiples of 60° and of 90°, sines at multiples of 30°.
    package static func cosineAndSine(degrees: Double) -> (Double, Double) {
        guard degrees.isFinite else { return (.nan, .nan) }
        let angle = ReducedAngle(degrees: degrees)
        return (cosine(angle), degrees == 0 ? degrees : sine(angle))
    }

    private static func sine(_ angle: ReducedAngle) -> Double {
        let value = angle.quarters & 1 == 0 ? sineNearZero(angle.rest) : cosineNearZero(angle.rest)
        // A zero stays positive.
        return angle.quarters & 2 == 0 || value == 0 ? value : -value
    }

    private static func cosine(_ angle: ReducedAngle) -> Double {
        let value = angle.quarters & 1 == 0 ? cosineNearZero(angle.rest) : sineNearZero(angle.rest)
        let isNegative = (angle.quarters + 1) & 2 != 0
        return value == 0 ? 0 : isNegative ? -value : value
    }

    private static func tangent(_ angle: ReducedAngle) -> Double {
        let (sine, cosine) = (longSineNearZero(angle.rest), longCosineNearZero(angle.rest))
        if angle.quarters & 1 == 0 { return (sine / cosine).high }
        // IEEE 754's tanPi has the same signs.
        if sine.high == 0 { return angle.quarters == 1 ? .infinity : -.infinity }
        return -(cosine / sine).high
    }

    /// Computes the series below with one exact term less, to some 60 bits. That precision decides the rounding of all but a
    /// few percent of arguments; the others are computed again with more terms.
    private static func sineNearZero(_ r: DoubleDouble) -> Double {
        let z = r * r
        let x = z.high
        var tail = 0x1.952c77030ad4ap-49
        tail = tail * x + -0x1.ae7f3e733b81fp-41
        tail = tail * x + 0x1.6124613a86d09p-33
        tail = tail * x + -0x1.ae64567f544e4p-26
        tail = tail * x + 0x1.71de3a556c734p-19
        tail = tail * x + -0x1.a01a01a01a01ap-13
        tail = tail * x + 0x1.1111111111111p-7
        let value = r + r * (z * (DoubleDouble(-0x1.5555555555555p-3, -0x1.5555555555555p-57) + x * tail))
        // The sum of the errors, with a reserve. The product x·tail is off by 2^−53 of x²/120. The tail has its own error,
        // and so has the arithmetic of two parts.
        return rounded(value, error: abs(r.high) * (x * x * 0x1p-58 + 0x1p-70)) ?? longSineNearZero(r).high
    }

    private static func cosineNearZero(_ r: DoubleDouble) -> Double {
        let z = r * r
        let x = z.high
        var tail = -0x1.6827863b97d97p-53
        tail = tail * x + 0x1.ae7f3e733b81fp-45
        tail = tail * x + -0x1.93974a8c07c9dp-37
        tail = tail * x + 0x1.1eed8eff8d898p-29
        tail = tail * x + -0x1.27e4fb7789f5cp-22
        tail = tail * x + 0x1.a01a01a01a01ap-16
        tail = tail * x + -0x1.6c16c16c16c17p-10
        tail = tail * x + 0x1.5555555555555p-5
        let value = z * (DoubleDouble(-0.5) + x * tail) + 1
        // The error of x·tail, 2^−53 of x²/24, with a reserve.
        return rounded(value, error: x * x * 0x1p-56 + 0x1p-70) ?? longCosineNearZero(r).high
    }

    /// Returns the double nearest to all numbers within `error` of `value`; nil if these numbers don't all round to the same
    /// double.
    private static func rounded(_ value: DoubleDouble, error: Double) -> Double? {
        let upper = value.high + (value.low + error)
        return upper == value.high + (value.low - error) ? upper : nil
    }

    /// Taylor's series on −π/4…π/4: r + r·z·(−1/3! + z·(1/5! − …)) with z = r². The terms from 11! on are less than 2^−28 of
    /// the sum, so doubles are enough for them. The series ends with 21!, at 2^−72 of the sum.
    private static func longSineNearZero(_ r: DoubleDouble) -> DoubleDouble {
        let z = r * r
        let x = z.high
        var tail = 0x1.71b8ef6dcf572p-66
        tail = tail * x + -0x1.2f49b46814157p-57
        tail = tail * x + 0x1.952c77030ad4ap-49
        tail = tail * x + -0x1.ae7f3e733b81fp-41
        tail = tail * x + 0x1.6124613a86d09p-33
        tail = tail * x + -0x1.ae64567f544e4p-26
        var sum = z * tail + DoubleDouble(0x1.71de3a556c734p-19, -0x1.c154f8ddc6cp-73)
        sum = sum * z + DoubleDouble(-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73)
        sum = sum * z + DoubleDouble(0x1.1111111111111p-7, 0x1.1111111111111p-63)
        sum = sum * z + DoubleDouble(-0x1.5555555555555p-3, -0x1.5555555555555p-57)
        return r + r * (z * sum)
    }

    /// Taylor's series on −π/4…π/4: 1 + z·(−1/2! + z·(1/4! − …)) with z = r². The terms from 10! on are less than 2^−25 of
    /// the sum. The series ends with 22!, at 2^−78.
    private static func longCosineNearZero(_ r: DoubleDouble) -> DoubleDouble {
        let z = r * r
        let x = z.high
        var tail = -0x1.0ce396db7f853p-70
        tail = tail * x + 0x1.e542ba4020225p-62
        tail = tail * x + -0x1.6827863b97d97p-53
        tail = tail * x + 0x1.ae7f3e733b81fp-45
        tail = tail * x + -0x1.93974a8c07c9dp-37
        tail = tail * x + 0x1.1eed8eff8d898p-29
        tail = tail * x + -0x1.27e4fb7789f5cp-22
        var sum = z * tail + DoubleDouble(0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76)
        sum = sum * z + DoubleDouble(-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65)
        sum = sum * z + DoubleDouble(0x1.5555555555555p-5, 0x1.5555555555555p-59)
        sum = sum * z + DoubleDouble(-0x1p-1, 0)
        return z * sum + 1
    }
}

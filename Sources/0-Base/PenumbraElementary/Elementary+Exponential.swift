extension Elementary {
    /// Computes e to the `x`; infinite above 709.78…, 0 below −745.13…, NaN for NaN.
    package static func exp(_ x: Double) -> Double {
        if x.isNaN { return .nan }
        if x > 710 { return .infinity }
        if x < -746 { return 0 }
        return exponential(DoubleDouble(x))
    }

    /// Computes the natural logarithm: minus infinite for 0, infinite for infinity, NaN for negative numbers and for NaN.
    package static func log(_ x: Double) -> Double {
        if x == 0 { return -.infinity }
        guard x > 0 else { return .nan }
        return x.isFinite ? logarithm(x).high : .infinity
    }

    /// Computes `x` to the `y`, with the special cases of IEEE 754. The result is 1 if y is 0 or x is 1, even beside NaN.
    /// For a negative x it is NaN unless y is a whole number, whose oddness decides the sign.
    package static func pow(_ x: Double, _ y: Double) -> Double {
        if y == 0 || x == 1 { return 1 }
        if x.isNaN || y.isNaN { return .nan }
        let size = abs(x)
        if y.isInfinite {
            if size == 1 { return 1 }
            return (size > 1) == (y > 0) ? .infinity : 0
        }
        let isOdd = abs(y) < 0x1p53 && y == y.rounded(.towardZero) && Int64(y) & 1 == 1
        let isNegative = x.sign == .minus && isOdd
        if size == 0 || size.isInfinite {
            let result: Double = (size == 0) == (y > 0) ? 0 : .infinity
            return isNegative ? -result : result
        }
        if x < 0, y != y.rounded(.towardZero) { return .nan }
        if size == 1 { return isNegative ? -1 : 1 }
        let log = logarithm(size)
        let estimate = log.high * y
        let result = estimate > 710 ? .infinity : estimate < -746 ? 0 : exponential(log * y)
        return isNegative ? -result : result
    }

    /// Computes e to the x for |x| below 750: x = k·ln 2 + s, with Taylor's series for s, |s| ≤ 0.35. The terms from 7! on
    /// are less than 2^−22 of the sum, so doubles are enough for them. The series ends with 18!, at 2^−80.
    private static func exponential(_ exponent: DoubleDouble) -> Double {
        let power = (exponent.high * 0x1.71547652b82fep0).rounded()
        let z = exponent - .naturalLogarithmOf2 * power
        let x = z.high
        var tail = 0x1.6827863b97d97p-53
        tail = tail * x + 0x1.952c77030ad4ap-49
        tail = tail * x + 0x1.ae7f3e733b81fp-45
        tail = tail * x + 0x1.ae7f3e733b81fp-41
        tail = tail * x + 0x1.93974a8c07c9dp-37
        tail = tail * x + 0x1.6124613a86d09p-33
        tail = tail * x + 0x1.1eed8eff8d898p-29
        tail = tail * x + 0x1.ae64567f544e4p-26
        tail = tail * x + 0x1.27e4fb7789f5cp-22
        tail = tail * x + 0x1.71de3a556c734p-19
        tail = tail * x + 0x1.a01a01a01a01ap-16
        tail = tail * x + 0x1.a01a01a01a01ap-13
        var sum = z * tail + DoubleDouble(0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65)
        sum = sum * z + DoubleDouble(0x1.1111111111111p-7, 0x1.1111111111111p-63)
        sum = sum * z + DoubleDouble(0x1.5555555555555p-5, 0x1.5555555555555p-59)
        sum = sum * z + DoubleDouble(0x1.5555555555555p-3, 0x1.5555555555555p-57)
        sum = sum * z + DoubleDouble(0x1p-1, 0)
        sum = sum * z + DoubleDouble(0x1p0, 0)
        return Double(sign: .plus, exponent: Int(power), significand: (z * sum + 1).high)
    }

    /// Computes the natural logarithm of a finite number above 0. With x = m·2^e and m between √½ and √2,
    /// ln m = 2 artanh((m − 1)/(m + 1)). That is a series in odd powers of at most 0.172. The terms from the ninth on are
    /// less than 2^−44 of the sum. The series ends with the 18th, at 2^−91.
    private static func logarithm(_ number: Double) -> DoubleDouble {
        var (mantissa, exponent) = (number.significand, Double(number.exponent))
        if mantissa > 1.4142135623730951 {
            mantissa /= 2
            exponent += 1
        }
        let s = DoubleDouble(mantissa - 1) / .sum(mantissa, 1)
        let z = s * s
        let x = z.high
        var tail = 0x1.d41d41d41d41dp-6
        tail = tail * x + 0x1.f07c1f07c1f08p-6
        tail = tail * x + 0x1.0842108421084p-5
        tail = tail * x + 0x1.1a7b9611a7b96p-5
        tail = tail * x + 0x1.2f684bda12f68p-5
        tail = tail * x + 0x1.47ae147ae147bp-5
        tail = tail * x + 0x1.642c8590b2164p-5
        tail = tail * x + 0x1.8618618618618p-5
        tail = tail * x + 0x1.af286bca1af28p-5
        tail = tail * x + 0x1.e1e1e1e1e1e1ep-5
        var sum = z * tail + DoubleDouble(0x1.1111111111111p-4, 0x1.1111111111111p-60)
        sum = sum * z + DoubleDouble(0x1.3b13b13b13b14p-4, -0x1.3b13b13b13b14p-58)
        sum = sum * z + DoubleDouble(0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59)
        sum = sum * z + DoubleDouble(0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58)
        sum = sum * z + DoubleDouble(0x1.2492492492492p-3, 0x1.2492492492492p-57)
        sum = sum * z + DoubleDouble(0x1.999999999999ap-3, -0x1.999999999999ap-57)
        sum = sum * z + DoubleDouble(0x1.5555555555555p-2, 0x1.5555555555555p-56)
        return .naturalLogarithmOf2 * exponent + (s + s * (z * sum)).scaled(by: 2)
    }
}

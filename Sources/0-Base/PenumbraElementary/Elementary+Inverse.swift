extension Elementary {
    /// Computes the angle of the point (x, y) from the x axis, in radians, −π…π, with the special cases of IEEE 754. Zeros
    /// and infinities keep their signs: on the x axis the result is ±0 or ±π, even if both coordinates are 0. Between
    /// infinities the result is an odd multiple of π/4. It is NaN if either coordinate is NaN.
    package static func atan2(_ y: Double, _ x: Double) -> Double {
        if x.isNaN || y.isNaN { return .nan }
        let angle = angleAbove(abs(y), x)
        return y.sign == .minus ? -angle : angle
    }

    /// Computes the angle whose sine is `x`, in radians, −π/2…π/2; NaN outside −1…1.
    package static func asin(_ x: Double) -> Double {
        let size = abs(x)
        guard size <= 1 else { return .nan }
        if size < .linear { return x }
        let angle = angle(DoubleDouble(size), rootOfOneMinusSquare(size)).high
        return x < 0 ? -angle : angle
    }

    /// Computes the angle whose cosine is `x`, in radians, 0…π; NaN outside −1…1.
    package static func acos(_ x: Double) -> Double {
        let size = abs(x)
        guard size <= 1 else { return .nan }
        let angle = angle(rootOfOneMinusSquare(size), DoubleDouble(size))
        return (x < 0 ? .pi - angle : angle).high
    }

    /// Computes the length of (x, y), without overflow or underflow on the way. It is infinite if either coordinate is
    /// infinite, even beside NaN.
    package static func hypot(_ x: Double, _ y: Double) -> Double {
        if x.isInfinite || y.isInfinite { return .infinity }
        if x.isNaN || y.isNaN { return .nan }
        let (long, short) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
        guard short > 0 else { return long }
        let exponent = long.exponent
        let drop = Int(exponent) - Int(short.exponent)
        if drop > 60 { return long }
        let a = long.significand
        let b = Double(sign: .plus, exponent: -drop, significand: short.significand)
        let length = (DoubleDouble.product(a, a) + .product(b, b)).squareRoot
        return Double(sign: .plus, exponent: Int(exponent), significand: length.high)
    }

    /// Computes √((1 − x)(1 + x)) for 0 ≤ x ≤ 1.
    private static func rootOfOneMinusSquare(_ x: Double) -> DoubleDouble {
        (DoubleDouble.sum(1, -x) * .sum(1, x)).squareRoot
    }

    /// Computes the angle of (x, y) for a y ≥ 0 with a plus sign. Neither coordinate may be NaN.
    private static func angleAbove(_ y: Double, _ x: Double) -> Double {
        let size = abs(x)
        let isBehind = x.sign == .minus
        if y == 0 { return isBehind ? .pi : 0 }
        if y.isInfinite { return DoubleDouble.halfPi.scaled(by: size < .infinity ? 1 : isBehind ? 1.5 : 0.5).high }
        if size.isInfinite { return isBehind ? .pi : 0 }
        if size == 0 { return DoubleDouble.halfPi.high }
        let drop = Int(size.exponent) - Int(y.exponent)
        if drop > 60 { return isBehind ? .pi : y / size }
        if drop < -60 { return DoubleDouble.halfPi.high }
        // Scaling both coordinates to about 1 keeps the division from overflowing.
        let height = DoubleDouble(Double(sign: .plus, exponent: -max(0, drop), significand: y.significand))
        let width = DoubleDouble(Double(sign: .plus, exponent: min(0, drop), significand: size.significand))
        let angle = angle(height, width)
        return (isBehind ? .pi - angle : angle).high
    }

    /// Computes the angle of a point in the first quarter, 0…π/2. Neither coordinate may be negative, and not both may be 0.
    private static func angle(_ y: DoubleDouble, _ x: DoubleDouble) -> DoubleDouble {
        y.high <= x.high ? arcTangent(y / x) : .halfPi - arcTangent(x / y)
    }

    /// Computes the arc tangent for 0 ≤ t ≤ 1. With c the nearest sixteenth, arctan t = arctan c + arctan u, where
    /// u = (t − c)/(1 + c·t) and |u| ≤ 1/32. The series is u − u³/3 + u⁵/5 − …; its third and later terms are less than
    /// 2^−22 of the sum. The series ends with the eighth term, at 2^−79.
    private static func arcTangent(_ t: DoubleDouble) -> DoubleDouble {
        let step = (t.high * 16).rounded()
        let c = step / 16
        let u = step == 0 ? t : (t + -c) / (t * c + 1)
        let z = u * u
        let x = z.high
        var tail = -0x1.1111111111111p-4
        tail = tail * x + 0x1.3b13b13b13b14p-4
        tail = tail * x + -0x1.745d1745d1746p-4
        tail = tail * x + 0x1.c71c71c71c71cp-4
        tail = tail * x + -0x1.2492492492492p-3
        tail = tail * x + 0x1.999999999999ap-3
        let sum = z * tail + DoubleDouble(-0x1.5555555555555p-2, -0x1.5555555555555p-56)
        let rest = u + u * (z * sum)
        return step == 0 ? rest : arcTangents[Int(step)] + rest
    }

    /// The arc tangents of 0, 1/16, 2/16 … 1.
    private static let arcTangents: [DoubleDouble] = [
        DoubleDouble(0, 0),
        DoubleDouble(0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60),
        DoubleDouble(0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59),
        DoubleDouble(0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58),
        DoubleDouble(0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57),
        DoubleDouble(0x1.362773707ebccp-2, -0x1.963a544b672d8p-57),
        DoubleDouble(0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56),
        DoubleDouble(0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56),
        DoubleDouble(0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56),
        DoubleDouble(0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56),
        DoubleDouble(0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58),
        DoubleDouble(0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55),
        DoubleDouble(0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56),
        DoubleDouble(0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57),
        DoubleDouble(0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56),
        DoubleDouble(0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56),
        DoubleDouble(0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55),
    ]
}

extension Elementary {
    /// Computes the error function, 2/√π times the integral of exp(−t²) from 0 to x. It is ±1 from ±6 on, and NaN for NaN.
    package static func erf(_ x: Double) -> Double {
        let size = abs(x)
        if size >= 6 { return x < 0 ? -1 : 1 }
        if x.isNaN { return .nan }
        let value = size < 1 ? errorFunctionNearZero(size) : errorFunctionBeyondOne(size)
        return x.sign == .minus ? -value : value
    }

    /// Maclaurin's series below 1: 2/√π·x·(1 − z/3 + z²/(2!·5) − …) with z = x². The terms from the eleventh on are less
    /// than 2^−26 of the sum, so doubles are enough for them. The series ends with the 23rd term, at 2^−75.
    private static func errorFunctionNearZero(_ size: Double) -> Double {
        let twoOverRootPi = DoubleDouble(0x1.20dd750429b6dp0, 0x1.1ae3a914fed8p-56)
        // The low parts of such small products would get lost.
        if size < 0x1p-500 { return (twoOverRootPi * (size * 0x1p600)).high * 0x1p-600 }
        let z = DoubleDouble.product(size, size)
        let x = z.high
        var tail = 0x1.7e6b81382cd42p-76
        tail = tail * x + -0x1.13246abce1bddp-71
        tail = tail * x + 0x1.7abd72258fb6ep-67
        tail = tail * x + -0x1.f1b4073b34a68p-63
        tail = tail * x + 0x1.377c2110f2083p-58
        tail = tail * x + -0x1.7271cbe5863ecp-54
        tail = tail * x + 0x1.a173a167fba4dp-50
        tail = tail * x + -0x1.bc6250fb14231p-46
        tail = tail * x + 0x1.bd577e658d02p-42
        tail = tail * x + -0x1.a289ee7e40f74p-38
        tail = tail * x + 0x1.6f448e13e85e1p-34
        tail = tail * x + -0x1.2b67310aa9f3ap-30
        tail = tail * x + 0x1.c2e3054870b38p-27
        var sum = z * tail + DoubleDouble(-0x1.3777c55568ccdp-23, -0x1.aaabe22270001p-79)
        sum = sum * z + DoubleDouble(0x1.87a00187a0018p-20, 0x1.e80061e80061fp-74)
        sum = sum * z + DoubleDouble(-0x1.bbd779334ef0bp-17, 0x1.4e65f77088199p-71)
        sum = sum * z + DoubleDouble(0x1.c01c01c01c01cp-14, 0x1.c01c01c01c01cp-74)
        sum = sum * z + DoubleDouble(-0x1.8d3018d3018d3p-11, -0x1.8d3018d3018d3p-71)
        sum = sum * z + DoubleDouble(0x1.2f684bda12f68p-8, 0x1.2f684bda12f68p-62)
        sum = sum * z + DoubleDouble(-0x1.8618618618618p-6, -0x1.8618618618618p-60)
        sum = sum * z + DoubleDouble(0x1.999999999999ap-4, -0x1.999999999999ap-58)
        sum = sum * z + DoubleDouble(-0x1.5555555555555p-2, -0x1.5555555555555p-56)
        sum = sum * z + DoubleDouble(0x1p0, 0)
        return (twoOverRootPi * size * sum).high
    }

    /// Uses Taylor's series about the middles of pieces of length 1/2, from 1 to 6.
    private static func errorFunctionBeyondOne(_ size: Double) -> Double {
        let piece = Int(2 * size) - 2
        let x = size - (1.25 + 0.5 * Double(piece))
        let start = piece * coefficientsOfPiece
        var tail = 0.0
        for index in stride(from: coefficientsOfPiece - 1, through: 12, by: -1) {
            tail = tail * x + errorFunctionPieces[start + index]
        }
        var sum = DoubleDouble.product(tail, x)
        for index in stride(from: 10, through: 0, by: -2) {
            sum = sum + DoubleDouble(errorFunctionPieces[start + index], errorFunctionPieces[start + index + 1])
            if index > 0 { sum = sum * x }
        }
        return sum.high
    }
}

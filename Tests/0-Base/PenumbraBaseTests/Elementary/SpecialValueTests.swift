import PenumbraElementary
import TestSupport
import Testing

/// Tests exact results, and arguments at the ends of the range.
@Suite(.timed) struct SpecialValueTests {
    private static func same(_ a: Double, _ b: Double) -> Bool { a.isNaN && b.isNaN || a.bitPattern == b.bitPattern }

    @Test func anglesAtMultiplesOf30And45DegreesAreExact() {
        let sines: [Double: Double] = [0: 0, 30: 0.5, 90: 1, 150: 0.5, 180: 0, 210: -0.5, 270: -1, 330: -0.5]
        for (angle, sine) in sines {
            for turns in [-1e6, -3, -1, 0, 1, 2, 1e9] {
                let degrees = angle + 360 * turns
                #expect(Elementary.cosineAndSine(degrees: degrees).1 == sine, "sin \(degrees)°")
                #expect(Elementary.cosineAndSine(degrees: degrees - 90).0 == sine, "cos \(degrees - 90)°")
                let (cosine, both) = Elementary.cosineAndSine(degrees: degrees)
                #expect(both == sine && cosine == Elementary.cosineAndSine(degrees: degrees).0)
            }
        }
        #expect(Elementary.tan(degrees: 45) == 1 && Elementary.tan(degrees: 135) == -1 && Elementary.tan(degrees: -45) == -1)
        #expect(
            Elementary.tan(degrees: 180) == 0 && Elementary.tan(degrees: 90) == .infinity
                && Elementary.tan(degrees: 270) == -.infinity)
    }

    @Test func oddFunctionsKeepTheSignOfZero() {
        for zero in [0.0, -0.0] {
            let results = [
                Elementary.sin(zero), Elementary.tan(zero), Elementary.cosineAndSine(degrees: zero).1,
                Elementary.tan(degrees: zero),
                Elementary.asin(zero),
                Elementary.atan2(zero, 1), Elementary.erf(zero), Elementary.atan2(zero, 1), Elementary.cosineAndSine(zero).1,
            ]
            for result in results { #expect(Self.same(result, zero)) }
            #expect(Elementary.cos(zero) == 1 && Elementary.exp(zero) == 1 && Elementary.log(zero) == -.infinity)
        }
    }

    @Test func functionsOutsideTheirDomainAreNaN() {
        for x in [Double.infinity, -.infinity, .nan] {
            let results = [
                Elementary.sin(x), Elementary.cos(x), Elementary.tan(x), Elementary.cosineAndSine(degrees: x).1,
                Elementary.cosineAndSine(degrees: x).0,
                Elementary.tan(degrees: x), Elementary.asin(x), Elementary.acos(x), Elementary.cosineAndSine(x).0,
                Elementary.cosineAndSine(degrees: x).1,
            ]
            for result in results { #expect(result.isNaN) }
        }
        for x in [1 + 0x1p-52, -2] { #expect(Elementary.asin(x).isNaN && Elementary.acos(x).isNaN) }
    }

    @Test func atan2IsExactOnTheAxesAndAtInfinity() {
        let table: [(Double, Double, Double)] = [
            (0, 0, 0), (-0.0, 0, -0.0), (0, -0.0, .pi), (-0.0, -0.0, -.pi), (0, 1, 0), (-0.0, 1, -0.0), (0, -1, .pi),
            (-0.0, -1, -.pi),
            (1, 0, .pi / 2), (-1, 0, -.pi / 2), (1, -0.0, .pi / 2), (1, 1, .pi / 4), (1, -1, 3 * .pi / 4),
            (-1, -1, -3 * .pi / 4),
            (1, .infinity, 0), (-1, .infinity, -0.0), (1, -.infinity, .pi), (-1, -.infinity, -.pi),
            (.infinity, 1, .pi / 2), (-.infinity, -1, -.pi / 2), (.infinity, .infinity, .pi / 4),
            (-.infinity, .infinity, -.pi / 4),
            (.infinity, -.infinity, 3 * .pi / 4), (-.infinity, -.infinity, -3 * .pi / 4),
            (.nan, 1, .nan), (1, .nan, .nan), (.nan, .infinity, .nan),
            (.leastNonzeroMagnitude, 1e308, 0),
            (1e308, .leastNonzeroMagnitude, .pi / 2), (.leastNonzeroMagnitude, -1e308, .pi),
            (.leastNonzeroMagnitude, .leastNonzeroMagnitude, .pi / 4),
        ]
        for (y, x, angle) in table { #expect(Self.same(Elementary.atan2(y, x), angle), "atan2(\(y), \(x)) is \(angle)") }
        #expect(
            Elementary.atan2(.infinity, 1) == .pi / 2 && Elementary.atan2(-.infinity, 1) == -.pi / 2
                && Elementary.atan2(.nan, 1).isNaN)
        #expect(Elementary.asin(1) == .pi / 2 && Elementary.asin(-1) == -.pi / 2)
        #expect(Elementary.acos(1) == 0 && Elementary.acos(-1) == .pi && Elementary.acos(0) == .pi / 2)
    }

    @Test func powHasTheSpecialCasesOfIEEE754() {
        let table: [(Double, Double, Double)] = [
            (.nan, 0, 1), (0, 0, 1), (.infinity, -0.0, 1), (1, .nan, 1), (1, .infinity, 1), (-1, .infinity, 1), (.nan, 1, .nan),
            (2, .nan, .nan),
            (0, 2, 0), (-0.0, 3, -0.0), (-0.0, 2, 0), (0, -1, .infinity), (-0.0, -1, -.infinity), (-0.0, -2, .infinity),
            (0, 0.5, 0),
            (.infinity, 2, .infinity), (.infinity, -2, 0), (-.infinity, 3, -.infinity), (-.infinity, -3, -0.0),
            (-.infinity, 0.5, .infinity),
            (2, .infinity, .infinity), (2, -.infinity, 0), (0.5, .infinity, 0), (0.5, -.infinity, .infinity),
            (-2, 3, -8), (-2, 2, 4), (-2, 0.5, .nan), (-2, -1, -0.5), (-1, 1e300, 1), (-1, 0x1p53 - 1, -1),
            (2, 1024, .infinity), (-2, 1025, -.infinity), (2, -1075.5, 0), (1e-300, 1e300, 0), (1e300, 1e300, .infinity),
            (1 + 0x1p-52, 1e308, .infinity),
            (9, 0.5, 3), (8, 2, 64), (10, 3, 1000), (10, 22, 1e22), (3, 1, 3),
            (.leastNonzeroMagnitude, 1, .leastNonzeroMagnitude), (2, -1074, .leastNonzeroMagnitude),
        ]
        for (x, y, power) in table { #expect(Self.same(Elementary.pow(x, y), power), "\(x) to the \(y) is \(power)") }
    }

    @Test func hypotNeitherOverflowsNorUnderflows() {
        let table: [(Double, Double, Double)] = [
            (3, 4, 5), (-3e300, 4e300, 5e300), (3 * 0x1p-1070, 4 * 0x1p-1070, 5 * 0x1p-1070), (0, -2, 2), (-0.0, 0, 0),
            (.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude),
            (1e308, 1e308, 1e308 * 2.0.squareRoot()), (1.7e308, 1.7e308, .infinity), (1, 1e-30, 1),
            (.infinity, .nan, .infinity), (.nan, -.infinity, .infinity), (.nan, 1, .nan),
        ]
        for (x, y, length) in table { #expect(Self.same(Elementary.hypot(x, y), length), "√(\(x)² + \(y)²) is \(length)") }
    }

    @Test func expLogAndErfAreExactAtTheEndsOfTheirRange() {
        #expect(Elementary.exp(.infinity) == .infinity && Elementary.exp(-.infinity) == 0 && Elementary.exp(.nan).isNaN)
        #expect(Elementary.exp(709.782712893384) < .infinity && Elementary.exp(709.7827128933841) == .infinity)
        #expect(Elementary.exp(-745.1332191019411) == .leastNonzeroMagnitude && Elementary.exp(-745.1332191019412) == 0)
        #expect(
            Elementary.log(1) == 0 && Elementary.log(.infinity) == .infinity && Elementary.log(-1).isNaN
                && Elementary.log(.nan).isNaN)
        #expect(
            Elementary.erf(6) == 1 && Elementary.erf(-.infinity) == -1 && Elementary.erf(.nan).isNaN && Elementary.erf(5.9) < 1)
    }
}

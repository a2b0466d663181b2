import PenumbraElementary
import TestSupport
import Testing

/// Tests identities between the functions at random arguments.
@Suite(.timed) struct IdentityTests {
    private static let seeds = TestSupport.seeds(4)
    private static let count = 2000
    private static let ulp = 0x1p-52

    /// A random magnitude from 2^low to 2^high, of either sign.
    private static func size(_ low: Double, _ high: Double, _ generator: inout SeededGenerator) -> Double {
        let power = generator.integer(Int(low)...Int(high) - 1)
        let size = Double(sign: .plus, exponent: power, significand: generator.number(1...2))
        return generator.chance(0.5) ? size : -size
    }

    @Test(arguments: seeds)
    func oddAndEvenFunctionsKeepTheirSymmetry(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.count {
            let x = Self.size(-60, 1000, &generator)
            #expect(Elementary.sin(-x) == -Elementary.sin(x) && Elementary.cos(-x) == Elementary.cos(x), "seed \(seed): \(x)")
            #expect(
                Elementary.tan(-x) == -Elementary.tan(x) && Elementary.atan2(-x, 1) == -Elementary.atan2(x, 1),
                "seed \(seed): \(x)")
            #expect(Elementary.cosineAndSine(degrees: -x).1 == -Elementary.cosineAndSine(degrees: x).1, "seed \(seed): \(x)")
            #expect(Elementary.cosineAndSine(degrees: -x).0 == Elementary.cosineAndSine(degrees: x).0, "seed \(seed): \(x)")
            let y = generator.number(-1...1)
            #expect(
                Elementary.asin(-y) == -Elementary.asin(y) && Elementary.erf(-6 * y) == -Elementary.erf(6 * y),
                "seed \(seed): \(y)")
            #expect(Elementary.atan2(-y, x) == -Elementary.atan2(y, x), "seed \(seed): \(y), \(x)")
            #expect(Elementary.hypot(x, y) == Elementary.hypot(-y, x), "seed \(seed): \(x), \(y)")
        }
    }

    @Test(arguments: seeds)
    func anglesInDegreesRepeatAndMirrorExactly(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.count {
            // Eighths of a degree, so that sums are exact.
            let x = Double(generator.integer(-8_000_000...8_000_000)) / 8
            let turned = x + 360 * Double(generator.integer(-2_000_000...2_000_000))
            #expect(Elementary.cosineAndSine(degrees: turned).1 == Elementary.cosineAndSine(degrees: x).1, "seed \(seed): \(x)")
            #expect(Elementary.tan(degrees: turned) == Elementary.tan(degrees: x), "seed \(seed): \(x)")
            #expect(Elementary.cosineAndSine(degrees: 90 - x).0 == Elementary.cosineAndSine(degrees: x).1, "seed \(seed): \(x)")
            #expect(
                Elementary.cosineAndSine(degrees: 180 - x).1 == Elementary.cosineAndSine(degrees: x).1, "seed \(seed): \(x)")
            #expect(
                Elementary.cosineAndSine(degrees: x) == (
                    Elementary.cosineAndSine(degrees: x).0, Elementary.cosineAndSine(degrees: x).1
                ),
                "seed \(seed): \(x)")
            #expect(Elementary.cosineAndSine(x) == (Elementary.cos(x), Elementary.sin(x)), "seed \(seed): \(x)")
        }
    }

    @Test(arguments: seeds)
    func sinesAndCosinesLieOnTheUnitCircle(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.count {
            let x = Self.size(-10, 1000, &generator)
            let (cosine, sine) = Elementary.cosineAndSine(x)
            #expect(abs(cosine * cosine + sine * sine - 1) < 2 * Self.ulp, "seed \(seed): \(x)")
            #expect(abs(Elementary.tan(x) * cosine - sine) <= 2 * Self.ulp * abs(sine), "seed \(seed): \(x)")
        }
    }

    @Test(arguments: seeds)
    func inverseFunctionsUndoTheirFunctions(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.count {
            let x = generator.number(-1...1)
            #expect(abs(Elementary.sin(Elementary.asin(x)) - x) <= Self.ulp * max(abs(x), 0x1p-20), "seed \(seed): \(x)")
            #expect(abs(Elementary.cos(Elementary.acos(x)) - x) < 4 * Self.ulp, "seed \(seed): \(x)")
            #expect(abs(Elementary.asin(x) + Elementary.acos(x) - .pi / 2) < 3 * Self.ulp, "seed \(seed): \(x)")
            let angle = generator.number(-3.14...3.14)
            let (cosine, sine) = Elementary.cosineAndSine(angle)
            #expect(abs(Elementary.atan2(sine, cosine) - angle) < 4 * Self.ulp, "seed \(seed): \(angle)")
            let size = abs(Self.size(-300, 300, &generator))
            #expect(abs(Elementary.exp(Elementary.log(size)) / size - 1) < 300 * Self.ulp, "seed \(seed): \(size)")
            let exponent = generator.number(0.2...3)
            let root = Elementary.pow(Elementary.pow(abs(x), exponent), 1 / exponent)
            #expect(abs(root - abs(x)) <= 100 * Self.ulp * abs(x), "seed \(seed): \(x) to the \(exponent)")
        }
    }

    @Test(arguments: seeds)
    func monotonicFunctionsNeverDecrease(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<Self.count {
            let x = generator.number(-6...6)
            let more = x + abs(Self.size(-50, 1, &generator))
            #expect(
                Elementary.erf(x) <= Elementary.erf(more) && Elementary.exp(x) <= Elementary.exp(more),
                "seed \(seed): \(x), \(more)")
            #expect(Elementary.atan2(x, 1) <= Elementary.atan2(more, 1), "seed \(seed): \(x), \(more)")
            if x > 0 { #expect(Elementary.log(x) <= Elementary.log(more), "seed \(seed): \(x), \(more)") }
        }
    }
}

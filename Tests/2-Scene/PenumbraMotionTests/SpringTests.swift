import Glibc
import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct SpringTests {
    /// A spring whose damping ratio is drawn from `ratios`.
    private func spring(_ generator: inout SeededGenerator, ratio: Double) throws -> Spring {
        let mass = exp(generator.number(-2...2))
        let stiffness = exp(generator.number(0...6))
        return try Spring(
            mass: mass, stiffness: stiffness, damping: 2 * ratio * (mass * stiffness).squareRoot(),
            initialVelocity: generator.chance(0.5) ? 0 : generator.number(-20...20))
    }

    private func ratio(_ generator: inout SeededGenerator) -> Double {
        switch generator.integer(0...3) {
        case 0: generator.number(0...0.9)
        case 1: generator.number(1.1...20)
        case 2: 1 + generator.number(-1...1) * exp(generator.number(-30...(-3)))
        default: 1
        }
    }

    /// m·y″ = −c·y′ − k·y by the classical method of Runge and Kutta in small steps.
    @Test(arguments: seeds(rounds(60)))
    func springPositionAndVelocitySolveTheEquation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let ratio = ratio(&generator)
        let spring = try spring(&generator, ratio: min(ratio, 5))
        let (m, c, k) = (spring.mass, spring.damping, spring.stiffness)
        let steps = 40_000
        let h = 3 / (k / m).squareRoot() / Double(steps)
        var (y, v) = (1.0, -spring.initialVelocity)
        func acceleration(_ y: Double, _ v: Double) -> Double { -(c * v + k * y) / m }
        for step in 1...steps {
            let (y1, v1) = (v, acceleration(y, v))
            let (y2, v2) = (v + h / 2 * v1, acceleration(y + h / 2 * y1, v + h / 2 * v1))
            let (y3, v3) = (v + h / 2 * v2, acceleration(y + h / 2 * y2, v + h / 2 * v2))
            let (y4, v4) = (v + h * v3, acceleration(y + h * y3, v + h * v3))
            y += h / 6 * (y1 + 2 * y2 + 2 * y3 + y4)
            v += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
            guard step % 8000 == 0 else { continue }
            let t = Double(step) * h
            #expect(abs(spring.position(at: t) - (1 - y)) < 1e-9)
            #expect(abs(spring.velocity(at: t) + v) < 1e-8 * max(1, abs(v)))
        }
    }

    #if arch(x86_64)
        /// The textbook's formulas for each kind of damping, with 64 bits of precision.
        @Test(arguments: seeds(rounds(500)))
        func springPositionsMatchTheTextbook(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let ratio = ratio(&generator)
            let spring = try spring(&generator, ratio: ratio)
            let (m, c, k) = (Float80(spring.mass), Float80(spring.damping), Float80(spring.stiffness))
            let v0 = Float80(spring.initialVelocity)
            let a = c / (2 * m)
            let d = k / m - a * a
            for _ in 0..<20 {
                let t = Float80(generator.number(0...5))
                let y: Float80
                if abs(d) * t * t < 1e-6 {
                    // Near the critical damping: three terms of the series.
                    let z = d * t * t
                    y = Glibc.exp(-a * t) * (1 - z / 2 + z * z / 24 + (a - v0) * t * (1 - z / 6 + z * z / 120))
                } else if d > 0 {
                    let w = d.squareRoot()
                    y = Glibc.exp(-a * t) * (Glibc.cos(w * t) + (a - v0) / w * Glibc.sin(w * t))
                } else {
                    let w = (-d).squareRoot()
                    let (r1, r2) = (-a + w, -a - w)
                    y = ((-v0 - r2) * Glibc.exp(r1 * t) + (r1 + v0) * Glibc.exp(r2 * t)) / (r1 - r2)
                }
                #expect(abs(spring.position(at: Double(t)) - Double(1 - y)) < 1e-9)
            }
        }
    #endif

    @Test func springIsContinuousAtCriticalDamping() throws {
        for t in [0.01, 0.1, 0.3, 1, 3] {
            let critical = try Spring(damping: 20, initialVelocity: 3)
            for exponent in 3...15 {
                let difference = Glibc.pow(10, Double(-exponent))
                for damping in [20 - difference, 20 + difference] {
                    let near = try Spring(damping: damping, initialVelocity: 3)
                    #expect(abs(near.position(at: t) - critical.position(at: t)) < 0.3 * difference + 1e-14)
                    #expect(abs(near.velocity(at: t) - critical.velocity(at: t)) < 3 * difference + 1e-13)
                    #expect(abs(near.settlingDuration - critical.settlingDuration) < difference + 1e-12)
                }
            }
        }
    }

    @Test func standardSpringSettlesAsInCoreAnimation() {
        // ln(1000·(1 + 1/√3))/5
        #expect(abs(Spring.standard.settlingDuration - 1.4727003346780927) < 1e-12)
    }

    @Test(arguments: seeds(rounds(300)))
    func settledSpringsStaySettled(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let ratio = ratio(&generator)
        let spring = try spring(&generator, ratio: max(ratio, 0.02))
        let settled = spring.settlingDuration
        for _ in 0..<200 {
            let t = settled * (1 + generator.number(0...1) * generator.number(0...1))
            #expect(abs(spring.position(at: t) - 1) <= Spring.settlingDistance * (1 + 1e-9))
        }
        // The bound isn't idle: shortly before, some part of a swing is far away, unless the spring has one side only.
        if ratio >= 1, spring.initialVelocity == 0 {
            #expect(abs(spring.position(at: settled * 0.999) - 1) > Spring.settlingDistance)
        }
    }

    @Test func extremeSpringsStayFinite() throws {
        for mass in [1e-6, 1, 1e6] {
            for stiffness in [1e-6, 1, 1e6] {
                for damping in [0, 1e-6, 1, 1e6] {
                    for velocity in [-1e6, 0, 1e6] {
                        let spring = try Spring(
                            mass: mass, stiffness: stiffness, damping: damping, initialVelocity: velocity)
                        for t in [-1, 0, 1e-9, 1, 1e9] {
                            #expect(spring.position(at: t).isFinite && spring.velocity(at: t).isFinite)
                        }
                        #expect(spring.settlingDuration > 0)
                    }
                }
            }
        }
        #expect(try Spring(damping: 0).settlingDuration == .infinity)
    }

    @Test func badSpringsAreRefused() {
        #expect(
            error { () throws(MotionError) in _ = try Spring(mass: 0) } == "mass: found 0, expected a number from 1e-6 to 1e6")
        #expect(error { () throws(MotionError) in _ = try Spring(stiffness: .nan) } != nil)
        #expect(error { () throws(MotionError) in _ = try Spring(damping: -1) } != nil)
        #expect(error { () throws(MotionError) in _ = try Spring(initialVelocity: .infinity) } != nil)
    }
}

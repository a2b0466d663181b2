import PenumbraGeometry
import PenumbraMotion
import TestSupport
import Testing

/// Numbers that no document should have. Each is refused by a typed error, or gives a value; nothing traps.
@Suite(.timed) struct ExtremeTests {
    private struct Source {
        var generator: SeededGenerator
        private let numbers: [Double] = [
            0, -0.0, 1, -1, 0.5, 2, 0.1, 1e-6, 1e-7, 1e-300, -1e-300, .leastNonzeroMagnitude, 1e3, -1e3, 1e6, -1e6, 1e9, -1e9,
            1.1e9, 1e18,
            1e300,
            -1e300, .infinity, -.infinity, .nan, 0.9999999999999999, 1.0000000000000002,
        ]

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        /// Mostly harmless numbers, so that most combinations get past the checks.
        mutating func number(_ harmless: ClosedRange<Double> = 0...1) -> Double {
            generator.chance(0.8) ? generator.number(harmless) : numbers[generator.integer(0...(numbers.count - 1))]
        }

        mutating func maybe(_ harmless: ClosedRange<Double> = 0...1) -> Double? {
            generator.chance(0.5) ? number(harmless) : nil
        }

        mutating func list(_ count: Int, _ harmless: ClosedRange<Double> = 0...1) -> [Double] {
            (0..<count).map { _ in number(harmless) }
        }

        mutating func timing() throws(MotionError) -> Timing {
            try Timing(
                beginTime: number(-2...2), duration: number(0...3), speed: number(-3...3), timeOffset: number(-2...2),
                repeatCount: maybe(0...4), repeatDuration: generator.chance(0.2) ? number(0...4) : nil,
                autoreverses: generator.chance(0.5), fillMode: Timing.FillMode.allCases[generator.integer(0...3)])
        }

        mutating func function() throws(MotionError) -> TimingFunction {
            switch generator.integer(0...4) {
            case 0: return .linear
            case 1: return .cubicBezier(try CubicBezier(number(), number(), number(), number()))
            case 2: return .steps(try Steps(generator.integer(-1...5), Steps.Position.allCases[generator.integer(0...3)]))
            case 3:
                var stops: [LinearStops.Stop] = []
                for _ in 0..<generator.integer(0...5) { stops.append(.init(number(), at: maybe())) }
                return .stops(try LinearStops(stops))
            default:
                return .spring(
                    try Spring(
                        mass: number(0.1...2), stiffness: number(1...99), damping: number(0...9), initialVelocity: number()))
            }
        }

        mutating func keyframes() throws(MotionError) -> Keyframes<Double> {
            let count = generator.integer(0...5)
            let mode = CalculationMode.allCases[generator.integer(0...4)]
            var times = list(count).sorted()
            if count > 1, generator.chance(0.9) { (times[0], times[count - 1]) = (0, 1) }
            var functions: [TimingFunction] = []
            for _ in 0..<max(0, count - 1) { functions.append(try function()) }
            return try Keyframes(
                list(count, -9...9), keyTimes: mode == .paced || mode == .cubicPaced ? nil : times, mode: mode,
                timingFunctions: mode == .linear || mode == .cubic ? functions : nil,
                tension: mode == .cubic ? list(count, -1...1) : nil)
        }
    }

    @Test(arguments: seeds(rounds(2000)))
    func extremeAnimationsNeverTrap(seed: UInt64) {
        var source = Source(seed: seed)
        do throws(MotionError) {
            let values: Animation<Double>.Values =
                source.generator.chance(0.5)
                ? .keyframes(try source.keyframes())
                : .basic(try BasicValues(from: source.maybe(), to: source.maybe(), by: source.maybe()))
            var groups: [GroupTiming] = []
            for _ in 0..<source.generator.integer(0...2) {
                groups.append(GroupTiming(try source.timing(), timingFunction: try source.function()))
            }
            let animation = Animation(
                values, timing: try source.timing(), timingFunction: try source.function(),
                isAdditive: source.generator.chance(0.3), isCumulative: source.generator.chance(0.3), groups: groups)
            #expect(animation.endTime >= -1e9)
            for text in ["0", "-1", "0.5", "1/3", "7", "1000000000", "-1000000000", "0.000000000000001"] {
                _ = try animation.value(at: Time(text), own: source.number())
            }
        } catch {
            #expect(error.message.contains("expected") || error.message.contains("; "))
        }
    }

    @Test(arguments: seeds(rounds(500)))
    func extremeTransformsNeverTrap(seed: UInt64) {
        var source = Source(seed: seed)
        func map() -> AffineTransform {
            let v = source.list(6, -2...2)
            return AffineTransform(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
        }
        let (a, b) = (map(), map())
        _ = a.interpolated(to: b, at: source.number())
        _ = try? AffineTransform.mixed([a, b, a], weights: source.list(3))
        _ = try? a.repeated(source.number(-3...3))
        _ = try? a.repeated(Double(source.generator.integer(-5...5)))
        for component in TransformComponent.allCases {
            _ = component.value(of: a)
            _ = component.setting(source.number(), in: a)
        }
    }
}

import PenumbraGeometry
import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct KeyframeTests {
    private func value(_ keyframes: Keyframes<Double>, _ progress: Double) throws -> Double {
        try keyframes.value(at: progress, duration: 1)
    }

    @Test func linearKeyframesInterpolateBetweenKeyTimes() throws {
        let even = try Keyframes([0.0, 10, 40])
        #expect(try [0, 0.25, 0.5, 0.75, 1].map { try value(even, $0) } == [0, 5, 10, 25, 40])
        let uneven = try Keyframes([0.0, 10, 40], keyTimes: [0, 0.8, 1])
        #expect(try value(uneven, 0.4) == 5)
        #expect(abs(try value(uneven, 0.9) - 25) < 1e-12)
        // A timing function that overshoots continues the outermost segments.
        #expect(try value(even, -0.25) == -5)
        #expect(try value(even, 1.25) == 55)
        #expect(try value(try Keyframes([7.0]), 0.3) == 7)
    }

    @Test func keyframesAtOneTimeMakeAJump() throws {
        let keyframes = try Keyframes([0.0, 10, 50, 60], keyTimes: [0, 0.5, 0.5, 1])
        #expect(try value(keyframes, 0.499999999) < 10)
        #expect(try value(keyframes, 0.5) == 50)
        let ends = try Keyframes([0.0, 10, 20, 30], keyTimes: [0, 0, 1, 1])
        #expect(try [-0.5, 0, 0.5, 1, 1.5].map { try value(ends, $0) } == [0, 10, 15, 30, 30])
    }

    @Test func discreteKeyframesHoldUntilTheNext() throws {
        let even = try Keyframes([1.0, 2, 3, 4], mode: .discrete)
        #expect(try [0, 0.24, 0.25, 0.5, 0.99, 1].map { try value(even, $0) } == [1, 1, 2, 3, 4, 4])
        let oneMore = try Keyframes([1.0, 2], keyTimes: [0, 0.3, 1], mode: .discrete)
        let equal = try Keyframes([1.0, 2], keyTimes: [0, 0.3], mode: .discrete)
        for progress in [-0.1, 0, 0.29, 0.3, 0.7, 1, 1.2] {
            #expect(try value(oneMore, progress) == value(equal, progress))
            #expect(try value(equal, progress) == (progress < 0.3 ? 1 : 2))
        }
        // A progress that rounding has left short of the key time.
        #expect(try value(equal, 7.3 - 7) == 2)
    }

    @Test func keyframeSegmentsHaveTheirOwnTimingFunctions() throws {
        let keyframes = try Keyframes(
            [0.0, 10, 20], timingFunctions: [try TimingFunction("steps(2)"), try TimingFunction("ease-in")])
        #expect(try value(keyframes, 0.3) == 5)
        #expect(try value(keyframes, 0.75) == 10 + 10 * CubicBezier.easeIn.value(at: 0.5))
        // A spring's seconds are those of its segment.
        let spring = try Keyframes([0.0, 10, 20], timingFunctions: [.spring(.standard), .linear])
        #expect(try spring.value(at: 0.25, duration: 3) == 10 * Spring.standard.position(at: 0.75))
    }

    @Test(arguments: seeds(rounds(200)))
    func pacedKeyframesMoveAtConstantSpeed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let points = (0..<generator.integer(2...8)).map { _ in Point(generator.number(-9...9), generator.number(-9...9)) }
        let keyframes = try Keyframes(points, mode: .paced)
        let lengths = zip(points, points.dropFirst()).map { ($1 - $0).length }
        let total = lengths.reduce(0, +)
        for _ in 0..<20 {
            let progress = generator.number(0...1)
            var rest = progress * total
            var segment = 0
            while segment < lengths.count - 1, rest > lengths[segment] {
                rest -= lengths[segment]
                segment += 1
            }
            let expected = points[segment] + (rest / lengths[segment]) * (points[segment + 1] - points[segment])
            #expect((try keyframes.value(at: progress, duration: 1) - expected).length < 1e-9)
        }
        let still = try Keyframes([Point(1, 2), Point(1, 2), Point(1, 2)], mode: .paced)
        #expect(still.keyTimes == [0, 0.5, 1])
    }

    /// Kochanek and Bartels' tangents and Hermite's basis, written out.
    @Test(arguments: seeds(rounds(500)))
    func cubicKeyframesFollowKochanekAndBartels(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = generator.integer(2...7)
        func numbers(_ range: ClosedRange<Double>) -> [Double] { (0..<count).map { _ in generator.number(range) } }
        let values = numbers(-10...10)
        let (tension, continuity, bias) = (numbers(-1...1), numbers(-1...1), numbers(-1...1))
        var times = numbers(0...1).sorted()
        (times[0], times[count - 1]) = (0, 1)
        let keyframes = try Keyframes(
            values, keyTimes: times, mode: .cubic, tension: tension, continuity: continuity, bias: bias)
        func tangent(_ i: Int, outgoing: Bool) -> Double {
            let chordBefore = i > 0 ? values[i] - values[i - 1] : values[1] - values[0]
            let chordAfter = i < count - 1 ? values[i + 1] - values[i] : values[i] - values[i - 1]
            let before = i > 0 ? times[i] - times[i - 1] : times[1] - times[0]
            let after = i < count - 1 ? times[i + 1] - times[i] : times[i] - times[i - 1]
            let (t, c, b) = (tension[i], outgoing ? continuity[i] : -continuity[i], bias[i])
            let mean = (1 - t) * (1 + c) * (1 + b) / 2 * chordBefore + (1 - t) * (1 - c) * (1 - b) / 2 * chordAfter
            return mean * 2 * (outgoing ? after : before) / (before + after)
        }
        for _ in 0..<20 {
            let progress = generator.number(0...1)
            let i = (0..<(count - 1)).last { times[$0] <= progress } ?? 0
            let u = (progress - times[i]) / (times[i + 1] - times[i])
            let (out, into) = (tangent(i, outgoing: true), tangent(i + 1, outgoing: false))
            let expected =
                (2 * u * u * u - 3 * u * u + 1) * values[i] + (u * u * u - 2 * u * u + u) * out
                + (-2 * u * u * u + 3 * u * u) * values[i + 1] + (u * u * u - u * u) * into
            #expect(abs(try value(keyframes, progress) - expected) < 1e-9)
        }
        for (time, wanted) in zip(times, values) { #expect(abs(try value(keyframes, time) - wanted) < 1e-12) }
    }

    @Test func cubicKeyframesOnALineMoveUniformly() throws {
        let line = try Keyframes([2.0, 4, 6, 8], mode: .cubic)
        for progress in [0.1, 0.3, 0.5, 0.9] { #expect(abs(try value(line, progress) - (2 + 6 * progress)) < 1e-12) }
        // A jump ends the curve on both sides.
        let jump = try Keyframes([0.0, 1, 9, 10], keyTimes: [0, 0.5, 0.5, 1], mode: .cubic)
        #expect(abs(try value(jump, 0.25) - 0.5) < 1e-12)
        #expect(abs(try value(jump, 0.75) - 9.5) < 1e-12)
    }

    @Test(arguments: seeds(rounds(40)))
    func cubicPacedKeyframesMoveAtConstantSpeed(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let points = (0..<generator.integer(2...6)).map { _ in Point(generator.number(-9...9), generator.number(-9...9)) }
        let keyframes = try Keyframes(points, mode: .cubicPaced)
        let places = try (0...4000).map { try keyframes.value(at: Double($0) / 4000, duration: 1) }
        let steps = zip(places, places.dropFirst()).map { ($1 - $0).length }
        let mean = steps.reduce(0, +) / 4000
        #expect(places[0] == points[0] && (places[4000] - points[points.count - 1]).length < 1e-9)
        // Sharp turns are a little longer than their chords, so single steps differ, but no part is faster than another.
        for start in stride(from: 0, to: 4000, by: 400) {
            #expect(abs(steps[start..<(start + 400)].reduce(0, +) / 400 / mean - 1) < 0.02)
        }
        for point in points { #expect(places.contains { ($0 - point).length < 2 * mean }) }
    }

    @Test func keyframesWithWrongCountsOrOrderAreRefused() throws {
        func refusal(_ make: () throws(MotionError) -> Keyframes<Double>) -> String? {
            error { () throws(MotionError) in _ = try make() }
        }
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1, 2], keyTimes: [0, 0.5, 0.2]) }
                == "keyTimes[2]: found 0.2 after 0.5, expected times that never decrease")
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1, 2], keyTimes: [0, 1]) }
                == "keyTimes: found 2 key times of 3 values, expected 3")
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1], keyTimes: [0], mode: .discrete) }
                == "keyTimes: found 1 key times of 2 values, expected 2 or 3")
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1], keyTimes: [0.1, 1]) }
                == "keyTimes[0]: found 0.1, expected 0")
        #expect(refusal { () throws(MotionError) in try Keyframes([0, 1], keyTimes: [0, 0.9]) } != nil)
        #expect(refusal { () throws(MotionError) in try Keyframes([0, 1], keyTimes: [0, .nan]) } != nil)
        #expect(refusal { () throws(MotionError) in try Keyframes([0, 1], keyTimes: [0, 1], mode: .paced) } != nil)
        #expect(refusal { () throws(MotionError) in try Keyframes([]) } == "values: found no values, expected one or more")
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1, 2], timingFunctions: [.linear]) }
                == "timingFunctions: found 1 timing functions, expected 2, one fewer than the values")
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1], mode: .discrete, timingFunctions: [.linear]) } != nil)
        #expect(
            refusal { () throws(MotionError) in try Keyframes([0, 1], mode: .cubic, tension: [1]) }
                == "tensionValues: found 1 numbers, expected 2, one for each value")
        #expect(refusal { () throws(MotionError) in try Keyframes([0, 1], bias: [1, 1]) } != nil)
        #expect(refusal { () throws(MotionError) in try Keyframes([0, 1], mode: .cubic, continuity: [0, .nan]) } != nil)
        #expect(
            error { () throws(MotionError) in _ = try Keyframes([[1.0], [1, 2]]) }
                == "values[1]: found lists of 1 and 2 elements, expected equal numbers")
        #expect(error { () throws(MotionError) in _ = try Keyframes([Discrete("a"), Discrete("b")], mode: .cubic) } != nil)
    }

    @Test func keyframesMayBeListsAndDiscreteValues() throws {
        let lists = try Keyframes([[Point(0, 0), Point(1, 1)], [Point(2, 0), Point(1, 3)]])
        #expect(try lists.value(at: 0.5, duration: 1) == [Point(1, 0), Point(1, 2)])
        let words = try Keyframes([Discrete("a"), Discrete("b"), Discrete("c")], mode: .discrete)
        #expect(try words.value(at: 0.4, duration: 1).value == "b")
        let rects = try Keyframes([Rect(x: 0, y: 0, width: 1, height: 2), Rect(x: 4, y: 0, width: 3, height: 2)])
        #expect(try rects.value(at: 0.5, duration: 1) == Rect(x: 2, y: 0, width: 2, height: 2))
    }
}

import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct AnimationTests {
    private func basic(
        _ timing: Timing, from: Double? = nil, to: Double? = nil, by: Double? = nil, isAdditive: Bool = false,
        isCumulative: Bool = false, groups: [GroupTiming] = []
    ) throws -> Animation<Double> {
        Animation(
            .basic(try BasicValues(from: from, to: to, by: by)), timing: timing, isAdditive: isAdditive,
            isCumulative: isCumulative, groups: groups)
    }

    private func values(_ animation: Animation<Double>..., own: Double, at times: [String]) throws -> [Double] {
        try times.map { try own.presented(at: Time($0), animation) }
    }

    @Test func missingAnimationEndsAreTheOwnValue() throws {
        let timing = try Timing(duration: 4)
        let times = ["0", "1", "2", "4"]
        #expect(try values(basic(timing, from: 10, to: 20), own: 100, at: times) == [10, 12.5, 15, 100])
        #expect(try values(basic(timing, from: 10, by: 20), own: 100, at: times) == [10, 15, 20, 100])
        #expect(try values(basic(timing, to: 20, by: 8), own: 100, at: times) == [12, 14, 16, 100])
        #expect(try values(basic(timing, from: 20), own: 100, at: times) == [20, 40, 60, 100])
        #expect(try values(basic(timing, to: 20), own: 100, at: times) == [100, 80, 60, 100])
        #expect(try values(basic(timing, by: 20), own: 100, at: times) == [100, 105, 110, 100])
    }

    @Test func animationsApplyInOrder() throws {
        let first = try basic(Timing(duration: 4), from: 0, to: 40)
        let second = try basic(Timing(duration: 4), by: 4)
        #expect(try values(first, second, own: 100, at: ["1"]) == [11])
        #expect(try values(second, first, own: 100, at: ["1"]) == [10])
    }

    @Test func additiveAnimationsAddToTheOwnValue() throws {
        let timing = try Timing(duration: 4, fillMode: .forwards)
        let times = ["1", "4"]
        #expect(try values(basic(timing, from: -8, to: 0, isAdditive: true), own: 100, at: times) == [94, 100])
        #expect(try values(basic(timing, to: 8, isAdditive: true), own: 100, at: times) == [102, 108])
        #expect(try values(basic(timing, by: 8, isAdditive: true), own: 100, at: times) == [102, 108])
        let one = try basic(timing, to: 8, isAdditive: true)
        #expect(try values(one, one, one, own: 1, at: times) == [7, 25])
    }

    @Test func cumulativeAnimationsContinueAtEachRepeat() throws {
        let timing = try Timing(duration: 2, repeatCount: 3, fillMode: .forwards)
        let turn = try basic(timing, from: 0, to: 90, isCumulative: true)
        #expect(try values(turn, own: 5, at: ["1", "2", "3", "5", "6", "9"]) == [45, 90, 135, 225, 270, 270])
        let raised = try basic(timing, from: 10, to: 20, isCumulative: true)
        #expect(try values(raised, own: 0, at: ["1", "3"]) == [15, 35])
        let back = try Timing(duration: 1, repeatCount: 3, autoreverses: true)
        #expect(
            try values(basic(back, from: 10, to: 20, isCumulative: true), own: 0, at: ["0.5", "2.5", "3.5"]) == [15, 25, 25])
        let reversed = try Timing(duration: 2, speed: -1, repeatCount: 3)
        #expect(try values(basic(reversed, from: 0, to: 90, isCumulative: true), own: 0, at: ["1", "3"]) == [-45, -135])
    }

    @Test func animationsEndWithTheirGroup() throws {
        let group = GroupTiming(try Timing(beginTime: 1, duration: 2))
        let inner = try Timing(beginTime: 0.5, duration: 4)
        let animation = try basic(inner, from: 0, to: 8, groups: [group])
        #expect(try values(animation, own: 100, at: ["1", "1.5", "2", "2.75", "3"]) == [100, 0, 1, 2.5, 100])
    }

    @Test func groupHeldAtItsEndHoldsAnimationsEndingThere() throws {
        for mode in [Timing.FillMode.forwards, .both] {
            let group = GroupTiming(try Timing(duration: 3, fillMode: mode))
            let animation = try basic(Timing(beginTime: 1, duration: 2), from: 0, to: 8, groups: [group])
            #expect(try values(animation, own: 100, at: ["2", "3", "50"]) == [4, 8, 8])
            // One that ended before the group isn't held, unless it holds itself.
            let early = try basic(Timing(duration: 2), from: 0, to: 8, groups: [group])
            #expect(try values(early, own: 100, at: ["1", "3"]) == [4, 100])
            let held = try basic(Timing(duration: 2, fillMode: .forwards), from: 0, to: 8, groups: [group])
            #expect(try values(held, own: 100, at: ["1", "3"]) == [4, 8])
        }
    }

    @Test func animationGroupsRepeatReverseAndScaleTime() throws {
        let group = GroupTiming(try Timing(duration: 2, speed: 2, repeatCount: 1, autoreverses: true))
        let animation = try basic(Timing(beginTime: 1, duration: 1), from: 0, to: 8, groups: [group])
        // The group runs from 0 to 2 in the first second, and back in the next. On the way back, the animation ends at 1.
        #expect(
            try values(animation, own: 100, at: ["0.25", "0.5", "0.75", "1", "1.25", "1.5", "1.75", "2"])
                == [100, 0, 4, 8, 4, 100, 100, 100])
        let eased = GroupTiming(try Timing(duration: 2), timingFunction: try TimingFunction("steps(2)"))
        let stepped = try basic(Timing(duration: 2), from: 0, to: 8, groups: [eased])
        #expect(try values(stepped, own: 100, at: ["0.9", "1", "1.9"]) == [0, 4, 4])
    }

    /// 0.3 − 0.1 is less than 0.2 in binary fractions.
    @Test func groupBoundariesAreUnaffectedByRounding() throws {
        let rate = try FrameRate(10)
        for begin in 0...20 {
            let group = GroupTiming(try Timing(beginTime: Double(begin) / 10, duration: 100))
            for inner in 0...20 {
                let animation = try basic(Timing(beginTime: Double(inner) / 10, duration: 0.7), from: 1, to: 2, groups: [group])
                func value(_ frame: Int) throws -> Double { try 9.0.presented(at: Time(frame: frame, rate: rate), [animation]) }
                #expect(try [-1, 0, 7].map { try value(begin + inner + $0) } == [9, 1, 9])
            }
        }
    }

    @Test func stepsBeforeTheBeginTimeDoNotJump() throws {
        let steps = try TimingFunction("steps(4, jump-start)")
        for speed in [1.0, -1] {
            let timing = try Timing(beginTime: 1, duration: 4, speed: speed, fillMode: .both)
            let whole = Animation(
                .basic(try BasicValues(from: 0.0, to: 8)), timing: timing, timingFunction: steps)
            let keyframes = Animation(
                .keyframes(try Keyframes([0.0, 8], timingFunctions: [steps])), timing: timing)
            for animation in [whole, keyframes] {
                #expect(
                    try values(animation, own: 100, at: ["0", "1", "4.5", "5", "6"])
                        == (speed > 0 ? [0, 2, 8, 8, 8] : [8, 8, 2, 0, 0]))
            }
        }
    }

    @Test func animationTreesFlattenInOrder() throws {
        let outer = GroupTiming(try Timing(duration: 1))
        let inner = GroupTiming(try Timing(duration: 2))
        let tree: [AnimationTree<String>] = [
            .animation("a"), .group(outer, [.animation("b"), .group(inner, [.animation("c")]), .animation("d")]),
            .animation("e"),
        ]
        let flat = try AnimationTree.flattened(tree)
        #expect(flat.map(\.leaf) == ["a", "b", "c", "d", "e"])
        #expect(flat.map(\.groups) == [[], [outer], [outer, inner], [outer], []])
        var deep = AnimationTree.animation("x")
        for _ in 0..<33 { deep = .group(outer, [deep]) }
        #expect(error { () throws(MotionError) in _ = try AnimationTree.flattened([deep]) } != nil)
    }

    @Test func contradictoryAnimationEndsAreRefused() {
        #expect(
            error { () throws(MotionError) in _ = try BasicValues(from: 1.0, to: 2, by: 3) }
                == "by: found from, to and by, expected at most two of them")
        #expect(
            error { () throws(MotionError) in _ = try BasicValues<Double>() }
                == "to: missing, expected from, to or by, or values")
        #expect(error { () throws(MotionError) in _ = try BasicValues(by: Discrete("a")) } != nil)
        #expect(
            error { () throws(MotionError) in _ = try BasicValues(from: [1.0], to: [1, 2]) }
                == "to: found lists of 1 and 2 elements, expected equal numbers")
    }

    /// A frame's value depends on its time alone: in order, in reverse and in any part, it has the same bits.
    @Test(arguments: seeds(rounds(20)))
    func animationValueDependsOnlyOnItsTime(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let animation = try basic(
            Timing(
                beginTime: generator.number(0...1), duration: generator.number(0.1...2), repeatCount: .infinity,
                autoreverses: generator.chance(0.5)), from: 0, to: 100)
        let rate = try FrameRate("30000/1001")
        func frame(_ number: Int) throws -> Double { try 3.0.presented(at: Time(frame: number, rate: rate), [animation]) }
        let forwards = try (0..<300).map(frame)
        let backwards = try (0..<300).reversed().map(frame).reversed()
        #expect(forwards == Array(backwards))
    }
}

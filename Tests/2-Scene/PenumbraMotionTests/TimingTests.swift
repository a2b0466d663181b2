import PenumbraMotion
import TestSupport
import Testing

@Suite(.timed) struct TimingTests {
    private func progress(_ timing: Timing, _ seconds: Double, _ side: Moment.Side = .from) -> Double? {
        timing.state(at: Moment(seconds: seconds, side: side))?.progress
    }

    @Test func timingIncludesItsBeginAndExcludesItsEnd() throws {
        let timing = try Timing(beginTime: 1, duration: 2)
        #expect(progress(timing, 0.999) == nil)
        #expect(progress(timing, 1) == 0)
        #expect(progress(timing, 2.5) == 0.75)
        #expect(progress(timing, 3) == nil)
        // From the other side it is the other way round.
        #expect(progress(timing, 1, .upTo) == nil)
        #expect(progress(timing, 3, .upTo) == 1)
        #expect(timing.endTime == 3)
    }

    @Test func fillModesHoldTheEnds() throws {
        func states(_ mode: Timing.FillMode) throws -> [Double?] {
            let timing = try Timing(beginTime: 1, duration: 2, fillMode: mode)
            return [progress(timing, 0), progress(timing, 3), progress(timing, 1e9)]
        }
        #expect(try states(.removed) == [nil, nil, nil])
        #expect(try states(.forwards) == [nil, 1, 1])
        #expect(try states(.backwards) == [0, nil, nil])
        #expect(try states(.both) == [0, 1, 1])
    }

    @Test func repeatCountMayBeFractional() throws {
        let timing = try Timing(duration: 2, repeatCount: 2.25, fillMode: .forwards)
        #expect(timing.state(at: Moment(seconds: 2))?.iteration == 1)
        #expect(progress(timing, 2) == 0)
        let partOfThird: Double = (4.4 - 4) / 2
        #expect(progress(timing, 4.4) == partOfThird)
        #expect(progress(timing, 4.5) == 0.25)
        #expect(progress(timing, 100) == 0.25)
        let whole = try Timing(duration: 2, repeatCount: 2, fillMode: .forwards)
        #expect(progress(whole, 100) == 1)
        #expect(whole.state(at: Moment(seconds: 100))?.iteration == 1)
        let seconds = try Timing(duration: 2, repeatDuration: 3, fillMode: .forwards)
        #expect(progress(seconds, 2.5) == 0.25)
        #expect(progress(seconds, 3) == 0.5)
        let endless = try Timing(duration: 2, repeatCount: .infinity)
        #expect(endless.endTime == .infinity)
        #expect(progress(endless, 1e9 + 1) == 0.5)
    }

    @Test func autoreversesPlayBackAfterEachPass() throws {
        let timing = try Timing(duration: 1, repeatCount: 2, autoreverses: true, fillMode: .forwards)
        #expect(timing.activeDuration == 4)
        #expect([0.25, 1, 1.25, 2, 2.25, 3.75].map { progress(timing, $0) } == [0.25, 1, 0.75, 0, 0.25, 0.25])
        #expect(timing.state(at: Moment(seconds: 1.25))?.isReversed == true)
        #expect(timing.state(at: Moment(seconds: 1.25))?.iteration == 0)
        #expect(timing.state(at: Moment(seconds: 2.25))?.iteration == 1)
        #expect(progress(timing, 9) == 0)
        let half = try Timing(duration: 1, repeatCount: 0.5, autoreverses: true, fillMode: .forwards)
        #expect(progress(half, 9) == 1)
    }

    @Test func negativeSpeedPlaysFromEndToStart() throws {
        let timing = try Timing(beginTime: 1, duration: 2, speed: -2, fillMode: .both)
        #expect([0, 1, 1.25, 1.75, 2, 9].map { progress(timing, $0) } == [1, 1, 0.75, 0.25, 0, 0])
        #expect(timing.endTime == 2)
        #expect(timing.state(at: Moment(seconds: 1.25))?.isReversed == true)
        // An offset of the duration is the same position, which Core Animation's users write.
        let offset = try Timing(beginTime: 1, duration: 2, speed: -2, timeOffset: 2, fillMode: .both)
        #expect([0, 1, 1.25, 1.75, 2, 9].map { progress(offset, $0) } == [1, 1, 0.75, 0.25, 0, 0])
    }

    @Test func timeOffsetStartsInTheMiddleAndWrapsAround() throws {
        let timing = try Timing(duration: 4, timeOffset: 3, fillMode: .forwards)
        #expect([0, 0.5, 1, 3].map { progress(timing, $0) } == [0.75, 0.875, 0, 0.5])
        #expect(progress(timing, 4) == 0.75)
        #expect(timing.state(at: Moment(seconds: 1))?.iteration == 1)
        let negative = try Timing(duration: 4, timeOffset: -1)
        #expect(progress(negative, 0) == 0.75)
        #expect(negative.state(at: Moment(seconds: 0))?.iteration == -1)
    }

    @Test func zeroSpeedHoldsTheOffset() throws {
        let timing = try Timing(beginTime: 1, duration: 4, speed: 0, timeOffset: 3)
        #expect(progress(timing, 0.5) == nil)
        #expect([1, 2, 1e9].map { progress(timing, $0) } == [0.75, 0.75, 0.75])
    }

    @Test func zeroDurationShowsOnlyFilledValues() throws {
        #expect(progress(try Timing(beginTime: 1, duration: 0), 1) == nil)
        let timing = try Timing(beginTime: 1, duration: 0, fillMode: .both)
        #expect([0.5, 1, 2].map { progress(timing, $0) } == [0, 1, 1])
        let backwards = try Timing(beginTime: 1, duration: 0, speed: -1, fillMode: .both)
        #expect([0.5, 1, 2].map { progress(backwards, $0) } == [1, 0, 0])
        let still = try Timing(duration: 0, speed: 0, fillMode: .both)
        #expect(progress(still, 3) == 1)
    }

    /// Every boundary of every pass, at frame times and begin times that binary fractions don't hit.
    @Test func timingBoundariesAreUnaffectedByRounding() throws {
        let rate = try FrameRate(10)
        for begin in 0...200 {
            for length in 1...30 {
                let timing = try Timing(
                    beginTime: Double(begin) / 10, duration: Double(length) / 10, repeatCount: 3, fillMode: .forwards)
                for pass in 0...3 {
                    let time = try Time(frame: begin + pass * length, rate: rate)
                    let state = try #require(timing.state(at: Moment(time)))
                    #expect(state.progress == (pass < 3 ? 0 : 1) && state.iteration == min(pass, 2))
                }
            }
        }
    }

    /// The model in words, with exact integers: all times are whole microseconds.
    @Test(arguments: seeds(rounds(1000)))
    func randomTimingsMatchIntegerArithmetic(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let begin = generator.integer(-3_000_000...3_000_000)
        let duration = generator.integer(1...2_000_000)
        let quarters = generator.integer(1...17)
        let speed = [1, 2, 4, -1, -2][generator.integer(0...4)]
        let offset = generator.chance(0.5) ? 0 : generator.integer(-4_000_000...4_000_000)
        let autoreverses = generator.chance(0.5)
        let mode = Timing.FillMode.allCases[generator.integer(0...3)]
        let timing = try Timing(
            beginTime: Double(begin) / 1e6, duration: Double(duration) / 1e6, speed: Double(speed),
            timeOffset: Double(offset) / 1e6, repeatCount: Double(quarters) / 4, autoreverses: autoreverses, fillMode: mode)
        // Everything four times as long, so that quarters of repeats are whole numbers.
        let total = quarters * duration * (autoreverses ? 2 : 1)
        for _ in 0..<50 {
            let parent = generator.integer(-4_000_000...40_000_000)
            let played = 4 * (parent - begin) * abs(speed)
            let isActive = played >= 0 && played < total
            let state = timing.state(at: Moment(seconds: Double(parent) / 1e6))
            if !isActive, !(played < 0 ? mode == .backwards || mode == .both : mode == .forwards || mode == .both) {
                #expect(state == nil)
                continue
            }
            let position = max(0, min(total, played)) * speed.signum() + 4 * offset
            var pass = Int((Double(position) / Double(4 * duration)).rounded(.down))
            // Forwards, a boundary belongs to the pass after it; backwards or held at the end, to the pass before it.
            let isHeld = !isActive && played >= total
            if position == pass * 4 * duration, isHeld != (speed < 0) { pass -= 1 }
            var progress = Double(position - pass * 4 * duration) / Double(4 * duration)
            let isOdd = autoreverses && pass & 1 == 1
            if isOdd { progress = 1 - progress }
            let actual = try #require(state)
            #expect(abs(actual.progress - progress) < 1e-9)
            #expect(actual.iteration == (autoreverses ? pass >> 1 : pass))
            #expect(actual.isReversed == (isOdd != (speed < 0)))
        }
    }

    @Test func badTimingNumbersAreRefused() {
        func refusal(_ make: () throws(MotionError) -> Timing) -> String? {
            error { () throws(MotionError) in _ = try make() }
        }
        #expect(
            refusal { () throws(MotionError) in try Timing(duration: .nan) }
                == "duration: found nan, expected 0, or seconds from 1e-6 to 1e9")
        #expect(refusal { () throws(MotionError) in try Timing(duration: -1) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1e-7) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1e9) } == nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1.1e9) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(beginTime: .infinity, duration: 1) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1, speed: .nan) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1, repeatCount: -1) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 1, repeatCount: .nan) } != nil)
        #expect(
            refusal { () throws(MotionError) in try Timing(duration: 1, repeatCount: 2, repeatDuration: 2) }
                == "repeatDuration: found a repeatCount as well, expected one of them")
        #expect(refusal { () throws(MotionError) in try Timing(duration: 0, repeatCount: .infinity) } != nil)
        #expect(refusal { () throws(MotionError) in try Timing(duration: 0, repeatDuration: 1) } != nil)
    }

    /// The outermost numbers that the limits allow.
    @Test func extremeTimingsDoNotTrap() throws {
        for duration in [0, 1e-6, 1e9] {
            for speed in [-1e6, -1e-300, 0, 1e-300, 1e6] {
                for offset in [-1e9, 0, 1e9] {
                    for count in [1e-9, 1, 1e9, .infinity] where !(duration == 0 && count == .infinity) {
                        let timing = try Timing(
                            beginTime: -1e9, duration: duration, speed: speed, timeOffset: offset, repeatCount: count,
                            autoreverses: true, fillMode: .both)
                        for seconds in [-1e9, 0, 1e-300, 1e9] {
                            let progress = try #require(self.progress(timing, seconds))
                            #expect(progress >= 0 && progress <= 1)
                        }
                    }
                }
            }
        }
    }
}

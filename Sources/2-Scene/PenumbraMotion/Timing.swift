/// The time model of Core Animation's `CAMediaTiming`: how a parent's time becomes a position within an animation.
///
/// With `elapsed = parent − beginTime`, the local time is `t = elapsed · speed + timeOffset`. The local time is cut into
/// iterations of `duration` seconds.
///
/// - The animation is active for `activeDuration / |speed|` seconds of the parent's time, from `beginTime` on. The first moment
///   belongs to that interval and the last one doesn't: `beginTime ≤ parent < endTime`. Animations that follow each other
///   therefore never overlap. Outside the interval, `fillMode` decides.
/// - `timeOffset` shifts the position, not the interval. An animation with an offset starts in the middle, reaches its end,
///   and continues from its start, as in Core Animation. It is the Web Animations `iterationStart` times `duration`.
/// - A negative `speed` plays from the end to the start, in the same interval of the parent's time. A `speed` of 0 shows
///   the position `timeOffset` from `beginTime` on, forever.
/// - A `duration` of 0 has an empty interval: the animation shows only where it fills. Core Animation takes 0 for the duration
///   of the transaction instead; here, whoever makes a timing chooses the duration.
///
/// In Web Animations, `beginTime` is `delay`, `speed` is `playbackRate` (about `beginTime` instead of about 0), and
/// `repeatCount` is `iterations`. With `autoreverses`, which is `direction: alternate`, one repeat is two iterations.
public struct Timing: Hashable, Sendable {
    /// The state that an animation shows outside its active interval.
    public enum FillMode: String, Hashable, Sendable, CaseIterable {
        /// Nothing.
        case removed
        /// Its last state, after the interval.
        case forwards
        /// Its first state, before the interval.
        case backwards
        case both

        var isBackwards: Bool { self == .backwards || self == .both }
        var isForwards: Bool { self == .forwards || self == .both }
    }

    /// How often an animation plays.
    public enum Repetition: Hashable, Sendable {
        /// This many times, perhaps a fraction, perhaps infinitely often. With `autoreverses`, once means forwards and back.
        case count(Double)
        /// For this many seconds of local time.
        case duration(Double)
    }

    /// When the animation begins, in seconds of the parent's time. Negative numbers begin before the parent.
    public let beginTime: Double
    /// The length of one pass from the start to the end, in seconds of local time: 0, or at least 1e-6.
    public let duration: Double
    /// Seconds of local time per second of the parent's time. Negative numbers play backwards; 0 stands still.
    public let speed: Double
    /// The position at `beginTime`, in seconds of local time. Numbers outside 0…`duration` count modulo the repeat's length.
    public let timeOffset: Double
    public let repetition: Repetition
    /// Whether each pass is followed by one from the end to the start.
    public let autoreverses: Bool
    public let fillMode: FillMode

    /// - Parameters:
    ///   - repeatCount: 0 or more; nil and 0 play once, as in Core Animation.
    ///   - repeatDuration: seconds of local time, 0 or more; nil and 0 leave the length to `repeatCount`.
    /// - Throws: an error for NaN, for numbers beyond `MotionLimits`, if both kinds of repetition are given, and for an
    ///   endless or timed repetition of nothing.
    public init(
        beginTime: Double = 0, duration: Double, speed: Double = 1, timeOffset: Double = 0, repeatCount: Double? = nil,
        repeatDuration: Double? = nil, autoreverses: Bool = false, fillMode: FillMode = .removed
    ) throws(MotionError) {
        let longest = MotionLimits.longestTime
        try check(beginTime, in: -longest...longest, .beginTime, "seconds from -1e9 to 1e9")
        try check(timeOffset, in: -longest...longest, .timeOffset, "seconds from -1e9 to 1e9")
        try check(speed, in: -MotionLimits.speed...MotionLimits.speed, .speed, "a number from -1e6 to 1e6")
        if duration != 0 {
            try check(duration, in: MotionLimits.shortestDuration...longest, .duration, "0, or seconds from 1e-6 to 1e9")
        }
        (self.beginTime, self.duration, self.speed, self.timeOffset) = (beginTime, duration, speed, timeOffset)
        (self.autoreverses, self.fillMode) = (autoreverses, fillMode)
        repetition = try Self.repetition(repeatCount, repeatDuration, isEmpty: duration == 0)
    }

    private static func repetition(
        _ count: Double?, _ seconds: Double?, isEmpty: Bool
    ) throws(MotionError) -> Repetition {
        let endless = "give a duration above 0, or repeat it a finite number of times"
        if let seconds, seconds != 0 {
            try check(seconds, in: 0...MotionLimits.longestTime, .repeatDuration, "seconds from 0 to 1e9")
            if let count, count != 0 {
                throw MotionError(.repeatDuration, "found a repeatCount as well, expected one of them")
            }
            if isEmpty { throw MotionError(.repeatDuration, "the duration is 0, which cannot fill any time; \(endless)") }
            return .duration(seconds)
        }
        guard let count, count != 0 else { return .count(1) }
        if count == .infinity {
            if isEmpty { throw MotionError(.repeatCount, "found an endless repetition of a duration of 0; \(endless)") }
        } else {
            try check(count, in: 0...MotionLimits.repeatCount, .repeatCount, "a number from 0 to 1e9, or infinity")
        }
        return .count(count)
    }

    /// How long the animation plays, in seconds of local time, with all repeats. Perhaps infinite.
    public var activeDuration: Double {
        switch repetition {
        case .count(let count): duration == 0 ? 0 : count * passesPerRepeat * duration
        case .duration(let seconds): seconds
        }
    }

    /// How long the animation is active, in seconds of the parent's time. Perhaps infinite.
    public var parentDuration: Double {
        let active = activeDuration
        return active == 0 ? 0 : active / abs(speed)
    }

    /// When the animation ends, in seconds of the parent's time. Perhaps infinite.
    public var endTime: Double { beginTime + parentDuration }

    private var passesPerRepeat: Double { autoreverses ? 2 : 1 }
}

/// The position within an animation at a moment.
public struct TimingState: Hashable, Sendable {
    /// The number of the repeat, from 0. Negative before the first repeat, which a negative speed or offset reaches.
    public var iteration: Int
    /// The position within the pass, from 0 at the start to 1 at the end. It falls while a pass is reversed.
    public var progress: Double
    /// Whether the animation moves towards its start.
    public var isReversed: Bool
    /// Whether steps show the state before their first jump: the before flag of CSS Easing Functions.
    public var isBefore: Bool
    /// The side from which things timed by this animation, such as a group's children, are seen.
    public var side: Moment.Side
}

extension Timing {
    /// The position at a moment of the parent's time. Nil if the animation shows nothing then.
    ///
    /// Sums and products of times are rounded. A time so near to a boundary that rounding decides counts as at the boundary.
    /// Frames at decimal times thus show what decimal arithmetic gives.
    public func state(at parent: Moment) -> TimingState? {
        let end = parentDuration
        var elapsed = parent.seconds - beginTime
        let slack = Self.rounding * (abs(parent.seconds) + abs(beginTime))
        if abs(elapsed) <= slack {
            elapsed = 0
        } else if end.isFinite, abs(elapsed - end) <= slack + Self.rounding * end {
            elapsed = end
        }
        let isEarly = parent.side == .from ? elapsed < 0 : elapsed <= 0
        if isEarly { return fillMode.isBackwards ? firstState : nil }
        let isLate = parent.side == .from ? elapsed >= end : elapsed > end
        if isLate { return fillMode.isForwards ? lastState : nil }
        let isLast = elapsed == end
        let error = (slack + Self.rounding * elapsed) * abs(speed)
        return state(at: isLast ? lastPass : passes(elapsed * speed, error: error), side: parent.side)
    }

    /// The share of a number by which a few roundings may have changed it: 64 units in the last place.
    private static var rounding: Double { 0x1p-46 }

    private var firstState: TimingState {
        var state = state(at: passes(0, error: 0), side: .from)
        state.isBefore = !state.isReversed
        return state
    }

    private var lastState: TimingState {
        var state = state(at: lastPass, side: .upTo)
        state.isBefore = state.isReversed
        return state
    }

    /// The local time after `played` seconds, counted in passes, which are 0…1 for the first pass.
    private func passes(_ played: Double, error: Double) -> Double {
        guard duration > 0 else { return 0 }
        let passes = (played + timeOffset) / duration
        let slack = (error + Self.rounding * abs(timeOffset)) / duration + Self.rounding * abs(passes)
        let nearest = passes.rounded()
        return abs(passes - nearest) <= min(slack, 0x1p-20) ? nearest : passes
    }

    /// The local time at the end of the active interval, counted in passes.
    private var lastPass: Double {
        let sign: Double = speed < 0 ? -1 : 1
        switch repetition {
        case .duration(let seconds): return passes(sign * seconds, error: 0)
        case .count(let count):
            let passes = sign * count * passesPerRepeat
            guard duration > 0, timeOffset != 0 else { return passes }
            let sum = passes + timeOffset / duration
            let nearest = sum.rounded()
            return abs(sum - nearest) <= Self.rounding * (abs(passes) + abs(sum)) ? nearest : sum
        }
    }

    private func state(at passes: Double, side: Moment.Side) -> TimingState {
        let side = speed < 0 ? side.opposite : side
        // A pass owns its start, seen from there on, and its end, seen up to there.
        let pass = side == .from ? passes.rounded(.down) : passes.rounded(.up) - 1
        var state = TimingState(
            iteration: Self.whole(pass), progress: passes - pass, isReversed: speed < 0, isBefore: false, side: side)
        if autoreverses {
            let repetition = (pass / 2).rounded(.down)
            state.iteration = Self.whole(repetition)
            if pass != 2 * repetition {
                state.progress = 1 - state.progress
                state.isReversed.toggle()
                state.side = side.opposite
            }
        }
        return state
    }

    /// The number as an integer. Numbers of 2^53 and more, which no picture can show, become that number.
    private static func whole(_ number: Double) -> Int { Int(max(-0x1p53, min(0x1p53, number))) }
}

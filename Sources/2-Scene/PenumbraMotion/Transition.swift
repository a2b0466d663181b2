/// A passage from one state of a layer to another: Core Animation's `CATransition`. It has a progress and no values.
public struct Transition: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The new state appears while the old one disappears.
        case fade
        /// The new state slides over the old one.
        case moveIn
        /// The new state pushes the old one out.
        case push
        /// The old state slides away and reveals the new one.
        case reveal
    }

    /// The side that `moveIn` and `push` come from, and that `reveal` starts at.
    public enum Subtype: String, Hashable, Sendable, CaseIterable {
        case fromLeft, fromRight, fromTop, fromBottom
    }

    public var kind: Kind
    public var subtype: Subtype
    public let timing: Timing
    public let timingFunction: TimingFunction
    /// The progress at the start, 0…1.
    public let startProgress: Double
    /// The progress at the end, from `startProgress` to 1.
    public let endProgress: Double

    public init(
        _ kind: Kind, _ subtype: Subtype = .fromLeft, timing: Timing, timingFunction: TimingFunction = .linear,
        startProgress: Double = 0, endProgress: Double = 1
    ) throws(MotionError) {
        try check(startProgress, in: 0...1, .startProgress, "a number from 0 to 1")
        try check(endProgress, in: startProgress...1, .endProgress, "a number from startProgress to 1")
        (self.kind, self.subtype, self.timing, self.timingFunction) = (kind, subtype, timing, timingFunction)
        (self.startProgress, self.endProgress) = (startProgress, endProgress)
    }

    /// How much of the new state has arrived at a time. Nil while the transition shows nothing: before it the old state stands,
    /// after it the new one.
    public func progress(at time: Time) -> Double? {
        guard let state = timing.state(at: Moment(time)) else { return nil }
        let progress = timingFunction.value(at: state.progress, duration: timing.duration, isBefore: state.isBefore)
        return startProgress + (endProgress - startProgress) * progress
    }
}

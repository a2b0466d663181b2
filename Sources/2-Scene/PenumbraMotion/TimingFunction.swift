/// How the progress of an animation, or of a part of it, becomes the progress of its value.
public enum TimingFunction: Hashable, Sendable {
    case linear
    case cubicBezier(CubicBezier)
    case steps(Steps)
    case stops(LinearStops)
    /// The position of a spring. The spring runs in seconds: the duration cuts its motion off, and does not stretch it, as in
    /// Core Animation. After `Spring.settlingDuration`, the value is within a thousandth of the end.
    case spring(Spring)

    /// The progress of the value. It may leave 0…1.
    ///
    /// - Parameters:
    ///   - progress: from 0 to 1, or beyond where another timing function has overshot.
    ///   - duration: how long the progress takes from 0 to 1, in seconds. Only springs need it.
    ///   - isBefore: whether a jump exactly at `progress` is still to come.
    public func value(at progress: Double, duration: Double, isBefore: Bool = false) -> Double {
        switch self {
        case .linear: progress
        case .cubicBezier(let curve): curve.value(at: progress)
        case .steps(let steps): steps.value(at: progress, isBefore: isBefore)
        case .stops(let stops): stops.value(at: progress)
        case .spring(let spring): spring.position(at: progress * duration)
        }
    }
}

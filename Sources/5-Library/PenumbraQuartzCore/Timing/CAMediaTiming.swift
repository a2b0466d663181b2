import Foundation
import PenumbraMotion

/// The treatment of the time outside an animation's active interval.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let forwards = CAMediaTimingFillMode(rawValue: "forwards")
    public static let backwards = CAMediaTimingFillMode(rawValue: "backwards")
    public static let both = CAMediaTimingFillMode(rawValue: "both")
    public static let removed = CAMediaTimingFillMode(rawValue: "removed")
}

/// A time of its own: a parent's time becomes `(parent − beginTime) · speed + timeOffset`.
public protocol CAMediaTiming {
    /// The begin in the parent's time, in seconds.
    var beginTime: CFTimeInterval { get set }
    /// The length of one repeat, in seconds of local time.
    var duration: CFTimeInterval { get set }
    /// Seconds of local time per second of the parent's time.
    var speed: Float { get set }
    /// The local time at the begin.
    var timeOffset: CFTimeInterval { get set }
    /// The number of repeats, perhaps a fraction. Zero plays once.
    var repeatCount: Float { get set }
    /// The length of all repeats, in seconds of local time. Zero leaves it to `repeatCount`.
    var repeatDuration: CFTimeInterval { get set }
    /// Whether each repeat is followed by the same motion backwards.
    var autoreverses: Bool { get set }
    var fillMode: CAMediaTimingFillMode { get set }
}

/// The numbers of a `CAMediaTiming`.
struct MediaTiming: Hashable, Sendable {
    var beginTime: CFTimeInterval = 0
    var duration: CFTimeInterval
    var speed: Float = 1
    var timeOffset: CFTimeInterval = 0
    var repeatCount: Float = 0
    var repeatDuration: CFTimeInterval = 0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed

    /// The timing of an animation or of a group, clamped to what the engine computes with.
    ///
    /// - Parameters:
    ///   - begin: the begin in the parent's time.
    ///   - length: the duration in place of a duration of zero.
    func timing(begin: Double, length: Double) -> Timing? {
        func held(_ value: Double, _ most: Double) -> Double { value.isNaN ? 0 : max(-most, min(most, value)) }
        let longest = MotionLimits.longestTime
        var seconds = held(duration > 0 ? duration : length, longest)
        if seconds != 0, seconds < MotionLimits.shortestDuration { seconds = MotionLimits.shortestDuration }
        guard seconds > 0 else { return nil }
        let repeats = repeatDuration > 0 ? nil : repeatCount > 0 ? repeats(Double(repeatCount)) : nil
        let fill: Timing.FillMode =
            switch fillMode {
            case .forwards: .forwards
            case .backwards: .backwards
            case .both: .both
            default: .removed
            }
        // An endless repetition has no end, as `Float.infinity` and the greatest float both mean.
        let span: Double? = repeatDuration > 0 && repeatDuration < longest ? repeatDuration : nil
        return try? Timing(
            beginTime: held(begin, longest), duration: seconds, speed: held(Double(speed), MotionLimits.speed),
            timeOffset: held(timeOffset, longest), repeatCount: repeatDuration >= longest ? .infinity : repeats,
            repeatDuration: span, autoreverses: autoreverses, fillMode: fill)
    }

    private func repeats(_ count: Double) -> Double { count > MotionLimits.repeatCount ? .infinity : count }

    /// The local time of a layer. A layer's time goes on forever, so its duration and its repeats have no effect.
    func localTime(_ parent: Double) -> Double { (parent - beginTime) * Double(speed) + timeOffset }

    /// The parent's time at a local time. The begin if time stands still.
    func parentTime(_ local: Double) -> Double {
        speed == 0 ? beginTime : (local - timeOffset) / Double(speed) + beginTime
    }
}

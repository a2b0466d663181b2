import PenumbraGeometry
import PenumbraScene

/// A circle that moves and changes its size in straight lines between keyframes.
public struct FocusTrack: Sendable {
    public struct Keyframe: Hashable, Sendable {
        /// The time in seconds.
        public var time: Double
        public var circle: Focus.Circle

        public init(time: Double, circle: Focus.Circle) {
            self.time = time
            self.circle = circle
        }
    }

    /// The keyframes in order of time.
    public let keyframes: [Keyframe]

    /// Creates a track. Nil without keyframes, and when a keyframe's time is not after the previous one's.
    public init?(_ keyframes: [Keyframe]) {
        guard !keyframes.isEmpty, zip(keyframes, keyframes.dropFirst()).allSatisfy({ $0.time < $1.time }) else { return nil }
        self.keyframes = keyframes
    }

    /// The circle at a time. Before the first keyframe and after the last one, the circle doesn't move.
    ///
    /// If only one of two neighbouring keyframes has a diameter, the diameter changes at the later keyframe.
    public func circle(at time: Double) -> Focus.Circle {
        let next = keyframes.firstIndex { $0.time > time } ?? keyframes.count
        guard next > 0 else { return keyframes[0].circle }
        let from = keyframes[next - 1]
        guard next < keyframes.count else { return from.circle }
        let to = keyframes[next]
        let share = (time - from.time) / (to.time - from.time)
        let center = from.circle.center + share * (to.circle.center - from.circle.center)
        guard let start = from.circle.diameter, let end = to.circle.diameter else {
            return Focus.Circle(center: center, diameter: from.circle.diameter)
        }
        return Focus.Circle(center: center, diameter: start + share * (end - start))
    }

    /// The number of frames from the first keyframe up to the last, which isn't among them. At least 1.
    public func frameCount(at rate: FrameRate) -> Int {
        let seconds = keyframes[keyframes.count - 1].time - keyframes[0].time
        let all = rate.count(within: seconds)
        // The last frame may lie at the last keyframe.
        return rate.seconds(of: all - 1) < seconds - 1e-6 * rate.seconds(of: 1) ? all : max(1, all - 1)
    }

    /// The times of all frames from the first keyframe up to the last, which the first frame of a loop repeats. At least one.
    ///
    /// - Parameters:
    ///   - framesPerSecond: above zero.
    ///   - limit: the largest number of frames. Nil is returned where there would be more.
    public func times(framesPerSecond: Double, limit: Int) -> [Double]? {
        let start = keyframes[0].time
        // A frame that misses the last keyframe only by rounding is at the last keyframe.
        let count = max(1, ((keyframes[keyframes.count - 1].time - start) * framesPerSecond - 1e-6).rounded(.up))
        guard count <= Double(limit) else { return nil }
        return (0..<Int(count)).map { start + Double($0) / framesPerSecond }
    }
}

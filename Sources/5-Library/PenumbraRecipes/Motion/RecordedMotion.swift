import PenumbraScene

/// Values at times, as a recipe's input gives them. They become keyframes that begin at 0 seconds.
struct RecordedMotion {
    /// Seconds after the first value, in increasing order.
    private let times: [Double]

    /// - Parameter times: in increasing order.
    init(_ times: [Double]) {
        self.times = times.map { $0 - (times.first ?? 0) }
    }

    /// Times with equal distances, which are frames.
    init(frames: Int, rate: FrameRate) {
        times = (0..<frames).map { Double($0 * rate.denominator) / Double(rate.numerator) }
    }

    /// The values as an animation, each at its time and mixed in between. Nil if the value never changes.
    ///
    /// The last value stays.
    func animation<Value: Interpolatable & Equatable>(of values: [Value]) throws(MotionError) -> Animation<Value>? {
        guard let last = times.last, last > 0, values.contains(where: { $0 != values[0] }) else { return nil }
        let keyframes = try Keyframes(values, keyTimes: times.map { $0 / last })
        return Animation(.keyframes(keyframes), timing: try Timing(duration: last, fillMode: .forwards))
    }

    func points(_ pattern: String, _ values: [Point], at indices: [Int] = []) throws(MotionError) -> [LayerAnimation] {
        guard let animation = try animation(of: values) else { return [] }
        return [LayerAnimation(AnimationKeyPath(pattern: pattern, indices: indices), .point(animation))]
    }

    func numbers(_ pattern: String, _ values: [Double]) throws(MotionError) -> [LayerAnimation] {
        guard let animation = try animation(of: values) else { return [] }
        return [LayerAnimation(AnimationKeyPath(pattern: pattern), .number(animation))]
    }

    func paths(_ pattern: String, _ values: [Path], at indices: [Int] = []) throws(MotionError) -> [LayerAnimation] {
        guard let animation = try animation(of: values) else { return [] }
        return [LayerAnimation(AnimationKeyPath(pattern: pattern, indices: indices), .path(animation))]
    }
}

extension FrameRate {
    /// The number of frames from 0 seconds to a later time. A last frame counts if it misses the end only by rounding.
    func count(within seconds: Double) -> Int {
        let frames = (seconds * Double(numerator) / Double(denominator) + 1e-6).rounded(.down) + 1
        return frames < 0x1p52 ? Int(frames) : 1 << 52
    }

    /// The length of a number of frames in seconds.
    func seconds(of frames: Int) -> Double { Double(frames) * Double(denominator) / Double(numerator) }
}

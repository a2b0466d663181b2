/// The values of a keyframe animation: Core Animation's `CAKeyframeAnimation`.
public struct Keyframes<Value: Interpolatable>: Hashable, Sendable {
    public let values: [Value]
    /// The progress at which each value is reached; for `discrete` values, from which each is shown. They never decrease.
    ///
    /// Values that aren't discrete reach the last value at 1. Two values at one time make a jump: the second one counts.
    public let keyTimes: [Double]
    public let mode: CalculationMode
    /// The timing function of each segment, one fewer than the values. Empty if all segments are linear.
    public let timingFunctions: [TimingFunction]
    /// How sharply a cubic curve bends at each value, where it has corners, and to which side it leans. Zero for other modes.
    public let tension: [Double]
    public let continuity: [Double]
    public let bias: [Double]
    /// The curve through the values. Nil unless the mode is `cubic` or `cubicPaced`.
    let spline: Spline<Value>?

    /// - Parameters:
    ///   - keyTimes: one for each value, from 0 to 1. For `discrete` values either that, where the last value stays until 1,
    ///     or one more, which ends with 1, as Core Animation wants. Nil spaces the values evenly. Paced values have none.
    ///   - timingFunctions: one for each pair of neighbouring values. Discrete and paced values have none.
    ///   - tension: how sharply the curve bends at each value, −1…1, and `continuity`, and `bias`: Kochanek and Bartels'
    ///     parameters of cubic values. Nil is 0 everywhere, which gives a Catmull–Rom curve.
    /// - Throws: an error with its key and index for a wrong number of any of these, for key times that decrease or don't span
    ///   0…1, and for neighbouring values without anything in between.
    public init(
        _ values: [Value], keyTimes: [Double]? = nil, mode: CalculationMode = .linear, timingFunctions: [TimingFunction]? = nil,
        tension: [Double]? = nil, continuity: [Double]? = nil, bias: [Double]? = nil
    ) throws(MotionError) {
        guard !values.isEmpty else { throw MotionError(.values, "found no values, expected one or more") }
        guard values.count <= MotionLimits.keyframeCount else {
            throw MotionError(.values, "found \(values.count) values, expected at most \(MotionLimits.keyframeCount)")
        }
        (self.values, self.mode) = (values, mode)
        try Self.checkNeighbours(values, mode)
        let given = try Self.checked(keyTimes, valueCount: values.count, mode)
        self.timingFunctions = try Self.checked(timingFunctions, valueCount: values.count, mode)
        let parameters = try SplineParameters(
            tension: tension, continuity: continuity, bias: bias, count: values.count, isCubic: mode.isCubic)
        (self.tension, self.continuity, self.bias) = (parameters.tension, parameters.continuity, parameters.bias)
        switch mode {
        case .linear:
            (self.keyTimes, spline) = (given ?? Self.even(values.count, segments: values.count - 1), nil)
        case .discrete:
            (self.keyTimes, spline) = (given ?? Self.even(values.count, segments: values.count), nil)
        case .paced:
            (self.keyTimes, spline) = (try Self.paced(values), nil)
        case .cubic:
            let times = given ?? Self.even(values.count, segments: values.count - 1)
            (self.keyTimes, spline) = (times, try Spline(values, times, parameters, isPaced: false))
        case .cubicPaced:
            let times = Self.even(values.count, segments: values.count - 1)
            let spline = try Spline(values, times, parameters, isPaced: true)
            (self.keyTimes, self.spline) = (spline.pacedTimes ?? times, spline)
        }
    }

    /// The value at a progress, which may leave 0…1 where a timing function overshoots: then the outermost segments continue.
    ///
    /// - Parameters:
    ///   - duration: the duration of the progress from 0 to 1 in seconds, for springs between values.
    ///   - isBefore: whether a step exactly at `progress` is still to come.
    public func value(at progress: Double, duration: Double, isBefore: Bool = false) throws(MotionError) -> Value {
        let last = values.count - 1
        guard last > 0 else { return values[0] }
        if mode == .discrete { return values[min(last, max(0, index(at: progress + Steps.nearness)))] }
        // Web Animations chooses the same segment, also beyond 0 and 1.
        let segment = min(last - 1, max(0, index(at: progress)))
        let (start, end) = (keyTimes[segment], keyTimes[segment + 1])
        guard end > start else { return progress < start ? values[segment] : values[segment + 1] }
        var fraction = (progress - start) / (end - start)
        if !timingFunctions.isEmpty {
            fraction = timingFunctions[segment].value(at: fraction, duration: (end - start) * duration, isBefore: isBefore)
        }
        if let spline { return try spline.value(in: segment, at: fraction) }
        return try values[segment].interpolated(to: values[segment + 1], at: fraction)
    }

    /// The last value whose key time is not after the progress; −1 before the first one.
    private func index(at progress: Double) -> Int { keyTimes.partition { $0 > progress } - 1 }
}

/// How the values between key values are computed, with Core Animation's names.
public enum CalculationMode: String, Hashable, Sendable, CaseIterable {
    case linear
    /// Each value is shown until the next one.
    case discrete
    /// Linear, with key times that give equal distances equal times.
    case paced
    /// A smooth curve through the values.
    case cubic
    /// A smooth curve through the values, at a constant speed.
    case cubicPaced

    var isCubic: Bool { self == .cubic || self == .cubicPaced }
    var isPaced: Bool { self == .paced || self == .cubicPaced }
}

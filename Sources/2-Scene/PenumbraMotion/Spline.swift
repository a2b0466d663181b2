/// Parameters of Kochanek and Bartels' curves for each key value.
struct SplineParameters: Hashable, Sendable {
    var tension: [Double]
    var continuity: [Double]
    var bias: [Double]

    init(
        tension: [Double]?, continuity: [Double]?, bias: [Double]?, count: Int, isCubic: Bool
    ) throws(MotionError) {
        func checked(_ values: [Double]?, _ key: MotionError.Key) throws(MotionError) -> [Double] {
            guard let values else { return Array(repeating: 0, count: count) }
            guard isCubic else {
                throw MotionError(
                    key, "found \(key.rawValue) of values that aren't cubic; write \"calculationMode\": \"cubic\"")
            }
            guard values.count == count else {
                throw MotionError(key, "found \(values.count) numbers, expected \(count), one for each value")
            }
            for (index, value) in values.enumerated() {
                try check(value, in: -1e3...1e3, key, at: index, "a number, usually from -1 to 1")
            }
            return values
        }
        self.tension = try checked(tension, .tensionValues)
        self.continuity = try checked(continuity, .continuityValues)
        self.bias = try checked(bias, .biasValues)
    }
}

/// A smooth curve through key values, by D. Kochanek and R. Bartels, *Interpolating splines with local tension, continuity, and
/// bias control* (SIGGRAPH 1984), with their adjustment for segments of unequal duration.
///
/// Beyond each end lies a value that the outermost two values make by extrapolation, so values on a line at even times give
/// uniform motion. The curve also ends there where two values share a key time, since such a jump has no direction.
struct Spline<Value: Interpolatable>: Hashable, Sendable {
    private let values: [Value]
    /// For each segment, the weights of both neighbouring chords in the tangents at the segment's start and end.
    private let tangents: [SegmentTangents]
    /// For constant speed: key times in proportion to the segments' lengths, and for each segment the share of its length that
    /// lies before equidistant parameters. Nil unless the curve is paced.
    let pacedTimes: [Double]?
    private let lengths: [[Double]]

    /// Tangents as sums of chords: value i minus value i − 1. The parameter runs from 0 to 1 within the segment.
    private struct SegmentTangents: Hashable, Sendable {
        /// The weights of the chord before the segment and of the segment's own chord, in the tangent at the start.
        var startBefore = 0.0
        var startOwn = 1.0
        /// The weights of the segment's own chord and of the chord after it, in the tangent at the end.
        var endOwn = 1.0
        var endAfter = 0.0
    }

    /// The number of chords that a segment's length is measured with.
    private static var pieces: Int { 64 }

    init(_ values: [Value], _ times: [Double], _ parameters: SplineParameters, isPaced: Bool) throws(MotionError) {
        self.values = values
        tangents = (0..<max(0, values.count - 1)).map { Self.tangents($0, times, parameters) }
        (pacedTimes, lengths) = isPaced && values.count > 1 ? try Self.measured(values, tangents) : (nil, [])
        // Values without sums are refused now, not at the first frame.
        if values.count > 1 { _ = try value(in: 0, at: 0.5) }
    }

    private static func tangents(_ segment: Int, _ times: [Double], _ parameters: SplineParameters) -> SegmentTangents {
        let own = times[segment + 1] - times[segment]
        func durationOfSegment(_ index: Int) -> Double {
            index >= 0 && index < times.count - 1 ? times[index + 1] - times[index] : 0
        }
        func factors(_ i: Int) -> (t: Double, c: Double, b: Double) {
            (1 - parameters.tension[i], parameters.continuity[i], parameters.bias[i])
        }
        var result = SegmentTangents()
        let before = durationOfSegment(segment - 1)
        let (t0, c0, b0) = factors(segment)
        let early = t0 * (1 + c0) * (1 + b0) / 2
        let late = t0 * (1 - c0) * (1 - b0) / 2
        if before > 0 {
            let scale = 2 * own / (before + own)
            (result.startBefore, result.startOwn) = (scale * early, scale * late)
        } else {
            // The chord before the curve is the first chord itself.
            result.startOwn = early + late
        }
        let after = durationOfSegment(segment + 1)
        let (t1, c1, b1) = factors(segment + 1)
        let incoming = t1 * (1 - c1) * (1 + b1) / 2
        let outgoing = t1 * (1 + c1) * (1 - b1) / 2
        if after > 0 {
            let scale = 2 * own / (own + after)
            (result.endOwn, result.endAfter) = (scale * incoming, scale * outgoing)
        } else {
            result.endOwn = incoming + outgoing
        }
        return result
    }

    /// The value at a fraction of a segment's duration.
    func value(in segment: Int, at fraction: Double) throws(MotionError) -> Value {
        if fraction == 0 { return values[segment] }
        if fraction == 1 { return values[segment + 1] }
        let u = lengths.isEmpty ? fraction : parameter(in: segment, at: fraction)
        return try Self.point(values, tangents, in: segment, at: u)
    }

    /// Hermite's cubic as a sum of up to four key values.
    private static func point(
        _ values: [Value], _ tangents: [SegmentTangents], in segment: Int, at u: Double
    ) throws(MotionError) -> Value {
        let atEnd = u * u * (3 - 2 * u)
        let ofStart = u * (1 - u) * (1 - u)
        let ofEnd = u * u * (u - 1)
        let tangents = tangents[segment]
        let before = ofStart * tangents.startBefore
        let own = ofStart * tangents.startOwn + ofEnd * tangents.endOwn
        let after = ofEnd * tangents.endAfter
        // Chords are differences of values, which gives the weights of the values.
        var terms: [(Value, Double)] = []
        if before != 0 { terms.append((values[segment - 1], -before)) }
        terms.append((values[segment], 1 - atEnd + before - own))
        terms.append((values[segment + 1], atEnd + own - after))
        if after != 0 { terms.append((values[segment + 2], after)) }
        return try Value.mixed(terms.map(\.0), weights: terms.map(\.1))
    }

    // MARK: - Constant speed

    private static func measured(
        _ values: [Value], _ tangents: [SegmentTangents]
    ) throws(MotionError) -> (times: [Double]?, lengths: [[Double]]) {
        var sums = [0.0]
        var all: [[Double]] = []
        for segment in tangents.indices {
            var lengths = [0.0]
            var last = values[segment]
            for piece in 1...pieces {
                let next = try point(values, tangents, in: segment, at: Double(piece) / Double(pieces))
                lengths.append(lengths[piece - 1] + (try last.distance(to: next)))
                last = next
            }
            sums.append(sums[segment] + lengths[pieces])
            all.append(lengths)
        }
        guard let times = Keyframes<Value>.normalized(sums) else { return (nil, []) }
        return (times, all)
    }

    /// The parameter at which a fraction of the segment's length is reached.
    private func parameter(in segment: Int, at fraction: Double) -> Double {
        let lengths = lengths[segment]
        let wanted = fraction * lengths[Self.pieces]
        let piece = min(Self.pieces - 1, max(0, lengths.partition { $0 > wanted } - 1))
        let length = lengths[piece + 1] - lengths[piece]
        let share = length > 0 ? (wanted - lengths[piece]) / length : 0
        return (Double(piece) + share) / Double(Self.pieces)
    }
}

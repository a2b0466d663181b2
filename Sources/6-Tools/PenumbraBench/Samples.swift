import PenumbraSystem

/// The times of repeated runs of one measurement.
public struct Samples: Hashable, Sendable {
    /// The times in milliseconds, in the order of measurement. The array is never empty, and every value is finite.
    public let runs: [Double]

    /// Returns nil if there are no runs or if a run isn't finite.
    public init?(_ runs: [Double]) {
        guard !runs.isEmpty, runs.allSatisfy(\.isFinite) else { return nil }
        self.runs = runs
    }

    public var median: Double { percentile(50) }

    /// The value below which `p` percent of the runs lie, with linear interpolation between neighbours.
    ///
    /// For n sorted runs x₀ … x₍ₙ₋₁₎ and h = (n − 1)·p/100, the result is x₍⌊h⌋₎ + (h − ⌊h⌋)·(x₍⌊h⌋₊₁₎ − x₍⌊h⌋₎). This is type
    /// 7 of Hyndman and Fan (1996).
    ///
    /// - Parameter p: the percentage, 0…100; values outside are clamped.
    public func percentile(_ p: Double) -> Double {
        let sorted = runs.sorted()
        let h = Double(sorted.count - 1) * max(0, min(100, p)) / 100
        let low = Int(h)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (h - Double(low)) * (sorted[high] - sorted[low])
    }

    /// The medians of five consecutive parts of the runs, or of fewer parts if there are fewer runs. They show how much a
    /// median varies between measurements.
    public var partialMedians: [Double] {
        let parts = min(5, runs.count)
        return (0..<parts).compactMap { part in
            Samples(Array(runs[part * runs.count / parts..<(part + 1) * runs.count / parts]))?.median
        }
    }
}

/// Runs a measurement repeatedly.
public struct Repeater: Sendable {
    /// The number of runs after the first run, which is dropped.
    public var repeats: Int
    /// The time limit in seconds: after `least` runs, no further run starts beyond the limit.
    public var seconds: Double
    public var least: Int

    public init(repeats: Int, seconds: Double, least: Int = 3) {
        self.repeats = max(1, repeats)
        self.seconds = seconds
        self.least = max(1, least)
    }

    /// Runs a measurement once as a warm-up and then `repeats` times, or until the time is up.
    ///
    /// - Parameter body: performs one run. Its argument is the run's number; 0 is the warm-up.
    public func run<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
        try body(0)
        let start = ContinuousClock.now
        for index in 1...repeats {
            if index > least && start.duration(to: .now).inSeconds > seconds { break }
            try body(index)
        }
    }
}

/// Runs `body` once to warm up and then `repeats` times. Returns the median of these times in milliseconds.
func median<Failure: Error>(repeats: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) -> Double {
    var times: [Double] = []
    try Repeater(repeats: repeats, seconds: .infinity).run { index throws(Failure) in
        let start = ContinuousClock.now
        try body(index)
        if index > 0 { times.append(start.duration(to: .now).inMilliseconds) }
    }
    return Samples(times)?.median ?? 0
}

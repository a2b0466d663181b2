import PenumbraSystem

/// The times of repeated runs of one thing.
public struct Samples: Hashable, Sendable {
    /// Milliseconds, in the order they were measured; never empty, each finite.
    public let runs: [Double]

    /// Nil where there is nothing to speak of: no runs, or one that is no number.
    public init?(_ runs: [Double]) {
        guard !runs.isEmpty, runs.allSatisfy(\.isFinite) else { return nil }
        self.runs = runs
    }

    public var median: Double { percentile(50) }

    /// The value below which `p` percent of the runs lie, between neighbours by proportion: with n runs sorted, x₀ … x₍ₙ₋₁₎,
    /// and h = (n − 1)·p/100, it is x₍⌊h⌋₎ + (h − ⌊h⌋)·(x₍⌊h⌋₊₁₎ − x₍⌊h⌋₎): type 7 of Hyndman and Fan (1996).
    ///
    /// - Parameter p: 0…100; values outside are held to that.
    public func percentile(_ p: Double) -> Double {
        let sorted = runs.sorted()
        let h = Double(sorted.count - 1) * max(0, min(100, p)) / 100
        let low = Int(h)
        let high = min(low + 1, sorted.count - 1)
        return sorted[low] + (h - Double(low)) * (sorted[high] - sorted[low])
    }

    /// Medians of five parts of the runs, one after the other (fewer where there are fewer runs): how much a median
    /// moves from one measurement to the next.
    public var partialMedians: [Double] {
        let parts = min(5, runs.count)
        return (0..<parts).compactMap { part in
            Samples(Array(runs[part * runs.count / parts..<(part + 1) * runs.count / parts]))?.median
        }
    }
}

/// Runs something again and again.
public struct Repeater: Sendable {
    /// Runs after the first, which is dropped.
    public var repeats: Int
    /// No further run begins after this, once there are `least`.
    public var seconds: Double
    public var least: Int

    public init(repeats: Int, seconds: Double, least: Int = 3) {
        self.repeats = max(1, repeats)
        self.seconds = seconds
        self.least = max(1, least)
    }

    /// - Parameter body: one run, with its number; 0 is the warm-up.
    public func run<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
        try body(0)
        let start = ContinuousClock.now
        for index in 1...repeats {
            if index > least && start.duration(to: .now).inSeconds > seconds { break }
            try body(index)
        }
    }
}

/// Runs `body` once to warm up and then `repeats` times; gives the median of those in milliseconds.
func median<Failure: Error>(repeats: Int, _ body: (Int) throws(Failure) -> Void) throws(Failure) -> Double {
    var times: [Double] = []
    try Repeater(repeats: repeats, seconds: .infinity).run { index throws(Failure) in
        let start = ContinuousClock.now
        try body(index)
        if index > 0 { times.append(start.duration(to: .now).inMilliseconds) }
    }
    return Samples(times)?.median ?? 0
}

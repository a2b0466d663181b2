/// The times of repeated runs of one thing.
public struct Measurement: Sendable {
    public let name: String
    /// Milliseconds, from the shortest to the longest.
    public let milliseconds: [Double]

    /// Runs `body` once to warm up and then `repeats` times.
    public static func of<Failure: Error>(
        _ name: String, repeats: Int, _ body: (Int) throws(Failure) -> Void
    ) throws(Failure) -> Measurement {
        let clock = ContinuousClock()
        try body(0)
        var times: [Double] = []
        for index in 1...max(1, repeats) {
            let start = clock.now
            try body(index)
            times.append(start.duration(to: clock.now).milliseconds)
        }
        return Measurement(name: name, milliseconds: times.sorted())
    }

    public var median: Double { milliseconds[milliseconds.count / 2] }
    public var longest: Double { milliseconds[milliseconds.count - 1] }
}

extension Duration {
    public var milliseconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }
}

/// The time that each stage of a batch took, in seconds summed over all threads.
public struct StageTimes: Sendable {
    public enum Stage: String, Sendable, CaseIterable {
        /// Reading and hashing the inputs of a job, and binding its scene.
        case read
        /// Waiting for memory.
        case wait
        case decode
        /// Laying out texts and turning the scene into passes.
        case plan
        case draw
        case encode
        /// Hashing, writing and synchronising outputs.
        case write
        /// Checking that the outputs of an earlier run exist.
        case prove
    }

    private var seconds: [Double] = Array(repeating: 0, count: Stage.allCases.count)

    public init() {}

    public subscript(stage: Stage) -> Double {
        get { seconds[Stage.allCases.firstIndex(of: stage) ?? 0] }
        set { seconds[Stage.allCases.firstIndex(of: stage) ?? 0] = newValue }
    }

    package mutating func measure<Value, Failure: Error>(_ stage: Stage, _ body: () throws(Failure) -> Value) throws(Failure)
        -> Value
    {
        let clock = ContinuousClock()
        let start = clock.now
        defer {
            let (whole, rest) = (clock.now - start).components
            self[stage] += max(0, Double(whole) + Double(rest) * 1e-18)
        }
        return try body()
    }

    package mutating func add(_ other: StageTimes) {
        for index in seconds.indices { seconds[index] += other.seconds[index] }
    }
}

import PenumbraSystem

/// The processor time that the texts of a scene may take, whoever lays them out, and the time when they must be laid out.
package final class TextClock {
    /// Nanoseconds.
    package private(set) var left: Int
    /// A time of the monotonic clock in nanoseconds.
    package let deadline: Int

    package init(nanoseconds: Int, deadline: ContinuousClock.Instant? = nil) {
        left = nanoseconds
        self.deadline = deadline.map(ThreadClock.monotonic) ?? .max
    }

    /// Counts the time of a call on the calling thread.
    package func spend<Result, Failure>(_ body: (TextLimits) throws(Failure) -> Result) throws(Failure) -> Result {
        let start = ThreadClock.nanoseconds
        defer { left = max(0, left - (ThreadClock.nanoseconds - start)) }
        let (until, isForEver) = start.addingReportingOverflow(left)
        return try body(TextLimits(until: isForEver ? .max : until, deadline: deadline))
    }
}

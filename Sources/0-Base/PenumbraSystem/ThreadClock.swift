import CPenumbraSystem
import Glibc

/// The processor time of the calling thread.
package enum ThreadClock {
    /// The processor time in nanoseconds since the thread began.
    package static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The same, and the time of the threads that the calling thread has started and joined.
    package static var nanosecondsWithChildren: Int { nanoseconds + penumbra_added_thread_time() }

    /// Adds the time of work that was done for the calling thread.
    package static func add(_ nanoseconds: Int) { penumbra_add_thread_time(nanoseconds) }

    /// The monotonic clock in nanoseconds.
    package static var monotonicNanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// A time of the continuous clock as one of the monotonic clock, in nanoseconds.
    package static func monotonic(_ instant: ContinuousClock.Instant) -> Int {
        let left = (instant - ContinuousClock().now).components
        // Centuries are as good as for ever, and leave room for the sum.
        let seconds = max(-1 << 32, min(left.seconds, 1 << 32))
        return max(0, monotonicNanoseconds + Int(seconds * 1_000_000_000 + left.attoseconds / 1_000_000_000))
    }
}

import Glibc

/// The processor time of the calling thread.
package enum ThreadClock {
    /// The processor time in nanoseconds since the thread began.
    package static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

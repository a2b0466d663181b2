import Glibc

/// Keeps a failing write from ending the process, on this thread only and without touching signal handlers.
///
/// A write to a closed pipe raises SIGPIPE, and a write beyond the file size limit raises SIGXFSZ. Both signals arrive
/// before `write` returns its error. A shield blocks both signals while it lives, and discards the signals that its writes
/// raised when it ends.
struct SignalShield: ~Copyable {
    private var previousMask = sigset_t()
    private var raisedByWrites = sigset_t()

    init() {
        var pending = sigset_t()
        sigemptyset(&pending)
        sigpending(&pending)
        sigemptyset(&raisedByWrites)
        // A signal that is already pending, from elsewhere, stays for its receiver.
        for signal in [SIGPIPE, SIGXFSZ] where sigismember(&pending, signal) != 1 { sigaddset(&raisedByWrites, signal) }
        pthread_sigmask(SIG_BLOCK, &raisedByWrites, &previousMask)
    }

    deinit {
        var signals = raisedByWrites
        var previous = previousMask
        var atOnce = timespec(tv_sec: 0, tv_nsec: 0)
        while sigtimedwait(&signals, nil, &atOnce) > 0 || errno == EINTR {}
        pthread_sigmask(SIG_SETMASK, &previous, nil)
    }
}

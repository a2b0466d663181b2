import Glibc
import PenumbraSystem

/// Handles SIGINT, SIGTERM and SIGHUP for a batch: the first signal asks the batch to stop, the second ends the process.
///
/// Before `listen` is called, there's nothing to finish, so the first signal ends the process. Signals that were ignored at the
/// start stay ignored, as for background jobs of a script. Must be created before any other thread, because threads inherit the
/// blocked signals.
final class TerminationSignals: Sendable {
    let stop = StopSignal()
    /// The signals that weren't ignored when the process started.
    private let awaited: [Int32]
    private let state = Mutex((received: Int32(0), listener: (@Sendable () -> Void)?.none))

    init() {
        awaited = [SIGINT, SIGTERM, SIGHUP].filter { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            // SIG_IGN is a cast in C, which Swift doesn't import.
            return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: Int.self) } != 1
        }
        guard !awaited.isEmpty else { return }
        var signals = Self.set(awaited)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // The thread lives as long as the process.
        if let thread = WorkerThreads.start({ [self] in wait() }) {
            thread.detach()
        } else {
            // Without a thread to wait for them, signals end the process as usual.
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }

    /// The first signal that arrived.
    var received: Int32? { state.withLock { $0.received == 0 ? nil : $0.received } }

    /// Sets an action to run when the first signal arrives.
    func listen(_ listener: @escaping @Sendable () -> Void) { state.withLock { $0.listener = listener } }

    private static func set(_ signals: [Int32]) -> sigset_t {
        var result = sigset_t()
        sigemptyset(&result)
        for signal in signals { sigaddset(&result, signal) }
        return result
    }

    private func wait() {
        var signals = Self.set(awaited)
        while true {
            var signal: Int32 = 0
            guard sigwait(&signals, &signal) == 0 else { continue }
            let (isFirst, listener) = state.withLock { state in
                let isFirst = state.received == 0
                if isFirst { state.received = signal }
                return (isFirst, state.listener)
            }
            // The next run overwrites leftover temporary files.
            guard isFirst, let listener else { _exit(128 + signal) }
            stop.set()
            listener()
        }
    }
}

import Glibc
import PenumbraSystem

/// SIGINT and SIGTERM as words to a batch: the first asks it to stop, the second ends the process. Before `listen` was called
/// there is nothing to be finished, and the first ends the process. Signals that were ignored when the process began stay
/// ignored, as those of jobs that a script put in the background.
///
/// To be made before any other thread, since threads inherit which signals are held back.
final class TerminationSignals: Sendable {
    let stop = StopSignal()
    /// Those that the process began without ignoring.
    private let awaited: [Int32]
    private let state = Mutex((received: Int32(0), listener: (@Sendable () -> Void)?.none))

    init() {
        awaited = [SIGINT, SIGTERM].filter { signal in
            var action = sigaction()
            sigaction(signal, nil, &action)
            // SIG_IGN, which is a cast and not known to Swift.
            return withUnsafeBytes(of: action.__sigaction_handler) { $0.load(as: Int.self) } != 1
        }
        guard !awaited.isEmpty else { return }
        var signals = Self.set(awaited)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        // Lives as long as the process.
        if let thread = WorkerThreads.start({ [self] in wait() }) {
            thread.detach()
        } else {
            // Without a thread to wait for them they end the process as ever.
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        }
    }

    /// The first signal that came.
    var received: Int32? { state.withLock { $0.received == 0 ? nil : $0.received } }

    /// What to do, besides, when the first signal comes.
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
            // Temporary files that are left are written over by the next run.
            guard isFirst, let listener else { _exit(128 + signal) }
            stop.set()
            listener()
        }
    }
}

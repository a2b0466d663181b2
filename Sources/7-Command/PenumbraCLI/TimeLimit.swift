import CPenumbraSystem
import Glibc
import PenumbraCodecs
import PenumbraFiles

/// Ends the process when it takes too long, wherever it is.
enum Watchdog {
    static func start(seconds: Double) {
        let end = ContinuousClock().now + .seconds(seconds)
        let words = "penumbra: it took longer than \(seconds) s; raise --max-seconds, or make the picture smaller\n"
        let thread = DetachedThread {
            while true {
                let left = end - ContinuousClock().now
                if left <= .zero { break }
                // At least a millisecond, at most an hour.
                usleep(
                    UInt32(
                        clamping: max(
                            1000,
                            min(
                                3_600_000_000,
                                Int64(left.components.seconds) * 1_000_000 + left.components.attoseconds / 1_000_000_000_000))))
            }
            FileWriter.removeTemporaryFiles {
                writeToStandardError(words)
                _exit(ExitStatus.temporary.rawValue)
            }
        }
        // Without a thread a signal keeps the time; it leaves what has a name of its own while it is written.
        if !thread.isStarted { penumbra_end_after(seconds, words, ExitStatus.temporary.rawValue) }
    }
}

/// A thread that nobody waits for.
private struct DetachedThread {
    private final class Body: @unchecked Sendable {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    let isStarted: Bool

    init(_ run: @escaping @Sendable () -> Void) {
        let passed = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, passed.toOpaque())
        isStarted = status == 0
        if isStarted { pthread_detach(thread) } else { passed.release() }
    }
}

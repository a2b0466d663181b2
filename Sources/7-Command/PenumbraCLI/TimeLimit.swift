import CPenumbraSystem
import Glibc
import Penumbra
import PenumbraSystem

/// Ends the process when it takes too long, wherever it is.
enum Watchdog {
    static func start(seconds: Double) {
        let end = ContinuousClock().now + .seconds(seconds)
        let words = "penumbra: it took longer than \(seconds) s; raise --max-seconds, or make the picture smaller\n"
        let thread = WorkerThreads.start {
            while true {
                let left = end - ContinuousClock().now
                if left <= .zero { break }
                // At least a millisecond, at most an hour.
                usleep(UInt32(1e6 * min(3600, max(0.001, left.inSeconds))))
            }
            FileWriter.removeTemporaryFiles {
                writeToStandardError(words)
                _exit(ExitStatus.temporary.rawValue)
            }
        }
        // Without a thread a signal keeps the time; it leaves what has a name of its own while it is written.
        guard let thread else {
            penumbra_end_after(seconds, words, ExitStatus.temporary.rawValue)
            return
        }
        thread.detach()
    }
}

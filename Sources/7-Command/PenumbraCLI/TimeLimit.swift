import CPenumbraSystem
import Glibc
import Penumbra
import PenumbraSystem

/// Ends the process when the time limit is exceeded, whatever it is doing.
enum Watchdog {
    static func start(seconds: Double) {
        let end = ContinuousClock().now + .seconds(seconds)
        let words = "penumbra: it took longer than \(seconds) s; raise --max-seconds, or make the picture smaller\n"
        let thread = WorkerThreads.start {
            while true {
                let left = end - ContinuousClock().now
                if left <= .zero { break }
                // Sleep at least a millisecond and at most an hour.
                usleep(UInt32(1e6 * min(3600, max(0.001, left.inSeconds))))
            }
            FileWriter.removeTemporaryFiles {
                writeToStandardError(words)
                _exit(ExitStatus.temporary.rawValue)
            }
        }
        // Without a thread, a timer signal enforces the limit. It leaves named temporary files behind.
        guard let thread else {
            penumbra_end_after(seconds, words, ExitStatus.temporary.rawValue)
            return
        }
        thread.detach()
    }
}

import Dispatch
import Glibc

/// Ends the test run, with the test's name, when a test does not end by itself.
///
/// Testing's own time limit counts from when a test is queued, which may be minutes before a thread takes it up, and
/// cannot end a test that waits for ever.
public struct HangWatch {
    private let alarm: DispatchWorkItem

    /// - Parameter minutes: far more than the test ever took, beside others on two slow processors.
    public init(minutes: Int = 10, _ test: String = #function) {
        let alarm = DispatchWorkItem {
            let words = "\(test) has not ended within \(minutes) minutes\n"
            _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            abort()
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(60 * minutes), execute: alarm)
        self.alarm = alarm
    }

    public func end() { alarm.cancel() }
}

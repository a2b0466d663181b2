import Dispatch
import Glibc

/// Ends the test run, with the test's name, if a test doesn't end by itself.
///
/// The time limit of Swift Testing starts when a test is queued, perhaps minutes before a thread runs it. It also can't end a
/// test that waits forever.
public struct HangWatch {
    private let alarm: DispatchWorkItem

    /// - Parameter minutes: far more than the test ever took, together with others, on two slow processors.
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

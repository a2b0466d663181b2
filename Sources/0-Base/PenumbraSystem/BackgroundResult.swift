import Dispatch

/// The result of a function that runs on another thread while the caller works. If the function has not begun when the
/// caller needs the result, the caller runs it.
package final class BackgroundResult<Value: Sendable, Failure: Error>: Sendable {
    private enum State {
        case waiting
        case running
        case done(Result<Value, Failure>)
        case cancelled
    }

    private let body: @Sendable () throws(Failure) -> Value
    private let done = DispatchSemaphore(value: 0)
    private let state = Mutex(State.waiting)

    /// - Parameter startsNow: starts on another thread as soon as a thread is available. Otherwise `value()` does all the
    ///   work.
    package init(startsNow: Bool, _ body: @escaping @Sendable () throws(Failure) -> Value) {
        self.body = body
        guard startsNow else { return }
        DispatchQueue.global(qos: .userInitiated).async { [self] in
            guard claim() else { return }
            let made = Result(catching: body)
            state.withLock { $0 = .done(made) }
            done.signal()
        }
    }

    /// Waits for the result, or computes it here if no thread has begun. Call it once, and not after `cancel()`.
    package func value() throws(Failure) -> Value {
        if claim() { return try body() }
        done.wait()
        if case .done(let made) = state.withLock({ $0 }) { return try made.get() }
        return try body()
    }

    /// Abandons the result, and waits if another thread is computing it.
    package func cancel() {
        let isRunning = state.withLock { state -> Bool in
            switch state {
            case .waiting, .cancelled:
                state = .cancelled
                return false
            case .running, .done: return true
            }
        }
        if isRunning { done.wait() }
    }

    /// True if the caller is the one to compute the result.
    private func claim() -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .running
            return true
        }
    }
}

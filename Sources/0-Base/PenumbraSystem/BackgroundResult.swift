import Dispatch

/// What a function gives, made on another thread while the caller does something else, or by the caller when it wants it first.
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

    /// - Parameter startsNow: begins on another thread as soon as there is one; otherwise `value()` does all.
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

    /// Waits for the result, or makes it here where nobody has begun. To be called once, and not after `cancel()`.
    package func value() throws(Failure) -> Value {
        if claim() { return try body() }
        done.wait()
        if case .done(let made) = state.withLock({ $0 }) { return try made.get() }
        return try body()
    }

    /// Gives the result up, and waits where it is being made.
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

    /// Whether the caller is the one who makes it.
    private func claim() -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .running
            return true
        }
    }
}

/// Tells a batch from outside to stop. The batch finishes its current jobs and begins no more.
public final class StopSignal: Sendable {
    private struct State {
        var isSet = false
        var listener: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    public init() {}

    public var isSet: Bool { state.withLock { $0.isSet } }

    public func set() {
        let listener = state.withLock { state in
            state.isSet = true
            return state.listener
        }
        listener?()
    }

    /// Sets the function to call when the signal is set, replacing any earlier function.
    package func listen(_ listener: (@Sendable () -> Void)?) {
        state.withLock { $0.listener = listener }
    }
}

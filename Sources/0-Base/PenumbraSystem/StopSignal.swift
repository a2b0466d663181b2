/// Tells a batch from outside to stop: it finishes the jobs in hand and begins no other.
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

    /// What is to be called when it is set, instead of what was said before.
    package func listen(_ listener: (@Sendable () -> Void)?) {
        state.withLock { $0.listener = listener }
    }
}

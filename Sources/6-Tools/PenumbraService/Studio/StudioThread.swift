import PenumbraSystem

/// A thread that does one piece of work after another.
final class StudioThread: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isEnding = false
    }

    /// The most pieces that wait. A page asks for a picture only after the one before, so this is many pages.
    private static let most = 64

    private let state = Monitor(State())
    private let handle = Mutex<WorkerThreads.Handle?>(nil)

    /// False if the system gives no thread.
    func start() -> Bool {
        let started = WorkerThreads.start { [self] in run() }
        handle.withLock { $0 = started }
        return started != nil
    }

    /// Adds a piece of work. False if too many wait, or if the thread is ending.
    func add(_ work: @escaping @Sendable () -> Void) -> Bool {
        state.update { state in
            guard state.work.count < Self.most, !state.isEnding else { return false }
            state.work.append(work)
            return true
        }
    }

    /// Ends the thread after the piece of work in progress.
    func end() {
        state.update { $0 = State(isEnding: true) }
        handle.withLock { $0 }?.join()
        handle.withLock { $0 = nil }
    }

    private func run() {
        while true {
            let next = state.wait { state -> (work: (@Sendable () -> Void)?, isOver: Bool)? in
                if state.isEnding { return (nil, true) }
                return state.work.isEmpty ? nil : (state.work.removeFirst(), false)
            }
            if next.isOver { return }
            next.work?()
        }
    }
}

/// Bytes that jobs share. A job takes all it needs at once and gives it back when it is done, so that none waits while it holds what
/// another one waits for.
final class MemoryBudget: Sendable {
    let total: Int

    private struct State {
        var free: Int
        /// Whose turn it is: who came first is served first, so that a large job is not passed over for ever.
        var nextTicket = 0
        var serving = 0
    }

    private let state: Monitor<State>

    init(total: Int) {
        self.total = total
        state = Monitor(State(free: total))
    }

    /// A part of the budget, given back when nobody holds it any more.
    final class Share: Sendable {
        private let budget: MemoryBudget
        private let bytes: Int

        fileprivate init(_ budget: MemoryBudget, _ bytes: Int) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit {
            let bytes = bytes
            budget.state.update { $0.free += bytes }
        }
    }

    /// Waits until so much is free; nil where it never can be.
    func take(_ bytes: Int) -> Share? {
        let bytes = max(0, bytes)
        guard bytes <= total else { return nil }
        let ticket = state.update { state -> Int in
            state.nextTicket += 1
            return state.nextTicket - 1
        }
        state.wait { state -> Void? in
            guard state.serving == ticket, state.free >= bytes else { return nil }
            state.free -= bytes
            state.serving += 1
            return ()
        }
        return Share(self, bytes)
    }
}

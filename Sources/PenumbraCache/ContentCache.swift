import Synchronization

/// Values by what they were made from, within a budget of bytes; what was not used for longest goes first.
///
/// A value is kept from the second time on that it is asked for: in a batch of ten thousand photos none is asked for twice.
package final class ContentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var bytes: Int
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var uses = 0
        /// Keys that were asked for once, lately.
        var seen: Set<Int> = []
    }

    private let state = Mutex(State())
    package let budget: Int
    private let keepsAtOnce: Bool

    private static var rememberedKeys: Int { 65_536 }

    /// - Parameter keepsAtOnce: keep what is asked for the first time, too.
    package init(budget: Int, keepsAtOnce: Bool = false) {
        self.budget = budget
        self.keepsAtOnce = keepsAtOnce
    }

    package subscript(key: Key) -> Value? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            state.uses += 1
            state.entries[key]?.lastUse = state.uses
            return entry.value
        }
    }

    /// Offers a value that was made.
    package func keep(_ value: Value, bytes: Int, for key: Key) {
        state.withLock { state in
            if !keepsAtOnce {
                if state.seen.count >= Self.rememberedKeys { state.seen.removeAll() }
                if state.seen.insert(key.hashValue).inserted { return }
            }
            guard bytes <= budget, state.entries[key] == nil else { return }
            state.uses += 1
            state.entries[key] = Entry(value: value, bytes: bytes, lastUse: state.uses)
            state.bytes += bytes
            while state.bytes > budget, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                state.entries[oldest.key] = nil
                state.bytes -= oldest.value.bytes
            }
        }
    }
}

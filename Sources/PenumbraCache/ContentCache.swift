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
        /// Keys by when they were used, as far as that was noted: a key that was used again since stands too early.
        var order: [(key: Key, use: Int)] = []
        var first = 0
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
            state.order.append((key, state.uses))
            while state.bytes > budget { Self.removeOldest(&state) }
        }
    }

    private static func removeOldest(_ state: inout State) {
        while state.first < state.order.count {
            let (key, use) = state.order[state.first]
            state.first += 1
            if state.first > 1024 && 2 * state.first > state.order.count {
                state.order.removeFirst(state.first)
                state.first = 0
            }
            guard let entry = state.entries[key] else { continue }
            if entry.lastUse > use {
                state.order.append((key, entry.lastUse))
                continue
            }
            state.entries[key] = nil
            state.bytes -= entry.bytes
            return
        }
    }
}

/// A cache of values by the data they were made from, within a budget of bytes. The least recently used value is removed
/// first.
///
/// A value is kept from its second request on: in a batch of ten thousand photos, no photo is requested twice.
package final class ContentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var bytes: Int
        var lastUse: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// Every key once, in a heap by its last recorded use. A key that was used again since then is too early in the
        /// heap.
        var order: [(use: Int, key: Key)] = []
        var bytes = 0
        var uses = 0
        /// Keys that were requested once, recently.
        var seen: Set<Int> = []
    }

    private let state = Mutex(State())
    package let budget: Int
    private let keepsAtOnce: Bool

    private static var rememberedKeys: Int { 65_536 }

    /// - Parameter keepsAtOnce: keeps a value from its first request on.
    package init(budget: Int, keepsAtOnce: Bool = false) {
        self.budget = budget
        self.keepsAtOnce = keepsAtOnce
    }

    package subscript(key: Key) -> Value? {
        state.withLock { state in
            guard let index = state.entries.index(forKey: key) else { return nil }
            state.uses += 1
            state.entries.values[index].lastUse = state.uses
            return state.entries.values[index].value
        }
    }

    /// The declared size in bytes of all values that are kept.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// Offers a finished value to the cache.
    package func keep(_ value: Value, bytes: Int, for key: Key) { keep(bytes: bytes, for: key) { value } }

    /// Offers a value to the cache.
    ///
    /// - Parameter make: makes the value, if it will be kept.
    package func keep(bytes: Int, for key: Key, _ make: () -> Value) {
        let isWanted = state.withLock { state in
            if !keepsAtOnce {
                if state.seen.count >= Self.rememberedKeys { state.seen.removeAll() }
                if state.seen.insert(key.hashValue).inserted { return false }
            }
            return bytes <= budget
        }
        guard isWanted else { return }
        let value = make()
        state.withLock { state in
            state.uses += 1
            if let known = state.entries[key] {
                // The heap entry is now too early; that is found out when the entry reaches the top.
                state.bytes += bytes - known.bytes
                state.entries[key] = Entry(value: value, bytes: bytes, lastUse: state.uses)
                while state.bytes > budget { Self.removeOldest(&state) }
                return
            }
            state.entries[key] = Entry(value: value, bytes: bytes, lastUse: state.uses)
            state.bytes += bytes
            Self.push((state.uses, key), onto: &state.order)
            while state.bytes > budget { Self.removeOldest(&state) }
        }
    }

    /// Updates the declared size of a value that may have grown or shrunk since it was kept. Nothing happens if the value is
    /// not kept.
    ///
    /// - Parameter bytes: called with the kept value, while no other thread can use the cache.
    package func recharge(_ key: Key, _ bytes: (Value) -> Int) {
        state.withLock { state in
            guard var entry = state.entries[key] else { return }
            let now = bytes(entry.value)
            state.bytes += now - entry.bytes
            entry.bytes = now
            // The heap entry may now have no value; that is found out when the entry reaches the top.
            state.entries[key] = now <= budget ? entry : nil
            if now > budget { state.bytes -= now }
            while state.bytes > budget { Self.removeOldest(&state) }
        }
    }

    private static func removeOldest(_ state: inout State) {
        while let (use, key) = pop(&state.order) {
            guard let entry = state.entries[key] else { continue }
            if entry.lastUse > use {
                push((entry.lastUse, key), onto: &state.order)
                continue
            }
            state.entries[key] = nil
            state.bytes -= entry.bytes
            return
        }
    }

    // MARK: A binary heap, the smallest first

    private static func push(_ item: (use: Int, key: Key), onto heap: inout [(use: Int, key: Key)]) {
        heap.append(item)
        var index = heap.count - 1
        while index > 0, heap[index].use < heap[(index - 1) / 2].use {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private static func pop(_ heap: inout [(use: Int, key: Key)]) -> (use: Int, key: Key)? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count && heap[child].use < heap[least].use {
                least = child
            }
            if least == index { return first }
            heap.swapAt(index, least)
            index = least
        }
    }
}

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
        /// Every key once, in a heap by when it was used, as far as that was noted: one that was used again since stands too
        /// early.
        var order: [(use: Int, key: Key)] = []
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

    /// What all that is kept was said to take.
    package var bytes: Int { state.withLock { $0.bytes } }

    /// Offers a value that was made.
    package func keep(_ value: Value, bytes: Int, for key: Key) {
        state.withLock { state in
            if !keepsAtOnce {
                if state.seen.count >= Self.rememberedKeys { state.seen.removeAll() }
                if state.seen.insert(key.hashValue).inserted { return }
            }
            guard bytes <= budget else { return }
            state.uses += 1
            if let known = state.entries[key] {
                // Its place in the heap is found to be too early when it comes to it.
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

    /// Charges a value anew that may have grown or shrunk since it was kept; nothing happens where it is not kept.
    ///
    /// - Parameter bytes: called with the value that is kept, while nobody else can use the cache.
    package func recharge(_ key: Key, _ bytes: (Value) -> Int) {
        state.withLock { state in
            guard var entry = state.entries[key] else { return }
            let now = bytes(entry.value)
            state.bytes += now - entry.bytes
            entry.bytes = now
            // Its place in the heap is found to be empty when it comes to it.
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

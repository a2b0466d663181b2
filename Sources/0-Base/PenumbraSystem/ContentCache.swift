import Synchronization

/// A cache of values by the data they were made from, within a budget of bytes. The least recently used value is removed
/// first.
///
/// A value is kept from its second request on: in a batch of ten thousand photos, no photo is requested twice.
///
/// Every glyph asks some caches. Modules therefore compile the code for their own keys and values, which the compiler only does
/// for public declarations.
public final class ContentCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Entry {
        @usableFromInline let key: Key
        @usableFromInline var value: Value
        @usableFromInline var bytes: Int

        @inlinable init(key: Key, value: Value, bytes: Int) { (self.key, self.value, self.bytes) = (key, value, bytes) }
    }

    @usableFromInline struct State {
        /// The slot of each key.
        @usableFromInline var slots: [Key: Int] = [:]
        /// The entries by their slots.
        @usableFromInline var entries: [Entry?] = []
        @usableFromInline var order = UseOrder()
        @usableFromInline var bytes = 0
        /// Keys that were requested once, recently.
        @usableFromInline var seen: Set<Int> = []

        @inlinable init() {}

        @inlinable mutating func use(_ key: Key) -> Value? {
            guard let slot = slots[key] else { return nil }
            order.use(slot)
            return entries[slot]?.value
        }

        /// Keeps a value as the one that was used last.
        @inlinable mutating func insert(_ entry: Entry) {
            if let slot = slots[entry.key] {
                bytes += entry.bytes - (entries[slot]?.bytes ?? 0)
                entries[slot] = entry
                order.use(slot)
                return
            }
            let slot = order.insert()
            if slot == entries.count { entries.append(entry) } else { entries[slot] = entry }
            slots[entry.key] = slot
            bytes += entry.bytes
        }

        @inlinable mutating func remove(_ slot: Int) {
            guard let entry = entries[slot] else { return }
            slots[entry.key] = nil
            entries[slot] = nil
            order.remove(slot)
            bytes -= entry.bytes
        }

        @inlinable mutating func removeOldest(over budget: Int) {
            while bytes > budget, let oldest = order.oldest { remove(oldest) }
        }
    }

    @usableFromInline let state: Mutex<State>
    public let budget: Int
    @usableFromInline let keepsAtOnce: Bool

    @inlinable static var rememberedKeys: Int { 65_536 }

    /// - Parameter keepsAtOnce: keeps a value from its first request on.
    @inlinable public init(budget: Int, keepsAtOnce: Bool = false) {
        state = Mutex(State())
        self.budget = budget
        self.keepsAtOnce = keepsAtOnce
    }

    @inlinable public subscript(key: Key) -> Value? { state.withLock { $0.use(key) } }

    /// The declared size in bytes of all values that are kept.
    @inlinable public var bytes: Int { state.withLock { $0.bytes } }

    /// Offers a finished value to the cache.
    @inlinable public func keep(_ value: Value, bytes: Int, for key: Key) { keep(bytes: bytes, for: key) { value } }

    /// Offers a value to the cache.
    ///
    /// - Parameter make: makes the value, if it will be kept.
    @inlinable public func keep(bytes: Int, for key: Key, _ make: () -> Value) {
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
            state.insert(Entry(key: key, value: value, bytes: bytes))
            state.removeOldest(over: budget)
        }
    }

    /// Updates the declared size of a value that may have grown or shrunk since it was kept. Nothing happens if the value is
    /// not kept.
    ///
    /// - Parameter bytes: called with the kept value, while no other thread can use the cache.
    @inlinable public func recharge(_ key: Key, _ bytes: (Value) -> Int) {
        state.withLock { state in
            guard let slot = state.slots[key], let entry = state.entries[slot] else { return }
            let now = bytes(entry.value)
            state.bytes += now - entry.bytes
            state.entries[slot]?.bytes = now
            if now > budget { state.remove(slot) }
            state.removeOldest(over: budget)
        }
    }
}

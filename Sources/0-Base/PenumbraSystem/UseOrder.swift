/// The slots of a cache in the order of their last use, as a list with links in both directions. Each change takes the same
/// short time, however many slots there are.
@usableFromInline struct UseOrder {
    private struct Links {
        var older: Int
        var newer: Int
    }

    /// The links of each slot. A free slot links to the next free one.
    private var links: [Links] = []
    private var ends = Links(older: none, newer: none)
    private var free = none

    /// Stands for no slot.
    private static let none = -1

    @usableFromInline init() {}

    /// The slot that was not used for the longest time. Nil if there are no slots.
    @usableFromInline var oldest: Int? { ends.older == Self.none ? nil : ends.older }

    /// Takes a slot: a free one, or the next number. It counts as used.
    @usableFromInline mutating func insert() -> Int {
        let slot = free == Self.none ? links.count : free
        if slot == links.count {
            links.append(Links(older: Self.none, newer: Self.none))
        } else {
            free = links[slot].newer
        }
        append(slot)
        return slot
    }

    /// Makes a slot the one that was used last.
    @usableFromInline mutating func use(_ slot: Int) {
        guard slot != ends.newer else { return }
        unlink(slot)
        append(slot)
    }

    /// Frees a slot.
    @usableFromInline mutating func remove(_ slot: Int) {
        unlink(slot)
        links[slot] = Links(older: Self.none, newer: free)
        free = slot
    }

    private mutating func append(_ slot: Int) {
        links[slot] = Links(older: ends.newer, newer: Self.none)
        if ends.newer == Self.none { ends.older = slot } else { links[ends.newer].newer = slot }
        ends.newer = slot
    }

    private mutating func unlink(_ slot: Int) {
        let (older, newer) = (links[slot].older, links[slot].newer)
        if older == Self.none { ends.older = newer } else { links[older].newer = newer }
        if newer == Self.none { ends.newer = older } else { links[newer].older = older }
    }
}

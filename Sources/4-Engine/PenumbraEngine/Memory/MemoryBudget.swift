import PenumbraSystem

/// Counts the pictures under way and the memory that is free for them. Nothing else decides whether there is room for one more.
///
/// The counts are of what pictures are expected to take, which `MemoryEstimate` tells before they take it.
package final class MemoryBudget: Sendable {
    private struct Counts {
        var free: Int
        var pictures = 0
    }

    /// Bytes that all pictures under way may take together.
    package let bytes: Int
    private let counts: Mutex<Counts>

    package init(bytes: Int) {
        self.bytes = bytes
        counts = Mutex(Counts(free: bytes))
    }

    /// Bytes that no picture has taken; below 0 where pictures hold more than the budget.
    package var free: Int { counts.withLock { $0.free } }

    /// Pictures that were begun and not ended, whether or not they hold memory.
    package var picturesUnderWay: Int { counts.withLock { $0.pictures } }

    /// Counts one more picture as under way.
    package func begin() { counts.withLock { $0.pictures += 1 } }

    /// Counts pictures as ended, and their memory as free.
    package func end(_ pictures: Int = 1, givingBack bytes: Int = 0) {
        counts.withLock { counts in
            counts.pictures -= pictures
            counts.free += bytes
        }
    }

    /// Takes memory for a picture where that much is free.
    ///
    /// - Parameter allowance: bytes that the picture may take even where the others leave less.
    /// - Returns: false where nothing was taken.
    package func take(_ bytes: Int, allowance: Int = 0) -> Bool {
        counts.withLock { counts in
            guard bytes <= counts.free || bytes <= allowance else { return false }
            counts.free -= bytes
            return true
        }
    }

    /// Counts memory as taken that a picture holds already.
    package func hold(_ bytes: Int) { counts.withLock { $0.free -= bytes } }

    package func giveBack(_ bytes: Int) { counts.withLock { $0.free += bytes } }
}

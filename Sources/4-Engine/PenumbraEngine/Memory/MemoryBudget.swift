import PenumbraSystem

/// Counts the pictures under way and the memory that is free for them. Only the budget decides whether another picture fits.
///
/// The budget counts the memory that pictures are expected to take. `MemoryEstimate` gives this estimate in advance.
package final class MemoryBudget: Sendable {
    private struct Counts {
        var free: Int
        var pictures = 0
    }

    /// The bytes that all pictures under way may take together.
    package let bytes: Int
    private let counts: Mutex<Counts>

    package init(bytes: Int) {
        self.bytes = bytes
        counts = Mutex(Counts(free: bytes))
    }

    /// The bytes that no picture has taken. Negative when pictures hold more than the budget.
    package var free: Int { counts.withLock { $0.free } }

    /// The number of pictures that were begun and not ended, including pictures that hold no memory.
    package var picturesUnderWay: Int { counts.withLock { $0.pictures } }

    /// Counts another picture as under way.
    package func begin() { counts.withLock { $0.pictures += 1 } }

    /// Counts pictures as ended, and their memory as free.
    package func end(_ pictures: Int = 1, givingBack bytes: Int = 0) {
        counts.withLock { counts in
            counts.pictures -= pictures
            counts.free += bytes
        }
    }

    /// Takes memory for a picture if enough is free.
    ///
    /// - Parameter allowance: the bytes that the picture may take even if the other pictures leave less.
    /// - Returns: false when no memory was taken.
    package func take(_ bytes: Int, allowance: Int = 0) -> Bool {
        counts.withLock { counts in
            guard bytes <= counts.free || bytes <= allowance else { return false }
            counts.free -= bytes
            return true
        }
    }

    /// Counts memory that a picture already holds as taken.
    package func hold(_ bytes: Int) { counts.withLock { $0.free -= bytes } }

    package func giveBack(_ bytes: Int) { counts.withLock { $0.free += bytes } }
}

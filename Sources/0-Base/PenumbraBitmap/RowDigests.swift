import PenumbraSystem

/// Digests of rows of pixels, which stay with the memory of the pixels.
///
/// A picture that is drawn over an earlier one keeps the digests of the rows that are the same.
package final class RowDigests: Sendable {
    /// A digest of 128 bits that is the same for the same bytes within one process.
    package struct Digest: Hashable, Sendable {
        package var low: UInt64
        package var high: UInt64

        package init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }
    }

    private let digests = Mutex<[Range<Int>: Digest]>([:])

    /// The most digests that are kept. Strips of a picture have one each.
    private static let most = 256

    package init() {}

    /// Returns the digest of rows.
    ///
    /// - Parameter make: makes the digest, if it isn't known. Nil if that isn't worth its time.
    package func digest(of rows: Range<Int>, _ make: () -> Digest?) -> Digest? {
        if let known = digests.withLock({ $0[rows] }) { return known }
        guard let made = make() else { return nil }
        digests.withLock { if $0.count < Self.most { $0[rows] = made } }
        return made
    }

    /// Forgets the digests of rows that will be written.
    package func remove(where isChanged: (Range<Int>) -> Bool) {
        digests.withLock { digests in digests = digests.filter { !isChanged($0.key) } }
    }
}

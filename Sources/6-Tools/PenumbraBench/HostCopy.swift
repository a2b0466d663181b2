import Dispatch
import Glibc

/// How fast the processor copies memory that is in no cache.
public enum HostCopy {
    private static let pieceBytes = 8 << 20
    /// A ring larger than the caches of today's servers, yet small beside their memory.
    private static let pieces = 64

    /// Gigabytes (10⁹ bytes) a second, what is read and what is written counted: the median of several rounds.
    ///
    /// Takes 512 MiB meanwhile.
    /// - Parameter threads: how many copy at once, each its own pieces.
    public static func rate(threads: Int, rounds: Int = 7) -> Double {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: pieceBytes * pieces, alignment: 4096)
        defer { raw.deallocate() }
        memset(raw, 1, pieceBytes * pieces)
        nonisolated(unsafe) let ring = raw
        let half = pieces / 2
        let time = median(repeats: rounds) { _ in
            DispatchQueue.concurrentPerform(iterations: max(1, threads)) { thread in
                for piece in stride(from: thread, to: half, by: max(1, threads)) {
                    memcpy(ring + (half + piece) * pieceBytes, ring + piece * pieceBytes, pieceBytes)
                }
            }
        }
        return time > 0 ? 2 * Double(half * pieceBytes) / (time * 1e6) : 0
    }
}

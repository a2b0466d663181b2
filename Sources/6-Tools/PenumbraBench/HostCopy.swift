import Dispatch
import Glibc

/// Measures how fast the processor copies memory that is in no cache.
public enum HostCopy {
    private static let pieceBytes = 8 << 20
    /// The number of buffers in a ring that exceeds today's server caches but is small beside the server's memory.
    private static let pieces = 64

    /// The copy rate in gigabytes (10⁹ bytes) per second, as the median of several rounds. Reads and writes both count.
    ///
    /// Uses 512 MiB while it runs.
    /// - Parameter threads: the number of threads that copy at once, each with its own buffers.
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

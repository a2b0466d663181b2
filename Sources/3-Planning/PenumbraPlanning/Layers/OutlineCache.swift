import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
import PenumbraTessellation

/// Outlines that were tessellated for one scene, kept for the next one that has the same: a batch of cards tessellates its
/// cards' bounds once. It may be used from several threads at once.
public final class OutlineCache: Sendable {
    struct Key: Hashable, Sendable {
        var path: Path
        var rule: FillRule
    }

    private let regions: ContentCache<Key, TessellatedRegion>

    /// - Parameter bytes: what may be kept.
    public init(bytes: Int) {
        regions = ContentCache(budget: max(0, bytes))
    }

    subscript(key: Key) -> TessellatedRegion? { regions[key] }

    /// What is kept takes so much, coverages included.
    var bytes: Int { regions.bytes }

    func keep(_ region: TessellatedRegion, for key: Key) {
        regions.keep(region, bytes: Self.bytes(of: region, key), for: key)
        region.coverages.belong(to: self, key)
        // Where another thread had the same region kept before, that one is charged.
        recharge(key)
    }

    /// Takes note that a region has other coverages than before.
    fileprivate func recharge(_ key: Key) {
        regions.recharge(key) { Self.bytes(of: $0, key) }
    }

    /// About what a region takes with its key, whose elements have some hundred bytes, and with its coverages.
    static func bytes(of region: TessellatedRegion, _ key: Key) -> Int {
        160 * key.path.elements.count + 64 * region.boundary.edges.count + 512 + region.coverages.bytes
    }
}

/// The coverage of one region in rectangles of pixels, the last few.
final class CoverageCache: Sendable {
    private struct State {
        var entries: [(bounds: PixelRect, coverage: Coverage)] = []
        var bytes = 0
        /// Where the region is kept, if anywhere.
        weak var owner: OutlineCache?
        var key: OutlineCache.Key?
    }

    private let state = Mutex(State())
    private static let most = 8

    /// What all of it takes.
    var bytes: Int { state.withLock { $0.bytes } }

    subscript(bounds: PixelRect) -> Coverage? {
        state.withLock { $0.entries.first { $0.bounds == bounds }?.coverage }
    }

    func keep(_ coverage: Coverage, _ bounds: PixelRect) {
        let (owner, key) = state.withLock { state in
            if state.entries.count >= Self.most { state.bytes -= Self.bytes(of: state.entries.removeFirst().coverage) }
            state.entries.append((bounds, coverage))
            state.bytes += Self.bytes(of: coverage)
            return (state.owner, state.key)
        }
        // The owner asks for `bytes`, and so must find the lock free.
        if let owner, let key { owner.recharge(key) }
    }

    /// Has a cache told whenever this grows.
    func belong(to owner: OutlineCache, _ key: OutlineCache.Key) {
        state.withLock { state in
            state.owner = owner
            state.key = key
        }
    }

    private static func bytes(of coverage: Coverage) -> Int {
        coverage.strips.count * MemoryLayout<Coverage.Strip>.stride + coverage.rowStarts.count * MemoryLayout<Int32>.stride
            + 128
    }
}

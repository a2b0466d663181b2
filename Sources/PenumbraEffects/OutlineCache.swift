import PenumbraCache
import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import Synchronization

/// Outlines that were tessellated for one scene, kept for the next one that has the same: a batch of cards tessellates its cards'
/// bounds once. It may be used from several threads at once.
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

    func keep(_ region: TessellatedRegion, for key: Key) {
        // Keys have elements of some hundred bytes, and each edge comes again as one strip or more.
        regions.keep(region, bytes: 160 * key.path.elements.count + 64 * region.boundary.edges.count + 512, for: key)
    }
}

/// The coverage of one region in rectangles of pixels, the last few.
final class CoverageCache: Sendable {
    private let entries = Mutex<[(bounds: PixelRect, coverage: Coverage)]>([])
    private static let most = 8

    subscript(bounds: PixelRect) -> Coverage? {
        entries.withLock { $0.first { $0.bounds == bounds }?.coverage }
    }

    func keep(_ coverage: Coverage, _ bounds: PixelRect) {
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeFirst() }
            entries.append((bounds, coverage))
        }
    }
}

import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
import PenumbraTessellation

/// A cache of tessellated outlines for scenes that share them. For example, a batch of cards tessellates the cards' bounds only
/// once.
///
/// Several threads may use the cache at once.
public final class OutlineCache: Sendable {
    package struct Key: Hashable, Sendable {
        private enum Outline: Hashable, Sendable {
            case path(Path, FillRule)
            case glyphs(GlyphOutlines, AffineTransform)
        }

        /// An outline takes long to hash, and a cache asks several times.
        private let hash: Int
        private let outline: Outline

        package init(path: Path, rule: FillRule) { self.init(.path(path, rule)) }

        /// - Parameter transform: the map from the glyphs' coordinates to pixels.
        package init(_ glyphs: GlyphOutlines, _ transform: AffineTransform) { self.init(.glyphs(glyphs, transform)) }

        private init(_ outline: Outline) {
            self.outline = outline
            var hasher = Hasher()
            hasher.combine(outline)
            hash = hasher.finalize()
        }

        package static func == (a: Key, b: Key) -> Bool { a.hash == b.hash && a.outline == b.outline }

        package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

        /// The approximate bytes of the outline. Elements of paths take over a hundred bytes each.
        fileprivate var bytes: Int {
            switch outline {
            case .path(let path, _): 160 * path.elements.count
            // Fonts hold the outlines of glyphs.
            case .glyphs(let glyphs, _): 64 * glyphs.glyphs.count + 160 * glyphs.others.elements.count
            }
        }
    }

    private let regions: ContentCache<Key, TessellatedRegion>
    /// The glyphs of texts, their strips, and other shapes of outlines that differ as a whole.
    let glyphs: GlyphCache
    let cuts: GlyphCuts
    let shapes: ShapeCache

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - bytes: the most bytes of whole outlines that the cache may hold. Zero and negative values keep nothing.
    ///   - bytesOfShapes: the most bytes of the shapes in them.
    public init(bytes: Int, bytesOfShapes: Int = 0) {
        regions = ContentCache(budget: max(0, bytes))
        glyphs = GlyphCache(bytes: bytesOfShapes / 4)
        // A glyph has strips for each height within a row of pixels, and most texts have several.
        cuts = GlyphCuts(bytes: bytesOfShapes / 2)
        shapes = ShapeCache(bytes: bytesOfShapes / 4)
    }

    package subscript(key: Key) -> TessellatedRegion? { regions[key] }

    /// The bytes of all cached outlines, coverages included.
    package var bytes: Int { regions.bytes }

    package func keep(_ region: TessellatedRegion, for key: Key) {
        regions.keep(region, bytes: Self.bytes(of: region, key), for: key)
        region.coverages.belong(to: self, key)
        // If another thread stored the same region first, the stored region is charged.
        recharge(key)
    }

    /// Updates the size of a region after its coverages have changed.
    fileprivate func recharge(_ key: Key) {
        regions.recharge(key) { Self.bytes(of: $0, key) }
    }

    /// The approximate bytes of a region with its key and its coverages.
    package static func bytes(of region: TessellatedRegion, _ key: Key) -> Int {
        key.bytes + 64 * region.boundary.edges.count + 512 + region.coverages.bytes
    }
}

/// The most recent coverages of one region in rectangles of pixels.
final class CoverageCache: Sendable {
    private struct State {
        var entries: [(bounds: PixelRect, coverage: Coverage)] = []
        var bytes = 0
        /// The cache that holds the region, if any.
        weak var owner: OutlineCache?
        var key: OutlineCache.Key?
    }

    private let state = Mutex(State())
    /// A shadow has a coverage for each side of what hides it.
    private static let most = 32

    /// The bytes of all coverages in the cache.
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
        // The owner reads `bytes`, which needs the lock.
        if let owner, let key { owner.recharge(key) }
    }

    /// Sets the cache to notify whenever these coverages change.
    func belong(to owner: OutlineCache, _ key: OutlineCache.Key) {
        state.withLock { state in
            state.owner = owner
            state.key = key
        }
    }

    private static func bytes(of coverage: Coverage) -> Int {
        Coverage.bytes(strips: coverage.strips.count, rows: coverage.height) + 128
    }
}

import PenumbraGeometry

/// Grows a mask by a disc; where `isInverted`, the result is 32768 less the grown mask. `rowMaxima` with `disc.levels` makes
/// the source, which is larger by the disc's reach on each side. Target pixel (x, y) corresponds to
/// (x + disc.reachX, y + disc.reachY) of the source. The grown value is the largest of
///
///     L of each run first…last of each of the disc's rows, as the largest of runs of 4ᵏ pixels, k = `SpreadDisc.level`
///     min(L, E ± ((L·|share| + 16384) >> 15)), the sign the share's, for each place of its ring; negative: 0
public struct Spread: OneSourceStep {
    public var source: SurfaceID
    public var target: SurfaceID
    public var disc: SpreadDisc
    public var isInverted: Bool

    package var pass: Pass { .spread(self) }
    public var description: String { "spread \(isInverted ? "not " : "")\(source) → \(target) \(disc)" }
    package var isOfOutlines: Bool { true }
    package var isFilter: Bool { true }
    package var knowsRuns: Bool { true }
    package func reachesFar(in source: SurfaceID) -> Bool { true }

    package var ownTableBytes: Int { disc.byteCount }

    package func work(in plan: RenderPlan) -> Int {
        let runs = disc.rows.reduce(0) { $0 + SpreadDisc.runs(of: $1) }
        // Each place of the ring takes a twelfth of a nanosecond where every pixel lies at an edge, and longer once the disc's rows
        // no longer fit in a cache.
        let reach = max(Self.reachInCache, max(disc.reachX, disc.reachY))
        return plan[target].pixelCount * (32 + disc.ring.count + runs) / 12 * reach / Self.reachInCache
    }

    private static let reachInCache = 120

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        let (from, to) = (plan[source], plan[target])
        guard from.width == to.width + 2 * disc.reachX,
            from.height == (to.height + 2 * disc.reachY) * (disc.levels + 1)
        else { return "its source is made for another size" }
        return plan.reasonAgainst(target, .mask) ?? plan.reasonAgainst(source, .mask) ?? disc.reasonAgainst
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        let each = disc.levels + 1
        let rect = PixelRect(
            minX: part.x, minY: part.y * each, maxX: part.maxX + 2 * disc.reachX, maxY: (part.maxY + 2 * disc.reachY) * each)
        return [SurfaceRead(surface: source, rect: rect)]
    }

    package func tie(_ regions: inout PlanRegions) {
        let other = regions[source]
        guard !other.isEmpty else { return }
        let each = disc.levels + 1
        regions.grow(
            target,
            by: PixelRect(
                minX: other.x, minY: other.y / each, maxX: max(other.x + 1, other.maxX - 2 * disc.reachX),
                maxY: max(other.y / each + 1, (other.maxY + each - 1) / each - 2 * disc.reachY)))
    }
}

extension Pass {
    /// Grows a mask by a disc.
    public static func spread(source: SurfaceID, target: SurfaceID, disc: SpreadDisc, isInverted: Bool) -> Pass {
        .spread(Spread(source: source, target: target, disc: disc, isInverted: isInverted))
    }
}

extension SpreadDisc: CustomStringConvertible {
    public var description: String { "disc \(2 * reachX + 1)×\(2 * reachY + 1), ring of \(ring.count)" }

    fileprivate var reasonAgainst: String? {
        guard reachX <= Self.largestReach, reachY <= Self.largestReach else {
            return "a disc of \(reachX)×\(reachY) to each side"
        }
        let (x, y) = (-reachX...reachX, -reachY...reachY)
        guard ring.allSatisfy({ x.contains($0.dx) && y.contains($0.dy) && abs($0.share) < 32768 }) else {
            return "a disc whose ring leaves its rows"
        }
        guard rows.allSatisfy({ $0.first > $0.last || x.contains($0.first) && x.contains($0.last) }) else {
            return "a disc whose runs leave its rows"
        }
        return nil
    }
}

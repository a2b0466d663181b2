import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import PenumbraTessellation
import TestSupport
import Testing

/// Tests which outlines are cached between scenes, and how much memory outlines may use.
@Suite(.timed) struct OutlineCacheTests {
    private static func region(_ path: Path) throws -> (OutlineCache.Key, TessellatedRegion) {
        (OutlineCache.Key(path: path, rule: .nonzero), TessellatedRegion(try Boundary(resolving: path, fillRule: .nonzero)))
    }

    private static let square = Path(Rect(x: 0, y: 0, width: 50, height: 400))

    @Test func outlineCacheCountsCoverages() throws {
        let cache = OutlineCache(bytes: 1 << 20)
        let (key, region) = try Self.region(Self.square)
        _ = region.coverage(in: PixelRect(x: 0, y: 0, width: 50, height: 100))
        let alone = OutlineCache.bytes(of: region, key)
        // An outline requested once isn't kept.
        cache.keep(region, for: key)
        cache.keep(region, for: key)
        #expect(cache[key] != nil && cache.bytes == alone)
        // Two edges in each of 400 rows, 16 bytes each, and the start of each row.
        _ = region.coverage(in: PixelRect(x: 0, y: 0, width: 60, height: 400))
        #expect(cache.bytes >= alone + 400 * 2 * 16 + 401 * 4)
        #expect(cache.bytes == OutlineCache.bytes(of: region, key))
        // If there are more than a few coverages, the first is dropped and no longer counted.
        for x in 0..<40 { _ = region.coverage(in: PixelRect(x: x, y: 0, width: 50, height: 10)) }
        #expect(cache.bytes == OutlineCache.bytes(of: region, key) && cache.bytes < alone + 32 * 500)
    }

    @Test func regionThatOutgrowsTheCacheBudgetIsEvicted() throws {
        let cache = OutlineCache(bytes: 16_000)
        var kept: [(OutlineCache.Key, TessellatedRegion)] = []
        for height in [100.0, 101, 102] {
            let (key, region) = try Self.region(Path(Rect(x: 0, y: 0, width: 9, height: height)))
            for _ in 0..<2 { cache.keep(region, for: key) }
            kept.append((key, region))
        }
        #expect(kept.allSatisfy { cache[$0.0] != nil })
        // 1.6 kB each, then 5.8 with two coverages: two fit.
        for (_, region) in kept {
            for width in 1...2 {
                _ = region.coverage(in: PixelRect(x: 0, y: 0, width: width, height: 100))
                #expect(cache.bytes <= 16_000)
            }
        }
        #expect(kept.count { cache[$0.0] != nil } < 3)
        // An outline that grows too large by itself is dropped too.
        let (key, region) = try Self.region(Self.square)
        let before = kept.count { cache[$0.0] != nil }
        for _ in 0..<2 { cache.keep(region, for: key) }
        for width in 40...48 { _ = region.coverage(in: PixelRect(x: 0, y: 0, width: width, height: 400)) }
        #expect(cache[key] == nil && cache.bytes <= 16_000)
        #expect(kept.count { cache[$0.0] != nil } <= before)
    }

    @Test func maskOfTheLargestWidthFits32Bits() throws {
        let side = ScenePlanner.largestSide
        let path = Path(polygon: [Point(-60_000, 0), Point(5000, 0), Point(60_000, 4), Point(-60_000, 4)])
        let region = TessellatedRegion(try Boundary(resolving: path, fillRule: .nonzero))
        let coverage = region.coverage(in: PixelRect(x: -60_000, y: 0, width: side, height: 4))
        #expect(coverage.strips.contains { $0.x0 == Int32(side) * 32768 || $0.x1 == Int32(side) * 32768 })
        #expect(throws: PlanningError.surfaceTooLarge(layer: "mask", width: side + 1, height: 4)) {
            var planner = ScenePlanner(width: 1, height: 1)
            return try planner.coverage(
                of: region, exactly: PixelRect(x: -60_000, y: 0, width: side + 1, height: 4), label: "mask")
        }
    }

    @Test func outlinesCrossingTooManyRowsAreRefused() throws {
        // Nine thousand edges from top to bottom, which would need almost a gigabyte.
        var path = Path()
        for i in 0..<4500 { path.append(Path(Rect(x: 3.5 * Double(i), y: -1, width: 2, height: 9000))) }
        let scene = Scene(
            canvas: Canvas(size: Size(width: 16_000, height: 6000)), layers: [Layer(kind: .shape(Shape(path: path)))])
        #expect(
            throws: PlanningError.tooManyStrips(
                layer: "shape of layers[0]", found: 9000 * 6000, allowed: ScenePlanner.mostStrips)
        ) { try ScenePlanner.plan(scene) }
    }
}

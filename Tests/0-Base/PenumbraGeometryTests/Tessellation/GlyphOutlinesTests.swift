import PenumbraGeometry
import PenumbraTessellation
import TestSupport
import Testing

/// Glyphs that are resolved once for all their places.
@Suite(.timed) struct GlyphOutlinesTests {
    /// A ring with a tail, in units of a font.
    private static let ring = GlyphOutline(
        Path(ellipseIn: Rect(x: 100, y: 0, width: 900, height: 1200)).withoutArcs
            .adding(Path(polygon: [Point(300, 300), Point(300, 900), Point(700, 900), Point(700, 300)]))
            .adding(Path(polygon: [Point(800, 100), Point(1100, -250), Point(1000, 300)])))
    private static let bar = GlyphOutline(Path(polygon: [Point(0, 0), Point(0, 1400), Point(180, 1400), Point(180, 0)]))

    private static func text(_ random: inout SeededGenerator, spacing: Double) -> GlyphOutlines {
        var outlines = GlyphOutlines()
        var x = Double.random(in: -20...40, using: &random)
        for _ in 0..<random.integer(1...12) {
            let scale = Bool.random(using: &random) ? 0.013 : 0.02
            outlines.append(
                GlyphOutlines.Glyph(
                    Bool.random(using: &random) ? ring : bar,
                    place: AffineTransform(
                        a: scale, b: 0, c: 0, d: -scale, tx: x, ty: Double.random(in: 10...60, using: &random))))
            x += spacing * Double.random(in: 0.5...1.5, using: &random)
        }
        if Bool.random(using: &random) { outlines.append(Path(Rect(x: 0, y: 40, width: max(1, x), height: 2))) }
        return outlines
    }

    private static func boundary(
        _ outlines: GlyphOutlines, _ transform: AffineTransform, _ glyphs: GlyphCache?, _ shapes: ShapeCache?
    ) throws -> (edges: Set<BoundaryEdge>, count: Int, effort: Int) {
        var effort = 10_000_000
        let boundary = try GlyphBoundary(outlines, transform, glyphs: glyphs, shapes: shapes, effort: &effort).boundary
        return (Set(boundary.edges), boundary.edges.count, effort)
    }

    /// Neither a cache nor its contents change the edges of a text or what they cost.
    @Test func glyphsFromACacheHaveTheSameEdges() throws {
        let (glyphs, shapes) = (GlyphCache(bytes: 1 << 20), ShapeCache(bytes: 1 << 20))
        for seed in 0..<UInt64(rounds(200)) {
            var random = SeededGenerator(seed: seed)
            let outlines = Self.text(&random, spacing: Bool.random(using: &random) ? 8 : 30)
            let turn = AffineTransform.rotation(
                degrees: Bool.random(using: &random) ? 0 : Double.random(in: 0...360, using: &random))
            let expected = try Self.boundary(outlines, turn, nil, nil)
            for _ in 0..<3 {
                let found = try Self.boundary(outlines, turn, glyphs, shapes)
                #expect(found == expected, "seed \(seed)")
            }
        }
        #expect(glyphs.bytes > 0 && glyphs.bytes <= 1 << 20)
    }

    /// The area of a text is that of its outlines as one path, except for the rounding of its glyphs' origins.
    @Test func glyphsCoverTheAreaOfTheirPath() throws {
        for seed in 0..<UInt64(rounds(200)) {
            var random = SeededGenerator(seed: seed ^ 0x61F)
            let outlines = Self.text(&random, spacing: Bool.random(using: &random) ? 6 : 30)
            var effort = 10_000_000
            let found = try GlyphBoundary(outlines, .identity, glyphs: nil, shapes: nil, effort: &effort).boundary
            let whole = try Boundary(resolving: outlines.path, fillRule: .nonzero)
            let length = whole.edges.reduce(0) { $0 + ($1.end.point - $1.start.point).length }
            #expect(
                abs(found.areaInPixels - whole.areaInPixels) <= length / Double(FixedPoint.unitsPerPixel) + 0.01, "seed \(seed)"
            )
        }
    }

    /// A text that moves by whole pixels keeps its edges.
    @Test func glyphsMoveWithTheirText() throws {
        for seed in 0..<UInt64(rounds(100)) {
            var random = SeededGenerator(seed: seed ^ 0x30)
            let outlines = Self.text(&random, spacing: 40)
            let (x, y) = (random.integer(0...300), random.integer(0...300))
            let at = try Self.boundary(outlines, .translation(64, 64), nil, nil).edges
            let moved = try Self.boundary(outlines, .translation(Double(64 + x), Double(64 + y)), nil, nil).edges
            let unit = FixedPoint.unitsPerPixel
            func move(_ point: FixedPoint) -> FixedPoint {
                FixedPoint(x: point.x + Int32(x) * unit, y: point.y + Int32(y) * unit)
            }
            // Half steps may be rounded to either side.
            let expected = Set(at.map { BoundaryEdge(start: move($0.start), end: move($0.end)) })
            #expect(moved.count == expected.count, "seed \(seed)")
            let least = expected.map(\.start.x).min() ?? 0
            #expect(abs((moved.map(\.start.x).min() ?? 0) - least) <= 1, "seed \(seed)")
        }
    }

    /// Glyphs beyond the grid, and transforms without a size, are errors and no traps.
    @Test func glyphsBeyondTheGridAreRefused() throws {
        var outlines = GlyphOutlines()
        outlines.append(GlyphOutlines.Glyph(Self.ring, place: AffineTransform(a: 0.02, b: 0, c: 0, d: -0.02, tx: 9, ty: 9)))
        for transform in [
            AffineTransform.translation(2e5, 0), .translation(0, -1e300), .scale(1e9, 1e9), .scale(.infinity, 1),
            .translation(.nan, 0), .translation(131_060, 0),
        ] {
            #expect(throws: TessellationError.self) { try Self.boundary(outlines, transform, nil, nil) }
        }
        var effort = 3
        #expect(throws: TessellationError.self) {
            try GlyphBoundary(outlines, .identity, glyphs: nil, shapes: nil, effort: &effort).boundary
        }
    }
}

extension Path {
    /// The path with curves in place of its arcs, as fonts have.
    fileprivate var withoutArcs: Path {
        var path = Path()
        for line in flattened(tolerance: 8) { path.append(Path(polygon: line.points)) }
        return path
    }

    fileprivate func adding(_ other: Path) -> Path {
        var path = self
        path.append(other)
        return path
    }
}

extension Boundary {
    /// The area in square pixels, rounded to a Double.
    fileprivate var areaInPixels: Double {
        Double(area2) / (2 * Double(FixedPoint.unitsPerPixel) * Double(FixedPoint.unitsPerPixel))
    }
}

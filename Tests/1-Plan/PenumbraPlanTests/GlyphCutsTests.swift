import PenumbraGeometry
import PenumbraPlan
import PenumbraTessellation
import TestSupport
import Testing

/// Glyphs that are cut at pixel rows once for several places.
@Suite(.timed) struct GlyphCutsTests {
    /// A shape with a hole, and a bar.
    private static let outlines = [
        [
            [Point(100, -250), Point(0, 700), Point(520, 1330), Point(900, 650), Point(1010, 0)],
            [Point(300, 200), Point(700, 240), Point(610, 700)],
        ], [[Point(0, 0), Point(0, 1400), Point(180, 1400), Point(180, 0)]],
    ].map { polygons in
        var path = Path()
        for points in polygons { path.append(Path(polygon: points)) }
        return GlyphOutline(path)
    }

    /// A text of one or two sizes, in which some glyphs overlap.
    private static func text(_ random: inout SeededGenerator) throws -> GlyphBoundary {
        var text = GlyphOutlines()
        var x = Double.random(in: -30...40, using: &random)
        for _ in 0..<random.integer(1...14) {
            let scale = Bool.random(using: &random) ? 0.013 : 0.02
            let y = Double(random.integer(0...90)) + (Bool.random(using: &random) ? 0 : 0.3)
            text.append(
                GlyphOutlines.Glyph(
                    outlines[random.integer(0...1)], place: AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: x, ty: y)))
            x += Double.random(in: 3...40, using: &random)
        }
        if Bool.random(using: &random) { text.append(Path(Rect(x: 0, y: 40.5, width: max(1, x), height: 2))) }
        var effort = 10_000_000
        return try GlyphBoundary(text, .identity, glyphs: glyphs, shapes: nil, effort: &effort)
    }

    /// The same glyphs in all texts, so that their cuts are found again.
    private static let glyphs = GlyphCache(bytes: 1 << 20)

    @Test func cutGlyphsHaveTheStripsOfTheirEdges() throws {
        let cuts = GlyphCuts(bytes: 1 << 18)
        var found = 0
        for seed in 0..<UInt64(rounds(300)) {
            var random = SeededGenerator(seed: seed)
            let text = try Self.text(&random)
            let pixels = try #require(text.boundary.bounds).pixels
            let places = cuts.cuts(of: text.places)
            found += places.count
            let (x, y) = (random.integer(-9...9), random.integer(-9...9))
            let wholes = [
                pixels, PixelRect(x: pixels.x, y: pixels.y, width: pixels.width + 1, height: pixels.height),
                pixels.outset(x: 3, y: 2), PixelRect(x: pixels.x + x, y: pixels.y + y, width: 60, height: 40),
            ]
            for bounds in wholes {
                let expected = Coverage(boundary: text.boundary, bounds: bounds)
                #expect(Coverage(boundary: text.boundary, cuts: places, bounds: bounds) == expected, "seed \(seed)")
            }
        }
        #expect(found > 0 && cuts.bytes > 0 && cuts.bytes <= 1 << 18)
    }

    /// The x of strips of such a glyph would not fit in 32 bits.
    @Test func glyphsWiderThanMasksAreNotCut() throws {
        for (scale, isCut) in [(20.0, true), (60, false)] {
            var text = GlyphOutlines()
            text.append(
                GlyphOutlines.Glyph(Self.outlines[0], place: AffineTransform(a: scale, b: 0, c: 0, d: -0.01, tx: 5, ty: 50)))
            var effort = 10_000_000
            let boundary = try GlyphBoundary(text, .identity, glyphs: nil, shapes: nil, effort: &effort)
            #expect(GlyphCuts(bytes: 1 << 20).cuts(of: boundary.places).isEmpty != isCut)
        }
    }
}

import Glibc
import PenumbraGeometry
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests the axes of variable fonts.
///
/// A font made by scripts/studies/make-variable-font. The stem of I is 80 wide at wght 400 and 200 at 900, with a bend at
/// 650. I is as wide as its stem and 100. H is 600 wide at wdth 100, and 1200 at 200.
@Suite(.timed) struct VariableFontTests {
    private static let axes = Repository.root + "/Tests/Corpus/fonts/axes.ttf"

    private static let shaper = TextShaper()

    /// At 1000 points, one font unit equals one point.
    private func layout(
        _ runs: [(string: String, variations: [TextLook.Variation])], _ font: TextStyle.Font = .file(axes)
    ) throws -> TextLayout {
        let style = TextStyle(font: font, fontSize: 1000)
        let runs = runs.map { run in
            var look = style.look
            look.variations = run.variations
            return TextRun(run.string, look)
        }
        return try Self.shaper.layout(runs, style: style, width: nil) { path throws(TextError) in open(path, O_RDONLY) }
    }

    private func isNear(_ a: Double, _ b: Double, _ margin: Double = 1e-6) -> Bool { abs(a - b) <= margin }

    private func varied(_ string: String, _ variations: [TextLook.Variation]) throws -> TextLayout {
        try layout([(string, variations)])
    }

    @Test func fontAxesChangeAdvancesAndOutlines() throws {
        let cases: [([TextLook.Variation], Double)] = [
            ([], 80), ([.init("wght", 400)], 80), ([.init("wght", 900)], 200), ([.init("wght", 650)], 110),
            ([.init("wght", 100), .init("wdth", 200)], 20), ([.init("wght", 250)], 50),
            // Values beyond the ends of the axis are those of its ends.
            ([.init("wght", 2000)], 200), ([.init("wght", -1e9)], 20), ([.init("wght", 1e9)], 200),
        ]
        for (variations, stem) in cases {
            let layout = try varied("I", variations)
            let bounds = layout.path.bounds
            #expect(isNear(layout.size.width, stem + 100, 0.01), "\(variations)")
            #expect(isNear(bounds.minX, 50) && isNear(bounds.width, stem, 0.01), "\(variations)")
            #expect(layout.notices.isEmpty)
        }
        #expect(isNear(try varied("H", [.init("wdth", 200)]).size.width, 1200))
        #expect(isNear(try varied("H", [.init("wdth", 75)]).size.width, 450))
    }

    @Test(arguments: TestSeeds.all) func axisAdvancesAndOutlinesAgreeBetweenLibraries(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let weight = Double.random(in: 50...1000, using: &random)
            let layout = try varied("I", [.init("wdth", .random(in: 20...300, using: &random)), .init("wght", weight)])
            // Each library rounds to whole units.
            #expect(isNear(layout.path.bounds.width + 100, layout.size.width, 1.01), "\(weight)")
        }
    }

    @Test func axesMissingFromTheFontAreIgnoredAndReported() throws {
        let layout = try varied("I", [.init("GRAD", 5), .init("wght", 900), .init("slnt", -10)])
        #expect(isNear(layout.size.width, 300))
        #expect(layout.notices == [.axesMissing(["GRAD", "slnt"], font: "Penumbra Axes")])
        #expect(
            "\(layout.notices[0])" == "the font \"Penumbra Axes\" has no axes \"GRAD\", \"slnt\", so no value is set")
        let fixed = try self.layout([("H", [.init("wght", 700)])], .pattern("DejaVu Sans"))
        #expect(fixed.notices == [.axesMissing(["wght"], font: "DejaVu Sans")] && isNear(fixed.size.width, 1540 / 2.048, 0.01))
    }

    /// Runs of one font file at several places of its axes are shaped apart, each with its own advances.
    @Test func runsMayHaveDifferentAxes() throws {
        let layout = try layout([("I", []), ("I", [.init("wght", 900)]), ("I", [.init("wght", 100)])])
        #expect(isNear(layout.size.width, 180 + 300 + 120))
        #expect(layout.parts.map { $0.path.bounds.width.rounded() } == [80, 200, 20])
    }

    /// The axes that a style sets change the font's named instance, and the other axes keep its values.
    @Test func fontAxesModifyTheNamedInstance() throws {
        let bytes = try #require(Self.bytes)
        let bold = try FontFace(name: "", file: "", index: 2 << 16, variations: [.init("wdth", 200)], bytes: bytes)
        // Bold is at wght 700: its stem is 128 wide.
        #expect(try bold.outline(of: 3).bounds.width == 128 && bold.outline(of: 2).bounds.width == 1100)
        let thin = try FontFace(name: "", file: "", index: 2 << 16, variations: [.init("wght", 100)], bytes: bytes)
        #expect(try thin.outline(of: 3).bounds.width == 20)
    }

    private static var bytes: FontBytes? {
        guard let file = fopen(axes, "rb") else { return nil }
        defer { fclose(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
        return FontBytes(UnsafeMutableRawBufferPointer(rebasing: buffer[..<fread(buffer.baseAddress, 1, 4096, file)]))
    }

    /// Broken tables of axes give an error or a text, but never a trap.
    @Test(arguments: TestSeeds.all) func brokenAxisTablesNeverTrap(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            let bytes = try #require(Self.bytes)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes.buffer[Int.random(in: 12..<bytes.buffer.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            let variations = [TextLook.Variation("wght", .random(in: -1e9...1e9, using: &random)), .init("wdth", 75)]
            let face = try? FontFace(name: "", file: "", index: round % 3 << 16, variations: variations, bytes: bytes)
            for glyph in 0..<4 { _ = try? face?.outline(of: UInt32(glyph)) }
        }
    }
}

import PenumbraGeometry
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests the space between paragraphs, and their markers and indents.
///
/// In DejaVu Sans at 2048 points, H is 1540 wide, a space 651, a bullet 1208, and a line 2384 high.
@Suite(.timed) struct ParagraphTests {
    private static let shaper = TextShaper()

    private func layout(
        _ string: String, width: Double? = nil, height: Double? = nil, _ change: (inout TextStyle) -> Void
    ) throws -> TextLayout {
        var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: 2048)
        change(&style)
        return try Self.shaper.layout(
            [TextRun(string, style.look)], style: style, width: width, height: height,
            openingFonts: { _ throws(TextError) in throw .noFonts })
    }

    private func tops(_ layout: TextLayout) -> [Double] { layout.lines.map { $0.top.rounded() } }

    @Test func paragraphSpacingLiesBetweenParagraphsOnly() throws {
        let layout = try layout("H\nH H\n\nH\u{2028}H", width: 1600) { $0.paragraphSpacing = 100 }
        let line = layout.lines[0].height.rounded()
        // A line separator ends no paragraph.
        let spaces: [Double] = [0, 100, 100, 200, 300, 300]
        #expect(tops(layout) == spaces.enumerated().map { Double($0.offset) * line + $0.element })
        #expect(layout.size.height.rounded() == 6 * line + 300)
        let bottom = try self.layout("H\nH", height: 10_000) { ($0.paragraphSpacing, $0.verticalAlignment) = (100, .bottom) }
        #expect(bottom.lines[0].top.rounded() == 10_000 - 2 * line - 100)
    }

    @Test func paragraphsHaveSpacingOfTheirOwn() throws {
        let layout = try layout("H\nH\nH\nH") {
            $0.paragraphSpacing = 100
            $0.paragraphs = [.init(spacing: 7), .init(spacing: 30), .init()]
        }
        let line = layout.lines[0].height.rounded()
        #expect(tops(layout) == [0, line + 30, 2 * line + 130, 3 * line + 230])
    }

    @Test func markersHangBeforeIndentedLines() throws {
        let layout = try layout("H H\nH", width: 4500) { $0.paragraphs = [.init(marker: "H", indent: 2500)] }
        #expect(layout.lines.map(\.x) == [2500, 2500, 2500] && layout.lines.map(\.text) == ["H", "H", "H"])
        // One space before the line. The marker is no part of the line.
        #expect(abs(layout.path.bounds.minX - (2500 - 651 - 1540 + 201)) < 1, "\(layout.path.bounds)")
        #expect(layout.lines.allSatisfy { $0.width == 1540 })
        let hebrew = try self.layout("\u{5D0}", width: 5000) { $0.paragraphs = [.init(marker: "H", indent: 2500)] }
        #expect(abs(hebrew.path.bounds.maxX - (2500 + 651 + 1540 - 201)) < 1, "\(hebrew.path.bounds)")
    }

    @Test func markersHaveNoLinesAndNoBackground() throws {
        func parts(_ marker: String?) throws -> [TextLayout.Part] {
            try layout("H") {
                $0.look.underline = Text.Line(.wavy)
                $0.look.hasBackground = true
                $0.paragraphs = [.init(marker: marker, indent: 3000)]
            }.parts
        }
        let (plain, marked) = (try parts(nil), try parts("H"))
        #expect(plain.count == 3 && marked.count == 3)
        for (a, b) in zip(plain, marked) where a.role != .glyphs { #expect(a.path == b.path) }
    }

    @Test func textIndentAddsToTheParagraphsIndent() throws {
        let layout = try layout("H H\u{2028}H", width: 4000) {
            $0.indent = 300
            $0.paragraphs = [.init(indent: 1000)]
        }
        #expect(layout.lines.map(\.x) == [1300, 1000, 1000])
    }

    @Test func cutLinesKeepTheirMarker() throws {
        let layout = try layout("H H H H", width: 6000) {
            $0.maximumLines = 1
            $0.paragraphs = [.init(marker: "H", indent: 2500)]
        }
        #expect(layout.lines.count == 1 && layout.lines[0].x == 2500 && layout.path.bounds.minX < 2500)
    }

    @Test func shrinkingTextsShrinkTheirParagraphs() throws {
        let layout = try layout("H\nH", width: 9000, height: 3000) {
            $0.minimumFontSize = 1
            $0.paragraphSpacing = 1000
            $0.paragraphs = [.init(marker: "H", indent: 2500)]
        }
        #expect(layout.size.height <= 3000 && layout.size.height > 2990)
        #expect(abs(layout.lines[0].x - 2500 * layout.zoom) < 1e-6)
    }

    @Test func measuredTextsAreAsHighAsTheyAreSet() throws {
        var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: 2048)
        style.paragraphSpacing = 100
        style.paragraphs = [.init(marker: "H", indent: 2500)]
        let runs = [TextRun("H H H\nH H", style.look)]
        let opener: FontOpener = { _ throws(TextError) in throw .noFonts }
        let measure = try Self.shaper.measure(runs, style: style, openingFonts: opener)
        for width in [4100.0, 6300, 9000] {
            let layout = try Self.shaper.layout(runs, style: style, width: width, openingFonts: opener)
            #expect(abs(measure.lines(within: width).height - layout.size.height) < 1e-6)
        }
        #expect(measure.leastWidth == 4040 && measure.fullWidth == 2500 + 3 * 1540 + 2 * 651)
    }

    @Test func markersWithoutAGlyphAreNoted() throws {
        let layout = try layout("H") { $0.paragraphs = [.init(marker: "\u{10FFFD}")] }
        #expect(layout.missingCharacters == ["\u{10FFFD}"])
    }
}

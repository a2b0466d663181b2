import PenumbraGeometry
import PenumbraScene
import PenumbraText
import TestSupport
import Testing

/// Tests pictures among the characters of a text.
///
/// In DejaVu Sans at 2048 points, H is 1540 wide and the font is 1901 above and 483 below the baseline.
@Suite(.timed) struct PictureRunTests {
    private static let shaper = TextShaper()

    /// A text with a picture in place of each `*`.
    private func layout(
        _ string: String, _ picture: TextLook.Picture, width: Double? = nil, _ change: (inout TextStyle) -> Void = { _ in }
    ) throws -> TextLayout {
        var style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: 2048)
        change(&style)
        let runs = string.map { character in
            var look = style.look
            if character == "*" { look.picture = picture }
            return TextRun(character == "*" ? Text.Picture.string : String(character), look)
        }
        return try Self.shaper.layout(
            runs, style: style, width: width, openingFonts: { _ throws(TextError) in throw .noFonts })
    }

    private func areas(_ layout: TextLayout) -> [Rect] {
        layout.parts.filter { $0.role == .picture }.map(\.path.bounds)
    }

    private func picture(
        _ width: Double, _ height: Double, _ align: Text.Picture.VerticalAlign = .baseline
    ) -> TextLook.Picture { TextLook.Picture(width: width, height: height, verticalAlign: align) }

    @Test func pictureOnTheBaselineMakesItsLineHigher() throws {
        let low = try layout("H*H", picture(700, 1000))
        #expect(low.lines[0].baseline == 1901 && low.size.height == 2384 && low.size.width == 2 * 1540 + 700)
        #expect(areas(low) == [Rect(x: 1540, y: 901, width: 700, height: 1000)])
        #expect(low.notices.isEmpty && low.fonts == ["DejaVu Sans"])
        let high = try layout("H*H", picture(700, 3000))
        #expect(high.lines[0].baseline == 3000 && high.size.height == 3483)
        #expect(areas(high) == [Rect(x: 1540, y: 0, width: 700, height: 3000)])
    }

    /// A line of pictures is as high as the font at least, as CSS's lines are by their strut.
    @Test func picturesAlignWithTheFont() throws {
        func area(_ align: Text.Picture.VerticalAlign, _ offset: Double = 0) throws -> Rect {
            let layout = try layout("*", picture(500, 500, align)) { $0.look.baselineOffset = offset }
            #expect(layout.lines[0].baseline == 1901 && layout.size.height == 2384)
            return try #require(areas(layout).first)
        }
        #expect(try area(.textTop).minY == 0)
        #expect(try area(.textBottom).maxY == 2384)
        #expect(try area(.baseline, 100).maxY == 1801)
        // The x-height of DejaVu Sans is 1120.
        #expect(try area(.middle).minY == 1901 - 560 - 250)
    }

    @Test func linesBreakBesidePictures() throws {
        let layout = try layout("**H", picture(1000, 10), width: 1600)
        #expect(layout.lines.map(\.width) == [1000, 1000, 1540])
        #expect(areas(layout).map(\.minX) == [0, 0])
        let fitting = try self.layout("**H", picture(1000, 10), width: 2000)
        #expect(fitting.lines.map(\.width) == [2000, 1540])
    }

    @Test func picturesFollowTheDirection() throws {
        let layout = try layout("\u{5D0}*\u{5D1}", picture(1000, 10)) { $0.direction = .rtl }
        let first = try self.layout("\u{5D1}", picture(1000, 10)).size.width
        #expect(try #require(areas(layout).first).minX == first)
    }

    @Test func decorationsLeavePicturesOut() throws {
        let layout = try layout("*", picture(1000, 1000)) {
            $0.look.underline = .solid
            $0.look.strokeWidth = 9
            $0.look.letterSpacing = 50
        }
        #expect(layout.parts.map(\.role) == [.picture] && layout.path.isEmpty)
    }

    @Test func picturesShrinkWithTheirText() throws {
        let layout = try layout("H*", picture(1540, 1000), width: 1540) {
            $0.minimumFontSize = 1
            $0.maximumLines = 1
        }
        #expect(abs(layout.zoom - 0.5) < 0.01)
        #expect(abs(try #require(areas(layout).first).width - 1540 * layout.zoom) < 1e-6)
    }

    /// The mark of a cut text, and that of a paragraph, are those of the text itself.
    @Test func ellipsisAndMarkerAreNeverPictures() throws {
        let layout = try layout("****", picture(1000, 1000), width: 3500) {
            $0.maximumLines = 1
            $0.paragraphs = [.init(marker: "H", indent: 500)]
        }
        #expect(layout.lines.count == 1 && areas(layout).count < 4)
        #expect(layout.lines[0].text.hasSuffix("\u{2026}"))
        let marks = layout.parts.filter { $0.role == .glyphs }
        #expect(marks.count == 1 && marks[0].run == 4)
    }
}

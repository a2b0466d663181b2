import Glibc
import PenumbraGeometry
import PenumbraText
import TestSupport
import Testing

/// Texts that a shaper has seen before.
@Suite(.timed) struct TextAnalysisTests {
    private static let opener: FontOpener = { path throws(TextError) in open(path, O_RDONLY) }

    /// A text that was measured or set before is set as by a shaper that has seen no text.
    @Test func textsThatWereMeasuredAreSetLikeOthers() throws {
        let shaper = TextShaper()
        let strings = [
            "One two three four", "caf\u{E9} au lait", "cafe\u{301} au lait", "first\nsecond line\n\u{5D0}\u{5D1}", "",
            "so\u{AD}ft hyphens", "fi fl \u{1F600} x", String(repeating: "long ", count: 300),
        ]
        for string in strings + strings {
            for size in [12.0, 31] {
                let style = TextStyle(font: .pattern("DejaVu Sans"), fontSize: size)
                let runs = [TextRun(string, style.look)]
                let measured = try shaper.measure(runs, style: style, openingFonts: Self.opener)
                let expected = try TextShaper().measure(runs, style: style, openingFonts: Self.opener)
                #expect(measured.fullWidth == expected.fullWidth && measured.leastWidth == expected.leastWidth)
                for width in [nil, 40, measured.fullWidth] {
                    let set = try shaper.layout(string, style: style, width: width)
                    let expected = try TextShaper().layout(string, style: style, width: width)
                    #expect(set.parts == expected.parts && set.lines == expected.lines, "\(string) \(size)")
                    #expect(set.notices == expected.notices && set.fonts == expected.fonts, "\(string) \(size)")
                }
            }
        }
    }
}

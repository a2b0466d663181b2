/// One line of a text that is being laid out.
struct TextLine {
    var paragraph: Paragraph
    /// The characters that the line shows, without spaces at its end.
    var range: Range<Int>
    var runs: [ShapedRun]
    /// Whether the paragraph ends with this line.
    var isLast: Bool
    /// The points before the line's text.
    var indent = 0.0
    /// The points between the line and the line above it.
    var spacing = 0.0
    /// Whether the paragraph's marker stands before the line.
    var hasMarker = false

    /// The width of the line with its indent.
    var width: Double { indent + runs.width }

    /// Widens the spaces so that the line is as wide as the frame.
    mutating func justify(to width: Double) {
        let free = width - self.width
        func isSpace(_ glyph: ShapedRun.Glyph) -> Bool {
            paragraph.isSpace(glyph.cluster) || paragraph.values[glyph.cluster] == 0xA0
        }
        let count = runs.reduce(0) { $0 + $1.glyphs.count(where: isSpace) }
        guard free > 0, count > 0 else { return }
        for run in runs.indices {
            for glyph in runs[run].glyphs.indices where isSpace(runs[run].glyphs[glyph]) {
                runs[run].glyphs[glyph].advance += free / Double(count)
            }
        }
    }
}

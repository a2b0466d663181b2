/// Breaks a paragraph into lines, each as long as fits.
struct LineBreaker {
    private let paragraph: Paragraph
    private let width: Double
    /// The advance of each character in points.
    private var advances: [Double]

    /// The tolerance in points for line widths, because sums of advances are rounded.
    private static let slack = 1e-6

    init(_ paragraph: Paragraph, _ runs: [ShapedRun], width: Double) {
        self.paragraph = paragraph
        self.width = width
        advances = Array(repeating: 0, count: paragraph.scalars.count)
        for run in runs {
            for glyph in run.glyphs where advances.indices.contains(glyph.cluster) { advances[glyph.cluster] += glyph.advance }
        }
    }

    /// The lines as ranges of characters. There is at least one line, which may be empty.
    var lines: [Range<Int>] {
        let count = paragraph.scalars.count
        var lines: [Range<Int>] = []
        var start = 0
        while start < count {
            let end = endOfLine(from: start)
            lines.append(start..<end)
            start = end
        }
        return lines.isEmpty ? [0..<0] : lines
    }

    private func endOfLine(from start: Int) -> Int {
        var length = 0.0
        var lastBreak: Int?
        var lastStart: Int?
        for i in start..<paragraph.scalars.count {
            if i > start && paragraph.isStart[i] { lastStart = i }
            length += advances[i]
            // Spaces may extend beyond the line's end.
            if length > width + Self.slack && !paragraph.isSpace(i) {
                // A word that is too long is broken between two characters, with at least one character per line.
                if let end = lastBreak ?? lastStart { return end }
            }
            if paragraph.allowsBreakAfter[i] { lastBreak = i + 1 }
        }
        return paragraph.scalars.count
    }
}

/// Breaks a paragraph into lines, each as long as fits.
struct LineBreaker: Sendable {
    private let isSpace: [Bool]
    private let isStart: [Bool]
    private let allowsBreakAfter: [Bool]
    /// The advance of each character in points, at the text's own size.
    private var advances: [Double]
    /// The advance of a visible hyphen in place of each soft hyphen.
    private let hyphens: [Int: Double]
    /// Points before the first line.
    private let indent: Double
    /// Points before all lines.
    private let hanging: Double
    /// Whether a word that is too long for a line is broken between two characters.
    private let breaksWords: Bool

    /// The tolerance in points for line widths, because sums of advances are rounded.
    private static let slack = 1e-6

    /// - Parameter rests: the width of what is left of a character behind a break inside it, by the index of that rest.
    init(
        _ paragraph: Paragraph, _ runs: [ShapedRun], hyphens: [Int: Double], rests: [Int: Double], indent: Double,
        hanging: Double, breaksWords: Bool
    ) {
        (self.indent, self.hanging, self.breaksWords) = (indent, hanging, breaksWords)
        isSpace = paragraph.scalars.indices.map(paragraph.isSpace)
        isStart = paragraph.isStart
        allowsBreakAfter = paragraph.allowsBreakAfter
        self.hyphens = hyphens
        advances = Array(repeating: 0, count: paragraph.scalars.count)
        for run in runs {
            for glyph in run.glyphs where advances.indices.contains(glyph.cluster) { advances[glyph.cluster] += glyph.advance }
        }
        for (index, width) in rests.sorted(by: { $0.key < $1.key }) {
            // The piece before the break starts at the break before, or with the character.
            var start = index - 1
            while !isStart[start], rests[start] == nil { start -= 1 }
            advances[start] = max(0, advances[start] - width)
            advances[index] = width
        }
    }

    /// The lines as ranges of characters. There is at least one line, which may be empty.
    ///
    /// - Parameter most: the number of lines after which breaking stops.
    func lines(within width: Double, atMost most: Int = .max) -> [Range<Int>] {
        let count = advances.count
        var lines: [Range<Int>] = []
        var start = 0
        while start < count, lines.count < most {
            let end = endOfLine(from: start, width)
            lines.append(start..<end)
            start = end
        }
        return lines.isEmpty ? [0..<0] : lines
    }

    /// The lines within the smallest width that needs no more lines than `width`.
    func balancedLines(within width: Double) -> [Range<Int>] {
        let lines = lines(within: width)
        guard lines.count > 1, lines.count <= Self.mostBalanced else { return lines }
        var (low, high) = (0.0, width)
        while high - low > Self.balance * width {
            let middle = (low + high) / 2
            if self.lines(within: middle, atMost: lines.count + 1).count <= lines.count, fits(within: middle) {
                high = middle
            } else {
                low = middle
            }
        }
        return self.lines(within: high)
    }

    /// Longer paragraphs are not balanced: the eye does not see it, and each step takes as long as breaking all lines.
    private static let mostBalanced = 40
    /// The accuracy of a balanced width, as a part of the frame's width.
    private static let balance = 1.0 / 4096

    /// Whether no word is broken between two characters at this width.
    private func fits(within width: Double) -> Bool {
        var word = indent
        for i in advances.indices {
            if !isSpace[i] { word += advances[i] }
            if word + hanging > width + Self.slack { return false }
            if allowsBreakAfter[i] { word = 0 }
        }
        return true
    }

    /// The width of the widest piece that no line break may divide.
    var leastWidth: Double {
        var (widest, word) = (0.0, indent)
        // Spaces count only between two visible characters of a piece.
        var spaces = 0.0
        for i in advances.indices {
            if isSpace[i] {
                spaces += advances[i]
            } else {
                word += spaces + advances[i]
                spaces = 0
            }
            if allowsBreakAfter[i] || i + 1 == advances.count {
                widest = max(widest, word + (hyphens[i] ?? 0))
                (word, spaces) = (0, 0)
            }
        }
        return widest + hanging
    }

    /// The width of the whole paragraph in one line, without spaces at its end.
    var fullWidth: Double {
        let end = isSpace.lastIndex(of: false).map { $0 + 1 } ?? 0
        return advances[..<end].reduce(indent + hanging, +)
    }

    private func endOfLine(from start: Int, _ width: Double) -> Int {
        var length = start == 0 ? indent + hanging : hanging
        var lastBreak: Int?
        var lastStart: Int?
        for i in start..<advances.count {
            // After a soft hyphen, the line would show a hyphen for which there may be no room.
            if i > start && isStart[i] && hyphens[i - 1] == nil { lastStart = i }
            length += advances[i]
            // Spaces may extend beyond the line's end.
            if length > width + Self.slack && !isSpace[i] {
                // A word that is too long is broken between two characters, with at least one character per line.
                if let end = lastBreak ?? (breaksWords ? lastStart : nil) { return end }
            }
            // A line may end at a soft hyphen only if there is room for the hyphen.
            if allowsBreakAfter[i], length + (hyphens[i] ?? 0) <= width + Self.slack || isSpace[i] {
                lastBreak = i + 1
            }
        }
        return advances.count
    }
}

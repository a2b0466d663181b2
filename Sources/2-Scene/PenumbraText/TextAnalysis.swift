/// The paragraphs of a text, as a layout measures them and the text is then set.
///
/// Like the font library, an analysis is only used under the shaper's lock.
struct TextAnalysis {
    /// The runs and the style of a text.
    struct Key: Hashable {
        private let runs: [TextRun]
        private let style: TextStyle

        /// Nil for long texts, which are analysed again.
        init?(_ runs: [TextRun], _ style: TextStyle) {
            guard runs.reduce(0, { $0 + $1.string.utf8.count }) <= Self.longestText else { return nil }
            (self.runs, self.style) = (runs, style)
        }

        private static let longestText = 500

        // Fonts may draw spellings differently that are equal as strings.
        static func == (a: Key, b: Key) -> Bool {
            a.style == b.style
                && a.runs.elementsEqual(b.runs) { $0.look == $1.look && $0.string.utf8.elementsEqual($1.string.utf8) }
        }
    }

    let paragraphs: [Paragraph]
    let replaced: [(font: String, used: String, characters: DistinctCharacters)]
    let missing: DistinctCharacters
    /// The fonts of the runs.
    private let matches: [FontMatch]

    init(_ paragraphs: [Paragraph], of setting: TextSetting) {
        self.paragraphs = paragraphs
        (replaced, missing, matches) = (setting.replaced, setting.missing, setting.matches)
    }

    /// Whether runs still have the fonts that they had.
    func hasFonts(_ matches: [FontMatch]) -> Bool { self.matches.elementsEqual(matches) { $0 === $1 } }
}

/// The glyphs of parts of a paragraph, which measuring and setting both ask for.
final class ShapedRanges {
    private var known: [Range<Int>: [ShapedRun]] = [:]
    private var glyphs = 0

    private static let mostGlyphs = 2000

    /// The runs of a range at its own size, within a limit of glyphs.
    func runs(
        _ range: Range<Int>, most: Int, _ shape: () throws(TextError) -> [ShapedRun]
    ) throws(TextError) -> [ShapedRun] {
        if let runs = known[range], Self.count(runs) <= most { return runs }
        let runs = try shape()
        glyphs += Self.count(runs)
        if glyphs <= Self.mostGlyphs { known[range] = runs }
        return runs
    }

    private static func count(_ runs: [ShapedRun]) -> Int { runs.reduce(0) { $0 + $1.glyphs.count } }
}

/// Glyphs of one font on one line, from left to right. They belong to one run of the text.
package struct GlyphRun: Sendable {
    package struct Glyph: Sendable {
        package var id: UInt32
        /// The index of the first code point that the glyph represents.
        package var scalar: Int
        package var advance: Double
        /// The place of the glyph's origin, from the start of the line on the baseline. The y axis points up.
        package var x: Double
        package var y: Double
    }

    /// The index of the text's run.
    package var run: Int
    /// The family of the font, if it isn't the font that the run asks for.
    package var otherFamily: String?
    package var isRightToLeft: Bool
    package var glyphs: [Glyph]
}

extension TextSetting {
    /// The glyphs of the text in one line, from left to right.
    mutating func glyphRuns() throws(TextError) -> [GlyphRun] {
        var result: [GlyphRun] = []
        var (x, scalars) = (0.0, 0)
        for paragraph in try paragraphs() {
            let all = 0..<paragraph.scalars.count
            for shaped in try shape(paragraph, all).inVisualOrder {
                guard !limits.isLate else { throw .tooMuchWork }
                for (index, glyph) in shaped.glyphs.enumerated() {
                    if index == 0 || glyph.run != shaped.glyphs[index - 1].run {
                        let isAsked = shaped.face === matches[glyph.run].face
                        result.append(
                            GlyphRun(
                                run: glyph.run, otherFamily: isAsked ? nil : shaped.face.name,
                                isRightToLeft: shaped.level & 1 == 1, glyphs: []))
                    }
                    let raised = looks[glyph.run].baselineOffset * zoom
                    result[result.count - 1].glyphs.append(
                        GlyphRun.Glyph(
                            id: glyph.id, scalar: scalars + glyph.cluster, advance: glyph.advance, x: x + glyph.x,
                            y: raised - glyph.y))
                    x += glyph.advance
                }
            }
            // A line break is one code point.
            scalars += all.upperBound + 1
        }
        return result
    }
}

extension TextShaper {
    /// Shapes runs as one line, for a caller that places their glyphs itself.
    package func glyphRuns(
        of runs: [TextRun], style: TextStyle, openingFonts: FontOpener, limits: TextLimits = TextLimits()
    ) throws(TextError) -> [GlyphRun] {
        try set(runs, style, openingFonts, limits) { setting throws(TextError) in try setting.glyphRuns() }
    }
}

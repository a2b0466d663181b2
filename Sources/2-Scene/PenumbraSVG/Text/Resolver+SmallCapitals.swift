import PenumbraCSS

/// Small capitals made from capitals, for fonts that have none: CSS Fonts 4, section 6.6.
extension Resolver {
    /// Letters that become capitals of a smaller size.
    struct MadeCapitals {
        var kind: String
        var run: TextRun

        func contain(_ character: Character) -> Bool { CSSFontFeatures.makesSmall(character, kind) }
    }

    /// The small capitals of a text. Nil if none are asked for, or the font has its own.
    func madeCapitals(_ run: TextRun) throws(SVGError) -> MadeCapitals? {
        guard options.outlines != nil, let kind = run.style.font.variants["font-variant-caps"],
            let tag = CSSFontFeatures.capitals[kind], try !hasGlyphs(run, tag)
        else { return nil }
        var style = run.style
        style.font.size *= CSSFontFeatures.sizeOfMadeCapitals
        style.font.variants["font-variant-caps"] = nil
        return MadeCapitals(kind: kind, run: run.with(style))
    }

    /// Whether a font has glyphs for a feature, which change the widths of letters.
    private func hasGlyphs(_ run: TextRun, _ tag: String) throws(SVGError) -> Bool {
        let key = tag + run.style.font.pattern
        if let known = fontsWithCapitals[key] { return known }
        func width(_ features: [String: Int]) throws(SVGError) -> Double? {
            var style = run.style
            (style.font.features, style.font.variants) = (features, [:])
            let letters = TextCharacter(character: "a", run: run.with(style))
            return try outline(TextSegment(string: tag == "unic" ? "AEGMNRSTW" : "aegmnrstw", first: letters))?.advance
        }
        let result = try width([:]) != width([tag: 1])
        fontsWithCapitals[key] = result
        return result
    }
}

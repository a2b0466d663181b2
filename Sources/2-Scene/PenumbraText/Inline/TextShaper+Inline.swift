extension TextShaper {
    /// Shapes a block's inline content. Lines are then found without the shaper.
    ///
    /// White space in the content is collapsed first.
    ///
    /// - Parameters:
    ///   - openingFonts: opens the font files that the styles name.
    ///   - limits: the limits for the time of this text.
    package func paragraph(
        _ content: InlineContent, openingFonts: FontOpener, limits: TextLimits = TextLimits()
    ) throws(TextError) -> InlineParagraph {
        guard let first = content.styles.first else { throw .fontSize(0) }
        var style = TextStyle()
        style.look = first.look
        style.language = first.language
        if let strictness = content.block.strictness {
            style.language = "\(first.language ?? "und")-u-lb-\(strictness.rawValue)"
        }
        return try set(InlineFlattening.runs(content), style, openingFonts, limits) { setting throws(TextError) in
            var flattening = InlineFlattening(content, setting)
            return try flattening.paragraph()
        }
    }
}

extension TextSetting {
    /// The deviations from the requested fonts in all text that was set.
    var allNotices: [TextNotice] {
        var all = notices
        for entry in replaced {
            all.append(.charactersReplaced(entry.characters.string, font: entry.font, used: entry.used))
        }
        if !missing.string.isEmpty { all.append(.charactersMissing(missing.string)) }
        return all
    }
}

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
        let key = InlineKey(content)
        if let key, let known = paragraphs[key] { return known }
        var style = TextStyle()
        style.look = first.look
        style.language = first.language
        style.keepsPlainEmoji = true
        if let strictness = content.block.strictness {
            style.language = "\(first.language ?? "und")-u-lb-\(strictness.rawValue)"
        }
        let paragraph = try set(InlineFlattening.runs(content), style, openingFonts, limits) { setting throws(TextError) in
            var flattening = InlineFlattening(content, setting)
            return try flattening.paragraph()
        }
        if let key { paragraphs.keep(paragraph, bytes: key.bytes + paragraph.bytes, for: key) }
        return paragraph
    }
}

extension InlineFlattening {
    /// The runs that stand for the styles of content in a setting. The last one stands for atoms.
    static func runs(_ content: InlineContent) -> [TextRun] {
        func run(_ look: TextLook, _ size: Double) -> TextRun {
            var look = look
            // CSS allows texts of size zero, which have no width.
            look.fontSize = max(size, 1e-6)
            return TextRun("", look)
        }
        var atom = content.styles.first?.look ?? TextLook()
        atom.picture = TextLook.Picture(width: 0, height: 0)
        return content.styles.map { run($0.look, $0.letterSize ?? $0.look.fontSize) } + [run(atom, atom.fontSize)]
    }
}

/// Inline content as a key of the paragraph that a shaper makes of it.
struct InlineKey: Hashable, Sendable {
    private let content: InlineContent

    /// Nil for content whose fonts are files, which may change, and for long content.
    init?(_ content: InlineContent) {
        guard content.hasFixedFonts, content.items.count <= 1000 else { return nil }
        self.content = content
    }

    /// The memory of the key, about.
    var bytes: Int {
        content.styles.count * MemoryLayout<InlineStyle>.stride + content.items.count * MemoryLayout<InlineItem>.stride
            + texts.reduce(0) { $0 + $1.utf8.count }
    }

    private var texts: [String] {
        content.items.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    // Fonts may draw spellings differently that are equal as strings.
    static func == (a: InlineKey, b: InlineKey) -> Bool {
        a.content == b.content && a.texts.elementsEqual(b.texts) { $0.utf8.elementsEqual($1.utf8) }
    }

    func hash(into hasher: inout Hasher) {
        // Items differ more often than styles, which take longer to hash.
        hasher.combine(content.items)
        hasher.combine(content.styles.first?.look.fontSize)
    }
}

extension InlineParagraph {
    /// The memory of the paragraph, about.
    fileprivate var bytes: Int {
        1000 + units.count * MemoryLayout<InlineUnit>.stride + hyphens.count * 64
            + (changes.atStart.count + changes.atEnd.count) * 32
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

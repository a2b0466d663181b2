import PenumbraCSS
import PenumbraScene
import PenumbraText

/// Small capitals made from capitals, for fonts that have none: CSS Fonts 4, section 6.6.
struct SmallCapitals {
    private let shape: (InlineContent) throws(TextError) -> InlineParagraph
    private var known: [Key: Bool] = [:]

    private struct Key: Hashable {
        var font: String
        var tag: String
    }

    /// Splits the texts of boxes whose fonts lack the small capitals that their styles ask for.
    static func make(
        in tree: inout BoxTree, _ shape: ((InlineContent) throws(TextError) -> InlineParagraph)?
    ) {
        guard let shape else { return }
        var maker = SmallCapitals(shape: shape)
        for index in tree.inline.indices {
            let items = tree.inline[index].items
            guard items.contains(where: { Self.asks($0, tree, in: index) }) else { continue }
            var result: [InlineContents.Item] = []
            for item in items {
                guard case .text(let text, let style) = item, Self.asks(item, tree, in: index) else {
                    result.append(item)
                    continue
                }
                result += maker.split(text, style, &tree, in: index)
            }
            tree.inline[index].items = result
        }
    }

    private init(shape: @escaping (InlineContent) throws(TextError) -> InlineParagraph) { self.shape = shape }

    private static func kind(_ text: TextValues) -> String? {
        text.variants["font-variant-caps"].flatMap { CSSFontFeatures.capitals[$0] == nil ? nil : $0 }
    }

    private static func asks(_ item: InlineContents.Item, _ tree: BoxTree, in index: Int) -> Bool {
        guard case .text(_, let style) = item else { return false }
        return ([style] + [tree.inline[index].firstLine[style]].compactMap(\.self)).contains {
            kind(tree.styles[$0].text) != nil
        }
    }

    /// A text as parts of capitals in the font size and in a smaller one.
    private mutating func split(
        _ text: String, _ number: Int, _ tree: inout BoxTree, in index: Int
    ) -> [InlineContents.Item] {
        // The first line may have small capitals alone.
        let first = tree.inline[index].firstLine[number]
        let isOfFirstLine = Self.kind(tree.styles[number].text) == nil
        let style = tree.styles[isOfFirstLine ? first ?? number : number]
        guard let kind = Self.kind(style.text), let feature = CSSFontFeatures.capitals[kind], !hasGlyphs(style.text, feature)
        else {
            return [.text(text, style: number)]
        }
        var text = text
        switch isOfFirstLine ? .none : style.text.transform {
        case .uppercase: text = text.uppercased()
        case .lowercase: text = text.lowercased()
        default: break
        }
        var parts: [(text: String, isSmall: Bool)] = []
        for character in text {
            let small = CSSFontFeatures.makesSmall(character, kind)
            if parts.last?.isSmall == small {
                parts[parts.count - 1].text.append(character)
            } else {
                parts.append((String(character), small))
            }
        }
        func small(_ style: HTMLStyle) -> HTMLStyle {
            var result = style
            // Chromium takes whole sizes.
            result.text.fontSize = (result.text.fontSize * CSSFontFeatures.sizeOfMadeCapitals).rounded()
            result.text.variants["font-variant-caps"] = nil
            result.text.transform = .none
            return result
        }
        let added = tree.styles.count
        tree.styles.append(isOfFirstLine ? tree.styles[number] : small(style))
        if let first {
            tree.inline[index].firstLine[added] = tree.styles.count
            tree.styles.append(small(tree.styles[first]))
        }
        if isOfFirstLine {
            // The text is the same on all lines.
            tree.styles[tree.styles.count - 1].text.transform = .uppercase
            return parts.map { .text($0.text, style: $0.isSmall ? added : number) }
        }
        return parts.map { .text($0.isSmall ? $0.text.uppercased() : $0.text, style: $0.isSmall ? added : number) }
    }

    /// Whether a font has glyphs for a feature, which change the widths of letters.
    private mutating func hasGlyphs(_ text: TextValues, _ tag: String) -> Bool {
        let key = Key(font: text.font, tag: tag)
        if let known = known[key] { return known }
        func width(_ features: [TextLook.Feature]) -> Double? {
            var look = TextLook(font: .pattern(key.font), fontSize: 100)
            look.features = features
            let letters = InlineContent(
                styles: [InlineStyle(look)], items: [.text(tag == "unic" ? "AEGMNRSTW" : "aegmnrstw", style: 0)])
            return (try? shape(letters))?.widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil }).full
        }
        let result = width([]) != width([TextLook.Feature(tag, 1)])
        known[key] = result
        return result
    }
}

import PenumbraCSS
import PenumbraScene
import PenumbraSystem

/// Style sheets, `style` attributes and computed styles that documents of one template share.
///
/// Every value follows from its key alone, so a document looks the same with and without the cache.
enum StyleCache {
    /// A style sheet of a document.
    struct Sheet: Hashable, Sendable {
        var text: ExactText
        var media: ExactText?
        var origin: CSSOrigin

        init(_ text: String, media: String?, origin: CSSOrigin = .author) {
            (self.text, self.media, self.origin) = (ExactText(text), media.map(ExactText.init), origin)
        }
    }

    // MARK: - Style sheets

    private struct SheetsKey: Hashable, Sendable {
        var sheets: [Sheet]
        var media: CSSMedia
        var hasQuirks: Bool
    }

    private struct SheetsEntry: Sendable {
        var sheets: CSSStyleSheets
        var styles: Styles
    }

    private static let kept = ContentCache<SheetsKey, SheetsEntry>(budget: 32 << 20, keepsAtOnce: true)

    /// The rules of a document's sheets after those of the browser.
    ///
    /// - Parameter hasQuirks: whether the document is in quirks mode.
    static func sheets(
        _ texts: [Sheet], _ media: CSSMedia, hasQuirks: Bool, file: @escaping @Sendable (_ path: String) -> String?
    ) -> (CSSStyleSheets, Styles) {
        // Sheets that import others depend on files.
        let isAlone = texts.allSatisfy { !$0.text.text.mayImport }
        let key = SheetsKey(sheets: texts, media: media, hasQuirks: hasQuirks)
        if isAlone, let entry = kept[key] { return (entry.sheets, entry.styles) }
        var options = CSSStyleSheets.Options()
        options.media = media
        options.mostRules = HTMLLimits.rules
        options.wholes = ["white-space"]
        options.hasBoxes = true
        options.hasQuirks = hasQuirks
        options.review = { name, value in HTMLStyle.review(name, value) }
        if !isAlone { options.imported = file }
        var sheets = CSSStyleSheets(options)
        sheets.add(AgentSheet.text, origin: .agent)
        for sheet in texts where !sheets.isTooLarge {
            sheets.add(sheet.text.text, origin: sheet.origin, media: sheet.media?.text)
        }
        let styles = Styles(isKept: isAlone)
        if isAlone, !sheets.isTooLarge {
            let bytes = texts.reduce(100_000) { $0 + $1.text.text.utf8.count }
            kept.keep(SheetsEntry(sheets: sheets, styles: styles), bytes: 8 * bytes + Styles.mostBytes, for: key)
        }
        return (sheets, styles)
    }

    // MARK: - Attributes

    /// The declarations of a `style` attribute, and the reasons why others have no effect.
    struct Attribute: Sendable {
        var declarations: [CSSDeclaration]
        /// The first byte of each declaration without effect, and the reason.
        var notices: [(offset: Int, message: Message)]
    }

    private struct AttributeKey: Hashable, Sendable {
        var text: ExactText
        var hasQuirks: Bool
    }

    private static let attributes = ContentCache<AttributeKey, Attribute>(budget: 8 << 20)

    static func attribute(_ text: String, _ options: CSSStyleSheets.Options) -> Attribute {
        let key = AttributeKey(text: ExactText(text), hasQuirks: options.hasQuirks)
        if let known = attributes[key] { return known }
        var parser = CSSParser(text)
        let (declarations, notices) = options.reviewed(parser.declarations())
        let faults = parser.faults.map { (offset: $0.offset, message: $0.message) }
        let result = Attribute(declarations: declarations, notices: faults + notices)
        attributes.keep(result, bytes: 500 + 16 * text.utf8.count, for: key)
        return result
    }

    // MARK: - Computed styles

    /// An element's style depends on its parent's style, the rules it matches, its attributes and the page.
    struct StyleKey: Hashable {
        var parent: HTMLStyle.Identity
        var rules: [Int32]
        var hints: [CSSDeclaration]
        var attribute: ExactText?
        var language: ExactText?
        var rootFontSize: Double
        var rootLineHeight: Double?
        var viewport: Size
        var time: Double?
        var prefersDark: Bool
    }

    struct Style {
        var style: HTMLStyle
        /// The bytes by which references were replaced.
        var bytes: Int
    }

    /// The computed styles of documents with the same style sheets.
    final class Styles: Sendable {
        private let known = Mutex<[StyleKey: Style]>([:])
        private let isKept: Bool
        private static let most = 512
        /// A style and its key take 4 kB.
        static let mostBytes = most * 4096

        init(isKept: Bool) { self.isKept = isKept }

        subscript(key: StyleKey) -> Style? { isKept ? known.withLock { $0[key] } : nil }

        func keep(_ style: Style, for key: StyleKey) {
            // Long attributes and values would take more. Strings compare other spellings of a letter as equal.
            guard isKept, (key.attribute?.text.utf8.count ?? 0) < 2048, style.bytes < 2048,
                key.hints.allSatisfy({ $0.value.utf8.count < 256 && $0.value.utf8.allSatisfy { $0 < 0x80 } })
            else { return }
            known.withLock { known in
                if known.count >= Self.most { known.removeAll() }
                known[key] = style
            }
        }
    }
}

extension String {
    /// Whether an at-rule of the text may be `@import`, which may have escapes.
    fileprivate var mayImport: Bool {
        var isAfterAt = false
        for byte in utf8 {
            if isAfterAt, byte | 0x20 == UInt8(ascii: "i") || byte == UInt8(ascii: "\\") { return true }
            isAfterAt = byte == UInt8(ascii: "@")
        }
        return false
    }
}

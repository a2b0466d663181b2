import PenumbraScene
import PenumbraText

/// Measures the fonts of a document whose style sheets have units of fonts, or that has text fields.
final class FontMeasuring {
    private let shape: (InlineContent) throws(TextError) -> InlineParagraph
    private var known: [Key: StyleContext.FontMeasures?] = [:]

    private struct Key: Hashable {
        var font: String
        var size: Double
    }

    /// Nil for documents that need no measures, and for those that are read without fonts.
    init?(_ tree: HTMLTree, _ sheets: HTMLStyleSheets, _ options: HTMLOptions) {
        func hasUnits(_ text: String) -> Bool {
            var text = text
            return text.withUTF8 { Self.hasUnits($0) }
        }
        guard let shape = options.paragraph else { return nil }
        let isNeeded =
            sheets.texts.contains(where: hasUnits)
            || tree.nodes.contains { node in
                node.element.map(FormControl.isMeasured) == true
                    || node.element?.attributes.contains { !DataURL.isDataURL($0.value) && hasUnits($0.value) } ?? false
            }
        guard isNeeded else { return nil }
        self.shape = shape
    }

    /// Whether a text has `ch`, `ex`, `lh` or `rlh` after a digit, or after a space, as in `attr(data-width ch)`; or `-let`, as
    /// `initial-letter` has.
    private static func hasUnits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 2 else { return false }
        for index in 1..<(bytes.count - 1) {
            let (before, first, second) = (bytes[index - 1], bytes[index] | 0x20, bytes[index + 1] | 0x20)
            if first == UInt8(ascii: "l"), second == UInt8(ascii: "e"), before == UInt8(ascii: "-"), index + 2 < bytes.count,
                bytes[index + 2] | 0x20 == UInt8(ascii: "t")
            {
                return true
            }
            guard
                first == UInt8(ascii: "c") && second == UInt8(ascii: "h")
                    || first == UInt8(ascii: "e") && second == UInt8(ascii: "x")
                    || first == UInt8(ascii: "l") && second == UInt8(ascii: "h")
            else { continue }
            if first == UInt8(ascii: "l"), before | 0x20 == UInt8(ascii: "r") { return true }
            if before >= UInt8(ascii: "0"), before <= UInt8(ascii: "9") { return true }
            let after = index + 2 < bytes.count ? bytes[index + 2] : 0
            if before == UInt8(ascii: " "), after == UInt8(ascii: ")") || after == UInt8(ascii: ",") { return true }
        }
        return false
    }

    /// The width of a text in one line.
    func width(of text: String, _ style: HTMLStyle) -> Double? {
        let paragraph = try? shape(InlineContent(styles: [InlineStyle(style)], items: [.text(text, style: 0)]))
        return paragraph.map { $0.widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil }).full }
    }

    /// The left and the right end of a text's ink in one line.
    func ink(of text: String, _ style: HTMLStyle) -> ClosedRange<Double>? {
        var inline = InlineStyle(style)
        inline.inkBands = [-2 * style.text.fontSize...2 * style.text.fontSize]
        guard let paragraph = try? shape(InlineContent(styles: [inline], items: [.text(text, style: 0)])) else { return nil }
        let line = paragraph.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
        let ranges = line.texts.flatMap { paragraph.ink(of: $0, band: 0) }
        guard let left = ranges.map(\.lowerBound).min(), let right = ranges.map(\.upperBound).max() else { return nil }
        return left...right
    }

    func measures(_ text: TextValues) -> StyleContext.FontMeasures? {
        let key = Key(font: text.font, size: text.fontSize)
        if let known = known[key] { return known }
        let look = TextLook(font: .pattern(key.font), fontSize: key.size)
        // Many digits make the rounding of their width small.
        let digits = 64
        let zeros = String(repeating: "0", count: digits)
        var style = InlineStyle(look)
        style.letterSize = text.sizeOfLetters
        let paragraph = try? shape(InlineContent(styles: [style], items: [.text(zeros, style: 0)]))
        let measures = paragraph.map { paragraph in
            StyleContext.FontMeasures(
                xHeight: paragraph.rootXHeight,
                zeroWidth: paragraph.widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil }).full
                    / Double(digits),
                letterWidths: paragraph.rootLetterWidths, lineHeight: paragraph.rootLineHeight,
                capHeight: paragraph.rootCapHeight, heights: paragraph.rootHeights)
        }
        known[key] = .some(measures)
        return measures
    }
}

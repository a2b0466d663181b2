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

    /// Whether a text has a unit of fonts after a digit, or after a space, as in `attr(data-width ch)`; or `-let`, as
    /// `initial-letter` has.
    private static func hasUnits(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 2 else { return false }
        func isDigit(_ index: Int) -> Bool { index >= 0 && bytes[index] &- 0x30 < 10 }
        for index in 1..<(bytes.count - 1) {
            let before = bytes[index - 1]
            if before == UInt8(ascii: "-"), startsLetter(bytes, index) { return true }
            guard let end = endOfUnit(bytes, index) else { continue }
            if isDigit(index - 1) || before | 0x20 == UInt8(ascii: "r") && isDigit(index - 2) { return true }
            // `rlh` may come from anywhere.
            if before | 0x20 == UInt8(ascii: "r"), bytes[index] | 0x20 == UInt8(ascii: "l") { return true }
            let after = end < bytes.count ? bytes[end] : 0
            if before == UInt8(ascii: " "), after == UInt8(ascii: ")") || after == UInt8(ascii: ",") { return true }
        }
        return false
    }

    /// Whether `let` stands at a place.
    private static func startsLetter(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        bytes[index] | 0x20 == UInt8(ascii: "l") && bytes[index + 1] | 0x20 == UInt8(ascii: "e") && index + 2 < bytes.count
            && bytes[index + 2] | 0x20 == UInt8(ascii: "t")
    }

    /// The end of `ch`, `ex`, `lh` or `cap` at a place. Nil for other texts.
    private static func endOfUnit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        let (first, second) = (bytes[index] | 0x20, bytes[index + 1] | 0x20)
        switch first {
        case UInt8(ascii: "c") where second == UInt8(ascii: "a"):
            return index + 2 < bytes.count && bytes[index + 2] | 0x20 == UInt8(ascii: "p") ? index + 3 : nil
        case UInt8(ascii: "c"), UInt8(ascii: "l"): return second == UInt8(ascii: "h") ? index + 2 : nil
        case UInt8(ascii: "e"): return second == UInt8(ascii: "x") ? index + 2 : nil
        default: return nil
        }
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

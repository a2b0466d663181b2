import PenumbraScene
import PenumbraText

/// Measures the fonts of a document whose style sheets have units of fonts.
final class FontMeasuring {
    private let shape: (InlineContent) throws(TextError) -> InlineParagraph
    private var known: [Key: StyleContext.FontMeasures?] = [:]

    private struct Key: Hashable {
        var font: String
        var size: Double
    }

    /// Nil for documents that need no measures, and for those that are read without fonts.
    init?(_ bytes: [UInt8], _ options: HTMLOptions) {
        guard let shape = options.paragraph, Self.hasUnits(bytes) else { return nil }
        self.shape = shape
    }

    /// Whether a text has a digit before `ch` or `ex`.
    private static func hasUnits(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 2 else { return false }
        for index in 1..<(bytes.count - 1) {
            let (before, first, second) = (bytes[index - 1], bytes[index] | 0x20, bytes[index + 1] | 0x20)
            guard
                first == UInt8(ascii: "c") && second == UInt8(ascii: "h")
                    || first == UInt8(ascii: "e") && second == UInt8(ascii: "x")
            else { continue }
            if before >= UInt8(ascii: "0"), before <= UInt8(ascii: "9") { return true }
        }
        return false
    }

    func measures(_ text: TextValues) -> StyleContext.FontMeasures? {
        let key = Key(font: text.font, size: text.fontSize)
        if let known = known[key] { return known }
        let look = TextLook(font: .pattern(key.font), fontSize: max(0.001, min(key.size, 10_000)))
        let paragraph = try? shape(InlineContent(styles: [InlineStyle(look)], items: [.text("0", style: 0)]))
        let measures = paragraph.map { paragraph in
            StyleContext.FontMeasures(
                xHeight: paragraph.rootXHeight,
                zeroWidth: paragraph.widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil }).full)
        }
        known[key] = .some(measures)
        return measures
    }
}

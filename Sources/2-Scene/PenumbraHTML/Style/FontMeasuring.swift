import PenumbraScene
import PenumbraText

/// Measures the fonts of a document whose style sheets have units of fonts, or small capitals.
final class FontMeasuring {
    private let shape: (InlineContent) throws(TextError) -> InlineParagraph
    private var known: [Key: StyleContext.FontMeasures?] = [:]
    private var knownCapitals: [CapitalsKey: Bool] = [:]

    private struct CapitalsKey: Hashable {
        var font: String
        var feature: String
    }

    private struct Key: Hashable {
        var font: String
        var size: Double
    }

    /// Nil for documents that are read without fonts.
    init?(_ options: HTMLOptions) {
        guard let shape = options.paragraph else { return nil }
        self.shape = shape
    }

    /// Whether a font has letters of its own for a feature such as `smcp`: they are as wide as others only without it.
    func hasCapitals(_ text: TextValues, _ feature: String) -> Bool {
        let key = CapitalsKey(font: text.font, feature: feature)
        if let known = knownCapitals[key] { return known }
        func width(_ features: [TextLook.Feature]) -> Double? {
            var look = TextLook(font: .pattern(text.font), fontSize: 100)
            look.features = features
            let letters = feature.hasPrefix("c2") || feature == "unic" ? "ABDEGHKMNPQRS" : "abdeghkmnpqrs"
            let content = InlineContent(styles: [InlineStyle(look)], items: [.text(letters, style: 0)])
            return (try? shape(content))?
                .widths(atoms: { _ in InlineWidths(least: 0, full: 0) }, anchors: { _ in nil }).full
        }
        let result = width([]) != width([TextLook.Feature(feature, 1)])
        knownCapitals[key] = result
        return result
    }

    /// Whether a text has a digit before `ch` or `ex`.
    static func hasUnits(_ bytes: [UInt8]) -> Bool {
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

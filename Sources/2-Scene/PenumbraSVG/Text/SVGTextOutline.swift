import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// The outlines of one line of text. Its baseline starts at the origin.
public struct SVGTextOutline: Sendable {
    public var path: Path
    /// The distance from the start of the text to its end.
    public var advance: Double
    /// The height of the font above the baseline and below it.
    public var ascent: Double
    public var descent: Double
    /// Whether glyphs have colours of their own, which outlines can't show.
    public var hasColors: Bool

    /// The heights between which the underline or the strikethrough of the text lies, from the baseline down. Nil without one.
    public var line: ClosedRange<Double>?

    public init(
        path: Path, advance: Double, ascent: Double, descent: Double, hasColors: Bool, line: ClosedRange<Double>? = nil
    ) {
        self.path = path
        self.advance = advance
        self.ascent = ascent
        self.descent = descent
        self.hasColors = hasColors
        self.line = line
    }
}

/// The reason why no text of a document can be laid out any more.
public struct SVGTextFailure: Error {
    public var words: Message

    public init(_ words: Message) { self.words = words }
}

extension FontStyle {
    /// The font as a pattern of a text layer.
    var pattern: String {
        var families: [String] = []
        for family in self.families.split(separator: ",").prefix(16) {
            let name = family.filter { $0 != "\"" && $0 != "'" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            var escaped = ""
            for character in name where character != "/" {
                if "\\:,-".contains(character) { escaped.append("\\") }
                escaped.append(character)
            }
            let isFile = [".ttf", ".otf", ".ttc"].contains(where: escaped.lowercased().hasSuffix)
            if !escaped.isEmpty, !isFile { families.append(escaped) }
        }
        var pattern = families.isEmpty ? "serif" : families.joined(separator: ",")
        switch weight {
        case 400: break
        case 700: pattern += ":bold"
        default: pattern += ":weight=\(Self.fontconfigWeight(weight))"
        }
        if isItalic { pattern += ":italic" }
        let widths = [
            "ultra-condensed": 50, "extra-condensed": 63, "condensed": 75, "semi-condensed": 87, "semi-expanded": 113,
            "expanded": 125, "extra-expanded": 150, "ultra-expanded": 200,
        ]
        if let width = widths[stretch] { pattern += ":width=\(width)" }
        return pattern
    }

    private static func fontconfigWeight(_ weight: Int) -> Int {
        let known = [(100, 0), (200, 40), (300, 50), (400, 80), (500, 100), (600, 180), (700, 200), (800, 205), (900, 210)]
        return known.min { abs($0.0 - weight) < abs($1.0 - weight) }?.1 ?? 80
    }
}

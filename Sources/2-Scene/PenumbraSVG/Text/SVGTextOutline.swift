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
    /// How high a letter stands upright in vertical text, and how far its top lies above the baseline. Nil for lines of text.
    var upright: (height: Double, top: Double)?

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

/// A letter of a line of text, or letters that share a glyph.
public struct SVGTextCluster: Sendable {
    /// The index of the first code point in the text.
    public var scalar: Int
    public var text: String
    /// The distance to the next letter on the right.
    public var advance: Double
    /// The outlines, whose baseline starts at the origin.
    public var path: Path
    /// Whether glyphs have colours of their own, which outlines can't show.
    public var hasColors: Bool
    /// How high the letter stands upright in vertical text, and how far its top lies above the baseline.
    public var height: Double
    public var top: Double

    public init(
        scalar: Int, text: String, advance: Double, path: Path, hasColors: Bool, height: Double = 0, top: Double = 0
    ) {
        (self.scalar, self.text, self.advance) = (scalar, text, advance)
        (self.path, self.hasColors) = (path, hasColors)
        (self.height, self.top) = (height, top)
    }
}

/// The reason why no text of a document can be laid out any more.
public struct SVGTextFailure: Error {
    public var words: Message

    public init(_ words: Message) { self.words = words }
}

extension SVGTextOutline {
    func scaled(by unit: Double) -> Self {
        guard unit != 1 else { return self }
        return SVGTextOutline(
            path: path.applying(.scale(unit, unit)), advance: advance * unit, ascent: ascent * unit, descent: descent * unit,
            hasColors: hasColors, line: line.map { $0.lowerBound * unit...$0.upperBound * unit })
    }
}

extension SVGTextCluster {
    func scaled(by unit: Double) -> Self {
        guard unit != 1 else { return self }
        return SVGTextCluster(
            scalar: scalar, text: text, advance: advance * unit, path: path.applying(.scale(unit, unit)), hasColors: hasColors,
            height: height * unit, top: top * unit)
    }
}

extension FontStyle {
    /// The points that count as one while a text of a very large or a very small font is laid out.
    var unit: Double { size > 10_000 ? size / 1000 : size > 0 && size < 0.01 ? size / 10 : 1 }

    /// Whether a font of the document's own is asked for.
    var usesEmbeddedFonts: Bool {
        guard let embedded else { return false }
        return families.split(separator: ",").prefix(16).contains {
            embedded.font(String($0), weight: 400, isSlanted: false) != nil
        }
    }

    /// The font as a pattern of a text layer.
    var pattern: String {
        var families: [String] = []
        for family in self.families.split(separator: ",").prefix(16) {
            let name = family.filter { $0 != "\"" && $0 != "'" }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if let own = embedded?.font(name, weight: Double(weight), isSlanted: slant != .none) {
                families.append(own)
            } else if !name.isEmpty {
                // A family is never a file, as in browsers.
                families.append(FontStack.escaped(family: name))
            }
        }
        let slant: FontStack.Slant =
            switch slant {
            case .none: .none
            case .italic: .italic
            case .oblique: .oblique
            }
        if families.isEmpty { families = FontStack.standard }
        return families.joined(separator: ",")
            + FontStack.style(weight: Double(weight), slant: slant, width: stretch)
    }
}

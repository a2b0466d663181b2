import PenumbraCSS
import PenumbraScene

/// Facts about a document that the values of its elements refer to.
struct StyleContext {
    var rootFontSize = 16.0
    var rootLineHeight: Double?
    /// The measures of the root element's font, with its zoom. Nil estimates them.
    var rootMeasures: (font: FontMeasures, zoom: Double)?
    var viewport = Size(width: 1200, height: 630)
    var prefersDark = false
    /// The time that animations show. Nil runs none.
    var time: Double?
    /// The measures of a font that `ex`, `ch` and the sizes of text fields refer to. Nil estimates them.
    var fontMeasures: ((TextValues) -> FontMeasures?)?
    /// The width of a text in one line.
    var textWidth: ((String, HTMLStyle) -> Double?)?
    /// The left and the right end of a text's ink in one line.
    var textInk: ((String, HTMLStyle) -> ClosedRange<Double>?)?

    /// Lengths of a font in points.
    struct FontMeasures {
        var xHeight: Double
        var zeroWidth: Double
        /// The average width of letters, and the width in which all glyphs fit.
        var letterWidths: (average: Double, greatest: Double)
        var lineHeight: Double
        var capHeight: Double
        var heights: (ascent: Double, descent: Double)
    }

    func units(_ text: TextValues) -> CSSUnits {
        var units = CSSUnits(fontSize: text.fontSize, rootFontSize: rootFontSize, viewport: viewport)
        units.zoom = text.zoom
        units.currentColor = text.color
        units.lineHeight = text.lineHeightInPoints
        units.rootLineHeight = rootLineHeight
        units.container = text.container?.reference(else: viewport)
        units.isDark = text.isDark
        if let measures = fontMeasures?(text) {
            (units.zeroWidth, units.xHeight, units.capHeight) = (measures.zeroWidth, measures.xHeight, measures.capHeight)
            units.lineHeight = units.lineHeight ?? measures.lineHeight
        }
        if let (font, zoom) = rootMeasures {
            units.rootZeroWidth = font.zeroWidth / zoom
            (units.rootXHeight, units.rootCapHeight) = (font.xHeight / zoom, font.capHeight / zoom)
        }
        return units
    }
}

/// Reads the value of a property for an element.
struct ValueReader {
    let value: String
    /// The value in lower case.
    let word: String
    /// The units of the element's style so far: its font size and colour are known.
    let units: CSSUnits
    let isRightToLeft: Bool
    let parent: HTMLStyle
    let context: StyleContext

    // A reader that kept the style would make every change of it a copy.
    init(_ value: String, _ style: HTMLStyle, parent: HTMLStyle, _ context: StyleContext) {
        (self.value, word, self.parent, self.context) = (value, value.asciiLowercased, parent, context)
        (units, isRightToLeft) = (context.units(style.text), style.text.isRightToLeft)
    }

    var words: [String] { CSSText.words(word) }

    func one(of words: Set<String>) -> String? { words.contains(word) ? word : nil }

    /// An amount without its reference length.
    func amount(_ text: String? = nil, _ units: CSSUnits? = nil) -> CSSAmount? {
        let text = text ?? value
        // Most values are words.
        guard let first = text.utf8.first, first < 0x3A || text.utf8.contains(UInt8(ascii: "(")) else { return nil }
        guard let calculation = try? CSSCalculation(text, units ?? self.units), let amount = calculation.resolved(),
            amount.value.isFinite, amount.fraction.isFinite
        else { return nil }
        return amount
    }

    /// A length that compares percentages with points. Nil for other values.
    private func calculation(_ text: String?, _ units: CSSUnits?) -> CSSCalculation? {
        let text = text ?? value
        guard text.contains("("), text.contains("%"),
            let calculation = try? CSSCalculation(text, units ?? self.units), calculation.kind == .length,
            calculation.resolved() == nil
        else { return nil }
        return calculation
    }

    /// A length. A number counts only if it's 0.
    func length(_ text: String? = nil, isNegativeAllowed: Bool = false, units: CSSUnits? = nil) -> StyleLength? {
        guard let amount = amount(text, units) else { return calculation(text, units).map { .calculation($0) } }
        guard amount.kind == .length || amount.kind == .number && amount.value == 0 else { return nil }
        var (points, fraction) = (amount.value, amount.fraction)
        // Layout holds a sum with parts of both signs.
        if !isNegativeAllowed, points < 0 || fraction < 0, points <= 0, fraction <= 0 {
            // The result of a calculation is held; a plain value is malformed.
            guard (text ?? value).contains("(") else { return nil }
            (points, fraction) = (max(0, points), max(0, fraction))
        }
        // A share of nothing is a share nonetheless: of an unknown height, it is `auto`.
        if fraction == 0 { fraction = (text ?? value).contains("%") ? -0.0 : 0 }
        return .amount(points: max(-StyleLength.most, min(StyleLength.most, points)), fraction: max(-1e6, min(1e6, fraction)))
    }

    /// A length without a share.
    func points(_ text: String? = nil, isNegativeAllowed: Bool = false, units: CSSUnits? = nil) -> Double? {
        guard case .amount(let points, let fraction)? = length(text, isNegativeAllowed: isNegativeAllowed, units: units),
            fraction == 0
        else { return nil }
        return points
    }

    func number(_ text: String? = nil) -> Double? {
        guard let amount = amount(text), amount.kind == .number else { return nil }
        return amount.value
    }

    func integer(_ text: String? = nil) -> Int? {
        guard let number = number(text), abs(number) < 1e9 else { return nil }
        let isCalculated = (text ?? value).contains("(")
        guard isCalculated || number == number.rounded(), !(text ?? value).contains(".") else { return nil }
        return Int(number.rounded())
    }

    /// The size of a box: a length or a keyword.
    var size: StyleLength? {
        switch word {
        case "auto": return .auto
        case "min-content", "-webkit-min-content", "min-intrinsic": return .minContent
        case "max-content", "-webkit-max-content", "intrinsic": return .maxContent
        case "fit-content", "-webkit-fit-content": return .fitContent
        case "stretch", "-webkit-fill-available": return .stretch
        default: return length()
        }
    }

    /// A colour as CSS text, with functions computed.
    func color(_ text: String? = nil) -> String? {
        let text = text ?? value
        if text.isEqualIgnoringCase(to: "currentcolor") { return "currentcolor" }
        if (try? Color(css: text)) != nil { return text }
        guard let plain = try? units.normalized(text), (try? Color(css: plain)) != nil else { return nil }
        return plain
    }
}

extension String {
    func isEqualIgnoringCase(to other: String) -> Bool { utf8.count == other.utf8.count && asciiLowercased == other }
}

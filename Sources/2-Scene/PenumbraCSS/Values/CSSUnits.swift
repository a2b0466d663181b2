import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

/// What the units and keywords of values refer to, for one element.
package struct CSSUnits: Sendable {
    /// The font size of the element, which `em` refers to.
    package var fontSize = 16.0
    package var rootFontSize = 16.0
    /// The factor of all lengths but those that refer to the font of the element: `zoom`.
    package var zoom = 1.0
    /// The computed line heights, which `lh` and `rlh` refer to. Nil takes 1.2 font sizes.
    package var lineHeight: Double?
    package var rootLineHeight: Double?
    /// The size that `vw` and its relatives refer to. Nil refuses them.
    package var viewport: Size?
    /// The size that `cqw` and its relatives refer to. Nil is the viewport's.
    package var container: Size?
    /// The value of `color`, which replaces `currentcolor`.
    package var currentColor = "black"
    /// Whether `light-dark()` takes its second colour.
    package var isDark = false
    /// Whether units of fonts are estimated: half of the font size for `ex` and `ch`, as CSS allows where no font is at hand.
    /// They are refused otherwise.
    package var estimatesFonts = true
    /// The width of a zero and the height of small letters, which `ch` and `ex` refer to. Nil takes half of the font size.
    package var zeroWidth: Double?
    package var xHeight: Double?
    /// The height of capital letters, which `cap` refers to. Nil takes 0.7 font sizes.
    package var capHeight: Double?
    /// The same lengths of the root element's font, for `rch`, `rex` and `rcap`.
    package var rootZeroWidth: Double?
    package var rootXHeight: Double?
    package var rootCapHeight: Double?
    /// The values of words in calculations, such as the components of a relative colour.
    package var keywords: [String: Double] = [:]

    package init(fontSize: Double = 16, rootFontSize: Double = 16, viewport: Size? = nil) {
        (self.fontSize, self.rootFontSize, self.viewport) = (fontSize, rootFontSize, viewport)
    }

    /// Units for checking whether a value is well-formed.
    package static let any = CSSUnits(viewport: Size(width: 100, height: 100))

    /// Whether a unit is one of lengths.
    package static func isLength(_ unit: String) -> Bool { ((try? any.points(unit)) ?? nil) != nil }

    /// A number with a unit. `%` is a share of the reference length.
    func amount(_ number: Double, _ unit: String) throws(NotationError) -> CSSAmount {
        func amount(_ kind: CSSAmount.Kind, _ factor: Double) -> CSSAmount { CSSAmount(kind: kind, value: number * factor) }
        switch unit {
        case "": return CSSAmount(value: number)
        case "%": return CSSAmount(kind: .length, fraction: number / 100)
        case "deg": return amount(.angle, 1)
        case "grad": return amount(.angle, 0.9)
        case "turn": return amount(.angle, 360)
        case "rad": return amount(.angle, 180 / .pi)
        case "s": return amount(.time, 1)
        case "ms": return amount(.time, 0.001)
        case "dppx", "x": return amount(.resolution, 1)
        case "dpi": return amount(.resolution, 1.0 / 96)
        case "dpcm": return amount(.resolution, 2.54 / 96)
        default:
            guard let points = try points(unit) else {
                throw NotationError("the unit \"\(unit.prefix(20))\" has no equal here")
            }
            return amount(.length, points)
        }
    }

    /// The points of one unit. Nil for units that aren't lengths.
    package func points(_ unit: String) throws(NotationError) -> Double? {
        switch unit {
        case "px": return zoom
        case "em": return fontSize
        case "rem": return rootFontSize * zoom
        case "pt": return 96.0 / 72 * zoom
        case "pc": return 16 * zoom
        case "in": return 96 * zoom
        case "cm": return 96 / 2.54 * zoom
        case "mm": return 96 / 25.4 * zoom
        case "q": return 96 / 101.6 * zoom
        case "vmin", "svmin", "lvmin", "dvmin", "cqmin":
            let size = try viewport(for: unit)
            return min(size.width, size.height) / 100 * zoom
        case "vmax", "svmax", "lvmax", "dvmax", "cqmax":
            let size = try viewport(for: unit)
            return max(size.width, size.height) / 100 * zoom
        case "vw", "svw", "lvw", "dvw", "vi", "svi", "lvi", "dvi", "cqw", "cqi":
            return try viewport(for: unit).width / 100 * zoom
        case "vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb", "cqh", "cqb":
            return try viewport(for: unit).height / 100 * zoom
        case "ex", "ch", "cap", "ic", "lh", "rex", "rch", "rcap", "ric", "rlh":
            guard estimatesFonts else {
                throw NotationError("the unit \"\(unit)\" depends on a font or a container and has no equal here; write px")
            }
            let isOfRoot = unit.hasPrefix("r")
            let size = isOfRoot ? rootFontSize * zoom : fontSize
            switch unit {
            case "lh": return lineHeight ?? size * 1.2
            case "rlh": return rootLineHeight.map { $0 * zoom } ?? size * 1.2
            case "ic", "ric": return size
            case "cap": return capHeight ?? size * 0.7
            case "rcap": return rootCapHeight.map { $0 * zoom } ?? size * 0.7
            case "ch": return zeroWidth ?? size / 2
            case "rch": return rootZeroWidth.map { $0 * zoom } ?? size / 2
            case "ex": return xHeight ?? size / 2
            default: return rootXHeight.map { $0 * zoom } ?? size / 2
            }
        default: return nil
        }
    }

    private func viewport(for unit: String) throws(NotationError) -> Size {
        if let container, unit.hasPrefix("cq") {
            // The size of a container is zoomed already.
            return Size(width: container.width / zoom, height: container.height / zoom)
        }
        guard let viewport, estimatesFonts || !unit.hasPrefix("cq") else {
            throw NotationError(
                unit.hasPrefix("cq")
                    ? "the unit \"\(unit)\" depends on a font or a container and has no equal here; write px"
                    : "the unit \"\(unit)\" needs the viewport's size, such as 1280x720")
        }
        return viewport
    }

    /// A calculation as a plain value.
    func computed(_ text: String, base: Double?) throws(NotationError) -> String {
        let amount = try CSSCalculation.value(text, self, base: base)
        switch amount.kind {
        case .number: return Self.text(amount.value)
        case .angle: return Self.text(amount.value) + "deg"
        case .time: return Self.text(amount.value) + "s"
        case .resolution: return Self.text(amount.value) + "dppx"
        case .length:
            if amount.fraction == 0 { return Self.text(amount.value) + "px" }
            if amount.value == 0 { return Self.text(amount.fraction * 100) + "%" }
            throw NotationError("calc() that mixes lengths and percentages has no equal here")
        }
    }

    /// A number with at most six decimals.
    static func text(_ value: Double) -> String { DecimalNumber.text(rounded(value)) }

    static func rounded(_ value: Double) -> Double {
        guard abs(value) < 1e9 else { return value }
        return (value * 1e6).rounded() / 1e6
    }
}

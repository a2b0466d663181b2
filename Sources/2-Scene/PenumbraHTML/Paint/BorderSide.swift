import PenumbraElementary
import PenumbraScene

/// One side of a border, or of an outline.
struct BorderSide: Hashable {
    enum Style: String {
        case none, hidden, dotted, dashed, solid, double, groove, ridge, inset, outset

        /// Whether the style paints all of the side's area, so that it covers what lies below.
        var fillsArea: Bool {
            switch self {
            case .solid, .groove, .ridge, .inset, .outset: true
            case .none, .hidden, .dotted, .dashed, .double: false
            }
        }

        /// Whether the style's colours depend on the side.
        var isShaded: Bool {
            switch self {
            case .groove, .ridge, .inset, .outset: true
            default: false
            }
        }
    }

    /// The colour of shaded borders in the colour of the text: `#eee`.
    static let shadedColor = Color(white: 238.0 / 255, alpha: 1)

    var width = 0.0
    var style = Style.none
    var color = Color.transparent

    /// Whether the side takes room, even if its colour is transparent.
    var isPresent: Bool { width > 0 && style != .none && style != .hidden }
    var isVisible: Bool { isPresent && color.alpha > 0 }
    /// The side as Chromium draws it. Stripes that are too thin to tell apart are one solid line.
    var drawn: BorderSide {
        var result = self
        switch style {
        case .double where width < 3, .groove where width < 2, .ridge where width < 2: result.style = .solid
        default: break
        }
        return result
    }
    /// Whether dots are round. Thin dots are squares.
    var hasRoundDots: Bool { style == .dotted && width > 3 }

    /// The colour of a shaded side as Chromium has it. Very dark colours are lightened first, so that both shades differ.
    func shade(isDark: Bool) -> Color {
        if color.isVeryDark { return isDark ? color.lightened : color.lightened.lightened }
        return isDark ? color.darkened : color.isVeryLight ? color : color.lightened
    }
}

extension Color {
    private var most: Double { max(red, green, blue) }

    /// The colour with its components multiplied, in whole bytes as Chromium rounds them.
    private func scaled(_ factor: Double) -> Color {
        func byte(_ value: Double) -> Double { min(255, (value * factor * 256).rounded(.down)) / 255 }
        return Color(red: byte(red), green: byte(green), blue: byte(blue), alpha: alpha)
    }

    fileprivate var darkened: Color {
        if (red, green, blue) == (1, 1, 1) { return Color(white: 171.0 / 255, alpha: alpha) }
        return most > 0 ? scaled(max(0, (most - 0.33) / most)) : self
    }

    fileprivate var lightened: Color {
        if (red, green, blue) == (0, 0, 0) { return Color(white: 84.0 / 255, alpha: alpha) }
        return most > 0 ? scaled(min(1, most + 0.33) / most) : self
    }

    /// Whether the colour's luminance is at most that of Chromium's darkest shaded colour, `#202020`.
    fileprivate var isVeryDark: Bool { luminance < 0.015 }

    /// Whether the colour is as light as the shade beside a darkened one. Chromium lightens `#e8e8e8`, and not `#ececec`.
    fileprivate var isVeryLight: Bool { luminance > 0.82 }

    /// The contrast between two colours: WCAG 2, "contrast ratio".
    func contrast(with other: Color) -> Double {
        let (own, other) = (luminance, other.luminance)
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    private var luminance: Double {
        func linear(_ value: Double) -> Double {
            value <= 0.04045 ? value / 12.92 : Elementary.pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}

/// The dashes of a line as Chromium fits them to its length.
enum BorderDashes {
    /// The dash pattern. Empty for a solid line.
    ///
    /// - Parameters:
    ///   - length: the line's length, from the edge of the first round dot to the edge of the last.
    ///   - isClosed: whether the line ends where it starts.
    ///   - counted: the length that decides the number of dashes. Nil is the length itself.
    static func pattern(_ side: BorderSide, length: Double, isClosed: Bool, counted: Double? = nil) -> [Double] {
        let width = side.width
        guard width > 0, length > 0, length / width < 100_000 else { return [] }
        if side.hasRoundDots {
            guard length >= 2 * width else { return [0, 2 * width] }
            return [0, gap(length, width, width, isClosed, counted ?? length) + width - 0.01]
        }
        var (dash, gap) = (width, width)
        if side.style == .dashed { (dash, gap) = width >= 3 ? (2 * width, width) : (3 * width, 2 * width) }
        if length <= 2 * dash { return [] }
        if length <= 2 * dash + gap {
            let factor = length / (2 * dash + gap)
            return [dash * factor, gap * factor]
        }
        return [dash, Self.gap(length, dash, gap, isClosed, counted ?? length)]
    }

    /// The gap nearest to the wanted one with which whole dashes fit.
    private static func gap(
        _ length: Double, _ dash: Double, _ gap: Double, _ isClosed: Bool, _ counted: Double
    ) -> Double {
        let available = isClosed ? counted : counted + gap
        let fewest = (available / (dash + gap)).rounded(.down)
        let most = fewest + 1
        let (fewestGaps, mostGaps) = isClosed ? (fewest, most) : (fewest - 1, most - 1)
        let wide = (counted - fewest * dash) / fewestGaps
        let narrow = (counted - most * dash) / mostGaps
        let isWide = narrow <= 0 || abs(wide - gap) < abs(narrow - gap)
        let chosen = isWide ? (length - fewest * dash) / fewestGaps : (length - most * dash) / mostGaps
        return chosen.isFinite ? max(0, chosen) : gap
    }
}

import PenumbraCoreGraphics
import PenumbraScene

/// A font with a size in points.
///
/// The system's fonts are those that fontconfig finds for `sans-serif` and `monospace`.
open class UIFont: CTFont, @unchecked Sendable {
    public struct Weight: Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        public static let ultraLight = Weight(-0.8)
        public static let thin = Weight(-0.6)
        public static let light = Weight(-0.4)
        public static let regular = Weight(0)
        public static let medium = Weight(0.23)
        public static let semibold = Weight(0.3)
        public static let bold = Weight(0.4)
        public static let heavy = Weight(0.56)
        public static let black = Weight(0.62)

        /// The weight of CSS and OpenType, between those of the named weights.
        var number: Double {
            let table: [(CGFloat, Double)] = [
                (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700), (0.56, 800), (0.62, 900),
            ]
            let value = max(-0.8, min(0.62, rawValue))
            for (low, high) in zip(table, table.dropFirst()) where value <= high.0 {
                return low.1 + Double((value - low.0) / (high.0 - low.0)) * (high.1 - low.1)
            }
            return 400
        }
    }

    public let fontName: String
    public var pointSize: CGFloat { CGFloat(size) }

    private init(_ font: CGFont, _ name: String, _ size: CGFloat) {
        fontName = name
        super.init(font, size: size > 0 ? Double(size) : 17) { UIFont($0, $0.fullName ?? name, CGFloat($1)) }
    }

    /// Makes a font by its PostScript name or its family. Fontconfig replaces fonts that aren't installed.
    public convenience init?(name: String, size: CGFloat) {
        guard let font = CGFont(name) else { return nil }
        self.init(font, name, size)
    }

    private convenience init(pattern: String, _ size: CGFloat) {
        self.init(CGFont(pattern: pattern) ?? .missing, pattern, size)
    }

    private static func pattern(_ family: String, _ weight: Weight, isItalic: Bool = false) -> String {
        family + FontStack.style(weight: weight.number, slant: isItalic ? .italic : .none)
    }

    public static func systemFont(ofSize size: CGFloat) -> UIFont { systemFont(ofSize: size, weight: .regular) }

    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(pattern: pattern(Text.standardFont, weight), size)
    }

    public struct Width: Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let compressed = Width(rawValue: -0.4)
        public static let condensed = Width(rawValue: -0.2)
        public static let standard = Width(rawValue: 0)
        public static let expanded = Width(rawValue: 0.2)
    }

    /// The system's font of a width. Fonts without such a width have their own.
    public static func systemFont(ofSize size: CGFloat, weight: Weight, width: Width) -> UIFont {
        let style = FontStack.style(weight: weight.number, width: 100 + 125 * Double(max(-0.4, min(0.4, width.rawValue))))
        return UIFont(pattern: Text.standardFont + style, size)
    }

    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { systemFont(ofSize: size, weight: .bold) }

    public static func italicSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(pattern: pattern(Text.standardFont, .regular, isItalic: true), size)
    }

    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(pattern: pattern("monospace", weight), size)
    }

    public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }

    public func withSize(_ size: CGFloat) -> UIFont { UIFont(font, fontName, size) }

    public var familyName: String { font.fullName ?? fontName }
    public var ascender: CGFloat { CTFontGetAscent(self) }
    /// Below zero.
    public var descender: CGFloat { -CTFontGetDescent(self) }
    public var leading: CGFloat { CTFontGetLeading(self) }
    public var capHeight: CGFloat { CTFontGetCapHeight(self) }
    public var xHeight: CGFloat { CTFontGetXHeight(self) }
    public var lineHeight: CGFloat { ascender - descender + leading }

    /// Makes a font of a descriptor. A size of zero takes the descriptor's.
    public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
        self.init(pattern: descriptor.pattern, pointSize > 0 ? pointSize : descriptor.pointSize)
    }

    public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(base: textPattern, pointSize: pointSize) }

    public static let labelFontSize: CGFloat = 17
    public static let buttonFontSize: CGFloat = 18
    public static let smallSystemFontSize: CGFloat = 12
    public static let systemFontSize: CGFloat = 14
}

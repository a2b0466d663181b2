import PenumbraCoreGraphics
import PenumbraScene

/// What a font is found by: another font, with traits that it should have.
public final class UIFontDescriptor: NSObject, Sendable {
    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let traitItalic = SymbolicTraits(rawValue: 1)
        public static let traitBold = SymbolicTraits(rawValue: 1 << 1)
        public static let traitExpanded = SymbolicTraits(rawValue: 1 << 5)
        public static let traitCondensed = SymbolicTraits(rawValue: 1 << 6)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1 << 10)
    }

    /// Designs of the system's font. Fonts of servers have none of them but the monospaced one.
    public enum SystemDesign: Sendable {
        case `default`, rounded, serif, monospaced
    }

    /// The family, without a style.
    private let family: String
    public let pointSize: CGFloat
    public let symbolicTraits: SymbolicTraits

    private init(family: String, pointSize: CGFloat, traits: SymbolicTraits) {
        (self.family, self.pointSize, symbolicTraits) = (family, pointSize, traits)
        super.init()
    }

    /// A descriptor of a font by the name that texts give it.
    convenience init(base pattern: String, pointSize: CGFloat) {
        let parts = pattern.split(separator: ":", maxSplits: 1)
        let style = parts.count > 1 ? String(parts[1]) : ""
        var traits: SymbolicTraits = []
        if style.contains("italic") || style.contains("slant=100") { traits.insert(.traitItalic) }
        if style.contains("bold") || style.contains("weight=200") { traits.insert(.traitBold) }
        self.init(family: parts.first.map(String.init) ?? pattern, pointSize: pointSize, traits: traits)
    }

    public convenience init(name fontName: String, size: CGFloat) {
        self.init(family: fontName, pointSize: size, traits: [])
    }

    /// Returns the descriptor of a text style.
    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
        UIFontDescriptor(family: family, pointSize: pointSize, traits: symbolicTraits)
    }

    public func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor {
        UIFontDescriptor(family: family, pointSize: newPointSize, traits: symbolicTraits)
    }

    public func withFamily(_ newFamily: String) -> UIFontDescriptor {
        UIFontDescriptor(family: newFamily, pointSize: pointSize, traits: symbolicTraits)
    }

    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        switch design {
        case .default, .rounded: self
        case .serif: withFamily("serif")
        case .monospaced: withFamily("monospace")
        }
    }

    /// The font as texts name it.
    var pattern: String {
        let isMonospaced = symbolicTraits.contains(.traitMonoSpace)
        return (isMonospaced ? "monospace" : family)
            + FontStack.style(
                weight: symbolicTraits.contains(.traitBold) ? 700 : 400,
                slant: symbolicTraits.contains(.traitItalic) ? .italic : .none)
    }
}

extension UIFont {
    /// The purposes of texts, which have sizes of their own.
    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
        public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
        public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
        public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
        public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
        public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
        public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
        public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
        public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
        public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")

        /// The size at the standard setting of iOS.
        var size: CGFloat {
            switch self {
            case .largeTitle: 34
            case .title1: 28
            case .title2: 22
            case .title3: 20
            case .callout: 16
            case .subheadline: 15
            case .footnote: 13
            case .caption1: 12
            case .caption2: 11
            default: 17
            }
        }
    }

    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        systemFont(ofSize: style.size, weight: style == .headline ? .semibold : .regular)
    }

    public static func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traitCollection: UITraitCollection?
    ) -> UIFont { preferredFont(forTextStyle: style) }
}

/// Sizes for the size of text that users choose, which is the standard one here.
open class UIFontMetrics: NSObject {
    public init(forTextStyle textStyle: UIFont.TextStyle) { super.init() }

    public class var `default`: UIFontMetrics { UIFontMetrics(forTextStyle: .body) }

    open func scaledFont(for font: UIFont) -> UIFont { font }
    open func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        maximumPointSize > 0 && font.pointSize > maximumPointSize ? font.withSize(maximumPointSize) : font
    }
    open func scaledValue(for value: CGFloat) -> CGFloat { value }
    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat { value }
}

/// Text as a layer shows it: shaped, broken into lines, and drawn as paths.
public struct Text: Hashable, Sendable {
    /// Sides are absolute: right-to-left text, too, starts at the left with `left`.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    public var string: String
    /// A fontconfig pattern such as `DejaVu Sans:bold`, or a font file: a name with a slash, or one that ends in .ttf, .otf or
    /// .ttc.
    public var font: String
    /// Points, above zero.
    public var fontSize: Double
    public var color: Paint
    public var alignment: Alignment
    /// Whether lines are broken at the frame's width.
    public var isWrapped: Bool
    /// Points from baseline to baseline; nil is the font's own.
    public var lineHeight: Double?
    /// Points added after each character.
    public var letterSpacing: Double
    /// At least 1; what does not fit ends in an ellipsis. Nil is any number.
    public var maximumLines: Int?

    public static let standardFont = "sans-serif"

    /// Whether a font's name is that of a file: one with a slash, or one that ends in .ttf, .otf or .ttc, in any case.
    public static func isFontFile(_ font: String) -> Bool {
        if font.utf8.contains(UInt8(ascii: "/")) { return true }
        let name = font.lowercased()
        return [".ttf", ".otf", ".ttc"].contains(where: name.hasSuffix)
    }

    public init(
        string: String, font: String = standardFont, fontSize: Double = 17, color: Paint = .black,
        alignment: Alignment = .left, isWrapped: Bool = true, lineHeight: Double? = nil, letterSpacing: Double = 0,
        maximumLines: Int? = nil
    ) {
        self.string = string
        self.font = font
        self.fontSize = fontSize
        self.color = color
        self.alignment = alignment
        self.isWrapped = isWrapped
        self.lineHeight = lineHeight
        self.letterSpacing = letterSpacing
        self.maximumLines = maximumLines
    }
}

/// The text of a text layer. It is shaped, broken into lines, and drawn as paths.
public struct Text: Hashable, Sendable {
    /// The alignment of lines. Sides are absolute: right-to-left text with `left` also aligns to the left.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case left, center, right
    }

    public var string: String
    /// A fontconfig pattern such as `DejaVu Sans:bold`, or a font file. A font file is a name that contains a slash or ends in
    /// .ttf, .otf or .ttc.
    public var font: String
    /// The font size in points. Above zero.
    public var fontSize: Double
    public var color: Paint
    public var alignment: Alignment
    /// Whether lines break at the frame's width.
    public var isWrapped: Bool
    /// Points from baseline to baseline. Nil uses the font's own line height.
    public var lineHeight: Double?
    /// Points added after each character.
    public var letterSpacing: Double
    /// The largest number of lines, at least 1. Text that does not fit ends in an ellipsis. Nil allows any number of lines.
    public var maximumLines: Int?

    public static let standardFont = "sans-serif"

    /// Whether a font name is the name of a file: it contains a slash, or ends in .ttf, .otf or .ttc in any letter case.
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

/// The text of a text layer. It is shaped, broken into lines, and drawn as paths.
public struct Text: Hashable, Sendable {
    /// The alignment of lines. `left` and `right` are absolute. `start` and `end` depend on the paragraph's direction.
    /// `justified` stretches the spaces of all lines but a paragraph's last, and aligns that line like `start`.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case start, end, left, center, right, justified
    }

    /// The place of the lines in the frame's height. `baseline` puts the first baseline at the frame's top.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
        case top, center, bottom, baseline
    }

    /// The direction of paragraphs. `auto` takes the direction of a paragraph's first letter that has one.
    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case auto, ltr, rtl
    }

    /// The places where lines break. `balanced` makes lines about equally long without adding lines, as CSS's `text-wrap:
    /// balance` does. `anywhere` breaks between any two characters.
    public enum LineBreak: String, Hashable, Sendable, CaseIterable {
        case normal, balanced, anywhere
    }

    /// The lines that decorate a text, its height on the line, and the OpenType features and axes of its font.
    public struct Decoration: Hashable, Sendable {
        public var isUnderlined = false
        public var isStruckThrough = false
        /// Points by which the text is raised. Negative values lower it.
        public var baselineOffset = 0.0
        /// The values of OpenType features by their tags of four characters, such as `tnum`. Zero turns a feature off.
        public var fontFeatures: [String: Int] = [:]
        /// The values of a variable font's axes by their tags of four characters, such as `wght`.
        public var fontVariations: [String: Double] = [:]

        public init() {}
    }

    /// A stretch of the text. Properties without a value are those of the text.
    public struct Run: Hashable, Sendable {
        public var string: String
        public var font: String?
        public var fontSize: Double?
        public var color: Paint?
        public var letterSpacing: Double?
        public var isUnderlined: Bool?
        public var isStruckThrough: Bool?
        public var baselineOffset: Double?
        public var fontFeatures: [String: Int]?
        public var fontVariations: [String: Double]?
        /// The colour behind the run, as high as its lines.
        public var backgroundColor: Paint?

        public init(_ string: String) {
            self.string = string
        }
    }

    /// The text, if it has no runs.
    public var string: String
    /// The text in stretches that look different. Shaping, direction and line breaking see them as one text.
    public var runs: [Run] = []
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
    public var decoration = Decoration()
    public var verticalAlignment = VerticalAlignment.top
    public var direction = Direction.auto
    public var lineBreak = LineBreak.normal
    /// A BCP 47 language tag such as `ja` or `sr-Latn`. Letter shapes and line breaks may depend on it. Nil is no language.
    public var language: String?
    /// The smallest font size, in points, of a text that shrinks to fit its frame and `maximumLines`. All lengths of the text
    /// shrink in proportion. Nil keeps the font size.
    public var minimumFontSize: Double?
    /// The largest number of lines, at least 1. Text that does not fit ends in an ellipsis. Nil allows any number of lines.
    public var maximumLines: Int?

    public static let standardFont = "sans-serif"

    /// The text of all runs, or the string.
    public var wholeString: String { runs.isEmpty ? string : runs.map(\.string).joined() }

    /// Whether a font name is the name of a file: it contains a slash, or ends in .ttf, .otf or .ttc in any letter case.
    public static func isFontFile(_ font: String) -> Bool {
        if font.utf8.contains(UInt8(ascii: "/")) { return true }
        let name = font.lowercased()
        return [".ttf", ".otf", ".ttc", ".woff2", ".woff"].contains(where: name.hasSuffix)
    }

    public init(
        string: String, font: String = standardFont, fontSize: Double = 17, color: Paint = .black,
        alignment: Alignment = .start, isWrapped: Bool = true, lineHeight: Double? = nil, letterSpacing: Double = 0,
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

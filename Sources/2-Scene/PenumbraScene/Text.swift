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
    /// balance` does. `anywhere` breaks between any two characters. `keepAll` breaks no words of Chinese, Japanese, Korean or
    /// Thai, as CSS's `word-break: keep-all` does. `wholeWords` lets a word that is too long extend beyond the frame; the
    /// others break it between two characters.
    public enum LineBreak: String, Hashable, Sendable, CaseIterable {
        case normal, balanced, anywhere, keepAll, wholeWords
    }

    /// A line through the outlines of a text's glyphs: CSS's `-webkit-text-stroke`.
    public struct Stroke: Hashable, Sendable {
        public var color: Color
        /// The width in points. Half of it lies outside the glyphs. Zero draws nothing.
        public var width: Double

        public init(_ color: Color, width: Double) {
            (self.color, self.width) = (color, width)
        }
    }

    /// A line under, over or through a text: CSS's `text-decoration`.
    public struct Line: Hashable, Sendable {
        public enum Style: String, Hashable, Sendable, CaseIterable {
            case none, solid, double, dotted, dashed, wavy
        }

        public var style: Style
        /// Nil is the colour of the text.
        public var color: Color?
        /// The thickness in points. Nil is the font's own.
        public var thickness: Double?
        /// The points from the baseline down to the line's nearer edge, and up to it for a line above the baseline. Nil is the
        /// font's own place.
        public var offset: Double?

        public init(_ style: Style = .solid, color: Color? = nil, thickness: Double? = nil, offset: Double? = nil) {
            (self.style, self.color, self.thickness, self.offset) = (style, color, thickness, offset)
        }

        public static let none = Line(.none)
        public static let solid = Line()
    }

    /// The height that a text asks of its lines, as in CSS: half of the space that it adds to the font's own height lies above
    /// the text, and half below.
    public enum LineHeight: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        case points(Double)
        /// A factor of the font size of each run.
        case factor(Double)
        /// A fraction of the text's own font size, written in percent. Runs of other sizes have the same height.
        case percentage(Double)

        public init(floatLiteral value: Double) { self = .points(value) }

        public init(integerLiteral value: Int) { self = .points(Double(value)) }

        /// The points for a font size.
        public func points(ofFontSize size: Double) -> Double {
            switch self {
            case .points(let points): points
            case .factor(let factor), .percentage(let factor): factor * size
            }
        }

        /// The height that runs have of a text with a font size.
        package func inherited(fromFontSize size: Double) -> LineHeight {
            if case .percentage = self { .points(points(ofFontSize: size)) } else { self }
        }
    }

    /// The lines that decorate a text, its height on the line, and the OpenType features and axes of its font.
    public struct Decoration: Hashable, Sendable {
        public var underline = Line.none
        public var overline = Line.none
        public var strikethrough = Line.none
        /// Points by which the text is raised. Negative values lower it.
        public var baselineOffset = 0.0
        /// The values of OpenType features by their tags of four characters, such as `tnum`. Zero turns a feature off.
        public var fontFeatures: [String: Int] = [:]
        /// The values of a variable font's axes by their tags of four characters, such as `wght`.
        public var fontVariations: [String: Double] = [:]

        public init() {}

        public var isUnderlined: Bool {
            get { underline.style != .none }
            set { underline = newValue ? .solid : .none }
        }

        public var isStruckThrough: Bool {
            get { strikethrough.style != .none }
            set { strikethrough = newValue ? .solid : .none }
        }
    }

    /// The arrangement of a paragraph, for lists.
    public struct Paragraph: Hashable, Sendable {
        /// The text before the first line, such as `•` or `1.`. It ends one space before the line. Nil is no marker.
        public var marker: String?
        /// Points before all lines of the paragraph.
        public var indent = 0.0
        /// Points above the paragraph, unless it is the text's first. Nil is the text's `paragraphSpacing`.
        public var spacing: Double?

        public init(marker: String? = nil, indent: Double = 0, spacing: Double? = nil) {
            (self.marker, self.indent, self.spacing) = (marker, indent, spacing)
        }
    }

    /// A stretch of the text. Properties without a value are those of the text.
    public struct Run: Hashable, Sendable {
        public var string: String
        public var font: String?
        public var fontSize: Double?
        public var color: Paint?
        public var lineHeight: LineHeight?
        public var letterSpacing: Double?
        public var wordSpacing: Double?
        public var transform: TextTransform?
        public var stroke: Stroke?
        public var underline: Line?
        public var overline: Line?
        public var strikethrough: Line?
        public var baselineOffset: Double?
        public var fontFeatures: [String: Int]?
        public var fontVariations: [String: Double]?
        /// The colour behind the run, as high as its font.
        public var backgroundColor: Paint?
        /// The picture that the run shows instead of text. Its string is `Text.Picture.string`.
        public var picture: Picture?

        public init(_ string: String) {
            self.string = string
        }

        public init(_ picture: Picture) {
            string = Picture.string
            self.picture = picture
        }
    }

    /// A picture among the characters of a text: a replaced element of CSS.
    public struct Picture: Hashable, Sendable {
        /// The place of the picture on its line: CSS's `vertical-align`.
        public enum VerticalAlign: String, Hashable, Sendable, CaseIterable {
            /// The picture's lower edge is on the baseline.
            case baseline
            /// The picture's middle is half of the font's x-height above the baseline.
            case middle
            /// The picture's edge is at the upper or the lower edge of the font.
            case textTop, textBottom
        }

        public var source: ImageSource
        public var width: Double
        public var height: Double
        public var verticalAlign: VerticalAlign

        /// The character that stands for a picture when lines are broken and ordered.
        public static let string = "\u{FFFC}"

        public init(
            _ source: ImageSource, width: Double, height: Double, verticalAlign: VerticalAlign = .baseline
        ) {
            (self.source, self.width, self.height, self.verticalAlign) = (source, width, height, verticalAlign)
        }
    }

    /// The text, if it has no runs.
    public var string: String
    /// The text in stretches that look different. Shaping, direction and line breaking see them as one text.
    public var runs: [Run] = []
    /// Fonts in the order of preference, as `FontStack` reads them: `DejaVu Sans:bold` or `./Inter.ttf, sans-serif`. A font file
    /// is a name that contains a slash or ends in .ttf, .otf, .ttc, .otc, .woff or .woff2.
    public var font: String
    /// The font size in points. Above zero.
    public var fontSize: Double
    public var color: Paint
    public var alignment: Alignment
    /// Whether lines break at the frame's width.
    public var isWrapped: Bool
    /// The height of each line, from baseline to baseline if all lines are alike. Nil uses the font's own line height.
    public var lineHeight: LineHeight?
    /// Points added after each character.
    public var letterSpacing: Double
    /// Points added to each space between words.
    public var wordSpacing = 0.0
    /// Points before the first line of each paragraph. Negative values let it begin outside the frame.
    public var indent = 0.0
    /// Points between paragraphs.
    public var paragraphSpacing = 0.0
    /// The arrangement of each paragraph. The last one also arranges all further paragraphs.
    public var paragraphs: [Paragraph] = []
    /// The case of the letters, by the rules of `language`.
    public var transform = TextTransform.none
    public var stroke: Stroke?
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

    /// Whether deviations from the fonts were told when the text was measured, so that drawing doesn't tell them again.
    package var hasKnownFonts = false

    public static let standardFont = "sans-serif"

    /// The text of all runs, or the string.
    public var wholeString: String { runs.isEmpty ? string : runs.map(\.string).joined() }

    /// Whether one name of a font is the name of a file: it contains a slash, or ends in .ttf, .otf, .ttc, .otc, .woff or .woff2 in
    /// any letter case.
    public static func isFontFile(_ font: String) -> Bool {
        if font.utf8.contains(UInt8(ascii: "/")) { return true }
        let name = font.lowercased()
        return FontStack.endings.contains(where: name.hasSuffix)
    }

    public init(
        string: String, font: String = standardFont, fontSize: Double = 17, color: Paint = .black,
        alignment: Alignment = .start, isWrapped: Bool = true, lineHeight: LineHeight? = nil, letterSpacing: Double = 0,
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

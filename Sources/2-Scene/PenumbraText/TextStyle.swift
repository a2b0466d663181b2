import PenumbraScene

/// The appearance of a stretch of text.
public struct TextLook: Hashable, Sendable {
    /// A fontconfig pattern such as `DejaVu Sans:bold`, or a font file.
    public var font: TextStyle.Font
    /// The font size in points. Above zero, and at most 100000.
    public var fontSize: Double
    /// The height that the text asks of its lines. Nil uses the font's own. A percentage counts from the font size of the look.
    public var lineHeight: Text.LineHeight?
    /// Points added after each character. Values other than zero turn optional ligatures off.
    public var letterSpacing = 0.0
    /// Points by which the text is raised. Negative values lower it.
    public var baselineOffset = 0.0
    /// OpenType features and their values, such as `tnum` 1. Features of the same tag: the last one counts.
    public var features: [Feature] = []
    /// The axes of a variable font and their values, such as `wght` 650. They change the font's named instance.
    public var variations: [Variation] = []
    /// Points added to each space between words.
    public var wordSpacing = 0.0
    /// The width of the line around the glyphs. Zero draws none.
    public var strokeWidth = 0.0
    public var underline = Text.Line.none
    public var overline = Text.Line.none
    public var strikethrough = Text.Line.none
    /// Whether the layout includes an area behind the text.
    public var hasBackground = false
    /// The size and the place of the picture that the run shows instead of each character.
    public var picture: Picture?

    /// A picture on a line, in points.
    public struct Picture: Hashable, Sendable {
        public var width: Double
        public var height: Double
        public var verticalAlign: Text.Picture.VerticalAlign

        public init(width: Double, height: Double, verticalAlign: Text.Picture.VerticalAlign = .baseline) {
            (self.width, self.height, self.verticalAlign) = (width, height, verticalAlign)
        }
    }

    /// An OpenType feature: its tag of four characters, and its value. Zero turns it off.
    public struct Feature: Hashable, Sendable {
        public var tag: String
        public var value: UInt32

        public init(_ tag: String, _ value: UInt32) {
            self.tag = tag
            self.value = value
        }
    }

    /// An axis of a variable font: its tag of four characters, and its value, in the units of the axis. Values beyond the ends
    /// of the axis are those of its ends.
    public struct Variation: Hashable, Sendable {
        public var tag: String
        public var value: Double

        public init(_ tag: String, _ value: Double) {
            self.tag = tag
            self.value = value
        }
    }

    public init(font: TextStyle.Font = .pattern("sans-serif"), fontSize: Double = 17) {
        self.font = font
        self.fontSize = fontSize
    }

    /// Whether both appearances are shaped alike, so that kerning and ligatures reach across their border.
    func isShaped(like other: TextLook) -> Bool {
        fontSize == other.fontSize && wordSpacing == other.wordSpacing && letterSpacing == other.letterSpacing
            && features == other.features && picture == nil && other.picture == nil
            && baselineOffset == other.baselineOffset
    }
}

/// A stretch of text and its appearance.
public struct TextRun: Hashable, Sendable {
    public var string: String
    public var look: TextLook

    public init(_ string: String, _ look: TextLook) {
        self.string = string
        self.look = look
    }
}

/// The arrangement of a text's lines, and the appearance of text without its own.
public struct TextStyle: Hashable, Sendable {
    public typealias Alignment = Text.Alignment

    public var look: TextLook
    public var alignment: Alignment
    public var verticalAlignment = Text.VerticalAlignment.top
    public var direction = Text.Direction.auto
    public var lineBreak = Text.LineBreak.normal
    /// Points before the first line of each paragraph.
    public var indent = 0.0
    /// Points between paragraphs.
    public var paragraphSpacing = 0.0
    /// The arrangement of each paragraph. The last one also arranges all further paragraphs.
    public var paragraphs: [Text.Paragraph] = []
    /// A BCP 47 language tag such as `ja` or `sr-Latn`. Fonts and line breaking may depend on it. Nil is no language.
    public var language: String?
    /// Whether lines break at the width of the frame.
    public var isWrapped: Bool
    /// The largest number of lines. Text that does not fit ends in an ellipsis. Nil allows any number of lines.
    public var maximumLines: Int?
    /// The smallest font size of a text that shrinks to fit its frame. All lengths of the text shrink in proportion. Nil keeps
    /// the font size.
    public var minimumFontSize: Double?
    /// Whether a font that was asked for draws its emoji even if it has no colours, as in browsers.
    package var keepsPlainEmoji = false

    public enum Font: Hashable, Sendable {
        case pattern(String)
        case file(String)

        /// Compares bytes. Two Unicode spellings of one letter are equal as strings, but name two files.
        public static func == (a: Font, b: Font) -> Bool {
            switch (a, b) {
            case (.pattern(let a), .pattern(let b)), (.file(let a), .file(let b)): a.utf8.elementsEqual(b.utf8)
            case (.pattern, .file), (.file, .pattern): false
            }
        }

        public func hash(into hasher: inout Hasher) {
            switch self {
            case .pattern(let text), .file(let text): hasher.combine(text)
            }
        }
    }

    public init(
        font: Font = .pattern("sans-serif"), fontSize: Double = 17, alignment: Alignment = .start, isWrapped: Bool = true,
        lineHeight: Text.LineHeight? = nil, letterSpacing: Double = 0, maximumLines: Int? = nil
    ) {
        look = TextLook(font: font, fontSize: fontSize)
        look.letterSpacing = letterSpacing
        self.alignment = alignment
        self.isWrapped = isWrapped
        look.lineHeight = lineHeight
        self.maximumLines = maximumLines
    }

    public var font: Font {
        get { look.font }
        set { look.font = newValue }
    }

    public var fontSize: Double {
        get { look.fontSize }
        set { look.fontSize = newValue }
    }

    /// The height that the text asks of its lines. Runs have their own.
    public var lineHeight: Text.LineHeight? {
        get { look.lineHeight }
        set { look.lineHeight = newValue }
    }

    public var letterSpacing: Double {
        get { look.letterSpacing }
        set { look.letterSpacing = newValue }
    }
}

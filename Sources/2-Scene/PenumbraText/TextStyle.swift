/// The font of a text and the arrangement of its lines.
public struct TextStyle: Hashable, Sendable {
    /// The alignment of lines. Sides are absolute: right-to-left text with `left` also aligns to the left.
    public enum Alignment: Hashable, Sendable {
        case left, center, right
    }

    /// A fontconfig pattern such as `DejaVu Sans:bold`, or a font file.
    public var font: Font
    /// The font size in points. Above zero, and at most 100000.
    public var fontSize: Double
    public var alignment: Alignment
    /// Whether lines break at the width of the frame.
    public var isWrapped: Bool
    /// Points from baseline to baseline. Nil uses the font's own line height.
    public var lineHeight: Double?
    /// Points added after each character. Values other than zero turn optional ligatures off.
    public var letterSpacing: Double
    /// The largest number of lines. Text that does not fit ends in an ellipsis. Nil allows any number of lines.
    public var maximumLines: Int?

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
        font: Font = .pattern("sans-serif"), fontSize: Double = 17, alignment: Alignment = .left, isWrapped: Bool = true,
        lineHeight: Double? = nil, letterSpacing: Double = 0, maximumLines: Int? = nil
    ) {
        self.font = font
        self.fontSize = fontSize
        self.alignment = alignment
        self.isWrapped = isWrapped
        self.lineHeight = lineHeight
        self.letterSpacing = letterSpacing
        self.maximumLines = maximumLines
    }
}

/// How a text is set.
public struct TextStyle: Hashable, Sendable {
    /// Sides are absolute: right-to-left text, too, starts at the left with `left`.
    public enum Alignment: Hashable, Sendable {
        case left, center, right
    }

    /// A fontconfig pattern such as `DejaVu Sans:bold`, or a font file.
    public var font: Font
    /// Points, above zero.
    public var fontSize: Double
    public var alignment: Alignment
    /// Whether lines are broken at the width given for them.
    public var isWrapped: Bool
    /// Points from baseline to baseline; nil is the font's own.
    public var lineHeight: Double?
    /// Points added after each character; other than zero they turn optional ligatures off.
    public var letterSpacing: Double
    /// What does not fit in so many lines ends in an ellipsis; nil is any number.
    public var maximumLines: Int?

    public enum Font: Hashable, Sendable {
        case pattern(String)
        case file(String)

        /// By bytes: two spellings of one letter, equal as strings, are two files.
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

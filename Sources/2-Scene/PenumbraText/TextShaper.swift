import PenumbraGeometry
import PenumbraSystem

/// Opens the font file that a style names. The caller closes the descriptor.
package typealias FontOpener = @Sendable (_ path: String) throws(TextError) -> Int32

/// Lays out strings as outlines, and as pictures and paints for glyphs in colours.
///
/// HarfBuzz shapes the text. FreeType provides the outlines, which are unhinted and therefore the same at every scale.
/// Fontconfig finds the fonts, FriBidi orders right-to-left text, and ICU finds the places where lines may end. A shaper keeps
/// fonts open. Several threads may use a shaper, but only one at a time.
public final class TextShaper: Sendable {
    private let fonts = Mutex(FontBox())
    /// Paragraphs of inline content whose fonts are no files.
    let paragraphs = ContentCache<InlineKey, InlineParagraph>(budget: 16 << 20)

    /// State that must not leave the lock.
    private struct FontBox: ~Copyable {
        let library = FontLibrary()
        let rules = LineRules()
    }

    /// The most code points of one text. Scenes and commands have lower limits by default.
    public static let longestText = 1_000_000
    /// The most code points of one character, marks and joiners included.
    public static let longestCharacter = 256
    static let largestFontSize = 100_000.0

    public init() {}

    /// Lays out a text.
    ///
    /// The first baseline lies the font's ascender below the top. Each further baseline lies one line height below. A font file
    /// that the style names is read from any folder.
    ///
    /// - Parameters:
    ///   - string: the text, with line breaks between paragraphs.
    ///   - style: the font and the arrangement of lines.
    ///   - width: the width of the frame in points, zero or more. Lines break at it and are aligned in it. Nil means the width
    ///     of the widest line.
    /// - Throws: `TextError` if the text is too long, its font cannot be used, or memory runs out.
    public func layout(_ string: String, style: TextStyle, width: Double?) throws(TextError) -> TextLayout {
        try layout([TextRun(string, style.look)], style: style, width: width, openingFonts: FontLibrary.open)
    }

    /// Lays out runs as one text, within limits.
    ///
    /// - Parameters:
    ///   - runs: the text. Shaping, direction and line breaking see the runs as one text.
    ///   - height: the height of the frame, for vertical alignment and for text that shrinks. Nil means as high as the lines.
    ///   - pixelsPerPoint: the scale at which the text will be shown. Fonts with pictures of several sizes offer the smallest
    ///     that is large enough.
    ///   - openingFonts: opens the font files that the styles name.
    ///   - limits: the limits for the outlines and the time of this text.
    package func layout(
        _ runs: [TextRun], style: TextStyle, width: Double?, height: Double? = nil, pixelsPerPoint: Double = 1,
        openingFonts: FontOpener, limits: TextLimits = TextLimits()
    ) throws(TextError) -> TextLayout {
        try set(runs, style, openingFonts, limits, pixelsPerPoint: pixelsPerPoint) { setting throws(TextError) in
            try setting.layout(width: width, height: height)
        }
    }

    /// Measures runs as one text, for a layout that decides its frame.
    package func measure(
        _ runs: [TextRun], style: TextStyle, openingFonts: FontOpener, limits: TextLimits = TextLimits()
    ) throws(TextError) -> TextMeasure {
        try set(runs, style, openingFonts, limits) { setting throws(TextError) in try setting.measure() }
    }

    /// Shapes runs as one line, for a caller that places their characters itself.
    package func clusters(
        of runs: [TextRun], style: TextStyle, openingFonts: FontOpener, limits: TextLimits = TextLimits()
    ) throws(TextError) -> [TextCluster] {
        try set(runs, style, openingFonts, limits) { setting throws(TextError) in try setting.clusters() }
    }

    /// The bytes of the installed font whose full name or PostScript name is the given one, and its name or number in its file.
    /// Nil if there is none that can be read.
    package func installedFont(named name: String) -> (bytes: [UInt8], face: String?)? {
        fonts.withLock { $0.library.installedFont(named: name) }
    }

    func set<Value: Sendable>(
        _ runs: [TextRun], _ style: TextStyle, _ openingFonts: FontOpener, _ limits: TextLimits,
        pixelsPerPoint: Double = 1, _ body: @Sendable (inout TextSetting) throws(TextError) -> Value
    ) throws(TextError) -> Value {
        let runs = runs.isEmpty ? [TextRun("", style.look)] : runs
        for run in runs {
            guard run.look.fontSize > 0, run.look.fontSize <= Self.largestFontSize else { throw .fontSize(run.look.fontSize) }
        }
        guard runs.reduce(0, { $0 + $1.string.unicodeScalars.count }) <= Self.longestText else {
            throw .textTooLong(limit: Self.longestText)
        }
        guard !limits.isLate else { throw .tooMuchWork }
        let result: Result<Value, TextError> = fonts.withLock { box in
            Result { () throws(TextError) in
                var setting = try TextSetting(
                    runs, style, box.library, box.rules, openingFonts, pixelsPerPoint: pixelsPerPoint, limits)
                return try body(&setting)
            }
        }
        return try result.get()
    }
}

/// The limits for laying out one text.
package struct TextLimits: Sendable {
    /// The most path elements of the outline, and the most glyphs before they become outlines.
    package var segments: Int
    /// The time when shaping must end, on the thread's clock. Fonts are programs: a kilobyte can keep the shaper busy for
    /// minutes.
    package var until: Int
    /// The time when shaping must end, on the monotonic clock.
    package var deadline: Int

    package init(segments: Int = TextLayout.mostSegments, until: Int = .max, deadline: Int = .max) {
        self.segments = segments
        self.until = until
        self.deadline = deadline
    }

    var isLate: Bool {
        ThreadClock.nanoseconds >= until || deadline < .max && ThreadClock.monotonicNanoseconds >= deadline
    }
}

import Glibc
import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension TextShaper {
    /// Lays out a text as a layer shows it, to find the size of the frame it needs.
    ///
    /// - Parameters:
    ///   - width: the width of the frame in points. Nil is the width of the widest line.
    ///   - files: the folders that may contain the font file that the text names. Nil allows the working directory.
    public func layout(_ text: Text, width: Double? = nil, files: FileRoots? = nil) throws(TextError) -> TextLayout {
        try layout(text, width: width) { path throws(FileError) in try FileRoots.or("", files).open(path) }
    }

    func layout(
        _ text: Text, width: Double?, height: Double? = nil, pixelsPerPoint: Double = 1, limits: TextLimits = TextLimits(),
        open: @escaping FileOpener
    ) throws(TextError) -> TextLayout {
        let style = TextStyle(text)
        return try layout(
            try text.styledRuns(style), style: style, width: width, height: height, pixelsPerPoint: pixelsPerPoint,
            openingFonts: Self.opener(open), limits: limits)
    }

    /// Shapes a text as one line, for a caller that places its characters itself.
    func clusters(of text: Text, limits: TextLimits, open: @escaping FileOpener) throws(TextError) -> [TextCluster] {
        let style = TextStyle(text)
        return try clusters(of: text.styledRuns(style), style: style, openingFonts: Self.opener(open), limits: limits)
    }

    /// Shapes a text as one line, for a caller that places its glyphs itself.
    package func glyphRuns(of text: Text) throws(TextError) -> [GlyphRun] {
        let style = TextStyle(text)
        let open = Self.opener { path throws(FileError) in try FileRoots.or("", nil).open(path) }
        return try glyphRuns(of: text.styledRuns(style), style: style, openingFonts: open)
    }

    /// Measures a text for a layout.
    func measure(_ text: Text, limits: TextLimits, open: @escaping FileOpener) throws(TextError) -> TextMeasure {
        let style = TextStyle(text)
        return try measure(try text.styledRuns(style), style: style, openingFonts: Self.opener(open), limits: limits)
    }

    /// Shapes the inline content of a block.
    func paragraph(_ content: InlineContent, limits: TextLimits, open: @escaping FileOpener) throws(TextError)
        -> InlineParagraph
    {
        try paragraph(content, openingFonts: Self.opener(open), limits: limits)
    }

    private static func opener(_ open: @escaping FileOpener) -> FontOpener {
        { path throws(TextError) in
            if let font = MemoryFonts.shared[path] {
                return try rethrowing(try font.descriptor.duplicate(path), as: { TextError(font: path, $0) })
            }
            return try rethrowing(try open(path).descriptor.duplicate(path), as: { TextError(font: path, $0) })
        }
    }
}

extension TextError {
    /// A font file that cannot be read.
    init(font path: String, _ error: FileError) {
        switch error.kind {
        case .tooManyFiles: self = .tooManyFiles
        case .outOfMemory: self = .outOfMemory
        case .inputMissing, .inputUnreadable, .badData, .cannotCreate, .diskFullOrIO:
            self = .fontUnreadable(file: path, reason: error.explanation)
        }
    }
}

extension TextStyle {
    init(_ text: Text) {
        self.init(
            font: Font(name: text.font), fontSize: text.fontSize, isWrapped: text.isWrapped, lineHeight: text.lineHeight,
            letterSpacing: text.letterSpacing, maximumLines: text.maximumLines)
        look.wordSpacing = text.wordSpacing
        look.strokeWidth = text.stroke?.width ?? 0
        (look.underline, look.overline) = (text.decoration.underline, text.decoration.overline)
        look.strikethrough = text.decoration.strikethrough
        indent = text.indent
        (paragraphSpacing, paragraphs) = (text.paragraphSpacing, text.paragraphs)
        look.baselineOffset = text.decoration.baselineOffset
        look.features = TextLook.features(text.decoration.fontFeatures)
        look.variations = TextLook.variations(text.decoration.fontVariations)
        alignment = text.alignment
        verticalAlignment = text.verticalAlignment
        direction = text.direction
        lineBreak = text.lineBreak
        language = text.language
        minimumFontSize = text.minimumFontSize
    }
}

extension TextStyle.Font {
    init(name: String) {
        self = .pattern(name)
    }
}

extension TextLook {
    /// The appearance of a run of a text that looks like `text`.
    init(_ run: Text.Run, of text: TextLook) {
        self = text
        if let font = run.font { self.font = TextStyle.Font(name: font) }
        if let size = run.fontSize { fontSize = size }
        // A factor is inherited as it is, a percentage as the points that it makes of the text's own size.
        lineHeight = run.lineHeight ?? text.lineHeight?.inherited(fromFontSize: text.fontSize)
        if let spacing = run.letterSpacing { letterSpacing = spacing }
        if let offset = run.baselineOffset { baselineOffset = offset }
        if let features = run.fontFeatures { self.features = Self.features(features) }
        if let variations = run.fontVariations { self.variations = Self.variations(variations) }
        if let spacing = run.wordSpacing { wordSpacing = spacing }
        if let stroke = run.stroke { strokeWidth = stroke.width }
        underline = run.underline ?? text.underline
        overline = run.overline ?? text.overline
        strikethrough = run.strikethrough ?? text.strikethrough
        hasBackground = run.backgroundColor != nil
        picture = run.picture.map { Picture(width: $0.width, height: $0.height, verticalAlign: $0.verticalAlign) }
    }

    fileprivate static func features(_ features: [String: Int]) -> [Feature] {
        features.sorted { $0.key < $1.key }.map { Feature($0.key, UInt32(clamping: $0.value)) }
    }

    fileprivate static func variations(_ variations: [String: Double]) -> [Variation] {
        variations.sorted { $0.key < $1.key }.map { Variation($0.key, $0.value) }
    }
}

extension Text {
    /// The runs of the text, each with its whole appearance and in its case.
    fileprivate func styledRuns(_ style: TextStyle) throws(TextError) -> [TextRun] {
        guard !runs.isEmpty else {
            return [TextRun(try transform.applied(to: string, language: language), style.look)]
        }
        var result: [TextRun] = []
        // A word may begin in the run before.
        var before = ""
        for run in runs {
            let string = try (run.transform ?? transform).applied(to: run.string, language: language, after: before)
            result.append(TextRun(string, TextLook(run, of: style.look)))
            before = String((before + run.string).suffix(Self.longestBeginning))
        }
        return result
    }

    /// The most characters of a word that earlier runs contain.
    private static let longestBeginning = 64
}

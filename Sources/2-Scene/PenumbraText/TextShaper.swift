import PenumbraGeometry
import PenumbraSystem

/// Opens the font file that a style names. The caller closes the descriptor.
package typealias FontOpener = @Sendable (_ path: String) throws(TextError) -> Int32

/// Lays out strings as outlines.
///
/// HarfBuzz shapes the text. FreeType provides the outlines, which are unhinted and therefore the same at every scale.
/// Fontconfig finds the fonts, FriBidi orders right-to-left text, and libunibreak finds the line breaks of Unicode. A shaper
/// keeps fonts open. Several threads may use a shaper, but only one at a time.
public final class TextShaper: Sendable {
    private let fonts = Mutex(FontBox())

    /// State that must not leave the lock.
    private struct FontBox: ~Copyable {
        let library = FontLibrary()
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
        try layout(string, style: style, width: width, openingFonts: FontLibrary.open)
    }

    /// Lays out a text within limits.
    ///
    /// - Parameters:
    ///   - openingFonts: opens the font file that the style names.
    ///   - limits: the limits for the outlines and the time of this text.
    package func layout(
        _ string: String, style: TextStyle, width: Double?, openingFonts: FontOpener,
        limits: TextLimits = TextLimits()
    ) throws(TextError) -> TextLayout {
        guard style.fontSize > 0, style.fontSize <= Self.largestFontSize else { throw .fontSize(style.fontSize) }
        guard string.unicodeScalars.count <= Self.longestText else { throw .textTooLong(limit: Self.longestText) }
        guard string.allSatisfy({ $0.unicodeScalars.count <= Self.longestCharacter }) else {
            throw .characterTooLong(limit: Self.longestCharacter)
        }
        let result: Result<TextLayout, TextError> = fonts.withLock { box in
            Result { () throws(TextError) in
                var setting = try TextSetting(style, box.library, openingFonts, limits)
                return try setting.layout(string, width: width)
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

    package init(segments: Int = TextLayout.mostSegments, until: Int = .max) {
        self.segments = segments
        self.until = until
    }
}

/// The state of the layout of one text.
private struct TextSetting {
    private let style: TextStyle
    private let library: FontLibrary
    private let match: FontMatch
    private let limits: TextLimits
    private var notices: [TextNotice] = []
    /// Characters that other fonts draw, with the names of those fonts.
    private var replaced: [(font: String, characters: String)] = []
    private var missing = ""

    private struct SetLine {
        var runs: [ShapedRun]
        var text: String
    }

    init(
        _ style: TextStyle, _ library: FontLibrary, _ openingFonts: FontOpener, _ limits: TextLimits
    ) throws(TextError) {
        self.style = style
        self.limits = limits
        self.library = library
        match = try library.match(style.font, opening: openingFonts)
        if let asked = match.replaced { notices.append(.fontReplaced(asked: asked, used: match.face.name)) }
    }

    private var scale: Double { style.fontSize / match.face.unitsPerEm }

    mutating func layout(_ string: String, width: Double?) throws(TextError) -> TextLayout {
        var lines: [SetLine] = []
        var wasCut = false
        // A tab becomes a space.
        let string = string.contains("\t") ? String(string.map { $0 == "\t" ? " " : $0 }) : string
        for text in string.split(omittingEmptySubsequences: false, whereSeparator: Paragraph.isSeparator) {
            if let maximum = style.maximumLines, lines.count >= maximum {
                wasCut = true
                break
            }
            lines += try set(text, width: style.isWrapped ? width : nil)
        }
        if let maximum = style.maximumLines, lines.count > maximum || wasCut {
            lines = Array(lines.prefix(max(1, maximum)))
            if let last = lines.popLast() { lines.append(try ended(last, width: style.isWrapped ? width : nil)) }
        }
        return try place(lines, width: width)
    }

    /// Lays out the lines of one paragraph.
    private mutating func set(_ text: Substring, width: Double?) throws(TextError) -> [SetLine] {
        let paragraph = try self.paragraph(text)
        let all = 0..<paragraph.scalars.count
        var ranges = [all]
        if let width {
            let runs = try shape(paragraph, all)
            ranges = LineBreaker(paragraph, runs, width: width).lines
        }
        var lines: [SetLine] = []
        for range in ranges {
            let visible = paragraph.trimmed(range)
            lines.append(
                SetLine(
                    runs: try shape(paragraph, visible),
                    text: paragraph.string(visible)))
        }
        return lines
    }

    /// Shortens a line until it fits with an ellipsis at its end. Assumes that a longer beginning is wider.
    private mutating func ended(_ line: SetLine, width: Double?) throws(TextError) -> SetLine {
        let ellipsis = match.face.hasGlyph(for: "\u{2026}") ? "\u{2026}" : "..."
        let characters = Array(line.text)
        // No blank precedes the ellipsis.
        let lengths = [0] + characters.indices.filter { !characters[$0].isWhitespace }.map { $0 + 1 }
        func shortened(_ length: Int) throws(TextError) -> SetLine {
            let text = String(characters[..<length]) + ellipsis
            let paragraph = try self.paragraph(text[...])
            let all = 0..<paragraph.scalars.count
            let runs = try shape(paragraph, all)
            return SetLine(runs: runs, text: text)
        }
        let whole = try shortened(lengths[lengths.count - 1])
        guard let width, whole.runs.width > width else { return whole }
        // The longest line that fits is in `low..<high`. The ellipsis alone is accepted at any width.
        var (low, high) = (0, lengths.count - 1)
        var best: SetLine?
        while low + 1 < high {
            let middle = (low + high) / 2
            let line = try shortened(lengths[middle])
            if line.runs.width <= width { (low, best) = (middle, line) } else { high = middle }
        }
        if let best { return best }
        return try shortened(0)
    }

    private func shape(_ paragraph: Paragraph, _ range: Range<Int>) throws(TextError) -> [ShapedRun] {
        try paragraph.shape(
            range, fontSize: style.fontSize, letterSpacing: style.letterSpacing, limits: limits)
    }

    private mutating func paragraph(_ text: Substring) throws(TextError) -> Paragraph {
        var failure: TextError?
        var setting = self
        let paragraph = try Paragraph(text) { character throws(TextError) in
            do throws(TextError) {
                return try setting.face(for: character)
            } catch {
                failure = error
                throw error
            }
        }
        if let failure { throw failure }
        self = setting
        return paragraph
    }

    /// The font that draws a character: the style's own font, or the first fallback that has the character.
    private mutating func face(for character: Character) throws(TextError) -> FontFace {
        let own = match.face
        if character.unicodeScalars.allSatisfy({ $0.isIgnorable || own.draws($0) }) { return own }
        guard let other = try library.fallback(for: character, match) else {
            if !missing.contains(character) { missing.append(character) }
            return own
        }
        if other === own { return own }
        if let index = replaced.firstIndex(where: { $0.font == other.name }) {
            if !replaced[index].characters.contains(character) { replaced[index].characters.append(character) }
        } else {
            replaced.append((other.name, String(character)))
        }
        return other
    }

    private func place(_ lines: [SetLine], width: Double?) throws(TextError) -> TextLayout {
        let natural = (match.face.ascender - match.face.descender + match.face.lineGap) * scale
        let lineHeight = style.lineHeight ?? natural
        let widths = lines.map(\.runs.width)
        // The advances of a font may add up to less than zero.
        let widest = max(0, widths.max() ?? 0)
        let room = width ?? widest
        var layout = TextLayout(
            path: Path(), lines: [], size: Size(width: widest, height: Double(lines.count) * lineHeight), notices: notices)
        if !missing.isEmpty { layout.notices.append(.charactersMissing(missing)) }
        if let height = style.lineHeight, height < style.fontSize / 4, lines.count > 1 {
            layout.notices.append(.linesOverlap(lineHeight: height, fontSize: style.fontSize))
        }
        for entry in replaced {
            layout.notices.append(.charactersReplaced(entry.characters, font: match.face.name, used: entry.font))
        }
        for (index, line) in lines.enumerated() {
            let baseline = match.face.ascender * scale + Double(index) * lineHeight
            let free = room - widths[index]
            let x: Double
            switch style.alignment {
            case .left: x = 0
            case .center: x = free / 2
            case .right: x = free
            }
            layout.lines.append(TextLayout.Line(x: x, baseline: baseline, width: widths[index], text: line.text))
            try draw(line.runs.inVisualOrder, from: Point(x, baseline), into: &layout.path)
        }
        return layout
    }

    private func draw(_ runs: [ShapedRun], from origin: Point, into path: inout Path) throws(TextError) {
        var pen = origin
        for run in runs {
            let scale = style.fontSize / run.face.unitsPerEm
            for glyph in run.glyphs {
                let outline = try run.face.outline(of: glyph.id)
                if !outline.isEmpty {
                    guard path.elements.count + outline.elements.count <= limits.segments else {
                        throw .outlineTooLong(limit: limits.segments)
                    }
                    path.append(
                        outline.applying(
                            AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: pen.x + glyph.x, ty: pen.y + glyph.y)))
                }
                pen.x += glyph.advance
            }
        }
    }
}

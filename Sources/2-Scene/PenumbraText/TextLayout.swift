import PenumbraBitmap
import PenumbraElementary
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// The outlines and metrics of a text.
public struct TextLayout: Sendable {
    public struct Line: Hashable, Sendable {
        /// The left edge of the line. Like `baseline`, it is in points from the top left of the frame.
        public var x: Double
        public var baseline: Double
        /// The line's width in points, without spaces at its end.
        public var width: Double
        /// The part of the string that the line shows.
        public var text: String
        /// The upper edge of the line, in points from the top of the frame.
        public var top: Double
        /// The height of the line with its leading.
        public var height: Double
        /// The height of the line's fonts above the baseline, without leading.
        public var ascent: Double
    }

    /// A glyph in colours and its place. The transform maps font units to points.
    public struct Glyph: Hashable, Sendable {
        public var glyph: ColorGlyph
        public var transform: AffineTransform
    }

    /// Outlines of one run, the area behind the run, or one of its glyphs in colours.
    public struct Part: Hashable, Sendable {
        /// The index of the run.
        public var run: Int
        public var role: Role
        /// The outlines in points. The origin is the frame's top left, and y grows downward.
        package var outlines: GlyphOutlines
        /// The outlines as one path. Use the non-zero rule to fill it.
        public var path: Path { outlines.path }
        /// The glyph in colours. The path is empty then. Nil for outlines.
        public var glyph: Glyph?
        /// The width of the line to draw along the path. Nil fills the path.
        public var strokeWidth: Double?

        init(run: Int, role: Role, path: Path = Path(), glyph: Glyph? = nil, strokeWidth: Double? = nil) {
            self.init(run: run, role: role, outlines: GlyphOutlines(path), glyph: glyph, strokeWidth: strokeWidth)
        }

        init(run: Int, role: Role, outlines: GlyphOutlines, glyph: Glyph? = nil, strokeWidth: Double? = nil) {
            (self.run, self.role, self.outlines) = (run, role, outlines)
            (self.glyph, self.strokeWidth) = (glyph, strokeWidth)
        }

        public enum Role: Hashable, Sendable {
            /// The area behind the run's text.
            case background
            /// The glyphs with the lines that have their colour.
            case glyphs
            /// A line of its own colour.
            case underline, overline, strikethrough
            /// The outlines around which a line is drawn.
            case stroke
            /// The area of the run's picture.
            case picture
        }
    }

    /// The parts in the order in which they are painted: first the backgrounds, then the glyphs, run after run, with their
    /// lines.
    public var parts: [Part]
    public var lines: [Line]
    /// The factor by which the text was shrunk to fit its frame.
    public var zoom = 1.0
    /// The width of the widest line, and the height of all lines together.
    public var size: Size
    /// The names of the fonts that the text is drawn with, each once, in the order of their use.
    public var fonts: [String] = []
    /// Deviations from the requested style, such as replaced fonts.
    public var notices: [TextNotice]

    /// The outlines of all glyphs with their underlines and strikethroughs, as one path without the glyphs in colours.
    public var path: Path {
        let ink = parts.filter { ![.background, .stroke, .picture].contains($0.role) && $0.glyph == nil }
        guard ink.count != 1 else { return ink[0].path }
        return ink.reduce(into: Path()) { $0.append($1.path) }
    }

    /// The characters that no installed font has, each once.
    public var missingCharacters: [Character] {
        notices.flatMap { if case .charactersMissing(let characters) = $0 { Array(characters) } else { [Character]() } }
    }

    /// The number of elements of all paths. Glyphs in colours count by their cost, and their pictures count once.
    public var elementCount: Int {
        var glyphs = ColorGlyphTally()
        return parts.reduce(0) { $0 + $1.outlines.elementCount + ($1.glyph.map { glyphs.elements(of: $0.glyph) } ?? 0) }
    }

    /// The pictures of all glyphs in colours, each once.
    package var pictures: [Bitmap] {
        var known: Set<ColorGlyph> = []
        return parts.flatMap { part in
            part.glyph.flatMap { known.insert($0.glyph).inserted ? $0.glyph.drawing.pictures : nil } ?? []
        }
    }

    /// The most elements of the paths of one text, and of all texts of a scene together. This is the largest number of
    /// segments that can be filled at once.
    public static let mostSegments = 1 << 22
}

/// Counts the cost of glyphs in colours in elements of a path. A glyph that is used again costs little.
struct ColorGlyphTally {
    private var known: Set<ObjectIdentifier> = []

    /// The elements that one more use of a glyph costs.
    mutating func elements(of glyph: ColorGlyph) -> Int {
        let isPicture = if case .picture = glyph.drawing { true } else { false }
        let isKnown = !known.insert(ObjectIdentifier(glyph)).inserted
        return isKnown && isPicture ? Self.elementsOfUse : glyph.elementCount
    }

    /// A picture that is shown again needs the passes of the picture and their tables.
    private static let elementsOfUse = 16
}

/// A deviation from the requested style. The description is one line.
public enum TextNotice: Hashable, Sendable, CustomStringConvertible {
    /// No installed font has the requested name.
    case fontReplaced(asked: String, used: String)
    /// The font has no glyph for some characters, and another font draws them.
    case charactersReplaced(String, font: String, used: String)
    /// No installed font has glyphs for some characters. The font's placeholders are drawn.
    case charactersMissing(String)
    /// The font lacks some of the requested axes.
    case axesMissing([String], font: String)
    /// The files of a family don't have the requested style.
    case styleMissing(asked: String, font: String, used: String)
    /// The lines lie on each other. The height was probably meant as a factor of the font size, as in CSS.
    case linesOverlap(lineHeight: Double, fontSize: Double)

    public var description: String { oneLine(words) }

    /// The key of the layer that the notice is about.
    package var key: String {
        switch self {
        case .fontReplaced, .styleMissing: "font"
        case .charactersReplaced, .charactersMissing: "string"
        case .axesMissing: "fontVariations"
        case .linesOverlap: "lineHeight"
        }
    }

    /// Whether a font or a glyph is missing.
    package var isMissing: Bool {
        switch self {
        case .fontReplaced, .styleMissing, .charactersReplaced, .charactersMissing: true
        case .axesMissing, .linesOverlap: false
        }
    }

    /// The words for many texts: the same for all characters that a font lacks and another has.
    package var wordsForMany: String {
        guard case .charactersReplaced(_, let font, let used) = self else { return description }
        return oneLine("the font \"\(font)\" lacks characters of a text; used \"\(used)\"")
    }

    private var words: String {
        switch self {
        case .styleMissing(let asked, let font, let used):
            "the file of the font \"\(font)\" has no style \"\(asked)\"; used \"\(used)\"; add the file of that style to the list"
        case .fontReplaced(let asked, let used): "no font \"\(asked)\" is installed; used \"\(used)\""
        case .charactersReplaced(let characters, let font, let used):
            "the font \"\(font)\" has no \(Self.list(characters)); used \"\(used)\""
        case .charactersMissing(let characters):
            characters.count == 1
                ? "no installed font has \(Self.list(characters)); a box is drawn"
                : "no installed font has \(Self.sample(characters)) (\(characters.count) characters); boxes are drawn"
        case .axesMissing(let tags, let font):
            "the font \"\(font)\" has no \(tags.count == 1 ? "axis" : "axes") "
                + "\(tags.map { "\"\($0)\"" }.joined(separator: ", ")), so no value is set"
        case .linesOverlap(let lineHeight, let fontSize):
            "\(DecimalNumber.text(lineHeight)) points is less than a quarter of fontSize; a CSS factor of "
                + "\(DecimalNumber.text(lineHeight)) is \(DecimalNumber.text(lineHeight * fontSize))"
        }
    }

    private static let namedCharacters = 6

    /// The beginning of a list of characters, as they are.
    private static func sample(_ characters: String) -> String {
        characters.count > 20 ? "\(characters.prefix(20))…" : characters
    }

    private static func list(_ characters: String) -> String {
        let named = characters.prefix(namedCharacters).map(\.named).joined(separator: ", ")
        let rest = characters.count - namedCharacters
        return rest > 0 ? "\(named) and \(rest) more" : named
    }
}

/// The reason why a text cannot be laid out. The description is one line.
public enum TextError: Error, Hashable, Sendable, Worded {
    /// This machine has no fonts at all.
    case noFonts
    case fontUnreadable(file: String, reason: Message)
    /// Fonts cannot be opened because the process, or the system, has too many files open.
    case tooManyFiles
    /// The file is not a font, or is a broken font.
    case fontBroken(file: String)
    /// The unpacked font, or a single glyph, needs far more memory than the file justifies.
    case fontTooLarge(file: String)
    /// No font in the file has the requested name or number.
    case fontNotInFile(String, file: String, fonts: [String])
    /// The font draws only in pixels, without colours.
    case fontHasNoOutlines(name: String)
    case textTooLong(limit: Int)
    /// A character has more marks than anyone writes. The time to shape them grows with the square of their number.
    case characterTooLong(limit: Int)
    case fontSize(Double)
    /// The outlines of a scene's texts have too many segments to fill, or a font produces more glyphs than that from a text.
    case outlineTooLong(limit: Int)
    /// Laying out the text took more processor time than was left.
    case tooMuchWork
    /// ICU is installed without its data.
    case noLineRules
    /// The shaping libraries ran out of memory.
    case outOfMemory

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .noFonts: "there is no font on this machine; install one, for example with apt-get install fonts-dejavu-core"
        case .fontUnreadable(let file, let reason):
            "the font \"\(file)\" cannot be read: \(reason)\(Self.remedy(file, reason))"
        case .fontNotInFile(let name, let file, let fonts):
            "no font \"\(name)\" is in \"\(file)\"; it has \(Self.list(fonts))"
        case .tooManyFiles: "no font can be opened: too many files are open; raise the limit (ulimit -n), or run fewer jobs"
        case .fontBroken(let file): "\"\(file)\" is no font that FreeType reads"
        case .fontTooLarge(let file): "\"\(file)\" takes too much memory for a font of its size"
        case .fontHasNoOutlines(let name):
            "the font \"\(name)\" draws in pixels without colours, which is not supported; use a font with outlines"
        case .textTooLong(let limit): "the text is longer than \(limit) characters"
        case .characterTooLong(let limit): "a character is made of more than \(limit) code points"
        case .fontSize(let size): "a font size of \(size) is not between 0 and 100000"
        case .outlineTooLong(let limit):
            "the outlines of the scene's texts have more than \(limit) segments; take less text, or a simpler font"
        case .tooMuchWork:
            "texts may take half of \(limit: .work) to be set, and this one takes more; take less text, another font, or raise it"
        case .noLineRules: "ICU has no rules for line breaks; install an ICU whose data are linked, such as Debian's"
        case .outOfMemory: "there is not enough memory to set the text"
        }
    }
}

extension TextError {
    /// The advice for a family that is named like a file.
    private static func remedy(_ file: String, _ reason: Message) -> String {
        guard "\(reason)".lowercased().contains("no such file"), !file.hasPrefix("/"), let dot = file.lastIndex(of: "."),
            FontStack(file).files == [file]
        else { return "" }
        return "; if a family is meant, write its name without \"\(file[dot...])\""
    }

    /// The fonts of a file by their numbers.
    private static func list(_ fonts: [String]) -> String {
        let shown = fonts.prefix(12).enumerated().map { "\($0.element) (#\($0.offset))" }.joined(separator: ", ")
        return fonts.count > 12 ? "\(shown) and \(fonts.count - 12) more" : shown
    }
}

extension Character {
    /// The character with its code points: `“é” (U+00E9)`.
    var named: String {
        let codes = unicodeScalars.map { scalar -> String in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return "“\(self)” (\(codes.joined(separator: " ")))"
    }
}

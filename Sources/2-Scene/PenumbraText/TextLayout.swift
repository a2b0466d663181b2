import PenumbraElementary
import PenumbraGeometry
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
    }

    /// The outlines of one run, or the area behind it.
    public struct Part: Hashable, Sendable {
        /// The index of the run.
        public var run: Int
        /// Whether this is the area behind the run's text instead of its glyphs and lines.
        public var isBackground: Bool
        /// The outline in points. The origin is the frame's top left, and y grows downward. Use the non-zero rule to fill it.
        public var path: Path
    }

    /// The outlines in the order in which they are filled: first the backgrounds, then the glyphs, run after run. Underlines
    /// and strikethroughs belong to the glyphs.
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

    /// The outlines of all glyphs with their underlines and strikethroughs, as one path.
    public var path: Path {
        let ink = parts.filter { !$0.isBackground }
        guard ink.count != 1 else { return ink[0].path }
        return ink.reduce(into: Path()) { $0.append($1.path) }
    }

    /// The characters that no installed font has, each once.
    public var missingCharacters: [Character] {
        notices.flatMap { if case .charactersMissing(let characters) = $0 { Array(characters) } else { [Character]() } }
    }

    /// The number of elements of all paths.
    public var elementCount: Int { parts.reduce(0) { $0 + $1.path.elements.count } }

    /// The most elements of the paths of one text, and of all texts of a scene together. This is the largest number of
    /// segments that can be filled at once.
    public static let mostSegments = 1 << 22
}

/// A deviation from the requested style. The description is one line.
public enum TextNotice: Hashable, Sendable, CustomStringConvertible {
    /// No installed font has the requested name.
    case fontReplaced(asked: String, used: String)
    /// The font has no glyph for some characters, and another font draws them.
    case charactersReplaced(String, font: String, used: String)
    /// No installed font has glyphs for some characters. The font's placeholders are drawn.
    case charactersMissing(String)
    /// The lines lie on each other. The height was probably meant as a factor of the font size, as in CSS.
    case linesOverlap(lineHeight: Double, fontSize: Double)

    public var description: String { oneLine(words) }

    /// The key of the layer that the notice is about.
    package var key: String {
        switch self {
        case .fontReplaced: "font"
        case .charactersReplaced, .charactersMissing: "string"
        case .linesOverlap: "lineHeight"
        }
    }

    private var words: String {
        switch self {
        case .fontReplaced(let asked, let used): "no font \"\(asked)\" is installed; used \"\(used)\""
        case .charactersReplaced(let characters, let font, let used):
            "the font \"\(font)\" has no \(Self.list(characters)); used \"\(used)\""
        case .charactersMissing(let characters):
            characters.count == 1
                ? "no installed font has \(Self.list(characters)); a box is drawn"
                : "no installed font has \(Self.sample(characters)) (\(characters.count) characters); boxes are drawn"
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
    /// The font draws in colours, as emoji fonts do, or only in pixels.
    case fontHasNoOutlines(name: String)
    /// Only a colour font has the character.
    case colorGlyph(Character, font: String)
    case textTooLong(limit: Int)
    /// A character has more marks than anyone writes. The time to shape them grows with the square of their number.
    case characterTooLong(limit: Int)
    case fontSize(Double)
    /// The outlines of a scene's texts have too many segments to fill, or a font produces more glyphs than that from a text.
    case outlineTooLong(limit: Int)
    /// Laying out the text took more processor time than was left.
    case tooMuchWork
    /// The shaping libraries ran out of memory.
    case outOfMemory

    public var words: Message { oneLine(sentence) }

    private var sentence: Message {
        switch self {
        case .noFonts: "there is no font on this machine; install one, for example with apt-get install fonts-dejavu-core"
        case .fontUnreadable(let file, let reason): "the font \"\(file)\" cannot be read: \(reason)"
        case .tooManyFiles: "no font can be opened: too many files are open; raise the limit (ulimit -n), or run fewer jobs"
        case .fontBroken(let file): "\"\(file)\" is no font that FreeType reads"
        case .fontTooLarge(let file): "\"\(file)\" takes too much memory for a font of its size"
        case .fontHasNoOutlines(let name):
            "the font \"\(name)\" draws in colours or in pixels; only fonts with plain outlines are supported"
        case .colorGlyph(let character, let font):
            "\(character.named) is a colour glyph, which is not supported; only \"\(font)\" has it"
        case .textTooLong(let limit): "the text is longer than \(limit) characters"
        case .characterTooLong(let limit): "a character is made of more than \(limit) code points"
        case .fontSize(let size): "a font size of \(size) is not between 0 and 100000"
        case .outlineTooLong(let limit):
            "the outlines of the scene's texts have more than \(limit) segments; take less text, or a simpler font"
        case .tooMuchWork:
            "texts may take half of \(limit: .work) to be set, and this one takes more; take less text, another font, or raise it"
        case .outOfMemory: "there is not enough memory to set the text"
        }
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

import PenumbraElementary
import PenumbraSystem

/// The fonts that a text asks for: families and files in the order of preference, and the style that they share.
///
/// A stack is written as `./Inter.ttf, Noto Sans:bold`. Commas separate the fonts, and a colon begins the style. A backslash
/// takes the meaning from a comma, a colon, a slash, the dot of a file's ending, or a number sign. A font with `#U+0-FF U+20AC`
/// behind its name draws these characters only.
public struct FontStack: Hashable, Sendable {
    public enum Font: Hashable, Sendable {
        /// A family in fontconfig's notation, or the PostScript name of an installed font.
        case family(String)
        /// A font file, with the name or the number of a font in the file.
        case file(String, face: String? = nil)
    }

    public var fonts: [Font]
    /// The characters that some of the fonts are asked for alone, by their index. Others draw all that they have.
    public var characters: [Int: CharacterRanges] = [:]
    /// The style with its colon, in fontconfig's notation. Empty without a style.
    public var style: String
    /// The values of a variable font's axes, such as `:wght=650`.
    public var axes: [String: Double] = [:]
    /// A style that a text has before its last font. It has no effect.
    package private(set) var misplacedStyle: String?

    public init(_ fonts: [Font], style: String = "") {
        (self.fonts, self.style) = (fonts, style)
    }

    /// Reads a stack. A text that cannot be read is a family that nobody has.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        if let known = Self.known[bytes] {
            self = known
            return
        }
        self.init(parsing: text)
        Self.known.keep(self, bytes: 4 * bytes.count + Self.bytesOfEntry, for: bytes)
    }

    /// The stacks that were read last. The texts of a scene ask for few, and ask for each several times.
    private static let known = ContentCache<[UInt8], FontStack>(budget: 128 << 10, keepsAtOnce: true)
    private static let bytesOfEntry = 256

    private init(parsing text: String) {
        let pieces = Self.pieces(of: text)
        // A style names no file, so that a colon before a file's name belongs to the name.
        let lastFile = pieces.lastIndex { Self.isFile($0.scalars) } ?? 0
        let end = pieces.indices.first { $0 > lastFile && pieces[$0].separator == ":" } ?? pieces.count
        var names: [[Unicode.Scalar]] = []
        for (index, piece) in pieces[..<end].enumerated() {
            if piece.separator == ":" { names[names.count - 1] += [":"] + piece.scalars } else { names.append(piece.scalars) }
            let isNameComplete = index + 1 == end || pieces[index + 1].separator == ","
            if piece.separator == ":", isNameComplete, !Self.isFile(piece.scalars) {
                misplacedStyle = misplacedStyle ?? ":" + String(piece.scalars)
            }
        }
        (fonts, style) = ([], "")
        for name in names {
            let (rest, ranges) = Self.withoutRanges(name)
            guard let font = Self.font(rest) else { continue }
            characters[fonts.count] = ranges
            fonts.append(font)
        }
        var isAxis = false
        for piece in pieces[end...] {
            let part = String(piece.scalars)
            if piece.separator == ":" { isAxis = false }
            if piece.separator == ":", let (tag, value) = Self.axis(part) {
                axes[tag] = value
                isAxis = true
            } else if !isAxis || !part.isEmpty {
                style += String(piece.separator) + part
            }
        }
    }

    /// The stack as it is written.
    public var text: String {
        let names = fonts.enumerated().map { index, font in
            let name =
                switch font {
                case .family(let name): name
                case .file(let path, let face): Self.escaped(path: path) + (face.map { "#" + Self.escaped(face: $0) } ?? "")
                }
            return name + (characters[index].map { "#" + $0.text } ?? "")
        }
        return names.joined(separator: ",") + style
            + axes.sorted { $0.key < $1.key }.map { ":\($0.key)=\(DecimalNumber.text($0.value))" }.joined()
    }

    /// The paths of the font files.
    public var files: [String] { fonts.compactMap { if case .file(let path, _) = $0 { path } else { nil } } }

    /// Whether a file is listed with the name or the number of a font in it.
    package var namesFontsInFiles: Bool { fonts.contains { if case .file(_, _?) = $0 { true } else { false } } }

    /// The families in fontconfig's notation.
    public var families: [String] { fonts.compactMap { if case .family(let name) = $0 { name } else { nil } } }

    /// The families of a text in HTML or SVG that names none which is there: the standard font of Chromium on Linux.
    package static let standard = ["Times New Roman", "Liberation Serif", "Tinos", "sans-serif"]

    /// A name in fontconfig's notation that is never a file.
    public static func escaped(family name: String) -> String {
        let isLikeFile = Self.endings.contains { name.lowercased().contains($0) }
        var escaped = ""
        for scalar in name.unicodeScalars {
            if "\\,:/".unicodeScalars.contains(scalar) || isLikeFile && scalar == "." { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// Changes the paths of the files, which stay in a form that is not mistaken for a family.
    mutating func mapFiles(_ change: (String) -> String) {
        fonts = fonts.map { font in
            guard case .file(let path, let face) = font else { return font }
            let changed = change(path)
            return .file(Text.isFontFile(changed) ? changed : "./" + changed, face: face)
        }
    }

    mutating func mapFamilies(_ change: (String) -> String) {
        fonts = fonts.map { if case .family(let name) = $0 { .family(change(name)) } else { $0 } }
    }

    // MARK: - Reading

    /// The endings of the names of font files.
    static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2"]

    /// A part of a stack, with the comma or colon before it. Backslashes are kept.
    private struct Piece {
        var separator: Unicode.Scalar
        var scalars: [Unicode.Scalar] = []
    }

    private static func pieces(of text: String) -> [Piece] {
        var pieces = [Piece(separator: ",")]
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if !isEscaped, scalar == "," || scalar == ":" {
                pieces.append(Piece(separator: scalar))
            } else {
                pieces[pieces.count - 1].scalars.append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return pieces
    }

    /// The value of an axis, such as `wght=650`.
    private static func axis(_ part: String) -> (tag: String, value: Double)? {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2, isAxis(sides[0]), let value = Double(sides[1]), value.isFinite else { return nil }
        return (sides[0], value)
    }

    /// Whether a property of a style is an axis: one of OpenType's own, or four capitals and digits, as fonts' own axes have.
    static func isAxis(_ name: String) -> Bool {
        if ["wght", "wdth", "slnt", "ital", "opsz"].contains(name) { return true }
        return name.utf8.count == 4 && name.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
            && name.utf8.first.map { $0 >= UInt8(ascii: "A") } == true
    }

    /// The scalars of a name, with whether a backslash precedes them.
    private static func unescaped(_ scalars: [Unicode.Scalar]) -> [(scalar: Unicode.Scalar, isEscaped: Bool)] {
        var result: [(Unicode.Scalar, Bool)] = []
        var isEscaped = false
        for (index, scalar) in scalars.enumerated() {
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar == "\\", !isEscaped, let next, "\\,:#/.".unicodeScalars.contains(next) || next.properties.isWhitespace {
                isEscaped = true
            } else {
                result.append((scalar, isEscaped))
                isEscaped = false
            }
        }
        return result
    }

    /// The length of the path in a name that is a file: the whole name, or the part before the number sign of a font in it.
    private static func pathLength(_ name: [(scalar: Unicode.Scalar, isEscaped: Bool)]) -> Int? {
        func isEnding(_ end: Int) -> Bool {
            endings.contains { ending in
                let start = end - ending.unicodeScalars.count
                guard start >= 0, !name[start].isEscaped else { return false }
                return String(name[start..<end].map(\.scalar)).lowercased() == ending
            }
        }
        if isEnding(name.count) { return name.count }
        if let sign = name.indices.first(where: { name[$0].scalar == "#" && !name[$0].isEscaped && isEnding($0) }) {
            return sign
        }
        return name.contains { $0.scalar == "/" && !$0.isEscaped } ? name.count : nil
    }

    /// Whether a text has what the name of a file has: a slash, or the dot of an ending.
    fileprivate static func mayHaveFiles(_ text: String) -> Bool {
        func isOfFile(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") }
        let utf8 = text.utf8
        return utf8.withContiguousStorageIfAvailable { $0.contains(where: isOfFile) } ?? utf8.contains(where: isOfFile)
    }

    private static func isFile(_ scalars: [Unicode.Scalar]) -> Bool { pathLength(trimmed(scalars)) != nil }

    /// The name without white space at its ends.
    private static func trimmed(_ scalars: [Unicode.Scalar]) -> [(scalar: Unicode.Scalar, isEscaped: Bool)] {
        func isSpace(_ entry: (scalar: Unicode.Scalar, isEscaped: Bool)) -> Bool {
            !entry.isEscaped && entry.scalar.properties.isWhitespace
        }
        let name = unescaped(scalars)
        guard let first = name.firstIndex(where: { !isSpace($0) }), let last = name.lastIndex(where: { !isSpace($0) }) else {
            return []
        }
        return Array(name[first...last])
    }

    /// A name without the characters that the font is asked for, and these.
    private static func withoutRanges(_ name: [Unicode.Scalar]) -> ([Unicode.Scalar], CharacterRanges?) {
        guard let sign = name.lastIndex(of: "#"), sign == 0 || name[sign - 1] != "\\",
            let ranges = CharacterRanges(String(Array(name[(sign + 1)...])))
        else { return (name, nil) }
        return (Array(name[..<sign]), ranges)
    }

    private static func font(_ scalars: [Unicode.Scalar]) -> Font? {
        let name = trimmed(scalars)
        guard let length = pathLength(name) else {
            // Fontconfig reads the backslashes of families itself.
            return scalars.contains { !$0.properties.isWhitespace } ? .family(String(scalars)) : nil
        }
        let face = length < name.count ? String(name[(length + 1)...].map(\.scalar)) : nil
        return .file(String(name[..<length].map(\.scalar)), face: face)
    }

    private static func escaped(path: String) -> String {
        var escaped = ""
        let scalars = Array(path.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isAtEnd = index == 0 || index == scalars.count - 1
            if "\\,:#".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace && isAtEnd { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    private static func escaped(face: String) -> String { escaped(path: face) }
}

extension String {
    fileprivate init(_ scalars: [Unicode.Scalar]) {
        self.init()
        unicodeScalars.append(contentsOf: scalars)
    }
}

extension Text {
    /// The font files that the text and its runs ask for, each once.
    package var fontFiles: [String] {
        var files: [String] = []
        for font in [font] + runs.compactMap(\.font) where FontStack.mayHaveFiles(font) {
            // Two Unicode spellings of one letter name two files.
            for file in FontStack(font).files where !files.contains(where: { $0.utf8.elementsEqual(file.utf8) }) {
                files.append(file)
            }
        }
        return files
    }
}

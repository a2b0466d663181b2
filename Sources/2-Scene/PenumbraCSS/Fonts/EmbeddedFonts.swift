import PenumbraScene
import PenumbraSystem

/// The fonts of a document's `@font-face` rules.
package final class EmbeddedFonts: Hashable, Sendable {
    struct Face: Sendable {
        /// The family in lower case.
        var family: String
        var weights: ClosedRange<Double>
        var isSlanted: Bool
        /// The font as a list of fonts names it.
        var font: FontStack.Font
        /// The characters that the font is for. Nil for all that it has.
        var characters: CharacterRanges?

        /// Whether two fonts serve the same style, as the files do that one family has for several scripts.
        func isAlike(_ other: Face) -> Bool {
            family == other.family && weights == other.weights && isSlanted == other.isSlanted
        }
    }

    let faces: [Face]

    private init(_ faces: [Face]) { self.faces = faces }

    package static func == (a: EmbeddedFonts, b: EmbeddedFonts) -> Bool { a === b }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The fonts of rules. Nil if there are none that can be read.
    ///
    /// - Parameters:
    ///   - most: the number of fonts that are read.
    ///   - addFont: makes the bytes of a font available, and returns the path that lists of fonts name it by.
    ///   - installed: the installed font with a full name or a PostScript name. Nil if there is none.
    ///   - file: the path of a font file. Nil if it can't be read.
    ///   - note: takes the rules that are left out, with the reason.
    package static func read(
        _ rules: [CSSFontFace], most: Int, _ addFont: ((_ bytes: [UInt8]) -> String?)?,
        installed: ((_ name: String) -> FontStack.Font?)?,
        file: (_ path: String) -> String? = { _ in nil }, note: (CSSFontFace, Message) -> Void
    ) -> EmbeddedFonts? {
        var faces: [Face] = []
        var names = 0
        for rule in rules {
            guard let family = rule["font-family"], let source = rule["src"] else {
                note(rule, "@font-face needs font-family and src")
                continue
            }
            guard faces.count < most else {
                note(rule, "more than \(most) fonts in @font-face rules")
                break
            }
            guard let font = font(source, addFont, installed, file, &names) else {
                note(rule, "no source of @font-face is a font that can be read")
                continue
            }
            for key in ["size-adjust", "ascent-override", "descent-override", "line-gap-override"] {
                guard let value = rule[key], !["100%", "normal"].contains(value.asciiLowercased) else { continue }
                note(rule, "\(key) of @font-face has no effect")
            }
            let numbers = (rule["font-weight"] ?? "400").split(whereSeparator: \.isWhitespace).map { word in
                word == "normal" ? 400 : word == "bold" ? 700 : Double(word) ?? 400
            }
            let (low, high) = (numbers.min() ?? 400, numbers.max() ?? 400)
            let style = rule["font-style"]?.asciiLowercased ?? "normal"
            let characters = rule["unicode-range"].flatMap { CharacterRanges($0) }
            if characters == nil, let text = rule["unicode-range"] {
                note(rule, "unicode-range \"\(oneLine(String(text.prefix(80))))\" can't be read")
            }
            let face = Face(
                family: name(family), weights: low...high,
                isSlanted: style.hasPrefix("italic") || style.hasPrefix("oblique"),
                font: font, characters: characters)
            faces.append(face)
            if faces.count(where: face.isAlike) == mostAlike + 1 {
                note(rule, "more than \(mostAlike) fonts for one style of a family; the last \(mostAlike) are used")
            }
        }
        return faces.isEmpty ? nil : EmbeddedFonts(faces)
    }

    /// The first source that can be read.
    private static func font(
        _ source: String, _ addFont: ((_ bytes: [UInt8]) -> String?)?, _ installed: ((_ name: String) -> FontStack.Font?)?,
        _ file: (_ path: String) -> String?, _ names: inout Int
    ) -> FontStack.Font? {
        for part in CSSTokenizer.split(CSSTokenizer.tokens(source), at: .comma) {
            let tokens = part.filter { !$0.isSpace }
            guard let first = tokens.first else { continue }
            let text = first.kind == .function && tokens.count > 1 ? tokens[1].text : first.text
            if first.kind == .url || first.kind == .function && first.text == "url" {
                let path =
                    DataURL.isDataURL(text) ? (try? DataURL.bytes(of: text)).flatMap { addFont?($0) } : file(text)
                guard let path else { continue }
                return .file(path)
            } else if first.kind == .function, first.text == "local" {
                // A name without quotes may have several words.
                let name = tokens.count > 3 ? tokens[1..<(tokens.count - 1)].map(\.text).joined(separator: " ") : text
                guard let installed else { return .family(FontStack.escaped(family: name)) }
                names += 1
                guard names <= mostNames, let font = installed(name) else { continue }
                return font
            }
        }
        return nil
    }

    /// The most names of installed fonts that one document looks up.
    private static let mostNames = 256

    private static func name(_ family: String) -> String {
        family.filter { $0 != "\"" && $0 != "'" }.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// The fonts of a family that are nearest to a style, as a part of a list of fonts. Nil for families of the host.
    ///
    /// Of fonts for the same style, the last comes first, and each draws only its characters: CSS Fonts 4, section 4.5.
    package func font(_ family: String, weight: Double, isSlanted: Bool) -> String? {
        let wanted = Self.name(family)
        let own = faces.filter { $0.family == wanted }
        let face = own.min { rank($0, weight, isSlanted).lexicographicallyPrecedes(rank($1, weight, isSlanted)) }
        guard let face else { return nil }
        let alike = Array(own.filter(face.isAlike).reversed().prefix(Self.mostAlike))
        // A font that covers the weight and the slant is taken as it is, whatever its file says about them.
        let isAsItIs = weight >= 600 && face.weights.contains(weight) && face.isSlanted == isSlanted
        var stack = FontStack([])
        for (index, face) in alike.enumerated() {
            if isAsItIs, case .file(let path, nil) = face.font {
                stack.fonts.append(.file(path, face: "0"))
            } else {
                stack.fonts.append(face.font)
            }
            stack.characters[index] = face.characters
        }
        return stack.text
    }

    /// The most fonts that serve one style of a family, as of one list in a scene.
    private static let mostAlike = 16

    /// The order in which fonts are preferred: CSS Fonts 4, section 5.2.
    private func rank(_ face: Face, _ weight: Double, _ isSlanted: Bool) -> [Double] {
        let slant = face.isSlanted == isSlanted ? 0.0 : 1
        let (low, high) = (face.weights.lowerBound, face.weights.upperBound)
        if low <= weight, weight <= high { return [slant, 0, 0] }
        let isHeavier = low > weight
        let distance = isHeavier ? low - weight : weight - high
        if weight >= 400, weight <= 500 { return [slant, isHeavier ? (low <= 500 ? 1 : 3) : 2, distance] }
        return [slant, isHeavier == (weight > 500) ? 1 : 2, distance]
    }
}

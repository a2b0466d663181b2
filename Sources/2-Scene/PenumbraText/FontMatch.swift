/// The result of the search for a style's font.
package final class FontMatch {
    package let face: FontFace
    /// The fonts before it, which draw only the characters that they are asked for.
    let preceding: [FontFace]
    /// The requested family, if it is not installed. Nil if the font is as requested.
    let replaced: String?
    /// The further fonts of a list with files, in the order of preference.
    let others: [FontFace]
    /// The notice for a style that the font doesn't have. Nil if it has the style.
    let missingStyle: TextNotice?
    /// The fontconfig pattern for finding characters that the font does not have.
    let pattern: String
    /// The style that the pattern requests.
    let style: AskedStyle
    /// The families that the pattern requests, in lower case.
    private(set) lazy var families = FontPattern.families(of: pattern).map { $0.lowercased() }
    var candidates: [FontCandidate]?
    /// The colour fonts of the machine.
    var colorCandidates: [FontCandidate]?
    private var fallbacks: [CharacterKey: FontFace?] = [:]

    /// The scalars of a character, because canonically equivalent characters may have different glyphs.
    private struct CharacterKey: Hashable {
        var scalars: [Unicode.Scalar]
        var isEmoji: Bool
    }

    /// The most characters for which the fallback font is cached.
    private static let keptFallbacks = 20_000

    init(
        face: FontFace, replaced: String?, pattern: String, style: AskedStyle, preceding: [FontFace] = [],
        others: [FontFace] = [], missingStyle: TextNotice? = nil
    ) {
        self.face = face
        self.replaced = replaced
        self.pattern = pattern
        self.style = style
        self.preceding = preceding
        self.others = others
        self.missingStyle = missingStyle
    }

    /// The font for a character that another font draws. It is found once.
    func fallback(
        for character: Character, isEmoji: Bool, find: () throws(TextError) -> FontFace?
    ) throws(TextError) -> FontFace? {
        let key = CharacterKey(scalars: Array(character.unicodeScalars), isEmoji: isEmoji)
        if let known = fallbacks[key] { return known }
        let face = try find()
        if fallbacks.count >= Self.keptFallbacks { fallbacks.removeAll() }
        fallbacks[key] = .some(face)
        return face
    }
}

/// Tells fonts of emoji and symbols from fonts of letters.
///
/// Fonts of emoji contain spaces, digits, `#` and `*` as parts of keycaps, which are far too wide in a text.
enum SymbolFonts {
    /// Whether a font is one of emoji or symbols.
    ///
    /// - Parameter names: the names of its family.
    /// - Parameter has: whether the font has a glyph for a scalar.
    static func contain(_ names: [String], has: (Unicode.Scalar) -> Bool) -> Bool {
        let isNamedSo = names.contains { name in
            let name = name.lowercased()
            // The words of Material Symbols are ligatures of letters.
            return name.contains("emoji") || name.contains("symbol") && !name.hasPrefix("material")
        }
        return isNamedSo || !letters.contains(where: has)
    }

    /// The letters of Latin, and one letter of each other script in common use.
    private static let letters: [Unicode.Scalar] =
        (0x41...0x5A).map { Unicode.Scalar($0 as UInt8) } + (0x61...0x7A).map { Unicode.Scalar($0 as UInt8) } + [
            "α", "а", "ա", "א", "ا", "ܐ", "ހ", "क", "ক", "ਕ", "ક", "କ", "க", "క", "ಕ", "ക", "ක", "ก", "ກ", "ཀ", "က", "ა",
            "ᄀ", "가", "አ", "Ꭰ", "ᐁ", "ᚠ", "ក", "ᠠ", "あ", "ア", "ㄅ", "一", "ꀀ", "ߊ", "ⴰ",
        ]
}

extension Character {
    /// Whether a font of letters draws the character better than a font of emoji or symbols: spaces, letters, digits, `#` and
    /// `*`.
    var belongsToLetters: Bool {
        guard let first = unicodeScalars.first else { return false }
        switch first.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spaceSeparator: return true
        default: return first == "#" || first == "*" || ("0"..."9").contains(first)
        }
    }
}

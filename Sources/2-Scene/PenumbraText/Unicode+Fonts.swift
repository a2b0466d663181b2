extension Unicode.Scalar {
    /// Whether fonts need no glyph for the scalar. This applies to joiners, variation selectors and controls.
    var isIgnorable: Bool { properties.isDefaultIgnorableCodePoint || isControl }

    /// Whether the scalar controls a terminal or the annotation of a text, which no font does.
    var isControl: Bool { properties.generalCategory == .control || (0xFFF9...0xFFFB).contains(value) }

    /// Whether the scalar is part of a word: a letter, digit or mark.
    var isOfWord: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    /// Whether HarfBuzz expects an empty glyph in the font, though Unicode calls the scalar ignorable: Hangul fillers and
    /// characters of Mongolian and of shorthand.
    var isHiddenByFonts: Bool {
        [0x115F, 0x1160, 0x180F, 0x3164, 0xFFA0].contains(value) || (0x1BCA0...0x1BCA3).contains(value)
    }
}

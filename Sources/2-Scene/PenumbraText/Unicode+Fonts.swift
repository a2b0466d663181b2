extension Unicode.Scalar {
    /// Whether fonts need no glyph for the scalar. This applies to joiners, variation selectors and controls.
    var isIgnorable: Bool { isControl || (!isASCII && properties.isDefaultIgnorableCodePoint) }

    /// Whether the scalar controls a terminal or the annotation of a text, which no font does.
    var isControl: Bool {
        // Unicode never adds to the category of controls, and a look-up in its tables takes much longer.
        value < 0x20 || (0x7F...0x9F).contains(value) || (0xFFF9...0xFFFB).contains(value)
    }

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
        switch value {
        case 0x115F, 0x1160, 0x180F, 0x3164, 0xFFA0, 0x1BCA0...0x1BCA3: true
        default: false
        }
    }
}

extension String {
    /// A text of code points. Writing its bytes takes a fraction of the time that appending code points takes.
    init(scalars: some Collection<Unicode.Scalar>) {
        self.init(unsafeUninitializedCapacity: scalars.reduce(0) { $0 + UTF8.width($1) }) { bytes in
            var end = 0
            for scalar in scalars {
                if scalar.isASCII {
                    bytes[end] = UInt8(truncatingIfNeeded: scalar.value)
                    end += 1
                    continue
                }
                for byte in scalar.utf8 {
                    bytes[end] = byte
                    end += 1
                }
            }
            return end
        }
    }
}

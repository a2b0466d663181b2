import CPenumbraHarfBuzz

extension Character {
    private static let textSelector: Unicode.Scalar = "\u{FE0E}"
    private static let emojiSelector: Unicode.Scalar = "\u{FE0F}"

    /// Whether the character is shown as an emoji instead of as text: UTS #51, section 4.
    ///
    /// A variation selector decides. Without one, a character is an emoji if it, or a part that is joined to it, is an emoji by
    /// default. Skin tones and flags are parts of that kind. Two emoji with a joiner between them are one emoji, even if each
    /// by itself is shown as text.
    var isShownAsEmoji: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first else { return false }
        if utf8.count == UTF8.width(first) { return first.isEmojiByDefault }
        guard first.properties.isEmoji else { return false }
        for scalar in scalars.dropFirst() {
            if scalar == Self.textSelector { return false }
            if scalar == Self.emojiSelector { return true }
        }
        return scalars.contains { $0.properties.isEmojiPresentation } || Self.joinsEmoji(scalars)
    }

    /// Whether the character is a single scalar that is an emoji by default.
    var isPlainEmoji: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, scalars.count == 1 else { return false }
        return first.isEmojiByDefault
    }

    /// Whether the character belongs to no script: punctuation, digits and symbols.
    var isCommon: Bool {
        guard let first = unicodeScalars.first else { return false }
        return hb_unicode_script(hb_unicode_funcs_get_default(), first.value) == HB_SCRIPT_COMMON
    }

    private static func joinsEmoji(_ scalars: UnicodeScalarView) -> Bool {
        zip(scalars, zip(scalars.dropFirst(), scalars.dropFirst(2))).contains { before, joined in
            before.properties.isEmoji && joined.0 == "\u{200D}" && joined.1.properties.isEmoji
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is shown as an emoji unless a variation selector follows.
    var isEmojiByDefault: Bool { value >= 0x231A && properties.isEmojiPresentation }
}

import CPenumbraBidi
import PenumbraScene

extension InlineParagraph {
    /// A text layer's text that draws a fragment as it is on its line.
    ///
    /// Its frame is the fragment's width, and its first baseline lies at the frame's top. The colour and the lines of
    /// decoration are the caller's. Letters that join letters of a neighbouring fragment lose their joined form.
    package func sceneText(for fragment: TextFragment) -> Text {
        let look = styles[fragment.style].look
        let size = styles[fragment.style].letterSize ?? look.fontSize
        var text = Text(
            string: fragment.text, font: look.font.name, fontSize: size, alignment: .left, isWrapped: false,
            lineHeight: look.lineHeight, letterSpacing: look.letterSpacing)
        text.wordSpacing = look.wordSpacing + fragment.justification
        text.verticalAlignment = .baseline
        let isRightToLeft = fragment.level & 1 == 1
        text.direction = isRightToLeft ? .rtl : .ltr
        if fragment.isOverridden { text.string = (isRightToLeft ? "\u{202E}" : "\u{202D}") + fragment.text + "\u{202C}" }
        text.language = styles[fragment.style].language
        for feature in look.features { text.decoration.fontFeatures[feature.tag] = Int(feature.value) }
        for variation in look.variations { text.decoration.fontVariations[variation.tag] = variation.value }
        return text
    }

    /// Whether a text alone runs in another order than all in one direction.
    static func needsOverride(_ text: String, level: Int8) -> Bool {
        let values = text.unicodeScalars.map(\.value)
        let isOdd = level & 1 == 1
        // Letters before the Hebrew ones run from left to right.
        if !isOdd, values.allSatisfy({ $0 < 0x590 }) { return false }
        guard !values.isEmpty, values.count <= Int(Int32.max) else { return false }
        var levels = [Int8](repeating: 0, count: values.count)
        var direction: Int32 = isOdd ? 1 : 0
        guard penumbra_bidi_levels(values, Int32(values.count), &direction, &levels) != 0 else { return true }
        return levels.contains { ($0 & 1 == 1) != isOdd }
    }
}

extension TextStyle.Font {
    /// The font as a scene names it.
    fileprivate var name: String {
        switch self {
        case .pattern(let name): name
        case .file(let path): FontStack([.file(path)]).text
        }
    }
}

import PenumbraCSS
import PenumbraScene

/// Small capitals of fonts that have none: CSS Fonts 4, 6.6.
extension BoxBuilder {
    /// The letters that become small capitals.
    private struct Capitals {
        var areOfLowercase = false
        var areOfUppercase = false
    }

    /// How much smaller small capitals are that are made of a font's capitals, as in Chromium.
    private static let size = 0.7

    /// Adds a text. Small capitals that the font lacks are its capitals in a smaller size.
    mutating func addText(_ text: String, _ style: HTMLStyle, into pieces: inout [Piece]) {
        guard let capitals = capitals(style) else {
            pieces.append(.text(text, style: add(style)))
            return
        }
        var (plain, small) = (style, style)
        (plain.text.variants["font-variant-caps"], small.text.variants["font-variant-caps"]) = (nil, nil)
        small.text.fontSize *= Self.size
        small.text.transform = .uppercase
        // A line height that follows from the font size is that of the larger letters.
        if case .factor(let factor) = style.text.lineHeight { small.text.lineHeight = .points(factor * style.text.fontSize) }
        let isLowered = style.text.transform == .lowercase
        func isSmall(_ character: Character) -> Bool {
            if character.isLowercase || isLowered && character.isUppercase { return capitals.areOfLowercase }
            return character.isUppercase && capitals.areOfUppercase
        }
        var run = ""
        var isRunSmall = false
        let styles = (add(plain), add(small))
        func flush(_ pieces: inout [Piece]) {
            if !run.isEmpty { pieces.append(.text(run, style: isRunSmall ? styles.1 : styles.0)) }
            run = ""
        }
        for character in text {
            let isNext = isSmall(character)
            if isNext != isRunSmall { flush(&pieces) }
            isRunSmall = isNext
            run.append(character)
        }
        flush(&pieces)
    }

    /// Nil for texts without small capitals, and for fonts that have them.
    private func capitals(_ style: HTMLStyle) -> Capitals? {
        guard let word = style.text.variants["font-variant-caps"], style.text.transform != .uppercase,
            let hasCapitals = cascade.context.hasCapitals
        else { return nil }
        let isAll = word.hasPrefix("all-")
        let feature: String
        switch word {
        case "small-caps", "all-small-caps": feature = "smcp"
        // Fonts without petite capitals have small ones, or capitals.
        case "petite-caps", "all-petite-caps": feature = "pcap"
        case "unicase": return hasCapitals(style.text, "unic") ? nil : Capitals(areOfUppercase: true)
        default: return nil
        }
        return hasCapitals(style.text, feature) ? nil : Capitals(areOfLowercase: true, areOfUppercase: isAll)
    }
}

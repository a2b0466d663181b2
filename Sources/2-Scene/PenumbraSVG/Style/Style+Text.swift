import PenumbraScene

extension Style {
    /// Sets a property of text. False if it's no such property.
    mutating func applyText(
        _ name: String, _ value: String, _ word: String, _ parent: Style, _ rootFontSize: Double
    ) -> Bool {
        switch name {
        case "font-size": if let size = fontSize(value, word, parent, rootFontSize) { font.size = size }
        case "font-family": font.families = value
        case "font-weight": if let weight = fontWeight(word, parent) { font.weight = weight }
        case "font-style": if let slant = FontSlant(css: word) { font.slant = slant }
        case "font-stretch", "font-width": if let stretch = FontStack.width(css: word) { font.stretch = stretch }
        case "font-variant", "font-variant-caps": font.isSmallCaps = word == "small-caps"
        case "font-kerning", "kerning": font.kerns = word != "none" && word != "0"
        case "font-variation-settings": if let variations = Self.variations(value) { font.variations = variations }
        case "text-transform": if let transform = TextTransform(rawValue: word) { font.transform = transform }
        case "dominant-baseline":
            // No change is the parent's value, which the property already has.
            if word != "no-change", Self.baselines.contains(word) { dominantBaseline = word }
        case "letter-spacing": font.letterSpacing = spacing(value, word, rootFontSize) ?? font.letterSpacing
        case "word-spacing": font.wordSpacing = spacing(value, word, rootFontSize) ?? font.wordSpacing
        case "text-anchor": if ["start", "middle", "end"].contains(word) { font.anchor = word }
        case "direction": font.isRightToLeft = word == "rtl"
        case "writing-mode": font.writingMode = word
        case "white-space": font.keepsSpace = word.hasPrefix("pre") || word == "break-spaces"
        case "font": applyFont(value, parent, rootFontSize)
        default: return false
        }
        return true
    }

    static let bidiValues: Set<String> = ["normal", "embed", "isolate", "bidi-override", "isolate-override", "plaintext"]

    /// The values of `dominant-baseline` and `alignment-baseline`, also those of SVG 1.1.
    static let baselines: Set<String> = [
        "auto", "baseline", "alphabetic", "ideographic", "middle", "central", "mathematical", "hanging", "text-bottom",
        "text-top", "text-after-edge", "text-before-edge", "after-edge", "before-edge", "use-script", "no-change", "reset-size",
    ]

    /// The axes of `font-variation-settings`. Nil for a malformed value.
    private static func variations(_ value: String) -> [String: Double]? {
        if value.lowercased() == "normal" { return [:] }
        var scanner = ValueScanner(value)
        var result: [String: Double] = [:]
        repeat {
            scanner.skipSpace()
            guard let tag = scanner.string(), tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
                scanner.skipSpace(), let number = scanner.number()
            else { return nil }
            result[tag] = number
            scanner.skipSpace()
        } while scanner.skip(",")
        return scanner.isAtEnd && result.count <= SceneLimits.fontVariations ? result : nil
    }

    static func isShift(_ word: String) -> Bool { ["baseline", "sub", "super"].contains(word) || Length(word) != nil }

    /// The lines of `text-decoration`. Nil for a malformed value.
    ///
    /// - Parameter takesOnlyLines: whether styles, colours and thicknesses are malformed.
    static func lines(_ value: String, takesOnlyLines: Bool) -> [TextLine.Kind]? {
        if value == "none" { return [] }
        let styles: Set<String> = ["solid", "double", "dotted", "dashed", "wavy", "auto", "from-font", "currentcolor"]
        var (found, rest): (Set<String>, Set<String>) = ([], [])
        for word in CSSText.words(value) {
            if word == "blink" || TextLine.Kind(rawValue: word) != nil {
                guard found.insert(word).inserted else { return nil }
            } else {
                guard !takesOnlyLines, rest.count < 3, styles.contains(word) || Length(word) != nil || color(word) != nil
                else { return nil }
                guard rest.insert(word).inserted else { return nil }
            }
        }
        return TextLine.Kind.allCases.filter { found.contains($0.rawValue) }
    }

    private func spacing(_ value: String, _ word: String, _ rootFontSize: Double) -> Double? {
        if word == "normal" { return 0 }
        return Length(value)?.resolved(font.size, fontSize: font.size, rootFontSize: rootFontSize)
    }

    private func fontSize(_ value: String, _ word: String, _ parent: Style, _ rootFontSize: Double) -> Double? {
        // Powers of 1.2, as in other programs that draw SVG. Browsers round some of them.
        let names = [
            "xx-small": 16 / 1.728, "x-small": 16 / 1.44, "small": 16 / 1.2, "medium": 16, "large": 16 * 1.2,
            "x-large": 16 * 1.44, "xx-large": 16 * 1.728, "larger": parent.font.size * 1.2, "smaller": parent.font.size / 1.2,
        ]
        if let size = names[word] { return size }
        guard let length = Length(value), length.value >= 0 else { return nil }
        return length.resolved(parent.font.size, fontSize: parent.font.size, rootFontSize: rootFontSize)
    }

    private func fontWeight(_ word: String, _ parent: Style) -> Int? {
        switch word {
        case "normal": return 400
        case "bold": return 700
        case "bolder": return parent.font.weight < 400 ? 400 : parent.font.weight < 600 ? 700 : 900
        case "lighter": return parent.font.weight < 600 ? 100 : parent.font.weight < 800 ? 400 : 700
        default:
            guard let weight = Double(word), weight >= 1, weight <= 1000 else { return nil }
            return Int(weight)
        }
    }

    /// The shorthand: style, variant, weight and stretch in any order, a size with an optional line height, and families.
    private mutating func applyFont(_ value: String, _ parent: Style, _ rootFontSize: Double) {
        var rest = Substring(value)
        var result = font
        (result.slant, result.weight, result.isSmallCaps, result.stretch) = (.none, 400, false, 100)
        result.kerns = true
        result.variations = [:]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            let word = rest.prefix { !$0.isWhitespace }.lowercased()
            guard !word.isEmpty else { return }
            if word == "italic" || word == "oblique" {
                result.slant = word == "italic" ? .italic : .oblique(nil)
            } else if case .oblique(nil) = result.slant, let slant = FontSlant(css: "oblique \(word)"),
                word.last?.isLetter == true
            {
                result.slant = slant
            } else if word == "small-caps" {
                result.isSmallCaps = true
            } else if word.last != "%", let stretch = FontStack.width(css: word), word != "normal" {
                result.stretch = stretch
            } else if let weight = fontWeight(word, parent) {
                result.weight = weight
            } else if word != "normal" {
                break
            }
            rest = rest.dropFirst(word.count)
        }
        let size = rest.prefix { !$0.isWhitespace }
        let length = size.prefix { $0 != "/" }
        guard let points = fontSize(String(length), length.lowercased(), parent, rootFontSize) else { return }
        result.size = points
        result.families = String(rest.dropFirst(size.count).drop(while: \.isWhitespace))
        font = result
    }
}

extension FontSlant {
    /// Reads a `font-style`. Nil for a malformed value.
    init?(css word: String) {
        switch word {
        case "normal": self = .none
        case "italic": self = .italic
        case "oblique": self = .oblique(nil)
        default:
            guard word.hasPrefix("oblique ") else { return nil }
            var scanner = ValueScanner(String(word.dropFirst("oblique ".count)))
            scanner.skipSpace()
            let angle = scanner.angle()
            scanner.skipSpace()
            guard let degrees = angle, scanner.isAtEnd, abs(degrees) <= 90 else { return nil }
            self = degrees == 0 ? .none : .oblique(degrees)
        }
    }

    /// The angle of `oblique` in degrees, clockwise, where it isn't the usual one.
    var angle: Double? {
        if case .oblique(let angle?) = self, angle != 14 { angle } else { nil }
    }
}

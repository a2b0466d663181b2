import PenumbraCSS
import PenumbraScene

extension StyleProperty {
    static let text: [String: StyleProperty] = [
        "font-size": StyleProperty(\.font.size) { fontSize($0) },
        "font-family": StyleProperty(\.font.families) { $0.value },
        "font-weight": StyleProperty(\.font.weight) { fontWeight($0) },
        "font-style": StyleProperty(\.font.slant) { FontSlant(css: $0.word) },
        "font-stretch": StyleProperty(\.font.stretch) { FontStack.width(css: $0.word) },
        "font-width": StyleProperty(\.font.stretch) { FontStack.width(css: $0.word) },
        "font-variant-caps": StyleProperty(\.font.isSmallCaps) { reader in
            reader.one(of: ["normal", "small-caps"]).map { $0 == "small-caps" }
        },
        "font-kerning": StyleProperty(\.font.kerns) { $0.one(of: ["auto", "normal", "none"]).map { $0 != "none" } },
        "kerning": StyleProperty(\.font.kerns) { $0.word != "none" && $0.word != "0" },
        "font-variation-settings": StyleProperty(\.font.variations) { variations($0.value) },
        "text-transform": StyleProperty(\.font.transform) { TextTransform(rawValue: $0.word) },
        "dominant-baseline": StyleProperty(\.dominantBaseline) { reader in
            // No change is the parent's value, which the property already has.
            reader.word == "no-change" ? reader.style.dominantBaseline : reader.one(of: baselines)
        },
        "letter-spacing": StyleProperty(\.font.letterSpacing) { spacing($0) },
        "word-spacing": StyleProperty(\.font.wordSpacing) { spacing($0) },
        "text-anchor": StyleProperty(\.font.anchor) { $0.one(of: ["start", "middle", "end"]) },
        "direction": StyleProperty(\.font.isRightToLeft) { $0.one(of: ["ltr", "rtl"]).map { $0 == "rtl" } },
        "writing-mode": StyleProperty(\.font.writingMode) { $0.word },
        "white-space": StyleProperty(\.font.keepsSpace) { $0.word.hasPrefix("pre") || $0.word == "break-spaces" },
    ]

    /// `text-decoration`, or one of its parts.
    ///
    /// - Parameter takesOnlyLines: whether styles, colours and thicknesses are malformed.
    static func lines(takesOnlyLines: Bool) -> StyleProperty {
        StyleProperty(\.own.lines) { lines($0, takesOnlyLines: takesOnlyLines) }
    }

    private static func lines(_ reader: StyleReader, takesOnlyLines: Bool) -> [TextLine.Kind]? {
        if reader.word == "none" { return [] }
        let styles: Set<String> = ["solid", "double", "dotted", "dashed", "wavy", "auto", "from-font", "currentcolor"]
        var (found, rest): (Set<String>, Set<String>) = ([], [])
        for word in CSSText.words(reader.word) {
            if word == "blink" || TextLine.Kind(rawValue: word) != nil {
                guard found.insert(word).inserted else { return nil }
            } else {
                func isColor() -> Bool { StyleReader(word, reader.style, parent: reader.parent, reader.context).color != nil }
                guard !takesOnlyLines, rest.count < 3, styles.contains(word) || Length(word) != nil || isColor() else {
                    return nil
                }
                guard rest.insert(word).inserted else { return nil }
            }
        }
        return TextLine.Kind.allCases.filter { found.contains($0.rawValue) }
    }

    /// The axes of `font-variation-settings`. Nil for a malformed value.
    private static func variations(_ value: String) -> [String: Double]? {
        if value.asciiLowercased == "normal" { return [:] }
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

    private static func spacing(_ reader: StyleReader) -> Double? {
        if reader.word == "normal" { return 0 }
        return Length(reader.value)?.resolved(reader.style.font.size, reader.units)
    }

    private static func fontSize(_ reader: StyleReader) -> Double? {
        let size = reader.parent.font.size
        // Powers of 1.2, as in other programs that draw SVG. Browsers round some of them.
        let names = [
            "xx-small": 16 / 1.728, "x-small": 16 / 1.44, "small": 16 / 1.2, "medium": 16, "large": 16 * 1.2,
            "x-large": 16 * 1.44, "xx-large": 16 * 1.728, "xxx-large": 48, "larger": size * 1.2, "smaller": size / 1.2,
        ]
        if let size = names[reader.word] { return size }
        guard let length = Length(reader.value), length.isNotNegative else { return nil }
        // Units refer to the parent's font.
        return max(0, length.resolved(size, reader.context.units(reader.parent)))
    }

    private static func fontWeight(_ reader: StyleReader) -> Int? {
        let weight = reader.parent.font.weight
        switch reader.word {
        case "normal": return 400
        case "bold": return 700
        case "bolder": return weight < 350 ? 400 : weight < 550 ? 700 : max(900, weight)
        case "lighter": return weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700
        default:
            guard let weight = reader.number(reader.word), weight >= 1, weight <= 1000 else { return nil }
            return Int(weight)
        }
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

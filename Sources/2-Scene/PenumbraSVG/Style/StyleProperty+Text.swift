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
        "font-feature-settings": StyleProperty(\.font.features) { reader in
            CSSFontFeatures.features(reader.value).flatMap { $0.count <= SceneLimits.fontFeatures ? $0 : nil }
        },
        "font-kerning": StyleProperty(\.font.kerns) { $0.one(of: ["auto", "normal", "none"]).map { $0 != "none" } },
        // A property of SVG 1.1: a length or a word.
        "kerning": StyleProperty(\.font.kerns) { reader in
            guard reader.one(of: ["auto", "normal", "none"]) != nil || reader.length != nil else { return nil }
            return reader.word != "none" && reader.word != "0"
        },
        "font-variation-settings": StyleProperty(\.font.variations) { reader in
            CSSFontFeatures.axes(reader.value).flatMap { $0.count <= SceneLimits.fontVariations ? $0 : nil }
        },
        "text-transform": StyleProperty(\.font.transform) { TextTransform(rawValue: $0.word) },
        "dominant-baseline": StyleProperty(\.dominantBaseline) { reader in
            // No change is the parent's value, which the property already has.
            reader.word == "no-change" ? reader.style.dominantBaseline : reader.one(of: baselines)
        },
        "letter-spacing": StyleProperty(\.font.letterSpacing) { spacing($0) },
        "word-spacing": StyleProperty(\.font.wordSpacing) { spacing($0) },
        "text-anchor": StyleProperty(\.font.anchor) { $0.one(of: ["start", "middle", "end"]) },
        "direction": StyleProperty(\.font.isRightToLeft) { $0.one(of: ["ltr", "rtl"]).map { $0 == "rtl" } },
        "writing-mode": StyleProperty(\.font.writingMode) { $0.one(of: writingModes) },
        "text-orientation": StyleProperty(\.font.orientation) { reader in
            reader.word == "sideways-right" ? "sideways" : reader.one(of: ["mixed", "upright", "sideways"])
        },
        "white-space": StyleProperty(\.font.keepsSpace) {
            $0.one(of: ["normal", "nowrap", "pre-line", "collapse", "pre", "preserve", "pre-wrap", "break-spaces"])
                .map { ["pre", "preserve", "pre-wrap", "break-spaces"].contains($0) }
        },
        "text-shadow": StyleProperty(\.textShadows) { $0.textShadows },
        "text-underline-offset": StyleProperty(\.underlineOffset) { distance($0, orWord: ["auto"]) },
    ].merging(variants) { $1 }

    private static let writingModes: Set = [
        "horizontal-tb", "vertical-rl", "vertical-lr", "sideways-rl", "lr", "lr-tb", "rl", "rl-tb", "tb", "tb-rl", "tb-lr",
    ]

    /// The longhands of `font-variant`.
    private static let variants: [String: StyleProperty] = Dictionary(
        uniqueKeysWithValues: CSSFontFeatures.variants.filter { $0.property != "font-kerning" }.map { name, keywords in
            (
                name,
                StyleProperty(
                    set: { style, reader in
                        let words = CSSText.words(reader.word)
                        let most = ["font-variant-caps", "font-variant-position"].contains(name) ? 1 : keywords.count
                        guard words == ["normal"] || (1...most).contains(words.count),
                            words == ["normal"] || words.allSatisfy({ keywords[$0] != nil })
                        else { return false }
                        style.font.variants[name] = words == ["normal"] ? nil : reader.word
                        return true
                    },
                    copy: { style, other in style.font.variants[name] = other.font.variants[name] })
            )
        })

    /// A length. Nil inside for one of the words.
    private static func distance(_ reader: StyleReader, orWord words: Set<String>) -> Length?? {
        if words.contains(reader.word) { return .some(nil) }
        return reader.length.map { .some($0) }
    }

    /// The properties of lines along the text. Their colours are those of the letters, as in browsers.
    static let lines: [String: StyleProperty] = [
        "text-decoration": StyleProperty(
            set: { style, reader in decorate(&style, reader) },
            copy: { style, other in
                (style.own.lines, style.own.lineStyle) = (other.own.lines, other.own.lineStyle)
                style.own.lineThickness = other.own.lineThickness
            }),
        "text-decoration-line": StyleProperty(\.own.lines) { reader in
            reader.word == "none" ? [] : kinds(CSSText.words(reader.word))
        },
        "text-decoration-style": StyleProperty(\.own.lineStyle) { lineStyle($0.word) },
        "text-decoration-thickness": StyleProperty(\.own.lineThickness) { distance($0, orWord: ["auto", "from-font"]) },
    ]

    private static func lineStyle(_ word: String) -> Text.Line.Style? {
        word == "none" ? nil : Text.Line.Style(rawValue: word)
    }

    /// The lines that words name, each once.
    private static func kinds(_ words: [String]) -> [TextLine.Kind]? {
        guard Set(words).count == words.count, words.allSatisfy({ $0 == "blink" || TextLine.Kind(rawValue: $0) != nil })
        else { return nil }
        return TextLine.Kind.allCases.filter { words.contains($0.rawValue) }
    }

    /// Reads lines, a style, a colour and a thickness in any order, each at most once.
    private static func decorate(_ style: inout Style, _ reader: StyleReader) -> Bool {
        var (names, lineStyle, thickness): ([String], Text.Line.Style?, Length??) = ([], nil, nil)
        var hasColor = false
        for word in reader.word == "none" ? [] : CSSText.words(reader.word) {
            let part = StyleReader(word, reader.style, parent: reader.parent, reader.context)
            if word == "blink" || TextLine.Kind(rawValue: word) != nil {
                names.append(word)
            } else if let found = Self.lineStyle(word), lineStyle == nil {
                lineStyle = found
            } else if let found = distance(part, orWord: ["auto", "from-font"]), thickness == nil {
                thickness = found
            } else if part.color != nil, !hasColor {
                hasColor = true
            } else {
                return false
            }
        }
        guard let kinds = kinds(names) else { return false }
        (style.own.lines, style.own.lineStyle) = (kinds, lineStyle ?? .solid)
        style.own.lineThickness = thickness ?? nil
        return true
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

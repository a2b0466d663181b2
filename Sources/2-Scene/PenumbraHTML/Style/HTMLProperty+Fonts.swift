import PenumbraCSS
import PenumbraScene

extension HTMLProperty {
    static let fonts: [String: HTMLProperty] = {
        var result: [String: HTMLProperty] = [
            "font-size": HTMLProperty(
                set: { style, reader in
                    guard let size = fontSize(reader) else { return false }
                    style.text.fontSize = size
                    let amount = reader.amount(nil, reader.context.units(reader.parent.text))
                    let isRelative =
                        reader.word.hasSuffix("em") && !reader.word.hasSuffix("rem") || (amount?.fraction ?? 0) != 0
                    style.text.isSizeAbsolute =
                        namedSizes[reader.word] != nil
                        ? false : isRelative || amount == nil ? reader.parent.text.isSizeAbsolute : true
                    return true
                },
                copy: { style, other in
                    (style.text.fontSize, style.text.isSizeAbsolute) = (other.text.fontSize, other.text.isSizeAbsolute)
                }),
            "font-family": HTMLProperty(\.text.families) { CSSFontFamilies.isList($0.value) ? $0.value : nil },
            "font-weight": HTMLProperty(\.text.weight) { weight($0) },
            "font-style": HTMLProperty(\.text.slant) { reader in
                guard let first = reader.words.first else { return nil }
                return first == "normal"
                    ? FontStack.Slant.none : first == "italic" ? .italic : first == "oblique" ? .oblique : nil
            },
            "font-stretch": HTMLProperty(\.text.stretch) { FontStack.width(css: $0.word) },
            "font-width": HTMLProperty(\.text.stretch) { FontStack.width(css: $0.word) },
            "font-kerning": HTMLProperty(\.text.kerns) { $0.one(of: ["auto", "normal", "none"]).map { $0 != "none" } },
            "font-optical-sizing": HTMLProperty(\.text.isOpticallySized) { $0.one(of: ["auto", "none"]).map { $0 == "auto" } },
            "font-feature-settings": HTMLProperty(\.text.features) { reader in
                tags(reader) { words in
                    switch words.first {
                    case nil, "on": 1
                    case "off": 0
                    case let word?: reader.integer(word).map { max(0, $0) }
                    }
                }
            },
            "font-variation-settings": HTMLProperty(\.text.variations) { reader in
                tags(reader) { words in words.first.flatMap { reader.number($0) } }
            },
        ]
        for name in CSSProperty.fontVariants {
            result[name] = HTMLProperty(
                set: { style, reader in
                    style.text.variants[name] = reader.word == "normal" ? nil : reader.word
                    return true
                }, copy: { style, other in style.text.variants[name] = other.text.variants[name] })
        }
        return result
    }()

    static let namedSizes: [String: Double] = [
        "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32, "xxx-large": 48,
        "-webkit-xxx-large": 48,
    ]

    private static func fontSize(_ reader: ValueReader) -> Double? {
        let zoom = reader.units.zoom
        // The font size around, as if it had the zoom of the element.
        let change = zoom / reader.parent.text.zoom
        let parent = reader.parent.text.fontSize * change
        if let size = namedSizes[reader.word] { return size * zoom }
        if reader.word == "larger" { return parent * 1.2 }
        if reader.word == "smaller" { return parent / 1.2 }
        // Relative units refer to the parent's font.
        var units = reader.context.units(reader.parent.text)
        units.zoom = zoom
        units.fontSize *= change
        units.lineHeight = units.lineHeight.map { $0 * change }
        return reader.length(units: units)?.resolved(parent)
            .map { max(0, min(10_000, $0)) }
    }

    private static func weight(_ reader: ValueReader) -> Double? {
        let parent = reader.parent.text.weight
        switch reader.word {
        case "normal": return 400
        case "bold": return 700
        // CSS Fonts 4, section 2.2.1.
        case "bolder": return parent < 350 ? 400 : parent < 550 ? 700 : max(parent, 900)
        case "lighter": return parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700
        default: return reader.number().flatMap { (1...1000).contains($0) ? $0 : nil }
        }
    }

    /// A list of quoted tags with values.
    private static func tags<Value>(_ reader: ValueReader, _ value: ([String]) -> Value?) -> [String: Value]? {
        if reader.word == "normal" { return [:] }
        var result: [String: Value] = [:]
        for part in CSSTokenizer.split(CSSTokenizer.tokens(reader.value), at: .comma) {
            let tokens = part.filter { !$0.isSpace }
            guard let tag = tokens.first, tag.kind == .string, tag.text.utf8.count == 4 else { return nil }
            let words = tokens.dropFirst().map { $0.kind == .number ? "\($0.number)".replacing(".0", with: "") : $0.text }
            guard words.count <= 1, let number = value(words) else { return nil }
            result[tag.text] = number
        }
        return result
    }
}

extension TextValues {
    /// The properties that `fontStack` reads.
    static let fontProperties: Set = ["font-family", "font-weight", "font-style", "font-stretch", "font-width"]

    /// The font as a list of fonts in the notation of scenes.
    var fontStack: String {
        var names: [String] = []
        for part in CSSTokenizer.split(CSSTokenizer.tokens(families), at: .comma).prefix(32) {
            let tokens = part.filter { !$0.isSpace }
            guard let first = tokens.first else { continue }
            let isQuoted = first.kind == .string
            let name = isQuoted ? first.text : tokens.map(\.text).joined(separator: " ")
            let keyword = isQuoted ? "" : name.asciiLowercased
            // A generic family is never one of the document's own.
            if Self.generic[keyword] == nil, let own = embedded?.font(name, weight: weight, isSlanted: slant != .none) {
                names.append(own)
                continue
            }
            switch keyword {
            // Names of other systems' own fonts have no equal; the families after them serve.
            case "-apple-system", "blinkmacsystemfont", "emoji", "math", "fangsong", "ui-serif", "ui-monospace": continue
            default: if !name.isEmpty { names += Self.generic[keyword] ?? [FontStack.escaped(family: name)] }
            }
        }
        // A list of fonts that aren't there ends with the browser's standard font.
        names += FontStack.standard
        return names.joined(separator: ",")
            + FontStack.style(weight: weight, slant: slant, width: stretch)
    }

    /// Chromium's fonts of the generic families on Linux. Without them, it takes the host's.
    private static let generic = [
        "serif": ["Times New Roman", "Liberation Serif", "Tinos", "serif"],
        "sans-serif": ["Arial", "Liberation Sans", "Arimo", "sans-serif"],
        "monospace": ["monospace"], "cursive": ["Comic Sans MS", "cursive"], "fantasy": ["Impact", "fantasy"],
        "system-ui": ["sans-serif"], "ui-sans-serif": ["sans-serif"], "ui-rounded": ["sans-serif"],
    ]

    /// The OpenType features of the font's variants and settings.
    var allFeatures: [String: Int] { CSSFontFeatures.all(variants: variants, kerns: kerns, settings: features) }
}

import PenumbraScene

/// The OpenType features and the axes of a font: CSS Fonts 4, sections 6 and 7.
package enum CSSFontFeatures {
    /// The longhands of `font-variant` and their keywords, with the features that each turns on or off.
    package static let variants: [(property: String, keywords: [String: [(tag: String, value: Int)]])] = [
        (
            "font-variant-ligatures",
            [
                "none": [("liga", 0), ("clig", 0), ("dlig", 0), ("hlig", 0), ("calt", 0)],
                "common-ligatures": [("liga", 1), ("clig", 1)], "no-common-ligatures": [("liga", 0), ("clig", 0)],
                "discretionary-ligatures": [("dlig", 1)], "no-discretionary-ligatures": [("dlig", 0)],
                "historical-ligatures": [("hlig", 1)], "no-historical-ligatures": [("hlig", 0)],
                "contextual": [("calt", 1)], "no-contextual": [("calt", 0)],
            ]
        ),
        (
            "font-variant-caps",
            [
                "small-caps": [("smcp", 1)], "all-small-caps": [("smcp", 1), ("c2sc", 1)], "petite-caps": [("pcap", 1)],
                "all-petite-caps": [("pcap", 1), ("c2pc", 1)], "unicase": [("unic", 1)], "titling-caps": [("titl", 1)],
            ]
        ),
        (
            "font-variant-numeric",
            [
                "lining-nums": [("lnum", 1)], "oldstyle-nums": [("onum", 1)], "proportional-nums": [("pnum", 1)],
                "tabular-nums": [("tnum", 1)], "diagonal-fractions": [("frac", 1)], "stacked-fractions": [("afrc", 1)],
                "ordinal": [("ordn", 1)], "slashed-zero": [("zero", 1)],
            ]
        ),
        ("font-variant-alternates", ["historical-forms": [("hist", 1)]]),
        ("font-variant-position", ["sub": [("subs", 1)], "super": [("sups", 1)]]),
        (
            "font-variant-east-asian",
            [
                "jis78": [("jp78", 1)], "jis83": [("jp83", 1)], "jis90": [("jp90", 1)], "jis04": [("jp04", 1)],
                "simplified": [("smpl", 1)], "traditional": [("trad", 1)], "full-width": [("fwid", 1)],
                "proportional-width": [("pwid", 1)], "ruby": [("ruby", 1)],
            ]
        ),
        // Texts are kerned by default.
        ("font-kerning", ["none": [("kern", 0)], "auto": []]),
    ]

    /// The features of a longhand of `font-variant`, or of `font-kerning`. Words of other properties have none.
    package static func features(of property: String, _ value: String) -> [(tag: String, value: Int)] {
        guard let keywords = byProperty[property] else { return [] }
        return CSSPieces.words(value).flatMap { keywords[$0.asciiLowercased] ?? [] }
    }

    /// The features of fonts that have the small capitals of `font-variant-caps`.
    package static let capitals = [
        "small-caps": "smcp", "all-small-caps": "smcp", "petite-caps": "pcap", "all-petite-caps": "pcap", "unicase": "unic",
    ]
    /// The size of small capitals that are made from capitals, as a share of the font size. Chromium has this share.
    package static let sizeOfMadeCapitals = 0.7

    /// Whether a letter becomes a small capital.
    package static func makesSmall(_ character: Character, _ capitals: String) -> Bool {
        character.isLowercase ? capitals != "unicase" : capitals.hasPrefix("all-") || capitals == "unicase"
    }

    /// The features of a font's variants, of its kerning and of its settings. Settings win.
    package static func all(
        variants: [String: String], kerns: Bool, settings: [String: Int]
    ) -> [String: Int] {
        var result: [String: Int] = kerns ? [:] : ["kern": 0]
        for (property, _) in Self.variants {
            guard let value = variants[property] else { continue }
            for (tag, value) in features(of: property, value) { result[tag] = value }
        }
        return result.merging(settings) { $1 }
    }

    private static let byProperty = Dictionary(uniqueKeysWithValues: variants.map { ($0.property, $0.keywords) })

    /// The values of `font-feature-settings` by their tags. Nil for a malformed value.
    package static func features(_ value: String) -> [String: Int]? {
        settings(value) { word in
            switch word {
            case nil, "on": 1
            case "off": 0
            case let number?: Int(number).flatMap { $0 >= 0 ? min($0, 65_535) : nil }
            }
        }
    }

    /// The values of `font-variation-settings` by their tags. Nil for a malformed value.
    package static func axes(_ value: String) -> [String: Double]? {
        settings(value) { $0.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Reads a list of quoted tags with a value each.
    private static func settings<Value>(_ text: String, _ value: (String?) -> Value?) -> [String: Value]? {
        guard text.asciiLowercased != "normal" else { return [:] }
        var result: [String: Value] = [:]
        for part in CSSPieces.list(text) {
            let words = CSSPieces.words(part)
            guard let first = words.first, let quote = first.first, quote == "\"" || quote == "'", first.last == quote,
                first.utf8.count == 6, first.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), words.count <= 2,
                let number = value(words.count > 1 ? words[1].asciiLowercased : nil)
            else { return nil }
            result[String(first.dropFirst().dropLast())] = number
        }
        return result
    }
}

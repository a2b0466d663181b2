import PenumbraJSON
import PenumbraScene

/// The OpenType features and the axes of the text's font.
extension CSSConverter {
    /// The longhands of `font-variant` and their keywords, with the features that each turns on or off.
    static let fontVariants: [(property: String, keywords: [String: [(tag: String, value: Int)]])] = [
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

    /// Writes `fontFeatures` and `fontVariations`. `font-feature-settings` counts more than the variants: CSS Fonts 4, 7.2.
    mutating func fontFeatures(_ layer: inout JSONObject) {
        var features: JSONObject = [:]
        for (property, keywords) in Self.fontVariants {
            for word in CSSPieces.words(cascade[property] ?? "normal").map({ $0.lowercased() }) {
                if let tags = keywords[word] {
                    for (tag, value) in tags { features[tag] = .number(Double(value)) }
                } else if word != "normal" {
                    refuse(
                        property,
                        "found \"\(word.prefix(40))\", expected one of \(keywords.keys.sorted().joined(separator: ", "))")
                }
            }
        }
        settings("font-feature-settings", into: &features) { word in
            switch word {
            case nil, "on": 1
            case "off": 0
            case let number?: Int(number).flatMap { $0 >= 0 ? Double($0) : nil }
            }
        }
        if !features.members.isEmpty { layer["fontFeatures"] = .object(features) }
        var axes: JSONObject = [:]
        settings("font-variation-settings", into: &axes) { $0.flatMap(Double.init) }
        if !axes.members.isEmpty { layer["fontVariations"] = .object(axes) }
    }

    /// Reads a list of quoted tags with a value each.
    private mutating func settings(
        _ property: String, into object: inout JSONObject, value: (String?) -> Double?
    ) {
        guard let text = cascade[property], text.lowercased() != "normal" else { return }
        for part in CSSPieces.list(text) {
            let words = CSSPieces.words(part)
            let tag = words.first.flatMap { word -> String? in
                guard let quote = word.first, quote == "\"" || quote == "'", word.count == 6, word.last == quote else {
                    return nil
                }
                return String(word.dropFirst().dropLast())
            }
            guard let tag, words.count <= 2, let number = value(words.count > 1 ? words[1].lowercased() : nil), number.isFinite
            else {
                refuse(property, "found \"\(part.prefix(40))\", expected a tag of four letters in quotes and its value")
                return
            }
            object[tag] = .measure(number)
        }
    }
}

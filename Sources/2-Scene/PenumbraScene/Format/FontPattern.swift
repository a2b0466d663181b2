import PenumbraSystem

extension Text {
    /// The properties of a font pattern that have an effect. A file in a pattern is ignored.
    private static let fontProperties = ["family", "file", "foundry", "lang", "slant", "spacing", "style", "weight", "width"]

    /// The words of fontconfig for weights, slants, widths and spacings.
    private static let fontWords = [
        "thin", "extralight", "ultralight", "demilight", "semilight", "light", "book", "regular", "normal", "medium",
        "demibold",
        "semibold", "bold", "extrabold", "ultrabold", "black", "heavy", "extrablack", "ultrablack", "roman", "italic",
        "oblique",
        "ultracondensed", "extracondensed", "condensed", "semicondensed", "semiexpanded", "expanded", "extraexpanded",
        "ultraexpanded", "proportional", "dual", "mono", "charcell",
    ]

    /// The problem with the part of a font pattern after the families. Fontconfig ignores unknown words, which draws another font
    /// than meant. Nil if there is no problem.
    static func fault(inFontPattern pattern: String) -> Message? {
        for part in parts(ofFontPattern: pattern).dropFirst() where !part.isEmpty {
            let name = part.prefix { $0 != "=" }
            let isProperty = name.count < part.count
            let (known, end) = isProperty ? (fontProperties, "=") : (fontWords, "")
            if known.contains(name.lowercased()) { continue }
            if ["size", "pixelsize"].contains(name.lowercased()) {
                return "found \(quoted(":" + part)); write the size as \"fontSize\""
            }
            let hint =
                Spelling.nearest(to: String(name), in: known).map { "did you mean \(quoted(":" + $0 + end))?" }
                ?? (isProperty
                    ? "allowed are \(Spelling.list(known.filter { $0 != "file" }))"
                    : "allowed are words such as \":bold\", \":italic\" and \":condensed\"")
            return "found \(quoted(":" + part)); \(hint)"
        }
        return nil
    }

    /// The families of a font pattern, and its further parts, which colons separate. A backslash escapes a colon.
    private static func parts(ofFontPattern pattern: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in pattern {
            if character == ":", !isEscaped { parts.append("") } else { parts[parts.count - 1].append(character) }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts
    }
}

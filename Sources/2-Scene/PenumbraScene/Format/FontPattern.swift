import PenumbraSystem

extension FontStack {
    /// The properties of a style that have an effect. A file in a style is ignored.
    private static let properties = ["family", "file", "foundry", "lang", "slant", "spacing", "style", "weight", "width"]

    /// The words of fontconfig for weights, slants, widths and spacings.
    private static let words = [
        "thin", "extralight", "ultralight", "demilight", "semilight", "light", "book", "regular", "normal", "medium",
        "demibold",
        "semibold", "bold", "extrabold", "ultrabold", "black", "heavy", "extrablack", "ultrablack", "roman", "italic",
        "oblique",
        "ultracondensed", "extracondensed", "condensed", "semicondensed", "semiexpanded", "expanded", "extraexpanded",
        "ultraexpanded", "proportional", "dual", "mono", "charcell",
    ]

    /// The problem with the stack. Fontconfig ignores unknown words, which draws another font than meant. Nil if there is no
    /// problem.
    var fault: Message? {
        if let misplacedStyle {
            return "found \(quoted(misplacedStyle)) before the last font; write the style once, after all fonts"
        }
        if files.count > SceneLimits.fontFiles {
            return "found \(files.count) font files, more than \(SceneLimits.fontFiles)"
        }
        for font in fonts {
            guard case .file(let path, let face) = font else { continue }
            if FilePath.urlScheme(of: path) != nil {
                return "found \(quoted(path)); nothing is fetched from a network, expected a font file or a family"
            }
            if face?.isEmpty == true {
                return "found \(quoted(path + "#")), expected the name or the number of a font in the file after #"
            }
        }
        for part in parts.dropFirst() where !part.isEmpty {
            if let fault = fault(in: part) { return fault }
        }
        return nil
    }

    private func fault(in part: String) -> Message? {
        let name = part.prefix { $0 != "=" }
        let isProperty = name.count < part.count
        let (known, end) = isProperty ? (Self.properties, "=") : (Self.words, "")
        if known.contains(name.lowercased()) { return nil }
        if Self.isAxis(String(name)) {
            return "found \(quoted(":" + part)), expected a number for an axis, such as \(quoted(":\(name)=650"))"
        }
        if ["size", "pixelsize"].contains(name.lowercased()) {
            return "found \(quoted(":" + part)); write the size as \"fontSize\""
        }
        if name.lowercased() == "index" {
            return "found \(quoted(":" + part)); write the number of a font in a file as \(quoted("fonts.ttc#1"))"
        }
        let hint =
            Spelling.nearest(to: String(name), in: known).map { "did you mean \(quoted(":" + $0 + end))?" }
            ?? (isProperty
                ? "allowed are \(Spelling.list(known.filter { $0 != "file" }))"
                : "allowed are words such as \":bold\", \":italic\" and \":condensed\""
                    + (files.isEmpty ? "" : "; write a font of a collection as \(quoted("fonts.ttc#" + name))"))
        return "found \(quoted(":" + part)); \(hint)"
    }

    /// The parts of the style, which colons separate. A backslash escapes a colon.
    private var parts: [String] {
        var parts = [""]
        var isEscaped = false
        for character in style {
            if character == ":", !isEscaped { parts.append("") } else { parts[parts.count - 1].append(character) }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts
    }
}

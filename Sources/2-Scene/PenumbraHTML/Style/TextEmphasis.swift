import PenumbraCSS

/// Marks above or below the letters of a text: CSS Text Decoration 3, section 4.
struct TextEmphasis: Hashable, Sendable {
    /// The mark. Nil for none.
    var mark: String?
    var color = "currentcolor"
    var isBelow = false

    /// The mark that `text-emphasis-style` names. Nil for a malformed value.
    static func mark(_ reader: ValueReader) -> String?? {
        if reader.word == "none" { return .some(nil) }
        let tokens = CSSTokenizer.tokens(reader.value).filter { !$0.isSpace }
        if tokens.count == 1, tokens[0].kind == .string { return .some(tokens[0].text.first.map { String($0) }) }
        var words = reader.words
        let isOpen = words.contains("open")
        guard words.count <= 2, !(isOpen && words.contains("filled")) else { return nil }
        words.removeAll { $0 == "open" || $0 == "filled" }
        guard words.count <= 1, let marks = marks[words.first ?? "circle"] else { return nil }
        return .some(isOpen ? marks.open : marks.filled)
    }

    private static let marks: [String: (filled: String, open: String)] = [
        "dot": ("\u{2022}", "\u{25E6}"), "circle": ("\u{25CF}", "\u{25CB}"), "double-circle": ("\u{25C9}", "\u{25CE}"),
        "triangle": ("\u{25B2}", "\u{25B3}"), "sesame": ("\u{FE45}", "\u{FE46}"),
    ]

    /// Whether `text-emphasis-position` puts marks below. Nil for a malformed value.
    static func isBelow(_ reader: ValueReader) -> Bool? {
        let words = Set(reader.words)
        guard words.isSubset(of: ["over", "under", "left", "right"]), words.contains("over") != words.contains("under") else {
            return nil
        }
        return words.contains("under")
    }
}

/// The values of `font-family`: CSS Fonts 4, section 2.1.
package enum CSSFontFamilies {
    /// Whether a value is a list of families: strings, names of identifiers and generic families.
    package static func isList(_ value: String) -> Bool {
        CSSTokenizer.split(CSSTokenizer.tokens(value), at: .comma).allSatisfy { part in
            isFamily(part.filter { !$0.isSpace })
        }
    }

    private static func isFamily(_ tokens: [CSSToken]) -> Bool {
        guard let first = tokens.first else { return false }
        if first.kind == .string { return tokens.count == 1 }
        guard tokens.allSatisfy({ $0.kind == .ident }) else { return false }
        let word = first.text.asciiLowercased
        return tokens.count == 1 ? !CSSStyleSheets.globalKeywords.contains(word) && word != "default" : !generic.contains(word)
    }

    /// The generic families that no name of several identifiers begins with.
    private static let generic: Set = [
        "-webkit-body", "cursive", "fantasy", "math", "monospace", "sans-serif", "serif", "system-ui",
    ]
}

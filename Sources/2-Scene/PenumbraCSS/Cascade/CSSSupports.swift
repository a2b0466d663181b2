/// The conditions of `@supports`: CSS Conditional 4.
struct CSSSupports {
    let tokens: [CSSToken]
    let options: CSSStyleSheets.Options
    var index = 0
    var depth = 0

    init(tokens: [CSSToken], options: CSSStyleSheets.Options) { (self.tokens, self.options) = (tokens, options) }

    var isAtEnd: Bool { index >= tokens.count }

    private mutating func skip(_ name: String) -> Bool {
        guard index < tokens.count, tokens[index].isIdent(name) else { return false }
        index += 1
        return true
    }

    mutating func condition() -> Bool {
        depth += 1
        defer { depth -= 1 }
        guard depth < 32 else { return false }
        if skip("not") { return !inParentheses() }
        var result = inParentheses()
        if skip("and") {
            repeat {
                let next = inParentheses()
                result = result && next
            } while skip("and")
        } else if skip("or") {
            repeat {
                let next = inParentheses()
                result = result || next
            } while skip("or")
        }
        return result
    }

    private mutating func inParentheses() -> Bool {
        guard index < tokens.count, tokens[index].closing != nil else {
            index = tokens.count + 1
            return false
        }
        let token = tokens[index]
        let end = CSSTokenizer.end(of: index, in: tokens)
        let inner = Array(tokens[(index + 1)..<max(index + 1, min(end - 1, tokens.count))])
        index = end
        if token.kind == .function {
            guard token.text == "selector" else { return false }
            var parser = CSSSelectorParser(inner)
            return parser.list() != nil
        }
        guard token.kind == .openParenthesis else { return false }
        var reader = CSSSupports(tokens: inner, options: options)
        reader.depth = depth
        if let result = reader.declaration() { return result }
        let result = reader.condition()
        return result && reader.isAtEnd
    }

    /// Whether the tokens are a declaration that is supported. Nil if they are no declaration.
    func declaration() -> Bool? {
        guard tokens.count > 1, tokens[0].kind == .ident, tokens[1].kind == .colon else { return nil }
        let name = tokens[0].text
        if name.hasPrefix("--") { return true }
        return CSSProperty.isKnown(name.asciiLowercased) || CSSProperty.unprefixed(name.asciiLowercased) != nil
    }
}

/// The conditions of `@supports`: CSS Conditional 5.
struct CSSSupports {
    let tokens: [CSSToken]
    /// The bytes that places of tokens refer to.
    let source: [UInt8]
    let options: CSSStyleSheets.Options
    var index = 0
    var depth = 0

    /// - Parameter tokens: the tokens of the condition. Spaces don't count.
    init(tokens: [CSSToken], source: [UInt8], options: CSSStyleSheets.Options) {
        (self.tokens, self.source, self.options) = (tokens.filter { !$0.isSpace }, source, options)
    }

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
        let isClosed = end > index + 1 && tokens[end - 1].kind == .closeParenthesis
        let inner = Array(tokens[(index + 1)..<(isClosed ? end - 1 : end)])
        index = end
        if token.kind == .function { return Self.holds(token.text, inner) }
        guard token.kind == .openParenthesis else { return false }
        var reader = CSSSupports(tokens: inner, source: source, options: options)
        reader.depth = depth
        if let result = reader.declaration() { return result }
        let result = reader.condition()
        return result && reader.isAtEnd
    }

    /// Whether the tokens are a declaration that is supported. Nil if they are no declaration.
    func declaration() -> Bool? {
        guard tokens.count > 1, tokens[0].kind == .ident, tokens[1].kind == .colon else { return nil }
        if tokens[0].text.hasPrefix("--") { return true }
        guard !tokens.contains(where: { $0.kind == .semicolon }) else { return false }
        let bytes = source[tokens[0].range.lowerBound..<tokens[tokens.count - 1].range.upperBound]
        var parser = CSSParser(String(decoding: bytes, as: UTF8.self))
        let declarations = parser.declarations()
        guard declarations.count == 1, parser.faults.isEmpty else { return false }
        return options.supports(declarations[0])
    }

    // MARK: - Functions

    private static func holds(_ function: String, _ arguments: [CSSToken]) -> Bool {
        if function == "selector" {
            var parser = CSSSelectorParser(arguments)
            return parser.list() != nil
        }
        guard arguments.count == 1, let argument = arguments.first else { return false }
        let word = argument.text.asciiLowercased
        switch function {
        case "font-tech": return argument.kind == .ident && technologies.contains(word)
        case "font-format": return argument.kind == .ident && formats.contains(word)
        case "at-rule": return argument.kind == .atKeyword && atRules.contains(word)
        default: return false
        }
    }

    /// The technologies of fonts that Chromium has.
    private static let technologies: Set = [
        "color-cbdt", "color-colrv0", "color-colrv1", "color-sbix", "features-aat", "features-opentype", "palettes",
        "variations",
    ]
    private static let formats: Set = ["collection", "opentype", "truetype", "woff", "woff2"]
    private static let atRules: Set = [
        "container", "counter-style", "font-face", "import", "keyframes", "-webkit-keyframes", "layer", "media", "namespace",
        "page", "property", "scope", "supports",
    ]
}

extension CSSStyleSheets.Options {
    /// Whether a declaration counts as supported: its value is one of the property's, even if the property has no effect here.
    func supports(_ declaration: CSSDeclaration) -> Bool {
        let name = declaration.name
        guard CSSProperty.isOfBrowsers(name) else { return false }
        var plain = declaration
        plain.name = CSSProperty.unprefixed(name) ?? name
        let word = declaration.value.asciiLowercased
        if declaration.hasReferences || CSSStyleSheets.globalKeywords.contains(word) { return true }
        guard CSSProperty.isKnown(plain.name) else { return true }
        if plain.name == "mask-composite" { plain.value = CSSProperty.composites(plain.value) }
        let tokens = CSSTokenizer.tokens(word)
        if tokens.count == 1, tokens[0].kind == .ident,
            let isTaken = CSSKeywords.takes(plain.value.asciiLowercased, plain.name)
        {
            return isTaken
        }
        switch split(plain) {
        case .success: return true
        case .failure(let refusal): return refusal.mayBeValid
        }
    }
}

extension CSSStyleSheets {
    /// Whether a condition of `@supports` holds.
    ///
    /// - Parameter allowsDeclaration: whether it may be a declaration without brackets, as in `@import`.
    func supports(_ tokens: [CSSToken], _ place: Place, allowsDeclaration: Bool = false) -> Bool {
        var options = options
        // Conditions have no quirks.
        options.hasQuirks = false
        var reader = CSSSupports(tokens: tokens, source: place.source, options: options)
        if allowsDeclaration, let result = reader.declaration() { return result }
        return reader.condition() && reader.isAtEnd
    }
}

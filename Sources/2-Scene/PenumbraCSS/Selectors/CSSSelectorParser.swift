/// Parses selectors from the tokens before a rule's braces (Selectors 4).
package struct CSSSelectorParser {
    let tokens: [CSSToken]
    var index = 0
    var depth = 0
    /// Whether the selector stands inside `:has()`, which may not contain another one.
    var isInsideHas = false
    /// What `&` stands for. Nil outside of nested rules.
    let parent: CSSSelectorList?
    /// Whether `:scope` is what `&` stands for.
    var isScoped = false
    /// The prefixes of namespaces that the style sheet declares. Selectors with others are malformed.
    let prefixes: Set<String>

    private static let mostDepth = 32
    /// The most compounds and conditions of a selector.
    private static let mostParts = 256

    package init(_ tokens: [CSSToken], parent: CSSSelectorList? = nil, prefixes: Set<String> = []) {
        self.tokens = tokens.filter { $0.kind != .comment }
        (self.parent, self.prefixes) = (parent, prefixes)
    }

    /// The list of a rule. Nil if a selector is malformed, which makes CSS drop the rule.
    ///
    /// - Parameter isNested: whether selectors may start with a combinator, and mean `&` if they don't name it.
    package mutating func list(isNested: Bool = false) -> CSSSelectorList? {
        guard let selectors = selectors(isRelative: isNested, isForgiving: false), index == tokens.count, !selectors.isEmpty
        else { return nil }
        guard isNested, let parent else { return CSSSelectorList(selectors) }
        return CSSSelectorList(
            selectors.map { selector in
                guard selector.leading != nil || !selector.refersToParent else { return selector }
                var result = selector
                result.compounds.insert([.any(parent)], at: 0)
                result.combinators.insert(selector.leading ?? .descendant, at: 0)
                result.leading = nil
                result.specificity += parent.specificity
                return result
            })
    }

    func peek() -> CSSToken? { index < tokens.count ? tokens[index] : nil }

    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = index
        while let token = peek(), token.kind == .space { index += 1 }
        return index > start
    }

    mutating func skip(_ kind: CSSToken.Kind) -> Bool {
        guard let token = peek(), token.kind == kind else { return false }
        index += 1
        return true
    }

    mutating func skip(delimiter: String) -> Bool {
        guard let token = peek(), token.isDelimiter(delimiter) else { return false }
        index += 1
        return true
    }

    /// The selectors up to a closing bracket or the end. Nil for a malformed one.
    ///
    /// - Parameter isForgiving: whether malformed selectors are left out of the list.
    mutating func selectors(isRelative: Bool, isForgiving: Bool) -> [CSSSelector]? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { return nil }
        var result: [CSSSelector] = []
        while true {
            skipSpace()
            if isForgiving, result.isEmpty, peek().map({ $0.kind == .closeParenthesis }) ?? true { return result }
            let start = index
            let selector = selector(isRelative: isRelative)
            skipSpace()
            let isWhole = peek().map { $0.kind == .comma || $0.kind == .closeParenthesis } ?? true
            if let selector, isWhole {
                result.append(selector)
            } else if isForgiving {
                index = start
                skipToComma()
            } else {
                return nil
            }
            guard skip(.comma) else { return result }
        }
    }

    mutating func skipToComma() {
        var open = 0
        while let token = peek() {
            if open == 0, token.kind == .comma || token.kind == .closeParenthesis { return }
            if token.closing != nil { open += 1 }
            if [.closeParenthesis, .closeBracket, .closeBrace].contains(token.kind) { open -= 1 }
            index += 1
        }
    }

    mutating func combinator() -> CSSSelector.Combinator? {
        if skip(delimiter: ">") { return .child }
        if skip(delimiter: "+") { return .next }
        if skip(delimiter: "~") { return .following }
        return nil
    }

    mutating func selector(isRelative: Bool) -> CSSSelector? {
        var selector = CSSSelector()
        if isRelative {
            selector.leading = combinator()
            skipSpace()
        }
        var parts = 0
        while true {
            guard selector.pseudoElement == nil, let conditions = compound(&selector) else { return nil }
            parts += 1 + conditions.count
            guard parts <= Self.mostParts else { return nil }
            selector.compounds.append(conditions)
            let hasSpace = skipSpace()
            guard let token = peek(), token.kind != .comma, token.kind != .closeParenthesis else { return selector }
            if let combinator = combinator() {
                selector.combinators.append(combinator)
                skipSpace()
            } else {
                guard hasSpace else { return nil }
                selector.combinators.append(.descendant)
            }
        }
    }

    mutating func compound(_ selector: inout CSSSelector) -> [CSSSelector.Condition]? {
        var conditions: [CSSSelector.Condition] = []
        let start = index
        if !typeSelector(&conditions, &selector) { return nil }
        while let token = peek() {
            switch token.kind {
            case .hash:
                guard token.flag else { return nil }
                index += 1
                conditions.append(.identifier(token.text))
                selector.specificity += CSSSelector.ofIdentifier
            case .delimiter where token.text == ".":
                index += 1
                guard let name = peek(), name.kind == .ident else { return nil }
                index += 1
                conditions.append(.classes(name.text))
                selector.specificity += CSSSelector.ofClass
            case .delimiter where token.text == "&":
                index += 1
                selector.refersToParent = true
                if let parent {
                    conditions.append(.any(parent))
                    selector.specificity += parent.specificity
                } else {
                    conditions.append(.scope)
                }
            case .openBracket:
                index += 1
                guard let test = attribute() else { return nil }
                conditions.append(.attribute(test))
                selector.specificity += CSSSelector.ofClass
            case .colon:
                index += 1
                if skip(.colon) {
                    guard depth <= 1, pseudoElement(&selector) else { return nil }
                    return conditions.isEmpty ? [.always] : conditions
                }
                guard let condition = pseudoClass(&selector) else { return nil }
                if selector.pseudoElement != nil { return conditions.isEmpty ? [.always] : conditions }
                conditions.append(condition)
            default: return index > start ? conditions : nil
            }
        }
        return index > start ? conditions : nil
    }

    /// A type or `*`, with or without a namespace. False if it's malformed.
    mutating func typeSelector(_ conditions: inout [CSSSelector.Condition], _ selector: inout CSSSelector) -> Bool {
        func isBar(_ offset: Int) -> Bool {
            index + offset < tokens.count && tokens[index + offset].isDelimiter("|")
                && !(index + offset + 1 < tokens.count && tokens[index + offset + 1].isDelimiter("="))
        }
        func isName(_ token: CSSToken?) -> Bool { token.map { $0.kind == .ident || $0.isDelimiter("*") } ?? false }
        if isBar(0) {
            index += 1
            // No element that is styled is without a namespace.
            conditions.append(.never)
        } else if let token = peek(), isName(token), isBar(1) {
            // All elements of a document that are styled have one namespace, so it doesn't matter which prefix it is.
            guard token.isDelimiter("*") || prefixes.contains(token.text) else { return false }
            index += 2
        } else if !isName(peek()) {
            return true
        }
        guard let token = peek(), isName(token) else { return false }
        index += 1
        if token.kind == .ident {
            conditions.append(.type(token.text, token.text.asciiLowercased))
            selector.specificity += CSSSelector.ofType
        } else {
            conditions.append(.always)
        }
        return true
    }

    mutating func attribute() -> CSSAttributeTest? {
        skipSpace()
        if let token = peek(), token.isDelimiter("*") || token.isDelimiter("|") {
            if token.isDelimiter("*") { index += 1 }
            guard skip(delimiter: "|") else { return nil }
        }
        guard var name = peek(), name.kind == .ident else { return nil }
        index += 1
        if index + 1 < tokens.count, tokens[index].isDelimiter("|"), tokens[index + 1].kind == .ident {
            let prefix = name.text
            guard prefixes.contains(prefix) else { return nil }
            name = tokens[index + 1]
            // Attributes of XLink and of XML keep their prefixes.
            if prefix == "xlink" || prefix == "xml" { name.text = "\(prefix):\(name.text)" }
            index += 2
        }
        skipSpace()
        if skip(.closeBracket) { return CSSAttributeTest(name: name.text, match: .exists, value: "") }
        guard let sign = peek(), sign.kind == .delimiter else { return nil }
        let matches: [String: CSSAttributeTest.Match] = ["~": .word, "|": .dash, "^": .prefix, "$": .suffix, "*": .part]
        let match: CSSAttributeTest.Match
        index += 1
        if sign.text == "=" {
            match = .equals
        } else {
            guard let found = matches[sign.text], skip(delimiter: "=") else { return nil }
            match = found
        }
        skipSpace()
        guard let value = peek(), value.kind == .string || value.kind == .ident else { return nil }
        index += 1
        skipSpace()
        var ignoresCase: Bool?
        if let flag = peek(), flag.isIdent("i") || flag.isIdent("s") {
            ignoresCase = flag.isIdent("i")
            index += 1
            skipSpace()
        }
        guard skip(.closeBracket) else { return nil }
        return CSSAttributeTest(name: name.text, match: match, value: value.text, ignoresCase: ignoresCase)
    }
}

extension String {
    /// The text without white space of CSS around it.
    package var trimmingSpaces: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B }
        guard let first = utf8.firstIndex(where: { !isSpace($0) }), let last = utf8.lastIndex(where: { !isSpace($0) }) else {
            return ""
        }
        return first == utf8.startIndex && utf8.index(after: last) == utf8.endIndex ? self : String(self[first...last])
    }
}

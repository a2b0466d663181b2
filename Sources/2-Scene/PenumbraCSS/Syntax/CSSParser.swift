import PenumbraSystem

/// A property with its value as written.
package struct CSSDeclaration: Sendable, Hashable {
    /// The name in lower case. Names of custom properties keep their case.
    package var name: String
    /// The value without comments and without space around it.
    package var value: String
    package var isImportant = false
    /// Whether the value has functions that are replaced for each element, such as `var()`.
    package var hasReferences = false
    /// The first byte of the declaration in its source.
    package var offset = 0
    /// Whether the side that the name has depends on the direction of text, as in `margin-inline-start`.
    package var followsDirection = false

    package init(name: String, value: String, isImportant: Bool = false, hasReferences: Bool = false, offset: Int = 0) {
        (self.name, self.value, self.isImportant) = (name, value, isImportant)
        (self.hasReferences, self.offset) = (hasReferences, offset)
    }

    package var isCustom: Bool { name.hasPrefix("--") }
}

/// A rule with what stands in its braces.
package struct CSSRule: Sendable {
    /// The name of an at-rule in lower case. Nil for a style rule.
    package var name: String?
    /// What stands before the braces.
    package var prelude: [CSSToken]
    /// Nil for an at-rule without braces.
    package var block: [CSSBlockItem]?
    package var offset: Int
}

/// What stands in braces, in the order of the source.
package enum CSSBlockItem: Sendable {
    case declarations([CSSDeclaration])
    case rule(CSSRule)
}

/// What a parser dropped, with the first byte of it.
package struct CSSFault: Sendable, Hashable {
    package var offset: Int
    package var text: String

    package var message: Message { "\"\(oneLine(String(text.prefix(60))))\" is no CSS" }
}

/// Parses style sheets and lists of declarations: CSS Syntax 3, section 5. What is malformed is dropped as the specification
/// says, and reported.
package struct CSSParser {
    /// The text as it is read, which places refer to.
    package let source: [UInt8]
    private let tokens: [CSSToken]
    private var index = 0
    private var depth = 0
    package private(set) var faults: [CSSFault] = []

    /// The most blocks, one inside the other. Deeper ones are dropped.
    static let mostDepth = 200
    private static let mostFaults = 200

    package init(_ text: String) {
        source = CSSTokenizer.prepared(text)
        tokens = CSSTokenizer.tokens(source)
    }

    package mutating func styleSheet() -> [CSSRule] {
        var rules: [CSSRule] = []
        while let token = peek() {
            switch token.kind {
            case .space, .comment, .openingComment, .closingComment: index += 1
            case .atKeyword: if let rule = atRule(isNested: false) { rules.append(rule) }
            default: if let rule = qualifiedRule(isNested: false) { rules.append(rule) }
            }
        }
        return rules
    }

    /// The declarations of a `style` attribute. Rules inside are dropped.
    package mutating func declarations() -> [CSSDeclaration] {
        blockContents(isNested: false).flatMap { item in
            switch item {
            case .declarations(let list): return list
            case .rule(let rule):
                fault(rule.offset, "a rule")
                return []
            }
        }
    }

    /// What stands in pasted text: declarations and rules side by side.
    package mutating func contents() -> [CSSBlockItem] {
        var result: [CSSBlockItem] = []
        while index < tokens.count {
            result += blockContents(isNested: false)
            if let token = peek(), token.kind == .closeBrace {
                fault(token.range.lowerBound, "}")
                index += 1
            }
        }
        return result
    }

    // MARK: - Rules

    private func peek() -> CSSToken? { index < tokens.count ? tokens[index] : nil }

    private mutating func fault(_ offset: Int, _ text: String) {
        guard faults.count < Self.mostFaults else { return }
        faults.append(CSSFault(offset: offset, text: text))
    }

    private mutating func fault(from start: Int) {
        guard start < tokens.count else { return }
        let text = text(of: tokens[start..<max(start, min(index, tokens.count))])
        if !text.isEmpty { fault(tokens[start].range.lowerBound, text) }
    }

    /// Skips one component value: a token, or everything up to the bracket that closes it.
    private mutating func skipValue() {
        guard let first = peek() else { return }
        index += 1
        guard let closing = first.closing else { return }
        var open = [closing]
        while let expected = open.last, let token = peek() {
            index += 1
            if token.kind == expected { open.removeLast() } else if let closing = token.closing { open.append(closing) }
        }
    }

    private mutating func atRule(isNested: Bool) -> CSSRule? {
        let start = index
        let name = tokens[index].text.asciiLowercased
        let offset = tokens[index].range.lowerBound
        index += 1
        let first = index
        while let token = peek() {
            switch token.kind {
            case .semicolon:
                defer { index += 1 }
                return CSSRule(name: name, prelude: trimmed(first..<index), block: nil, offset: offset)
            case .closeBrace where isNested:
                return CSSRule(name: name, prelude: trimmed(first..<index), block: nil, offset: offset)
            case .openBrace:
                let prelude = trimmed(first..<index)
                guard let block = block() else {
                    fault(from: start)
                    return nil
                }
                return CSSRule(name: name, prelude: prelude, block: block, offset: offset)
            default: skipValue()
            }
        }
        return CSSRule(name: name, prelude: trimmed(first..<index), block: nil, offset: offset)
    }

    private mutating func qualifiedRule(isNested: Bool) -> CSSRule? {
        let first = index
        while let token = peek() {
            switch token.kind {
            case .semicolon where isNested:
                fault(from: first)
                index += 1
                return nil
            case .closeBrace:
                if isNested {
                    fault(from: first)
                    return nil
                }
                index += 1
            case .openBrace:
                let prelude = trimmed(first..<index)
                // A custom property with braces is no rule.
                let names = prelude.filter { !$0.isSpace }
                if names.count > 1, names[0].kind == .ident, names[0].text.hasPrefix("--"), names[1].kind == .colon {
                    if isNested { skipDeclaration() } else { skipValue() }
                    fault(from: first)
                    return nil
                }
                guard let block = block() else {
                    fault(from: first)
                    return nil
                }
                return CSSRule(name: nil, prelude: prelude, block: block, offset: tokens[first].range.lowerBound)
            default: skipValue()
            }
        }
        fault(from: first)
        return nil
    }

    /// The contents of the braces that open here. Nil, with the braces skipped, if they are nested too deeply.
    private mutating func block() -> [CSSBlockItem]? {
        guard depth < Self.mostDepth else {
            skipValue()
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        index += 1
        let items = blockContents(isNested: true)
        if let token = peek(), token.kind == .closeBrace { index += 1 }
        return items
    }

    private mutating func blockContents(isNested: Bool) -> [CSSBlockItem] {
        var items: [CSSBlockItem] = []
        var declarations: [CSSDeclaration] = []
        func flush(_ items: inout [CSSBlockItem], _ declarations: inout [CSSDeclaration]) {
            if !declarations.isEmpty { items.append(.declarations(declarations)) }
            declarations = []
        }
        loop: while let token = peek() {
            switch token.kind {
            case .space, .comment, .semicolon: index += 1
            case .closeBrace: break loop
            case .atKeyword:
                flush(&items, &declarations)
                if let rule = atRule(isNested: isNested) { items.append(.rule(rule)) }
            default:
                let start = index
                if let declaration = declaration() {
                    declarations.append(declaration)
                } else {
                    index = start
                    flush(&items, &declarations)
                    if let rule = qualifiedRule(isNested: true) { items.append(.rule(rule)) }
                }
            }
        }
        flush(&items, &declarations)
        return items
    }

    // MARK: - Declarations

    private mutating func skipDeclaration() {
        while let token = peek(), token.kind != .semicolon, token.kind != .closeBrace { skipValue() }
    }

    /// A declaration up to its semicolon or to the brace that closes its rule. Nil if there is none.
    private mutating func declaration() -> CSSDeclaration? {
        guard let name = peek(), name.kind == .ident else { return nil }
        let isCustom = name.text.hasPrefix("--")
        index += 1
        while let token = peek(), token.isSpace { index += 1 }
        guard let colon = peek(), colon.kind == .colon else { return nil }
        index += 1
        let first = index
        var (hasBlock, isBad) = (false, false)
        while let token = peek(), token.kind != .semicolon, token.kind != .closeBrace {
            switch token.kind {
            case .openBrace: hasBlock = true
            case .badString, .badURL, .closeParenthesis, .closeBracket: isBad = true
            default: break
            }
            skipValue()
        }
        var value = trimmed(first..<index)
        let isImportant = Self.removeImportance(&value)
        if isCustom {
            guard !isBad, !Self.hasMark(value) else { return nil }
        } else {
            let isAlone = value.first?.kind == .openBrace && Self.isOneBlock(value)
            guard !isBad, !value.isEmpty, !hasBlock || isAlone else { return nil }
        }
        let hasReferences = value.contains { $0.kind == .function && Self.references.contains($0.text) }
        return CSSDeclaration(
            name: isCustom ? name.text : name.text.asciiLowercased, value: valueText(value), isImportant: isImportant,
            hasReferences: hasReferences, offset: name.range.lowerBound)
    }

    /// The functions that are replaced by values before a property is read.
    static let references: Set = ["var", "env", "attr", "if"]

    /// Whether an exclamation mark stands outside of brackets.
    private static func hasMark(_ value: [CSSToken]) -> Bool {
        var index = 0
        while index < value.count {
            if value[index].isDelimiter("!") { return true }
            index = CSSTokenizer.end(of: index, in: value)
        }
        return false
    }

    private static func isOneBlock(_ value: [CSSToken]) -> Bool {
        var depth = 0
        for (index, token) in value.enumerated() {
            if token.closing != nil { depth += 1 }
            if [.closeBrace, .closeParenthesis, .closeBracket].contains(token.kind) { depth -= 1 }
            if depth == 0 { return index == value.count - 1 }
        }
        return true
    }

    private static func removeImportance(_ value: inout [CSSToken]) -> Bool {
        let last = value.indices.filter { !value[$0].isSpace }.suffix(2)
        guard last.count == 2, let mark = last.first, let word = last.last, value[word].isIdent("important"),
            value[mark].isDelimiter("!")
        else { return false }
        value.removeSubrange(mark...)
        while let token = value.last, token.isSpace { value.removeLast() }
        return true
    }

    // MARK: - Text

    private func trimmed(_ range: Range<Int>) -> [CSSToken] {
        var range = range
        while let first = range.first, tokens[first].isSpace { range = (first + 1)..<range.upperBound }
        while let last = range.last, tokens[last].isSpace { range = range.lowerBound..<last }
        return Array(tokens[range])
    }

    /// The source of a value, with a space between parts that need none, as in `10%20%`. Ranges of characters are left alone.
    private func valueText(_ tokens: [CSSToken]) -> String {
        func touches(_ index: Int) -> Bool {
            let (first, second) = (tokens[index], tokens[index + 1])
            guard first.endsPart, second.beginsPart else { return false }
            let sign = source[second.range.lowerBound]
            return !first.isIdent("u") && sign != UInt8(ascii: "+") && sign != UInt8(ascii: "-")
        }
        guard tokens.count > 1, (0..<(tokens.count - 1)).contains(where: touches) else { return text(of: tokens[...]) }
        var result: [UInt8] = []
        for (index, token) in tokens.enumerated() {
            if token.kind == .comment { result.append(0x20) } else { result += source[token.range] }
            if index + 1 < tokens.count, touches(index) { result.append(0x20) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private func text(of tokens: ArraySlice<CSSToken>) -> String { CSSTokenizer.text(of: tokens, in: source) }
}

extension CSSTokenizer {
    /// The source of tokens, with a space in the place of each comment.
    package static func text(of tokens: ArraySlice<CSSToken>, in bytes: [UInt8]) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        if !tokens.contains(where: { $0.kind == .comment }) {
            return String(decoding: bytes[first.range.lowerBound..<last.range.upperBound], as: UTF8.self)
        }
        var result: [UInt8] = []
        for token in tokens {
            if token.kind == .comment { result.append(0x20) } else { result += bytes[token.range] }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

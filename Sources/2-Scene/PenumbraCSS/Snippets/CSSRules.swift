import PenumbraScene

/// The declarations of one box, gathered from pasted text.
struct CSSRules {
    /// The selector of the box's rule. Nil for declarations without a rule.
    private(set) var selector: String?
    private(set) var declarations: [CSSDeclaration] = []
    private(set) var variables: [String: String] = [:]
    private(set) var registered: [String: CSSRegisteredProperty] = [:]
    private(set) var issues: [CSSIssue] = []
    private let media: CSSMedia
    private let bytes: [UInt8]

    /// Whether a text has declarations or rules, rather than a single value.
    static func areDeclarations(_ text: String) -> Bool {
        let tokens = CSSTokenizer.tokens(text)
        var index = 0
        while index < tokens.count {
            if tokens[index].kind == .colon || tokens[index].kind == .openBrace { return true }
            index = CSSTokenizer.end(of: index, in: tokens)
        }
        return false
    }

    init(_ text: String, media: CSSMedia) {
        self.media = media
        bytes = CSSTokenizer.prepared(text)
        guard bytes.count <= CSSLimits.bytes else {
            issues.append(CSSIssue("the text", "it has more than \(CSSLimits.bytes) bytes"))
            return
        }
        var parser = CSSParser(text)
        let items = parser.contents()
        for fault in parser.faults { issues.append(Self.issue(fault)) }
        if Self.isOpen(text) { issues.append(CSSIssue("the text", "a rule has no closing brace")) }
        // Rules come before loose declarations, which are the box's own.
        for case .rule(let rule) in items { add(rule) }
        for case .declarations(let list) in items { add(list) }
    }

    private static func issue(_ fault: CSSFault) -> CSSIssue {
        if fault.text == "}" { return CSSIssue("}", "no rule is open here") }
        return CSSIssue(fault.text, "expected a property and a value, such as `opacity: 0.5`")
    }

    private static func isOpen(_ text: String) -> Bool {
        var depth = 0
        for token in CSSTokenizer.tokens(text) {
            if token.kind == .openBrace { depth += 1 }
            if token.kind == .closeBrace { depth -= 1 }
        }
        return depth > 0
    }

    private func text(_ tokens: [CSSToken]) -> String { CSSTokenizer.text(of: tokens[...], in: bytes) }

    private mutating func add(_ rule: CSSRule) {
        let items = rule.block ?? []
        if let name = rule.name {
            switch name {
            case "media": if media.matches(rule.prelude) { addAll(items) }
            case "layer": addAll(items)
            case "supports":
                var condition = CSSSupports(tokens: rule.prelude, source: bytes, options: CSSStyleSheets.Options())
                if condition.condition(), condition.isAtEnd { addAll(items) }
            case "property": addProperty(rule)
            case "charset": break
            default: issues.append(CSSIssue("@\(name) \(text(rule.prelude))", "at-rules don't apply to one box"))
            }
            return
        }
        let name = text(rule.prelude)
        if CSSPieces.list(name).allSatisfy(Self.holdsVariables) {
            for case .declarations(let list) in items {
                for declaration in list {
                    if declaration.isCustom {
                        variables[declaration.name] = declaration.value
                    } else {
                        issues.append(CSSIssue("\(name) \(declaration.name)", "only custom properties are read from this rule"))
                    }
                }
            }
        } else if selector == nil || selector == name {
            selector = name
            for item in items {
                switch item {
                case .declarations(let list): add(list)
                case .rule(let inner): addNested(inner)
                }
            }
        } else {
            issues.append(CSSIssue(name, "it is a second box; convert one box at a time"))
        }
    }

    /// Whether a selector means the document as a whole, whose custom properties all boxes have.
    private static func holdsVariables(_ selector: String) -> Bool {
        [":root", "html", ":host", "*", "::before", ":before", "::after", ":after", "::backdrop", "::file-selector-button"]
            .contains(selector)
    }

    private mutating func addAll(_ items: [CSSBlockItem]) {
        for item in items {
            switch item {
            case .declarations(let list): add(list)
            case .rule(let rule): add(rule)
            }
        }
    }

    /// Adds a rule inside the box's own. Rules for states, for other boxes and for pseudo-elements have no equal.
    private mutating func addNested(_ rule: CSSRule) {
        let name = text(rule.prelude)
        if rule.name != nil {
            add(rule)
        } else if name == "&" {
            addAll(rule.block ?? [])
        } else if !name.hasPrefix("&:hover"), !name.hasPrefix("&:focus"), !name.hasPrefix("&:active") {
            issues.append(CSSIssue(name, "it has nested rules; paste the declarations of one box"))
        }
    }

    private mutating func addProperty(_ rule: CSSRule) {
        var sheet = CSSStyleSheets()
        sheet.add("@property \(text(rule.prelude)) {\(Self.text(of: rule))}")
        registered.merge(sheet.registered) { $1 }
    }

    private static func text(of rule: CSSRule) -> String {
        (rule.block ?? []).map { item in
            if case .declarations(let list) = item { list.map { "\($0.name): \($0.value);" }.joined() } else { "" }
        }.joined()
    }

    private mutating func add(_ list: [CSSDeclaration]) {
        for declaration in list {
            if declaration.isCustom {
                variables[declaration.name] = declaration.value
            } else if declarations.count < CSSLimits.declarations {
                declarations.append(declaration)
            } else {
                issues.append(CSSIssue(declaration.name, "more than \(CSSLimits.declarations) declarations"))
                return
            }
        }
    }
}

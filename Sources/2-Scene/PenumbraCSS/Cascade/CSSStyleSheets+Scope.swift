/// `@scope` (CSS Cascade 6, section 2.5), without the order by proximity.
extension CSSStyleSheets {
    /// Adds the rules for the elements inside those that a selector matches.
    mutating func addScope(_ rule: CSSRule, _ place: Place) {
        var tokens = rule.prelude.filter { $0.kind != .comment }[...]
        func list(_ parent: CSSSelectorList?) -> CSSSelectorList? {
            tokens = tokens.drop(while: \.isSpace)
            guard tokens.first?.kind == .openParenthesis else { return nil }
            let all = Array(tokens)
            let end = CSSTokenizer.end(of: 0, in: all)
            tokens = tokens.dropFirst(end)
            var parser = CSSSelectorParser(Array(all[1..<max(1, end - 1)]), parent: parent, prefixes: place.prefixes)
            parser.isScoped = parent != nil
            return parser.list(isNested: parent != nil).map { CSSSelectorList($0.selectors, hasSpecificity: false) }
        }
        guard let start = list(place.parent) else {
            note(place, rule.offset, "@scope needs a selector in parentheses")
            return
        }
        var inner = place
        (inner.parent, inner.isScoped, inner.scopeEnd) = (start, true, nil)
        tokens = tokens.drop(while: \.isSpace)
        if let word = tokens.first, word.isIdent("to") {
            tokens.removeFirst()
            guard let end = list(start) else {
                note(place, rule.offset, "@scope needs a selector in parentheses after \"to\"")
                return
            }
            inner.scopeEnd = end.withDescendants
        }
        addContents(rule.block ?? [], start, inner)
    }
}

extension CSSSelectorList {
    /// The selectors, and those of everything inside the elements that they match.
    fileprivate var withDescendants: CSSSelectorList {
        let inner = selectors.map { selector in
            var result = selector
            result.compounds.append([.always])
            result.combinators.append(.descendant)
            return result
        }
        return CSSSelectorList(selectors + inner, hasSpecificity: false)
    }

    /// The selectors for elements that another list doesn't match.
    func ending(before list: CSSSelectorList) -> CSSSelectorList {
        CSSSelectorList(
            selectors.map { selector in
                guard !selector.compounds.isEmpty else { return selector }
                var result = selector
                result.compounds[result.compounds.count - 1].append(.not(list))
                return result
            })
    }
}

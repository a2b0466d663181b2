import PenumbraCSS
import TestSupport
import Testing

@Suite(.timed) struct SelectorTests {
    /// Random selectors on random trees against a search that tries everything.
    @Test func selectorsMatchAnExhaustiveSearch() throws {
        var matches = 0
        for seed in seeds(rounds(800)) {
            var random = SeededGenerator(seed: seed)
            var tree = CSSTree()
            var open: [Int] = []
            for _ in 0..<Int.random(in: 1...14, using: &random) {
                if open.count > 1, Bool.random(using: &random) { open.removeLast() }
                let classes = ["a", "b", "a b"].randomElement(using: &random) ?? ""
                open.append(tree.add("g", attributes: [("class", classes)], parent: open.last))
            }
            let parts = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                ["*", ".a", ".b", "g", "g:first-child", ".a:last-child", ":nth-child(2n)"].randomElement(using: &random) ?? "*"
            }
            let text = parts.dropFirst().reduce(parts[0]) {
                $0 + ([" ", " > ", " + ", " ~ "].randomElement(using: &random) ?? " ") + $1
            }
            var parser = CSSSelectorParser(CSSTokenizer.tokens(text))
            let selector = try #require(parser.list()?.selectors.first)
            var matcher = CSSMatcher(tree, mostWork: 1_000_000)
            for index in tree.elements.indices {
                let expected = search(selector, index, selector.compounds.count - 1, tree)
                #expect(matcher.matches(selector, index) == expected, "seed \(seed): \(text) at \(index)")
                matches += expected ? 1 : 0
            }
        }
        #expect(matches > 100)
    }

    private func search(_ selector: CSSSelector, _ index: Int, _ compound: Int, _ tree: CSSTree) -> Bool {
        let element = tree.elements[index]
        let siblings = tree.elements.indices.filter { tree.elements[$0].parent == element.parent }
        for condition in selector.compounds[compound] {
            switch condition {
            case .always: break
            case .type(let name, _): guard element.name == name else { return false }
            case .classes(let name): guard element.classes.contains(name) else { return false }
            case .nth(let nth):
                let place = (siblings.firstIndex(of: index) ?? 0) + 1
                let counted = nth.isFromEnd ? siblings.count - place + 1 : place
                guard nth.a == 0 ? counted == nth.b : counted % nth.a == 0 else { return false }
            default: return false
            }
        }
        guard compound > 0 else { return true }
        let earlier = siblings.filter { $0 < index }
        var others: [Int] = []
        switch selector.combinators[compound - 1] {
        case .child: others = element.parent < 0 ? [] : [Int(element.parent)]
        case .next: others = earlier.suffix(1)
        case .following: others = earlier
        case .descendant:
            var ancestor = Int(element.parent)
            while ancestor >= 0 {
                others.append(ancestor)
                ancestor = Int(tree.elements[ancestor].parent)
            }
        }
        return others.contains { search(selector, $0, compound - 1, tree) }
    }

    /// A prefix names a namespace that the sheet declares before its rules. Selectors with other prefixes drop their rule.
    @Test func undeclaredPrefixesOfNamespacesDropTheRule() {
        let declared = "@namespace s url(http://www.w3.org/2000/svg);"
        for (text, count) in [
            ("s|g { color: red }", 0), (declared + "s|g { color: red }", 1), ("*|g, |g { color: red }", 2),
            ("g, s|g { color: red }", 0), (declared + "t|g { color: red }", 0), ("[s|a] { color: red }", 0),
            (declared + "[s|a] { color: red }", 1), ("g { & s|g { color: red } }", 0),
            (declared + "g { s|* { color: red } }", 1),
            ("g { color: red }" + declared + "s|g { color: red }", 1), ("@layer a;" + declared + "s|g { color: red }", 1),
            ("g:is(s|g, h) { color: red }", 1), ("g:not(s|g) { color: red }", 0),
        ] {
            var sheets = CSSStyleSheets()
            sheets.add(text)
            #expect(sheets.rules.count == count, "\(text)")
        }
    }

    /// Selectors whose naive comparison takes exponential time, and functions that look at everything inside, are bounded.
    @Test(arguments: [
        String(repeating: "g ", count: 60) + "x", String(repeating: "g > g ", count: 60) + "x",
        "x" + String(repeating: ":not(g ", count: 20) + "g" + String(repeating: ")", count: 20), ":has(:has(:has(x)))",
        String(repeating: "* ~ ", count: 60) + "x", ":nth-child(2 of :nth-child(2 of g))",
    ]) func expensiveSelectorsAreBounded(text: String) throws {
        var tree = CSSTree()
        var parent: Int?
        for index in 0..<2000 {
            let made = tree.add("g", attributes: [], parent: parent)
            if index % 4 == 0, index < 800 { parent = made }
        }
        var parser = CSSSelectorParser(CSSTokenizer.tokens(text))
        guard let selector = parser.list()?.selectors.first else { return }
        var matcher = CSSMatcher(tree, mostWork: 20_000_000)
        for index in tree.elements.indices { _ = matcher.matches(selector, index) }
        #expect(matcher.work < 21_000_000, "\(matcher.work)")
    }
}

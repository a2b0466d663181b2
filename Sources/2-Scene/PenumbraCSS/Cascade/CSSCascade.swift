import PenumbraScene

/// Finds the declarations of elements, and decides which of them count: CSS Cascade 5, section 6.
package struct CSSCascade: Sendable {
    /// A declaration of an element, with its rank in the cascade.
    package struct Entry: Sendable {
        package var declaration: CSSDeclaration
        /// The origin and layer, for `revert` and `revert-layer`: 0 is the browser's, and 1 that of presentation attributes. The
        /// layers of the author follow, and the `style` attribute.
        var level: Int

        /// Whether the author sets a part of the background or of the border, so that controls lose the frame of browsers.
        package var decorates: Bool {
            level > 0 && (declaration.name.hasPrefix("background-") || declaration.name.hasPrefix("border-"))
        }
    }

    /// The properties of an element, each once, in no particular order.
    package struct Values: Sendable {
        package var list: [(name: String, value: String)] = []
        package var variables: CSSVariables
        /// The keyword of `all`, which holds for properties that aren't listed.
        package var everything: String?
    }

    package let sheets: CSSStyleSheets
    package let tree: CSSTree
    /// The rules that each element matches, the strongest last.
    private let rules: [[Int32]]
    /// The same for pseudo-elements.
    private let pseudoRules: [String: [Int: [Int32]]]
    private let ranks: [Int]

    /// Compares all elements with all rules. Nil if that takes more than `mostWork` comparisons, or gives elements more than
    /// `mostMatches` declarations.
    package init?(_ tree: CSSTree, _ sheets: CSSStyleSheets, mostWork: Int, mostMatches: Int) {
        (self.tree, self.sheets) = (tree, sheets)
        let ranks = sheets.ranks
        self.ranks = ranks
        var matcher = CSSMatcher(tree, mostWork: mostWork)
        let index = CSSRuleIndex(sheets)
        var matches = 0
        var rules = [[Int32]](repeating: [], count: tree.elements.count)
        var pseudoRules: [String: [Int: [Int32]]] = [:]
        func key(_ rule: Int32) -> (Int, Int, Int, Int32) {
            let rule = (sheets.rules[Int(rule)], rule)
            return (rule.0.origin.rawValue, ranks[rule.0.layer], rule.0.selector.specificity, rule.1)
        }
        for element in tree.elements.indices where !sheets.rules.isEmpty {
            var found: [Int32] = []
            index.forEachCandidate(tree.elements[element]) { rule in
                let selector = sheets.rules[Int(rule)].selector
                guard matcher.matches(selector, element) else { return }
                matches += max(1, sheets.blocks[sheets.rules[Int(rule)].block].count)
                var query = sheets.rules[Int(rule)].query
                while let number = query {
                    matches += sheets.containerQueries[number].cost
                    query = sheets.containerQueries[number].outer
                }
                if let name = selector.pseudoElement {
                    pseudoRules[name, default: [:]][element, default: []].append(rule)
                } else {
                    found.append(rule)
                }
            }
            guard !matcher.isExhausted, matches <= mostMatches else { return nil }
            rules[element] = found.count > 1 ? found.sorted { key($0) < key($1) } : found
        }
        for name in pseudoRules.keys {
            for element in Array(pseudoRules[name, default: [:]].keys) {
                pseudoRules[name]?[element]?.sort { key($0) < key($1) }
            }
        }
        (self.rules, self.pseudoRules) = (rules, pseudoRules)
    }

    /// The numbers of the rules that an element matches, the strongest last.
    package func rules(_ element: Int, pseudo: String? = nil, in scope: Scope = Scope()) -> [Int32] {
        let all = pseudo.map { pseudoRules[$0]?[element] ?? [] } ?? rules[element]
        guard !sheets.containerQueries.isEmpty else { return all }
        return all.filter { holds(sheets.rules[Int($0)].query, scope) }
    }

    /// Whether an element matches rules for a pseudo-element, whatever the queries of containers say.
    package func hasRules(_ element: Int, pseudo: String) -> Bool { pseudoRules[pseudo]?[element]?.isEmpty == false }

    /// What the queries of containers refer to.
    package struct Scope {
        package var container: CSSContainer?
        package var variables = CSSVariables.none

        package init(container: CSSContainer? = nil, variables: CSSVariables = .none) {
            (self.container, self.variables) = (container, variables)
        }
    }

    private func holds(_ query: Int?, _ scope: Scope) -> Bool {
        var here = query
        while let number = here {
            let query = sheets.containerQueries[number]
            guard query.holds(number, in: scope.container, variables: scope.variables) else { return false }
            here = query.outer
        }
        return true
    }

    private static let ofAttributes = 1
    private static let ofStyle = 1 << 30

    /// The declarations of an element, the strongest last.
    ///
    /// - Parameters:
    ///   - hints: the declarations that presentation attributes stand for.
    ///   - style: those of the `style` attribute.
    ///   - scope: the containers around the element.
    ///   - known: the element's rules in this scope. Nil finds them.
    package func entries(
        _ element: Int, pseudo: String? = nil, hints: [CSSDeclaration], style: [CSSDeclaration], in scope: Scope = Scope(),
        rules known: [Int32]? = nil
    ) -> [Entry] {
        let own = known ?? rules(element, pseudo: pseudo, in: scope)
        var result: [Entry] = []
        var important: [Entry] = []
        func add(_ declarations: [CSSDeclaration], _ level: Int) {
            for declaration in declarations {
                let entry = Entry(declaration: declaration, level: level)
                if declaration.isImportant { important.append(entry) } else { result.append(entry) }
            }
        }
        func level(_ rule: CSSStyleSheets.Rule) -> Int { rule.origin == .agent ? 0 : 2 + ranks[rule.layer] }
        var index = 0
        while index < own.count, sheets.rules[Int(own[index])].origin == .agent {
            add(sheets.blocks[sheets.rules[Int(own[index])].block], 0)
            index += 1
        }
        add(hints, Self.ofAttributes)
        while index < own.count {
            let rule = sheets.rules[Int(own[index])]
            add(sheets.blocks[rule.block], level(rule))
            index += 1
        }
        add(style, Self.ofStyle)
        guard !important.isEmpty else { return result }
        // Important declarations count the other way round: earlier layers more, and the browser's most. Those of the style
        // attribute remain the author's strongest.
        func strength(_ level: Int) -> Int { level == Self.ofStyle ? 1 << 20 : level == 0 ? 1 << 21 : -level }
        let sorted = important.enumerated().sorted { a, b in
            let (first, second) = (strength(a.element.level), strength(b.element.level))
            return first != second ? first < second : a.offset < b.offset
        }
        return result + sorted.map(\.element)
    }

    /// The values of an element's properties.
    ///
    /// - Parameters:
    ///   - variables: the custom properties of the parent.
    ///   - budget: the bytes that references may still be replaced by, and that long values may still have.
    package func values(
        _ entries: [Entry], of element: Int, inheriting variables: CSSVariables, units: @autoclosure () -> CSSUnits,
        budget: inout Int
    ) -> Values {
        let custom =
            entries.contains { $0.declaration.isCustom } ? Self.winners(entries.filter { $0.declaration.isCustom }) : [:]
        let isOwn = !custom.isEmpty || !sheets.registered.isEmpty
        let own =
            isOwn ? variables.child(custom, registered: sheets.registered, units: units(), budget: &budget) : variables
        var result = Values(variables: own)
        var plain: [Entry] = []
        plain.reserveCapacity(entries.count)
        for entry in entries where !entry.declaration.isCustom {
            if entry.declaration.hasReferences {
                plain += replaced(entry, own, element, &budget)
            } else {
                plain.append(entry)
            }
        }
        // From the strongest on, the first value of a property counts, unless it reverts to weaker ones.
        var decided: Set<String> = []
        var ceilings: [String: Int] = [:]
        var ceiling = Int.max
        for entry in plain.reversed() {
            let (name, value) = (entry.declaration.name, entry.declaration.value)
            let isBeyondAll = name == "direction" || name == "unicode-bidi"
            if decided.contains(name) { continue }
            if !isBeyondAll, result.everything != nil || entry.level >= ceiling { continue }
            if let most = ceilings[name], entry.level >= most { continue }
            let word = value.utf8.first.map { $0 | 0x20 == UInt8(ascii: "r") } == true ? value.asciiLowercased : ""
            let most = word == "revert" ? 1 : word == "revert-layer" ? entry.level : nil
            if name == "all" {
                if let most { ceiling = min(ceiling, most) } else { result.everything = value.asciiLowercased }
            } else if let most {
                ceilings[name] = most
            } else {
                decided.insert(name)
                result.list.append((name, value))
            }
        }
        for name in ceilings.keys where !decided.contains(name) { result.list.append((name, "unset")) }
        for (_, value) in result.list { budget -= Self.cost(of: value) }
        return result
    }

    /// The bytes that a value counts as: 0 for one of usual length, otherwise 8 for each of its parts, which are read for every
    /// element. An address is one part.
    private static func cost(of value: String) -> Int {
        guard value.utf8.count > 256 else { return 0 }
        var value = value
        return value.withUTF8 { bytes in
            var (parts, index) = (0, 0)
            while index < bytes.count {
                if let end = endOfAddress(bytes, from: index) {
                    (parts, index) = (parts + 1, end)
                    continue
                }
                switch bytes[index] {
                case 0x09...0x0D, 0x20, UInt8(ascii: "("), UInt8(ascii: "*")...UInt8(ascii: "-"), UInt8(ascii: "/"): parts += 1
                default: break
                }
                index += 1
            }
            return 8 * parts
        }
    }

    /// The index behind the address of a `url()` that begins at an index. Nil if none begins there.
    private static func endOfAddress(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        guard index + 4 < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "u"), bytes[index + 1] | 0x20 == UInt8(ascii: "r"),
            bytes[index + 2] | 0x20 == UInt8(ascii: "l"), bytes[index + 3] == UInt8(ascii: "(")
        else { return nil }
        let first = bytes[index + 4]
        let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        let end = bytes[(index + 5)...].firstIndex(of: isQuoted ? first : UInt8(ascii: ")"))
        return end.map { $0 + 1 } ?? bytes.count
    }

    private static func winners(_ entries: [Entry]) -> [String: String] {
        var result: [String: String] = [:]
        var ceilings: [String: Int] = [:]
        for entry in entries.reversed() {
            let name = entry.declaration.name
            if result[name] != nil { continue }
            if let most = ceilings[name], entry.level >= most { continue }
            switch entry.declaration.value.asciiLowercased {
            case "revert": ceilings[name] = 1
            case "revert-layer": ceilings[name] = entry.level
            default: result[name] = entry.declaration.value
            }
        }
        for name in ceilings.keys where result[name] == nil { result[name] = "unset" }
        return result
    }

    /// The longhands of a declaration with references. What becomes invalid is unset.
    private func replaced(_ entry: Entry, _ variables: CSSVariables, _ element: Int, _ budget: inout Int) -> [Entry] {
        let declaration = entry.declaration
        func made(_ name: String, _ value: String) -> Entry {
            Entry(
                declaration: CSSDeclaration(name: name, value: value, isImportant: declaration.isImportant), level: entry.level)
        }
        let attributes = tree.elements[element]
        if let value = variables.replaced(
            declaration.value, registered: sheets.registered, attributes: { attributes[$0] }, budget: &budget)
        {
            let plain = CSSDeclaration(
                name: declaration.name, value: value.trimmingSpaces, isImportant: declaration.isImportant)
            if case .success(let longhands) = sheets.options.split(plain) {
                return longhands.map { Entry(declaration: $0, level: entry.level) }
            }
        }
        let names = sheets.options.wholes.contains(declaration.name) ? nil : CSSProperty.shorthands[declaration.name]
        return (names ?? [declaration.name]).map { made($0, "unset") }
    }
}

/// The rules by what their last compound asks for, so that an element is compared only with those that may match it.
private struct CSSRuleIndex {
    private var byID: [String: [Int32]] = [:]
    private var byClass: [String: [Int32]] = [:]
    private var byType: [String: [Int32]] = [:]
    private var others: [Int32] = []

    init(_ sheets: CSSStyleSheets) {
        for (index, rule) in sheets.rules.enumerated() {
            let number = Int32(index)
            var (id, className, type): (String?, String?, String?)
            for condition in rule.selector.compounds.last ?? [] {
                switch condition {
                case .identifier(let name): id = name
                case .classes(let name): className = name
                case .type(_, let lower): type = lower
                default: break
                }
            }
            if let id {
                byID[id, default: []].append(number)
            } else if let className {
                byClass[className, default: []].append(number)
            } else if let type {
                byType[type, default: []].append(number)
            } else {
                others.append(number)
            }
        }
    }

    func forEachCandidate(_ element: CSSTree.Element, _ body: (Int32) -> Void) {
        if let id = element.id { byID[id]?.forEach(body) }
        if !byClass.isEmpty {
            for (index, name) in element.classes.enumerated() where !element.classes[..<index].contains(name) {
                byClass[name]?.forEach(body)
            }
        }
        byType[element.name.asciiLowercased]?.forEach(body)
        others.forEach(body)
    }
}

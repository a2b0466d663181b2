/// Compares elements with selectors, and counts the comparisons.
package struct CSSMatcher {
    package let tree: CSSTree
    /// The comparisons so far. What exceeds `mostWork` matches nothing, and the caller refuses the document.
    package private(set) var work = 0
    package let mostWork: Int
    /// Results of lists for elements: 1 for no, 2 for yes.
    private var known: [ObjectIdentifier: [UInt8]] = [:]
    /// The places of elements among their siblings, for each way of counting.
    private var places: [PlaceKey: [Int32]] = [:]

    private struct PlaceKey: Hashable {
        var list: ObjectIdentifier?
        var isFromEnd: Bool
        var isOfType: Bool
    }

    package init(_ tree: CSSTree, mostWork: Int) {
        (self.tree, self.mostWork) = (tree, mostWork)
    }

    package var isExhausted: Bool { work > mostWork }

    package mutating func matches(_ selector: CSSSelector, _ element: Int) -> Bool {
        guard let last = selector.compounds.indices.last else { return false }
        return ends(selector, last, element, scope: nil) == .match
    }

    private enum Outcome { case match, failsHere, failsForAllSiblings, failsEverywhere }

    /// Whether the compounds up to `index` match, the last of them at `element`.
    ///
    /// A failure that no other ancestor can mend ends the search: otherwise it would take exponential time.
    private mutating func ends(_ selector: CSSSelector, _ index: Int, _ element: Int, scope: Int?) -> Outcome {
        work += 1
        guard !isExhausted else { return .failsEverywhere }
        for condition in selector.compounds[index] {
            guard holds(condition, element, scope: scope) else { return .failsHere }
        }
        let combinator: CSSSelector.Combinator
        if index > 0 {
            combinator = selector.combinators[index - 1]
        } else if let leading = selector.leading, scope != nil {
            combinator = leading
        } else {
            return .match
        }
        func step(_ matcher: inout CSSMatcher, _ other: Int) -> Outcome {
            if index > 0 { return matcher.ends(selector, index - 1, other, scope: scope) }
            return other == scope ? .match : .failsHere
        }
        let elements = tree.elements
        switch combinator {
        case .child:
            let parent = elements[element].parent
            guard parent >= 0 else { return .failsEverywhere }
            let outcome = step(&self, Int(parent))
            return outcome == .failsForAllSiblings ? .failsHere : outcome
        case .descendant:
            var here = elements[element].parent
            while here >= 0 {
                let outcome = step(&self, Int(here))
                if outcome == .match || outcome == .failsEverywhere { return outcome }
                here = elements[Int(here)].parent
            }
            return .failsEverywhere
        case .next:
            let before = elements[element].previous
            return before < 0 ? .failsForAllSiblings : step(&self, Int(before))
        case .following:
            var here = elements[element].previous
            while here >= 0 {
                let outcome = step(&self, Int(here))
                if outcome != .failsHere { return outcome }
                here = elements[Int(here)].previous
            }
            return .failsForAllSiblings
        }
    }

    private mutating func matchesAny(_ list: CSSSelectorList, _ element: Int, scope: Int? = nil) -> Bool {
        let key = ObjectIdentifier(list)
        if scope == nil {
            if let result = known[key]?[element], result != 0 { return result == 2 }
        }
        var result = false
        for selector in list.selectors where selector.pseudoElement == nil {
            guard let last = selector.compounds.indices.last else { continue }
            if ends(selector, last, element, scope: scope) == .match {
                result = true
                break
            }
        }
        if scope == nil {
            known[key, default: [UInt8](repeating: 0, count: tree.elements.count)][element] = result ? 2 : 1
        }
        return result
    }

    private mutating func holds(_ condition: CSSSelector.Condition, _ index: Int, scope: Int?) -> Bool {
        let element = tree.elements[index]
        switch condition {
        case .always: return true
        case .never: return false
        case .type(let name, let lower): return element.name == (element.isHTML ? lower : name)
        case .identifier(let id): return element.id == id
        case .classes(let name): return element.classes.contains(name)
        case .attribute(let test):
            let name = element.isHTML ? test.name.asciiLowercased : test.name
            return element[name].map { test.holds($0, isHTML: element.isHTML) } ?? false
        case .attributeIsPresent(let name): return element[name] != nil
        case .state(let state): return element.states.contains(state)
        case .defined: return !element.states.contains(.undefined)
        case .readOnly: return element.isHTML && !element.states.contains(.readWrite)
        case .root: return element.parent < 0
        case .scope: return scope.map { $0 == index } ?? (element.parent < 0)
        case .empty: return element.firstChild < 0 && !element.hasText
        case .link:
            return ["a", "area"].contains(element.name) && (element["href"] != nil || element["xlink:href"] != nil)
        case .language(let wanted): return language(of: index).map { own in wanted.contains { Self.matches(own, $0) } } ?? false
        case .direction(let isRightToLeft): return self.isRightToLeft(index) == isRightToLeft
        case .not(let list): return !matchesAny(list, index)
        case .any(let list): return matchesAny(list, index)
        case .nth(let nth): return place(of: index, nth).map { nth.contains(Int($0)) } ?? false
        case .has(let list): return has(list, index)
        }
    }

    // MARK: - Places among siblings

    private mutating func place(of index: Int, _ nth: CSSNth) -> Int32? {
        if let list = nth.list, !matchesAny(list, index) { return nil }
        let key = PlaceKey(list: nth.list.map(ObjectIdentifier.init), isFromEnd: nth.isFromEnd, isOfType: nth.isOfType)
        if let place = places[key]?[index], place > 0 { return place }
        var siblings = tree.siblings(of: index)
        if nth.isFromEnd { siblings.reverse() }
        var result = places[key] ?? [Int32](repeating: 0, count: tree.elements.count)
        places[key] = nil
        var counts: [String: Int32] = [:]
        var count: Int32 = 0
        for sibling in siblings {
            work += 1
            if let list = nth.list, !matchesAny(list, Int(sibling)) { continue }
            if nth.isOfType {
                counts[tree.elements[Int(sibling)].name, default: 0] += 1
                result[Int(sibling)] = counts[tree.elements[Int(sibling)].name] ?? 0
            } else {
                count += 1
                result[Int(sibling)] = count
            }
        }
        places[key] = result
        return result[index]
    }

    // MARK: - :has()

    private mutating func has(_ list: CSSSelectorList, _ anchor: Int) -> Bool {
        let key = ObjectIdentifier(list)
        if let result = known[key]?[anchor], result != 0 { return result == 2 }
        var result = false
        for selector in list.selectors where !result { result = has(selector, anchor) }
        known[key, default: [UInt8](repeating: 0, count: tree.elements.count)][anchor] = result ? 2 : 1
        return result
    }

    private mutating func has(_ selector: CSSSelector, _ anchor: Int) -> Bool {
        guard selector.pseudoElement == nil, let last = selector.compounds.indices.last else { return false }
        let elements = tree.elements
        // The elements that may match: those inside the anchor, or its later siblings and what lies in them.
        let isBeside = selector.leading == .next || selector.leading == .following
        var first = isBeside ? elements[anchor].end : Int32(anchor + 1)
        var end = elements[anchor].end
        if isBeside {
            guard elements[anchor].next >= 0 else { return false }
            let parent = elements[anchor].parent
            end = parent < 0 ? end : elements[Int(parent)].end
        }
        while first < end {
            if isExhausted { return false }
            if ends(selector, last, Int(first), scope: anchor) == .match { return true }
            first += 1
        }
        return false
    }

    // MARK: - Languages and directions

    private func language(of index: Int) -> String? {
        var here = index
        while true {
            if let found = tree.elements[here]["xml:lang"] ?? tree.elements[here]["lang"] { return found.asciiLowercased }
            guard tree.elements[here].parent >= 0 else { return nil }
            here = Int(tree.elements[here].parent)
        }
    }

    /// Extended filtering: RFC 4647, section 3.3.2.
    private static func matches(_ language: String, _ range: String) -> Bool {
        let (own, wanted) = (language.split(separator: "-"), range.split(separator: "-"))
        guard let first = wanted.first else { return language.isEmpty && range.isEmpty }
        guard let start = own.first, first == "*" || first == start else { return false }
        var (place, part) = (1, 1)
        while part < wanted.count {
            if wanted[part] == "*" {
                part += 1
            } else if place >= own.count {
                return false
            } else if own[place] == wanted[part] {
                place += 1
                part += 1
            } else if own[place].utf8.count == 1 {
                return false
            } else {
                place += 1
            }
        }
        return true
    }

    private func isRightToLeft(_ index: Int) -> Bool {
        var here = index
        while true {
            switch tree.elements[here]["dir"]?.asciiLowercased {
            case "rtl": return true
            case "ltr": return false
            default: break
            }
            guard tree.elements[here].parent >= 0 else { return false }
            here = Int(tree.elements[here].parent)
        }
    }
}

/// A selector of a style sheet: compounds of conditions with combinators between them.
package struct Selector: Sendable {
    package enum Combinator: Sendable {
        case descendant, child, next, following
    }

    package enum Condition: Hashable, Sendable {
        case type(String)
        case identifier(String)
        case classes(String)
        case attribute(String, Match, String)
        case firstChild
        case lastChild
        case onlyChild
        case root
        case never
    }

    package enum Match: Hashable, Sendable {
        case exists, equals, word, dash, prefix, suffix, part
    }

    /// The compounds from left to right.
    package var compounds: [[Condition]]
    /// The combinator after each compound but the last.
    package var combinators: [Combinator]

    /// The numbers of identifiers, of classes and attributes, and of types, each in its own digits.
    var specificity: Int {
        compounds.joined().reduce(0) { sum, condition in
            switch condition {
            case .type: sum + 1
            case .identifier: sum + 1_000_000
            case .classes, .attribute, .firstChild, .lastChild, .onlyChild, .root: sum + 1000
            case .never: sum
            }
        }
    }

    /// The most compounds of a selector: one bit of `matches` each.
    static let mostCompounds = 64

    /// The elements of a document that match, in the order of the document.
    ///
    /// One pass over the elements finds the compounds that end at each element, each as a bit, from those that end at its
    /// parent, its ancestors and its siblings. Trying every ancestor for every compound would take exponential time.
    package func matches(in document: XMLDocument, _ siblings: XMLSiblings) -> [Int] {
        let last: UInt64 = 1 << UInt64(compounds.count - 1)
        var steps: [Combinator: UInt64] = [:]
        for (index, combinator) in combinators.enumerated() { steps[combinator, default: 0] |= 1 << UInt64(index) }
        func mask(_ combinator: Combinator) -> UInt64 { steps[combinator] ?? 0 }
        let (descendant, child, next, following) = (mask(.descendant), mask(.child), mask(.next), mask(.following))
        // The compounds that end at each element, at any of its ancestors, and at any of its earlier siblings.
        var own = [UInt64](repeating: 0, count: combinators.isEmpty ? 0 : document.nodes.count)
        var (above, before) = (own, own)
        var result: [Int] = []
        for node in document.nodes.indices where !document.nodes[node].isText {
            var candidates: UInt64 = 1
            if !combinators.isEmpty {
                if let parent = document.nodes[node].parent {
                    above[node] = own[parent] | above[parent]
                    candidates |= (above[node] & descendant | own[parent] & child) << 1
                }
                if let sibling = siblings.previous(node) {
                    before[node] = own[sibling] | before[sibling]
                    candidates |= (before[node] & following | own[sibling] & next) << 1
                }
            }
            var ended: UInt64 = 0
            while candidates != 0 {
                let index = candidates.trailingZeroBitCount
                candidates &= candidates - 1
                if compounds[index].allSatisfy({ Self.holds($0, node, document, siblings) }) { ended |= 1 << UInt64(index) }
            }
            if ended & last != 0 { result.append(node) }
            if !combinators.isEmpty { own[node] = ended }
        }
        return result
    }

    private static func holds(
        _ condition: Condition, _ index: Int, _ document: XMLDocument, _ siblings: XMLSiblings
    ) -> Bool {
        let node = document.nodes[index]
        switch condition {
        case .type(let name): return node.name == name
        case .identifier(let id): return node["id"] == id
        case .classes(let name): return (node["class"] ?? "").split(whereSeparator: \.isWhitespace).contains { $0 == name }
        case .attribute(let name, let match, let wanted):
            guard let value = node[name] ?? node["xlink:\(name)"] else { return false }
            switch match {
            case .exists: return true
            case .equals: return value == wanted
            case .word: return !wanted.isEmpty && value.split(whereSeparator: \.isWhitespace).contains { $0 == wanted }
            case .dash: return value == wanted || value.hasPrefix(wanted + "-")
            case .prefix: return !wanted.isEmpty && value.hasPrefix(wanted)
            case .suffix: return !wanted.isEmpty && value.hasSuffix(wanted)
            case .part: return !wanted.isEmpty && value.utf8.containsSubsequence(wanted.utf8)
            }
        case .firstChild: return siblings.previous(index) == nil
        case .lastChild: return siblings.next(index) == nil
        case .onlyChild: return siblings.previous(index) == nil && siblings.next(index) == nil
        case .root: return node.parent == nil
        case .never: return false
        }
    }
}

/// The elements before and after each element of a document that have the same parent.
package struct XMLSiblings: Sendable {
    /// The indices of the neighbours. -1 stands for none.
    private var earlier: [Int32]
    private var later: [Int32]

    package init(_ document: XMLDocument) {
        earlier = [Int32](repeating: -1, count: document.nodes.count)
        later = earlier
        for node in document.nodes {
            var last: Int?
            for child in node.children where !document.nodes[child].isText {
                if let last {
                    earlier[child] = Int32(last)
                    later[last] = Int32(child)
                }
                last = child
            }
        }
    }

    func previous(_ node: Int) -> Int? { earlier[node] < 0 ? nil : Int(earlier[node]) }

    func next(_ node: Int) -> Int? { later[node] < 0 ? nil : Int(later[node]) }
}

extension String.UTF8View {
    fileprivate func containsSubsequence(_ other: String.UTF8View) -> Bool {
        let (all, wanted) = (Array(self), Array(other))
        guard wanted.count <= all.count else { return false }
        return (0...(all.count - wanted.count)).contains { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}

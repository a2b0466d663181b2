/// A selector of a style sheet: compounds of conditions with combinators between them.
struct Selector: Sendable {
    enum Combinator: Sendable {
        case descendant, child, next, following
    }

    enum Condition: Hashable, Sendable {
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

    enum Match: Hashable, Sendable {
        case exists, equals, word, dash, prefix, suffix, part
    }

    /// The compounds from left to right.
    var compounds: [[Condition]]
    /// The combinator after each compound but the last.
    var combinators: [Combinator]

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

    /// Whether a node of a document matches.
    func matches(_ node: Int, in document: XMLDocument) -> Bool {
        var steps = SVGLimits.nodes
        return matches(node, compounds.count - 1, document, &steps)
    }

    private func matches(_ node: Int, _ compound: Int, _ document: XMLDocument, _ steps: inout Int) -> Bool {
        steps -= 1
        guard steps > 0, compounds[compound].allSatisfy({ Self.holds($0, node, document) }) else { return false }
        guard compound > 0 else { return true }
        switch combinators[compound - 1] {
        case .descendant:
            var ancestor = document.nodes[node].parent
            while let here = ancestor {
                if matches(here, compound - 1, document, &steps) { return true }
                ancestor = document.nodes[here].parent
            }
            return false
        case .child:
            guard let parent = document.nodes[node].parent else { return false }
            return matches(parent, compound - 1, document, &steps)
        case .next:
            guard let sibling = document.siblingsBefore(node).last else { return false }
            return matches(sibling, compound - 1, document, &steps)
        case .following:
            return document.siblingsBefore(node).contains { matches($0, compound - 1, document, &steps) }
        }
    }

    private static func holds(_ condition: Condition, _ index: Int, _ document: XMLDocument) -> Bool {
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
        case .firstChild: return document.siblings(index).first == index
        case .lastChild: return document.siblings(index).last == index
        case .onlyChild: return document.siblings(index) == [index]
        case .root: return node.parent == nil
        case .never: return false
        }
    }
}

extension XMLDocument {
    /// The elements with the same parent, the node included.
    func siblings(_ node: Int) -> [Int] {
        guard let parent = nodes[node].parent else { return [node] }
        return nodes[parent].children.filter { !nodes[$0].isText }
    }

    func siblingsBefore(_ node: Int) -> [Int] { Array(siblings(node).prefix { $0 != node }) }
}

extension String.UTF8View {
    fileprivate func containsSubsequence(_ other: String.UTF8View) -> Bool {
        let (all, wanted) = (Array(self), Array(other))
        guard wanted.count <= all.count else { return false }
        return (0...(all.count - wanted.count)).contains { all[$0..<($0 + wanted.count)].elementsEqual(wanted) }
    }
}

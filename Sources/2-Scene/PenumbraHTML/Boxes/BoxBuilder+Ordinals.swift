import PenumbraCSS

/// The numbers of list items: the HTML standard, section "The li element", as Chromium finds them.
///
/// `counter-set` and `counter-increment` of an item count, and `counter-reset` of its list doesn't.
extension BoxBuilder {
    /// Changes the counters that an element names.
    mutating func enter(_ node: Int, _ style: HTMLStyle) throws(HTMLError) {
        let element = tree.nodes[node].element
        if let element, element.isReversedList, element.integer("start") == nil { try countItems(of: node, style) }
        try counters.enter(style.box, element, items: itemCounts[node] ?? 0, at: tree.nodes[node].place)
    }

    /// Gives a list item its number.
    mutating func number(_ node: Int, _ style: HTMLStyle) {
        let list = list(around: node)
        let element = tree.nodes[node].element
        func value(_ property: String, standard: Int) -> Int? {
            CounterScopes.pairs(style.box.counters[property], standard: standard).last { $0.name == "list-item" }?.value
        }
        let step = tree.nodes[list].element?.isReversedList == true ? -1 : 1
        var own = value("counter-set", standard: 0)
        if own == nil, let element, element.isHTML, element.name == "li" {
            own = element.integer("value").map(CounterScopes.held)
        }
        let ordinal =
            own
            ?? CounterScopes.held(
                (latestOrdinals[list] ?? start(of: list) - step)
                    + (value("counter-increment", standard: 1) ?? step))
        (ordinals[node], latestOrdinals[list]) = (ordinal, ordinal)
    }

    /// The number of the first item of a list.
    private func start(of list: Int) -> Int {
        guard let element = tree.nodes[list].element, element.isHTML, element.name == "ol" else { return 1 }
        return element.integer("start").map(CounterScopes.held) ?? itemCounts[list] ?? 1
    }

    /// The list that an item belongs to: the nearest one, or else the item's parent.
    private func list(around node: Int) -> Int {
        var here = tree.nodes[node].parent
        while here >= 0 {
            if tree.nodes[here].element?.isList == true { return here }
            here = tree.nodes[here].parent
        }
        return max(0, tree.nodes[node].parent)
    }

    /// Counts the items of a list that counts down: the list items that are shown, without those of lists inside.
    mutating func countItems(of list: Int, _ style: HTMLStyle) throws(HTMLError) {
        var (open, count) = (tree.nodes[list].children.map { ($0, style) }, 0)
        while let (node, parent) = open.popLast() {
            guard let element = tree.nodes[node].element else { continue }
            let style = try cascade.style(of: node, parent: parent)
            if style.box.display == .none { continue }
            if style.box.display == .listItem { count += 1 }
            if !element.isList { open += tree.nodes[node].children.map { ($0, style) } }
        }
        itemCounts[list] = count
    }
}

extension HTMLElement {
    var isList: Bool { isHTML && ["ol", "ul", "menu", "dir"].contains(name) }

    /// Whether the items of a list count down.
    var isReversedList: Bool { isHTML && name == "ol" && self["reversed"] != nil }

    /// The number that an attribute begins with: HTML, section 2.3.4.1. Nil if there is none, or one beyond 64 bits.
    func integer(_ name: String) -> Int? {
        guard let text = self[name]?.utf8.drop(while: { CSSText.spaces.contains($0) }), let first = text.first else {
            return nil
        }
        let isSigned = first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
        let digits = text.dropFirst(isSigned ? 1 : 0).prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return Int((first == UInt8(ascii: "-") ? "-" : "") + String(decoding: digits, as: UTF8.self))
    }
}

/// The numbers of list items: the HTML standard, section "The li element", as Chromium finds them.
///
/// `counter-set` and `counter-increment` of an item count, and `counter-reset` of its list doesn't.
extension BoxBuilder {
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
            own = element["value"].flatMap { Int($0.trimmingSpaces) }.map(CounterScopes.held)
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
        if let start = element["start"].flatMap({ Int($0.trimmingSpaces) }) { return CounterScopes.held(start) }
        return element.isReversedList ? itemCount(of: list) : 1
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

    /// The items of a list, without those of lists inside and those that aren't shown.
    func itemCount(of list: Int) -> Int {
        var (open, count) = (tree.nodes[list].children, 0)
        while let node = open.popLast() {
            guard let element = tree.nodes[node].element, element.isHTML, element["hidden"] == nil else { continue }
            if element.name == "li" { count += 1 }
            if !element.isList { open += tree.nodes[node].children }
        }
        return count
    }
}

extension HTMLElement {
    var isList: Bool { isHTML && ["ol", "ul", "menu", "dir"].contains(name) }

    /// Whether the items of a list count down.
    var isReversedList: Bool { isHTML && name == "ol" && self["reversed"] != nil }
}

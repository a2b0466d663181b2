import PenumbraCSS

/// The counters of a document: CSS Lists 3, section 4.
struct CounterScopes {
    private struct Counter {
        var value: Int
        /// What items of lists add without a declaration.
        var step = 1
        /// The depth of the element that made it.
        var depth: Int
    }

    private var counters: [String: [Counter]] = [:]
    /// The counters that the open elements' children made: what ends with each of them.
    private var made: [[String]] = [[]]
    private var depth = 0
    private var changes = 0
    /// The most changes of counters in a document.
    private static let mostChanges = 5_000_000
    let styles: CounterStyles
    /// How many quotation marks are open.
    var quoteDepth = 0

    init(_ styles: CounterStyles) { self.styles = styles }

    /// Enters an element, and changes the counters that it names.
    ///
    /// - Parameter items: the items of a list that counts down to one.
    /// - Throws: `HTMLError` for more changes than allowed.
    mutating func enter(
        _ box: BoxValues, _ element: HTMLElement?, items: Int = 0, at place: HTMLPlace
    ) throws(HTMLError) {
        guard changes <= Self.mostChanges else {
            throw HTMLError(at: place, "more than \(Self.mostChanges) changes of counters; use fewer counters")
        }
        depth += 1
        made.append([])
        var resets = Self.pairs(box.counters["counter-reset"], standard: 0)
        var increments = Self.pairs(box.counters["counter-increment"], standard: 1)
        let sets = Self.pairs(box.counters["counter-set"], standard: 0)
        var step = 1
        if let element, element.isHTML {
            if ["ol", "ul", "menu", "dir"].contains(element.name), !resets.contains(where: { $0.name == "list-item" }) {
                let isList = element.name == "ol"
                if isList, element["reversed"] != nil { step = -1 }
                let first = step < 0 ? items : 1
                let start = isList ? element.integer("start") ?? first : 1
                resets.append(("list-item", Self.held(start) - step))
            }
        }
        if box.display == .listItem, !increments.contains(where: { $0.name == "list-item" }) {
            increments.append(("list-item", counters["list-item"]?.last?.step ?? 1))
        }
        changes += resets.count + increments.count + sets.count
        for (name, value) in resets {
            if let index = counters[name]?.indices.last, counters[name]?[index].depth == depth {
                counters[name]?[index].value = value
            } else {
                make(name, value)
            }
            if name == "list-item", let last = counters[name]?.indices.last { counters[name]?[last].step = step }
        }
        for (name, value) in increments { change(name) { Self.held($0 &+ value) } }
        for (name, value) in sets { change(name) { _ in value } }
    }

    /// Leaves an element. Counters that its children made end with it.
    mutating func leave() {
        for name in made.popLast() ?? [] {
            while let last = counters[name]?.last, last.depth > depth { counters[name]?.removeLast() }
        }
        depth -= 1
    }

    private mutating func make(_ name: String, _ value: Int) {
        counters[name, default: []].append(Counter(value: value, depth: depth))
        // A counter ends with the parent of the element that made it.
        made[made.count - 2].append(name)
    }

    private mutating func change(_ name: String, _ body: (Int) -> Int) {
        if counters[name]?.isEmpty ?? true { make(name, 0) }
        guard let last = counters[name]?.indices.last else { return }
        let value = body(counters[name]?[last].value ?? 0)
        counters[name]?[last].value = value
    }

    static func held(_ value: Int) -> Int { max(-1_000_000_000, min(1_000_000_000, value)) }

    func value(_ name: String) -> Int { counters[name]?.last?.value ?? 0 }

    func values(_ name: String) -> [Int] {
        let all = counters[name]?.map(\.value) ?? []
        return all.isEmpty ? [0] : all
    }

    /// Names with numbers.
    static func pairs(_ text: String?, standard: Int) -> [(name: String, value: Int)] {
        var result: [(name: String, value: Int)] = []
        for word in CSSText.words(text ?? "") {
            if let number = Int(word) {
                if !result.isEmpty { result[result.count - 1].value = held(number) }
            } else {
                result.append((word, standard))
            }
        }
        return result
    }

    /// Whether a style is a symbol rather than a number, which has no dot behind it.
    static func isSymbol(_ style: String) -> Bool {
        ["disc", "circle", "square", "disclosure-open", "disclosure-closed"].contains(style.asciiLowercased)
            || style.hasPrefix("\"") || style.hasPrefix("'")
    }
}

/// The cascade layers: CSS Cascade 5, section 6.4. Layers refer to each other by their number.
struct CSSLayers: Sendable {
    static let root = 0
    private var children: [[Int]] = [[]]
    private var names: [[String: Int]] = [[:]]

    /// The number of a layer, which is made if it's new. A layer without a name is always new.
    mutating func add(_ path: [String], in parent: Int) -> Int {
        guard !path.isEmpty else { return make(in: parent) }
        var here = parent
        for name in path {
            if let known = names[here][name] {
                here = known
            } else {
                let new = make(in: here)
                names[here][name] = new
                here = new
            }
        }
        return here
    }

    private mutating func make(in parent: Int) -> Int {
        children.append([])
        names.append([:])
        children[parent].append(children.count - 1)
        return children.count - 1
    }

    /// The rank of each layer: layers come in the order of their names, and each after the layers inside it.
    var ranks: [Int] {
        var result = [Int](repeating: 0, count: children.count)
        var next = 0
        var open = [(layer: Self.root, child: 0)]
        while let (layer, child) = open.last {
            if child < children[layer].count {
                open[open.count - 1].child += 1
                open.append((children[layer][child], 0))
            } else {
                result[layer] = next
                next += 1
                open.removeLast()
            }
        }
        return result
    }
}

/// A sweep that finds every point where edges cross or touch other than at common ends, and the winding beside each edge.
///
/// The algorithm is by Bentley and Ottmann (1979), with exact arithmetic throughout, so its order of edges is never wrong.
/// Vertices lie on the grid, and crossings are kept as fractions. Nearly every vertex of real paths has one edge that ends
/// and one edge that starts. Such a vertex costs two neighbour tests and no search.
struct CrossingSweep {
    /// A grid point where an edge is to be cut. The cuts of one edge come in order from its top.
    struct Cut {
        var edge: Int32
        var point: FixedPoint
    }

    private let vertices: [FixedPoint]
    private let edges: [SweepEdge]
    private let firstEdge: [Int32]
    private let incoming: [Int32]
    private let earlierCuts: Int
    private let mostCuts: Int

    private var status = SweepStatus()
    private var nodeOf: [Int32]
    private var heap = CrossingHeap()
    private var entering: [Int32] = []
    /// The cuts found by the sweep; empty if the edges only meet at their ends.
    private(set) var cuts: [Cut] = []
    /// True if some cut is at a crossing rounded to the grid, so that cutting moves edges.
    private(set) var cutsMoveEdges = false
    /// The winding number at the left of each edge; meaningful only if there are no cuts.
    private(set) var leftWinding: [Int32]

    /// - Parameters:
    ///   - earlierCuts: the number of cuts found by earlier sweeps.
    ///   - mostCuts: the most cuts of all sweeps together.
    init(_ arrangement: Arrangement, earlierCuts: Int, mostCuts: Int = Boundary.maximumSegments) {
        vertices = arrangement.vertices
        edges = arrangement.edges
        firstEdge = arrangement.firstEdge
        incoming = arrangement.incoming
        self.earlierCuts = earlierCuts
        self.mostCuts = mostCuts
        nodeOf = [Int32](repeating: -1, count: arrangement.edges.count)
        leftWinding = [Int32](repeating: 0, count: arrangement.edges.count)
    }

    mutating func run() throws(TessellationError) {
        for v in 0..<vertices.count {
            let (first, end) = (firstEdge[v], firstEdge[v + 1])
            guard first < end || incoming[v] >= 0 else { continue }
            while let crossing = heap.first {
                let order = crossing.order(relativeTo: vertices[v])
                if order > 0 { break }
                heap.removeFirst()
                // A crossing at the vertex itself is found again as edges through the vertex.
                if order < 0 { handle(crossing) }
            }
            handleVertex(v, first, end)
            guard earlierCuts + cuts.count <= mostCuts else {
                throw .tooManyCrossings(found: earlierCuts + cuts.count, allowed: mostCuts)
            }
        }
    }

    private mutating func handleVertex(_ v: Int, _ firstLeaving: Int32, _ endLeaving: Int32) {
        let point = vertices[v]
        var first: Int32 = -1
        if incoming[v] >= 0 {
            first = nodeOf[Int(incoming[v])]
        } else {
            let left = status.search(point, edges)
            first = status.next(left)
            guard first >= 0, isOn(first, point) else {
                entering.removeAll(keepingCapacity: true)
                for edge in firstLeaving..<endLeaving { entering.append(edge) }
                place(after: left)
                return
            }
        }
        guard first >= 0 else { return }
        var last = first
        while case let left = status.previous(first), left >= 0, isOn(left, point) { first = left }
        while case let right = status.next(last), right >= 0, isOn(right, point) { last = right }
        let vertex = Int32(truncatingIfNeeded: v)
        if first == last, endLeaving - firstLeaving == 1, edges[Int(status.edge(first))].bottom == vertex {
            replace(first, by: firstLeaving)
            return
        }
        entering.removeAll(keepingCapacity: true)
        var node = first
        while true {
            let edge = status.edge(node)
            if edges[Int(edge)].bottom != vertex {
                cuts.append(Cut(edge: edge, point: point))
                entering.append(edge)
            }
            if node == last { break }
            node = status.next(node)
        }
        let passing = !entering.isEmpty
        for edge in firstLeaving..<endLeaving { entering.append(edge) }
        if passing { sortEntering() }
        place(first, last)
    }

    private mutating func handle(_ crossing: Crossing) {
        var first = nodeOf[Int(crossing.first)]
        guard first >= 0 else { return }
        var last = first
        while case let left = status.previous(first), left >= 0, isOn(left, crossing) { first = left }
        while case let right = status.next(last), right >= 0, isOn(right, crossing) { last = right }
        while let same = heap.first, same.isSamePoint(as: crossing) { heap.removeFirst() }
        let point = crossing.rounded
        if crossing.xPart != 0 || crossing.yPart != 0 { cutsMoveEdges = true }
        entering.removeAll(keepingCapacity: true)
        var node = first
        while true {
            let edge = status.edge(node)
            cuts.append(Cut(edge: edge, point: point))
            entering.append(edge)
            if node == last { break }
            node = status.next(node)
        }
        sortEntering()
        place(first, last)
    }

    private func isOn(_ node: Int32, _ point: FixedPoint) -> Bool {
        edges[Int(status.edge(node))].side(ofX: point.x, y: point.y) == 0
    }

    private func isOn(_ node: Int32, _ crossing: Crossing) -> Bool {
        crossing.side(of: edges[Int(status.edge(node))]) == 0
    }

    /// Sorts the entering edges from left to right below their common point; overlapping edges have any fixed order.
    private mutating func sortEntering() {
        let edges = self.edges
        entering.sort { a, b in
            let turn = edges[Int(a)].turn(to: edges[Int(b)])
            return turn != 0 ? turn > 0 : a < b
        }
    }

    private mutating func replace(_ node: Int32, by edge: Int32) {
        nodeOf[Int(status.edge(node))] = -1
        nodeOf[Int(edge)] = node
        status.setEdge(edge, at: node)
        let left = status.previous(node)
        leftWinding[Int(edge)] = windingRight(of: left)
        if left >= 0 { check(left, node) }
        let right = status.next(node)
        if right >= 0 { check(node, right) }
    }

    private func windingRight(of node: Int32) -> Int32 {
        guard node >= 0 else { return 0 }
        let edge = Int(status.edge(node))
        return leftWinding[edge] &+ edges[edge].delta
    }

    /// Puts the entering edges in place of the nodes from `first` to `last`.
    private mutating func place(_ first: Int32, _ last: Int32) {
        let left = status.previous(first)
        var node = first
        while true {
            nodeOf[Int(status.edge(node))] = -1
            if node == last { break }
            node = status.next(node)
        }
        node = first
        var spare = true
        var previous = left
        for edge in entering {
            if spare {
                status.setEdge(edge, at: node)
                previous = node
                if node == last { spare = false } else { node = status.next(node) }
            } else {
                previous = status.insert(edge, after: previous)
            }
            nodeOf[Int(edge)] = previous
        }
        while spare {
            let next = status.next(node)
            spare = node != last
            status.remove(node)
            node = next
        }
        finishPlacing(left, previous)
    }

    /// Inserts the entering edges at the right of `left`, which may be −1.
    private mutating func place(after left: Int32) {
        var previous = left
        for edge in entering {
            previous = status.insert(edge, after: previous)
            nodeOf[Int(edge)] = previous
        }
        finishPlacing(left, previous)
    }

    /// Sets the windings of the entering edges, which end at node `last`, and looks for crossings with the neighbours.
    private mutating func finishPlacing(_ left: Int32, _ last: Int32) {
        var winding = windingRight(of: left)
        for edge in entering {
            leftWinding[Int(edge)] = winding
            winding &+= edges[Int(edge)].delta
        }
        let right = status.next(last)
        if entering.isEmpty {
            if left >= 0, right >= 0 { check(left, right) }
        } else {
            if left >= 0 { check(left, status.next(left)) }
            if last >= 0, right >= 0 { check(last, right) }
        }
    }

    /// Records the point where the edges of two neighbours cross below the sweep line.
    ///
    /// The left edge is left of the right edge at the sweep line, so it is enough to look at the edge that ends first.
    private mutating func check(_ left: Int32, _ right: Int32) {
        let (first, second) = (status.edge(left), status.edge(right))
        let a = edges[Int(first)]
        let b = edges[Int(second)]
        let crosses: Bool
        if a.bottom < b.bottom {
            crosses = b.side(ofX: a.x &+ a.dx, y: a.y &+ a.dy) > 0
        } else if b.bottom < a.bottom {
            crosses = a.side(ofX: b.x &+ b.dx, y: b.y &+ b.dy) < 0
        } else {
            crosses = false
        }
        if crosses { heap.insert(Crossing(of: a, b, first: first, second: second)) }
    }
}

/// A binary heap of crossings. The crossing that the sweep meets first is on top.
struct CrossingHeap {
    private var items: [Crossing] = []

    var first: Crossing? { items.first }

    mutating func insert(_ crossing: Crossing) {
        var hole = items.count
        items.append(crossing)
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard crossing < items[parent] else { break }
            items[hole] = items[parent]
            hole = parent
        }
        items[hole] = crossing
    }

    mutating func removeFirst() {
        guard let moved = items.popLast(), !items.isEmpty else { return }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < items.count else { break }
            if child + 1 < items.count, items[child + 1] < items[child] { child += 1 }
            guard items[child] < moved else { break }
            items[hole] = items[child]
            hole = child
        }
        items[hole] = moved
    }
}

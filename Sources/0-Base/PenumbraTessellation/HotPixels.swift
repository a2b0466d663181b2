/// Finds the grid points whose surrounding unit squares, their *hot pixels*, an edge passes through.
///
/// The purpose is snap rounding (Hobby 1999; Guibas and Marimont 1998). Once edges lead through the centres of all hot
/// pixels they pass, no two edges cross any more. Squares divide the plane as rounding does, halves going away from zero.
/// The points lie in a k-d tree, so a query costs O(√n + hits) at worst and O(log n) for short edges.
struct HotPixels {
    private struct Box {
        var lowX = Int32.max
        var lowY = Int32.max
        var highX = Int32.min
        var highY = Int32.min
    }

    private struct Node {
        var box: Box
        var range: Range<Int>
        /// Indices of the children; −1 in a leaf.
        var first = -1
        var second = -1
    }

    private var points: [FixedPoint]
    private var nodes: [Node] = []
    private static let leafSize = 8

    init(_ points: [FixedPoint]) {
        self.points = points
        if !points.isEmpty { _ = build(0..<points.count) }
    }

    private mutating func build(_ range: Range<Int>) -> Int {
        var box = Box()
        for point in points[range] {
            box.lowX = min(box.lowX, point.x)
            box.lowY = min(box.lowY, point.y)
            box.highX = max(box.highX, point.x)
            box.highY = max(box.highY, point.y)
        }
        let index = nodes.count
        nodes.append(Node(box: box, range: range))
        guard range.count > Self.leafSize else { return index }
        if box.highX &- box.lowX > box.highY &- box.lowY {
            points[range].sort { $0.x < $1.x }
        } else {
            points[range].sort { $0.y < $1.y }
        }
        let middle = range.lowerBound + range.count / 2
        nodes[index].first = build(range.lowerBound..<middle)
        nodes[index].second = build(middle..<range.upperBound)
        return index
    }

    /// Sets `found` to the points, other than the edge's ends, whose hot pixels the edge passes. They come from the edge's
    /// top downwards, each once.
    func collect(on edge: SweepEdge, into found: inout [FixedPoint]) {
        found.removeAll(keepingCapacity: true)
        guard !nodes.isEmpty else { return }
        let query = Query(edge)
        visit(0, query, &found)
        // The squares form a staircase along the edge, so the sum of both distances from the top grows.
        found.sort { query.steps(to: $0) < query.steps(to: $1) }
    }

    private func visit(_ index: Int, _ query: Query, _ found: inout [FixedPoint]) {
        let node = nodes[index]
        guard query.mayPass(node.box.lowX, node.box.lowY, node.box.highX, node.box.highY) else { return }
        if node.first >= 0 {
            visit(node.first, query, &found)
            visit(node.second, query, &found)
        } else {
            for point in points[node.range] where query.passes(point) { found.append(point) }
        }
    }

    private struct Query {
        let edge: SweepEdge
        let lowX: Int32
        let highX: Int32
        let bottomY: Int32
        /// The largest distance of twice the side of a square's centre from zero at which the line still meets the square.
        let reach: Int64

        init(_ edge: SweepEdge) {
            self.edge = edge
            lowX = min(edge.x, edge.x &+ edge.dx)
            highX = max(edge.x, edge.x &+ edge.dx)
            bottomY = edge.y &+ edge.dy
            reach = abs(Int64(edge.dx)) + Int64(edge.dy)
        }

        func steps(to point: FixedPoint) -> Int64 {
            abs(Int64(point.x) - Int64(edge.x)) + Int64(point.y) - Int64(edge.y)
        }

        /// False if no square around a point of the box can meet the edge.
        func mayPass(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32) -> Bool {
            guard left <= highX, right >= lowX, top <= bottomY, bottom >= edge.y else { return false }
            let (nearY, farY) = edge.dx > 0 ? (top, bottom) : (bottom, top)
            return 2 * edge.side(ofX: right, y: nearY) >= -reach && 2 * edge.side(ofX: left, y: farY) <= reach
        }

        func passes(_ point: FixedPoint) -> Bool {
            guard point.x >= lowX, point.x <= highX, point.y >= edge.y, point.y <= bottomY else { return false }
            let side = 2 * edge.side(ofX: point.x, y: point.y)
            if side >= reach || side <= -reach {
                guard side == reach || side == -reach else { return false }
                // The line meets only a corner. The corner belongs to the square if both sides that form it do.
                let cornerIsLeft = side > 0
                let cornerIsUpper = (edge.dx < 0) == cornerIsLeft
                return (cornerIsLeft ? point.x > 0 : point.x < 0) && (cornerIsUpper ? point.y > 0 : point.y < 0)
            }
            let isTop = point.x == edge.x && point.y == edge.y
            return !isTop && !(point.y == bottomY && point.x == edge.x &+ edge.dx)
        }
    }
}

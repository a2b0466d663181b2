extension Boundary {
    /// Cuts the region into disjoint triangles whose corners are vertices of the boundary, in O(n log n).
    ///
    /// Each triangle has an area above zero and runs in the boundary's direction. A corner may lie on a neighbour's side
    /// where vertices are collinear.
    ///
    /// A boundary put together by hand may be anything. Edges that cross are cut as in
    /// `init(resolving:fillRule:tolerance:)`, and the winding rule is non-zero. The mesh is empty if a vertex has different
    /// numbers of edges in and out, if coordinates exceed `FixedPoint.largestCoordinate`, or if there are too many
    /// crossings.
    public func triangulated() -> TriangleMesh {
        let empty = TriangleMesh(vertices: [], triangles: [])
        guard edges.count <= 2 * Self.maximumSegments, edges.allSatisfy({ $0.start.isInRange && $0.end.isInRange })
        else { return empty }
        guard let resolved = try? ResolvedArrangement(edges: edges) else { return empty }
        var outline = resolved.arrangement
        guard outline.isBalanced else { return empty }
        if resolved.sweeps > 1 || !resolved.isBoundary {
            outline = Arrangement(edges: resolved.boundaryEdges(.nonzero))
        }
        var sweep = TriangulationSweep(outline)
        sweep.run()
        return TriangleMesh(vertices: outline.vertices, triangles: sweep.triangles)
    }
}

extension Arrangement {
    init(edges: [BoundaryEdge]) {
        var points: [FixedPoint] = []
        points.reserveCapacity(2 * edges.count)
        var segments: [Segment] = []
        segments.reserveCapacity(edges.count)
        for edge in edges {
            let index = Int32(truncatingIfNeeded: points.count)
            points.append(edge.start)
            points.append(edge.end)
            segments.append(Segment(start: index, end: index + 1, delta: 1))
        }
        self.init(points: points, segments: segments)
    }

    /// True if every vertex has as many edges in as out, counted with their winding steps.
    var isBalanced: Bool {
        var balance = [Int](repeating: 0, count: vertices.count)
        for v in 0..<vertices.count {
            for edge in edges[Int(firstEdge[v])..<Int(firstEdge[v + 1])] {
                balance[v] += Int(edge.delta)
                balance[Int(edge.bottom)] -= Int(edge.delta)
            }
        }
        return balance.allSatisfy { $0 == 0 }
    }
}

extension ResolvedArrangement {
    init(edges: [BoundaryEdge]) throws(TessellationError) {
        try self.init(Arrangement(edges: edges))
    }

    /// True if the winding is 1 on one side of every edge and 0 on the other.
    var isBoundary: Bool {
        zip(arrangement.edges, leftWinding).allSatisfy { edge, left in
            (edge.delta == 1 && left == 0) || (edge.delta == -1 && left == 1)
        }
    }
}

/// A sweep from top to bottom over a resolved boundary that cuts the inside into monotone pieces.
///
/// A span of the inside lies between an edge with the inside at its right and the next edge. A span feeds one piece. It
/// feeds two pieces after two spans met from above at a vertex, while that vertex waits for the diagonal to the span's next
/// vertex.
struct TriangulationSweep {
    private struct Span {
        var left: Int32
        /// The second of two pieces, at the right of the waiting vertex; −1 when there is one piece.
        var right: Int32 = -1
    }

    private let outline: Arrangement
    private var status = SweepStatus()
    private var pieces: MonotonePieces
    private var nodeOf: [Int32]
    /// For each node whose edge has the inside at its right, the span on that side.
    private var spans: [Span] = []

    /// - Parameter outline: the edges of a boundary. They meet only at their ends, and the winding is 1 on one side and 0 on
    ///   the other.
    init(_ outline: Arrangement) {
        self.outline = outline
        pieces = MonotonePieces(vertices: outline.vertices)
        nodeOf = [Int32](repeating: -1, count: outline.edges.count)
    }

    var triangles: [UInt32] { pieces.triangles }

    mutating func run() {
        for v in 0..<outline.vertices.count {
            let leaving = outline.firstEdge[v]..<outline.firstEdge[v + 1]
            let vertex = Int32(truncatingIfNeeded: v)
            if outline.incoming[v] >= 0 {
                continueOrEnd(at: vertex, leaving)
            } else if !leaving.isEmpty {
                begin(at: vertex, leaving)
            }
        }
    }

    private func opens(_ node: Int32) -> Bool {
        node >= 0 && outline.edges[Int(status.edge(node))].delta > 0
    }

    private mutating func setSpan(_ span: Span, at node: Int32) {
        while spans.count <= Int(node) { spans.append(Span(left: -1)) }
        spans[Int(node)] = span
    }

    /// Handles a vertex with no edge from above. It is the top of a piece of the region, or of a hole inside a span.
    private mutating func begin(at vertex: Int32, _ leaving: Range<Int32>) {
        let left = status.search(outline.vertices[Int(vertex)], outline.edges)
        var rightPiece: Int32 = -1
        if opens(left) {
            let (leftOf, rightOf) = split(spans[Int(left)], at: vertex)
            spans[Int(left)] = Span(left: leftOf)
            rightPiece = rightOf
        }
        insert(leaving, after: left, vertex, rightPiece)
    }

    /// Cuts a span at a vertex inside it, by a diagonal to the lowest vertex above. Returns the pieces at its left and
    /// right.
    private mutating func split(_ span: Span, at vertex: Int32) -> (Int32, Int32) {
        if span.right >= 0 {
            pieces.add(vertex, on: .right, to: span.left)
            pieces.add(vertex, on: .left, to: span.right)
            return (span.left, span.right)
        }
        let (above, side) = pieces.last(of: span.left)
        let new = pieces.start(at: above)
        switch side {
        case .left:
            pieces.add(vertex, on: .right, to: new)
            pieces.add(vertex, on: .left, to: span.left)
            return (new, span.left)
        case .right:
            pieces.add(vertex, on: .right, to: span.left)
            pieces.add(vertex, on: .left, to: new)
            return (span.left, new)
        }
    }

    private mutating func continueOrEnd(at vertex: Int32, _ leaving: Range<Int32>) {
        var first = nodeOf[Int(outline.incoming[Int(vertex)])]
        guard first >= 0 else { return }
        var last = first
        while case let node = status.previous(first), node >= 0, ends(node, at: vertex) { first = node }
        while case let node = status.next(last), node >= 0, ends(node, at: vertex) { last = node }
        let left = status.previous(first)

        var leftPiece: Int32 = -1
        if opens(left) {
            let span = spans[Int(left)]
            if span.right >= 0 { pieces.end(span.right, at: vertex) }
            pieces.add(vertex, on: .right, to: span.left)
            leftPiece = span.left
        }
        var rightPiece: Int32 = -1
        if opens(last) {
            let span = spans[Int(last)]
            rightPiece = span.right >= 0 ? span.right : span.left
            if span.right >= 0 { pieces.end(span.left, at: vertex) }
            pieces.add(vertex, on: .left, to: rightPiece)
        }
        var node = first
        while node != last {
            let next = status.next(node)
            if opens(node) {
                let span = spans[Int(node)]
                pieces.end(span.left, at: vertex)
                if span.right >= 0 { pieces.end(span.right, at: vertex) }
            }
            remove(node)
            node = next
        }
        if leaving.count == 1, let edge = leaving.first {
            // The usual vertex: the last node continues with the new edge.
            nodeOf[Int(status.edge(last))] = -1
            nodeOf[Int(edge)] = last
            status.setEdge(edge, at: last)
            if opens(left) { setSpan(Span(left: leftPiece), at: left) }
            if opens(last) { setSpan(Span(left: rightPiece), at: last) }
            return
        }
        remove(last)
        if opens(left) { setSpan(Span(left: leftPiece, right: leaving.isEmpty ? rightPiece : -1), at: left) }
        insert(leaving, after: left, vertex, rightPiece)
    }

    private func ends(_ node: Int32, at vertex: Int32) -> Bool {
        outline.edges[Int(status.edge(node))].bottom == vertex
    }

    private mutating func remove(_ node: Int32) {
        nodeOf[Int(status.edge(node))] = -1
        status.remove(node)
    }

    /// Inserts the edges that leave a vertex. The span right of the last edge belongs to `rightPiece`; the other spans are
    /// new.
    private mutating func insert(_ leaving: Range<Int32>, after left: Int32, _ vertex: Int32, _ rightPiece: Int32) {
        var node = left
        for edge in leaving {
            node = status.insert(edge, after: node)
            nodeOf[Int(edge)] = node
            guard opens(node) else { continue }
            let isLast = edge == leaving.upperBound - 1
            setSpan(Span(left: isLast && rightPiece >= 0 ? rightPiece : pieces.start(at: vertex)), at: node)
        }
    }
}

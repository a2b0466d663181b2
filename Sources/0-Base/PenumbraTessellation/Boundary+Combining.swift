import PenumbraGeometry

extension Boundary {
    /// What either encloses. Both must be boundaries as `init(resolving:fillRule:tolerance:)` makes them.
    public func union(_ other: Boundary) throws(TessellationError) -> Boundary {
        var effort = Int.max
        return try union(other, effort: &effort)
    }

    /// The same, but not at any cost: see `init(resolving:fillRule:tolerance:effort:)`.
    package func union(_ other: Boundary, effort: inout Int) throws(TessellationError) -> Boundary {
        let edges = try ResolvedArrangement(Arrangement(edges: edges + other.edges), effort: &effort).boundaryEdges(.nonzero)
        return Boundary(edges: edges)
    }

    /// What this one encloses and the other does not.
    public func subtracting(_ other: Boundary) throws(TessellationError) -> Boundary {
        var effort = Int.max
        return try subtracting(other, effort: &effort)
    }

    /// The same, but not at any cost: see `init(resolving:fillRule:tolerance:effort:)`.
    package func subtracting(_ other: Boundary, effort: inout Int) throws(TessellationError) -> Boundary {
        // Inside the other one all of both is there once, and so is the other one.
        let all = try union(other, effort: &effort)
        let edges = try ResolvedArrangement(Arrangement(edges: all.edges + other.edges), effort: &effort)
            .boundaryEdges(.evenOdd)
        return Boundary(edges: edges)
    }

    /// The boundary as closed polygons: filled with the non-zero rule they enclose the same.
    public var path: Path {
        var leaving: [FixedPoint: [Int]] = [:]
        for index in edges.indices.reversed() { leaving[edges[index].start, default: []].append(index) }
        var path = Path()
        for first in edges.indices {
            // Each edge is in one polygon; as many arrive at a point as leave it.
            guard let begin = leaving[edges[first].start]?.popLast() else { continue }
            path.move(to: edges[begin].start.point)
            var point = edges[begin].end
            while let next = leaving[point]?.popLast() {
                path.addLine(to: point.point)
                point = edges[next].end
            }
            path.close()
        }
        return path
    }
}

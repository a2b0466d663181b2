import PenumbraGeometry

extension Boundary {
    /// Returns the boundary of the area that either boundary encloses. Both must be boundaries made by
    /// `init(resolving:fillRule:tolerance:)`.
    public func union(_ other: Boundary) throws(TessellationError) -> Boundary {
        var effort = Int.max
        return try union(other, effort: &effort)
    }

    /// Returns the union, with a limit on the effort: see `init(resolving:fillRule:tolerance:effort:)`.
    package func union(_ other: Boundary, effort: inout Int) throws(TessellationError) -> Boundary {
        let edges = try ResolvedArrangement(Arrangement(edges: edges + other.edges), effort: &effort).boundaryEdges(.nonzero)
        return Boundary(edges: edges)
    }

    /// Returns the boundary of the area that this boundary encloses and the other does not.
    public func subtracting(_ other: Boundary) throws(TessellationError) -> Boundary {
        var effort = Int.max
        return try subtracting(other, effort: &effort)
    }

    /// Returns the difference, with a limit on the effort: see `init(resolving:fillRule:tolerance:effort:)`.
    package func subtracting(_ other: Boundary, effort: inout Int) throws(TessellationError) -> Boundary {
        // Inside the other boundary, the winding is 1 for the union and 1 for the other boundary.
        let all = try union(other, effort: &effort)
        let edges = try ResolvedArrangement(Arrangement(edges: all.edges + other.edges), effort: &effort)
            .boundaryEdges(.evenOdd)
        return Boundary(edges: edges)
    }

    /// The boundary as closed polygons. Filled with the non-zero rule, they enclose the same area.
    public var path: Path {
        var leaving: [FixedPoint: [Int]] = [:]
        for index in edges.indices.reversed() { leaving[edges[index].start, default: []].append(index) }
        var path = Path()
        for first in edges.indices {
            // Each edge is in one polygon, because as many edges arrive at a point as leave it.
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

import PenumbraGeometry

/// Edges that meet only at their ends, with the winding number at the left of each edge.
package struct ResolvedArrangement {
    let arrangement: Arrangement
    let leftWinding: [Int32]
    /// The number of sweeps; the last sweep found nothing to cut.
    package let sweeps: Int

    /// The number of rounds that cut at rounded crossings, which settles nearly every path. Near-parallel edges can go on
    /// crossing one step further each round, so later rounds lead edges through all hot pixels.
    static let roundsBeforeHotPixels = 2

    package init(_ arrangement: Arrangement) throws(TessellationError) {
        var effort = Int.max
        try self.init(arrangement, effort: &effort)
    }

    /// Cuts edges until they meet only at their ends. Every vertex must have coordinates within ±2²⁹.
    ///
    /// - Parameter effort: the most edges that sweeps may pass plus the most crossings they may find. It is reduced by the
    ///   number used.
    package init(_ arrangement: Arrangement, effort: inout Int) throws(TessellationError) {
        var arrangement = arrangement
        var sweeps = 1
        var cutCount = 0
        while true {
            effort -= arrangement.edges.count
            var sweep = CrossingSweep(
                arrangement, earlierCuts: cutCount,
                mostCuts: cutCount + min(Boundary.maximumSegments - cutCount, max(0, effort)))
            try sweep.run()
            effort -= sweep.cuts.count
            if sweep.cuts.isEmpty {
                self.arrangement = arrangement
                self.leftWinding = sweep.leftWinding
                self.sweeps = sweeps
                return
            }
            cutCount += sweep.cuts.count
            if sweep.cutsMoveEdges, sweeps > Self.roundsBeforeHotPixels {
                arrangement = try arrangement.snapped(sweep.cuts)
            } else {
                arrangement = arrangement.cut(sweep.cuts)
            }
            sweeps += 1
        }
    }

    /// Returns the edges with the inside on one side only, from top to bottom.
    func boundaryEdges(_ fillRule: FillRule) -> [BoundaryEdge] {
        func isInside(_ winding: Int32) -> Bool {
            switch fillRule {
            case .nonzero: winding != 0
            case .evenOdd: winding & 1 != 0
            }
        }
        var result: [BoundaryEdge] = []
        result.reserveCapacity(arrangement.edges.count)
        for (index, edge) in arrangement.edges.enumerated() {
            let left = isInside(leftWinding[index])
            let right = isInside(leftWinding[index] &+ edge.delta)
            guard left != right else { continue }
            let top = FixedPoint(x: edge.x, y: edge.y)
            let bottom = FixedPoint(x: edge.x &+ edge.dx, y: edge.y &+ edge.dy)
            result.append(right ? BoundaryEdge(start: top, end: bottom) : BoundaryEdge(start: bottom, end: top))
        }
        return result
    }
}

extension Arrangement {
    /// Returns the arrangement with every edge led through all hot pixels it passes: those of the cuts and of all vertices.
    func snapped(_ cuts: [CrossingSweep.Cut]) throws(TessellationError) -> Arrangement {
        // Sorted, because the order of a set is another in every process.
        let pixels = HotPixels(vertices + Set(cuts.map(\.point)).sorted { ($0.y, $0.x) < ($1.y, $1.x) })
        var points = vertices
        var segments: [Segment] = []
        var found: [FixedPoint] = []
        for v in 0..<vertices.count {
            for edge in edges[Int(firstEdge[v])..<Int(firstEdge[v + 1])] {
                pixels.collect(on: edge, into: &found)
                var previous = Int32(truncatingIfNeeded: v)
                for point in found {
                    let next = Int32(truncatingIfNeeded: points.count)
                    points.append(point)
                    segments.append(Segment(start: previous, end: next, delta: edge.delta))
                    previous = next
                }
                segments.append(Segment(start: previous, end: edge.bottom, delta: edge.delta))
            }
            guard points.count - vertices.count <= Boundary.maximumSegments else {
                throw .tooManyCrossings(found: points.count - vertices.count, allowed: Boundary.maximumSegments)
            }
        }
        return Arrangement(points: points, segments: segments)
    }

    /// Returns the arrangement with edges cut at the places that a sweep over it found.
    func cut(_ cuts: [CrossingSweep.Cut]) -> Arrangement {
        // The cuts are grouped by edge, in the order found.
        var fill = [Int32](repeating: 0, count: edges.count + 1)
        for cut in cuts { fill[Int(cut.edge) + 1] += 1 }
        for i in 0..<edges.count { fill[i + 1] += fill[i] }
        var order = [Int32](repeating: 0, count: cuts.count)
        for (index, cut) in cuts.enumerated() {
            order[Int(fill[Int(cut.edge)])] = Int32(truncatingIfNeeded: index)
            fill[Int(cut.edge)] += 1
        }
        var segments: [Segment] = []
        segments.reserveCapacity(edges.count + cuts.count)
        var begin = 0
        for v in 0..<vertices.count {
            for index in Int(firstEdge[v])..<Int(firstEdge[v + 1]) {
                let edge = edges[index]
                var previous = Int32(truncatingIfNeeded: v)
                for slot in begin..<Int(fill[index]) {
                    let next = Int32(truncatingIfNeeded: vertices.count) + order[slot]
                    segments.append(Segment(start: previous, end: next, delta: edge.delta))
                    previous = next
                }
                begin = Int(fill[index])
                segments.append(Segment(start: previous, end: edge.bottom, delta: edge.delta))
            }
        }
        return Arrangement(points: vertices + cuts.map(\.point), segments: segments)
    }
}

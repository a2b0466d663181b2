/// A directed segment between two entries of a list of points, counted `delta` times.
package struct Segment {
    var start: Int32
    var end: Int32
    var delta: Int32

    package init(start: Int32, end: Int32, delta: Int32) {
        (self.start, self.end, self.delta) = (start, end, delta)
    }
}

/// Edges grouped for a sweep. Vertices are sorted by y, then x. Each vertex has the edges that leave it downwards, from left
/// to right.
///
/// Coincident edges are merged into one edge with the sum of their winding steps. Edges with a sum of zero are removed.
package struct Arrangement {
    private(set) var vertices: [FixedPoint] = []
    private(set) var edges: [SweepEdge] = []
    /// The first leaving edge of each vertex: edges `firstEdge[v] ..< firstEdge[v + 1]` leave vertex v.
    private(set) var firstEdge: [Int32] = []
    /// For each vertex, an edge that ends there, or −1.
    private(set) var incoming: [Int32] = []

    package init(points: [FixedPoint], segments: [Segment]) {
        let place = sortVertices(points)
        group(segments, place)
    }

    /// Sets `vertices` and returns, for each point, its index among them.
    private mutating func sortVertices(_ points: [FixedPoint]) -> [Int32] {
        var sorted: [(key: UInt64, index: Int32)] = []
        sorted.reserveCapacity(points.count)
        for (index, point) in points.enumerated() { sorted.append((point.sweepKey, Int32(truncatingIfNeeded: index))) }
        sorted.sort { $0.key < $1.key }
        var place = [Int32](repeating: 0, count: points.count)
        vertices.reserveCapacity(points.count)
        var last: UInt64?
        for (key, index) in sorted {
            if key != last {
                vertices.append(points[Int(index)])
                last = key
            }
            place[Int(index)] = Int32(truncatingIfNeeded: vertices.count - 1)
        }
        return place
    }

    private mutating func group(_ segments: [Segment], _ place: [Int32]) {
        var fill = [Int32](repeating: 0, count: vertices.count + 1)
        for segment in segments {
            let (a, b) = (place[Int(segment.start)], place[Int(segment.end)])
            if a != b { fill[Int(min(a, b)) + 1] += 1 }
        }
        for v in 0..<vertices.count { fill[v + 1] += fill[v] }
        let total = Int(fill[vertices.count])
        var grouped = [SweepEdge](
            repeating: SweepEdge(x: 0, y: 0, dx: 0, dy: 0, bottom: 0, delta: 0), count: total)
        for segment in segments {
            let (a, b) = (place[Int(segment.start)], place[Int(segment.end)])
            guard a != b else { continue }
            let (top, bottom, delta) = a < b ? (a, b, segment.delta) : (b, a, -segment.delta)
            let (upper, lower) = (vertices[Int(top)], vertices[Int(bottom)])
            grouped[Int(fill[Int(top)])] = SweepEdge(
                x: upper.x, y: upper.y, dx: lower.x &- upper.x, dy: lower.y &- upper.y, bottom: bottom, delta: delta)
            fill[Int(top)] += 1
        }
        // Every start has moved to the start of the next vertex.
        firstEdge = [Int32](repeating: 0, count: vertices.count + 1)
        incoming = [Int32](repeating: -1, count: vertices.count)
        edges.reserveCapacity(total)
        var begin = 0
        for v in 0..<vertices.count {
            let end = Int(fill[v])
            firstEdge[v] = Int32(truncatingIfNeeded: edges.count)
            if end - begin == 1 {
                append(grouped[begin])
            } else if end > begin {
                Self.sortLeftToRight(&grouped, begin..<end)
                var edge = grouped[begin]
                for i in begin + 1..<end {
                    if grouped[i].bottom == edge.bottom {
                        edge.delta += grouped[i].delta
                    } else {
                        append(edge)
                        edge = grouped[i]
                    }
                }
                append(edge)
            }
            begin = end
        }
        firstEdge[vertices.count] = Int32(truncatingIfNeeded: edges.count)
    }

    private mutating func append(_ edge: SweepEdge) {
        guard edge.delta != 0 else { return }
        incoming[Int(edge.bottom)] = Int32(truncatingIfNeeded: edges.count)
        edges.append(edge)
    }

    /// Sorts edges by direction, then by length, so that coincident edges are neighbours.
    private static func sortLeftToRight(_ edges: inout [SweepEdge], _ range: Range<Int>) {
        func precedes(_ a: SweepEdge, _ b: SweepEdge) -> Bool {
            let turn = a.turn(to: b)
            return turn != 0 ? turn > 0 : a.bottom < b.bottom
        }
        if range.count == 2 {
            if precedes(edges[range.lowerBound + 1], edges[range.lowerBound]) {
                edges.swapAt(range.lowerBound, range.lowerBound + 1)
            }
        } else {
            edges[range].sort(by: precedes)
        }
    }
}

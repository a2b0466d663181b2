import PenumbraGeometry

/// The outline of a float that lines keep away from, in place of its margin box: CSS Shapes 1.
public struct FloatShape: Sendable {
    private struct Edge {
        var start: Point
        var end: Point
    }

    private var edges: [Edge] = []
    private let margin: Double
    private let width: Double
    /// The heights between which the shape lies, in the margin box.
    let heights: ClosedRange<Double>

    /// - Parameters:
    ///   - outlines: the closed outlines, from the corner of the margin box.
    ///   - margin: how far lines stay away from the outlines.
    ///   - size: the size of the margin box, which no shape leaves.
    public init(_ outlines: [[Point]], margin: Double, in size: Size) {
        (self.margin, width) = (max(0, margin), size.width)
        let most = max(1, Self.mostEdges / max(1, outlines.reduce(0) { $0 + $1.count }))
        for outline in outlines {
            for (index, start) in outline.enumerated() {
                let end = outline[(index + 1) % outline.count]
                // The distance from a short edge is nearly that from its ends.
                let length = margin > 0 ? (end - start).length : 0
                let count = max(1, Int(min(Double(most), length.isFinite ? length.rounded(.up) : 1)))
                for part in 0..<count {
                    let (from, to) = (Double(part) / Double(count), Double(part + 1) / Double(count))
                    edges.append(Edge(start: start + (end - start) * from, end: start + (end - start) * to))
                }
            }
        }
        let tops = edges.map { min($0.start.y, $0.end.y) }
        let bottoms = edges.map { max($0.start.y, $0.end.y) }
        let top = max(0, (tops.min() ?? 0) - self.margin)
        heights = top...max(top, min(size.height, (bottoms.max() ?? 0) + self.margin))
    }

    /// The number of edges, as a measure of work and memory.
    public var count: Int { edges.count }

    /// The most edges, unless the outlines have more points.
    private static let mostEdges = 4096

    /// How far the shape reaches between two heights. Nil beside it.
    func span(from top: Double, to bottom: Double) -> ClosedRange<Double>? {
        // A line that only touches the shape lies beside it.
        guard top < heights.upperBound, bottom > heights.lowerBound || bottom == top && top >= heights.lowerBound else {
            return nil
        }
        let (top, bottom) = (max(top, heights.lowerBound), min(bottom, heights.upperBound))
        var (least, most) = (Double.infinity, -Double.infinity)
        func add(_ point: Point) {
            let distance = max(0, top - point.y, point.y - bottom)
            let reach = max(0, margin * margin - distance * distance).squareRoot()
            (least, most) = (min(least, point.x - reach), max(most, point.x + reach))
        }
        let (first, last) = (top - margin, bottom + margin)
        for edge in edges {
            let (start, end) = edge.start.y <= edge.end.y ? (edge.start, edge.end) : (edge.end, edge.start)
            guard end.y >= first, start.y <= last else { continue }
            func point(at y: Double) -> Point {
                Point(start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y), y)
            }
            add(start.y < first ? point(at: first) : start)
            add(end.y > last ? point(at: last) : end)
        }
        guard least <= most else { return nil }
        return max(0, min(width, least))...max(0, min(width, most))
    }
}

import PenumbraGeometry

extension Boundary {
    /// The pixels whose middles lie inside, as rectangles that don't overlap. Nil if the effort is not enough.
    ///
    /// A middle on an edge belongs to the region at its right, or below it. Regions that share an edge therefore share no
    /// pixel, and leave none out.
    ///
    /// - Parameter effort: the most crossings of edges and rows of pixels to visit. Afterwards it is what is left.
    package func wholePixels(effort: inout Int) -> Path? {
        let edges = edges.compactMap(RowEdge.init).sorted { ($0.rows.lowerBound, $0.x) < ($1.rows.lowerBound, $1.x) }
        var rectangles = SpanRectangles()
        var crossing: [RowEdge] = []
        var next = 0
        var row = edges.first?.rows.lowerBound ?? 0
        while next < edges.count || !crossing.isEmpty {
            crossing.removeAll { $0.rows.upperBound <= row }
            if crossing.isEmpty, next < edges.count, edges[next].rows.lowerBound > row {
                rectangles.add([], row)
                row = edges[next].rows.lowerBound
            }
            while next < edges.count, edges[next].rows.lowerBound <= row {
                crossing.append(edges[next])
                next += 1
            }
            effort -= crossing.count + 1
            guard effort >= 0 else { return nil }
            rectangles.add(Self.spans(crossing.map { ($0.column(of: row), $0.turn) }.sorted { $0.0 < $1.0 }), row)
            // Rows between upright edges are alike.
            guard let end = crossing.map(\.rows.upperBound).min(), crossing.allSatisfy(\.isUpright) else {
                row += 1
                continue
            }
            row = next < edges.count ? min(end, edges[next].rows.lowerBound) : end
        }
        rectangles.add([], row)
        return rectangles.path
    }

    /// The columns inside, where a turn of +1 begins an inside and −1 ends it.
    private static func spans(_ turns: [(column: Int, turn: Int)]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var (depth, start) = (0, 0)
        var index = 0
        while index < turns.count {
            let column = turns[index].column
            let before = depth
            while index < turns.count, turns[index].column == column {
                depth += turns[index].turn
                index += 1
            }
            if before <= 0, depth > 0 { start = column }
            if before > 0, depth <= 0 { spans.append(start..<column) }
        }
        return spans
    }
}

/// An edge, and the rows of pixels whose middles it crosses.
private struct RowEdge {
    let edge: BoundaryEdge
    let rows: Range<Int>
    /// +1 for an edge that goes down, which has the inside at its right.
    let turn: Int

    /// Nil if the edge crosses no middle of a row.
    init?(_ edge: BoundaryEdge) {
        let isDown = edge.start.y < edge.end.y
        self.edge = isDown ? edge : BoundaryEdge(start: edge.end, end: edge.start)
        turn = isDown ? 1 : -1
        let (top, bottom) = (Self.first(Int(self.edge.start.y)), Self.first(Int(self.edge.end.y)))
        guard top < bottom else { return nil }
        rows = top..<bottom
    }

    var x: Int32 { edge.start.x }
    var isUpright: Bool { edge.start.x == edge.end.x }

    /// The first pixel whose middle lies at a position or beyond it, in grid steps.
    private static func first(_ steps: Int) -> Int {
        let unit = Int(FixedPoint.unitsPerPixel)
        // A shift rounds down.
        return (steps - unit / 2 + unit - 1) >> unit.trailingZeroBitCount
    }

    /// The first pixel of a row whose middle lies on the edge or at its right.
    ///
    /// Coordinates are below 2³⁰ grid steps, so that the products fit in 64 bits.
    func column(of row: Int) -> Int {
        let unit = Int(FixedPoint.unitsPerPixel)
        let height = Int(edge.end.y) - Int(edge.start.y)
        let down = row * unit + unit / 2 - Int(edge.start.y)
        let run = (Int(edge.end.x) - Int(edge.start.x)) * down
        // The position is x + run / height. Its next whole step reaches the same middles.
        let (quotient, rest) = run.quotientAndRemainder(dividingBy: height)
        return Self.first(Int(edge.start.x) + quotient + (rest > 0 ? 1 : 0))
    }
}

/// Joins equal spans of successive rows to rectangles.
private struct SpanRectangles {
    private(set) var path = Path()
    private var open: [(columns: Range<Int>, top: Int)] = []

    /// Adds the spans of a row, in the order of their columns. Rows that are left out have the spans of the row before.
    mutating func add(_ spans: [Range<Int>], _ row: Int) {
        var kept: [(columns: Range<Int>, top: Int)] = []
        var known = open[...]
        for span in spans {
            while let first = known.first, first.columns.lowerBound < span.lowerBound {
                close(known.removeFirst(), row)
            }
            if let first = known.first, first.columns == span {
                kept.append(known.removeFirst())
            } else {
                kept.append((span, row))
            }
        }
        for rest in known { close(rest, row) }
        open = kept
    }

    private mutating func close(_ rectangle: (columns: Range<Int>, top: Int), _ bottom: Int) {
        let columns = rectangle.columns
        path.append(
            Path(
                Rect(
                    x: Double(columns.lowerBound), y: Double(rectangle.top), width: Double(columns.count),
                    height: Double(bottom - rectangle.top))))
    }
}

import PenumbraGeometry

extension Boundary {
    /// The most straight segments a path may flatten to, and the most cuts its crossings may cause.
    ///
    /// Resolving a path uses some 200 bytes per segment, so this limit keeps a hostile path under a gigabyte or two.
    public static let maximumSegments = 4_194_304

    /// Makes the boundary of the area that a path encloses under a fill rule, exact on the grid of 1/4096 pixel.
    ///
    /// Every subpath counts as closed. Vertices are rounded to the grid. Where edges cross, both are cut at the nearest grid
    /// point, which moves them by at most 0.71 of a step. Cutting is repeated until edges meet only at their ends. The first
    /// two rounds cut at the crossings themselves. Later rounds use snap rounding, after which no edges cross (`HotPixels`).
    /// At most four sweeps were ever observed. Shapes that lie apart are resolved one by one.
    ///
    /// The repetition always ends, because each cut lies in its edge's bounding box. The number of edges grows while
    /// |Δx| + |Δy| over all edges stays the same, and every edge keeps at least one step.
    ///
    /// The result does not depend on the order of subpaths or on where they start. For these two rules, it does not depend
    /// on a reversal of all subpaths either. Turning the grid points by 90° turns the result.
    ///
    /// - Parameters:
    ///   - path: in pixels. An empty path, points and lines give an empty boundary.
    ///   - tolerance: the largest distance of a chord from its curve, in pixels; below 1/16384 it counts as 1/16384.
    /// - Throws: `TessellationError` for infinite or NaN coordinates, and for points, control points or whole ellipses of
    ///   arcs beyond ±`FixedPoint.largestCoordinate`. Also for more than `maximumSegments` segments or cuts.
    public init(
        resolving path: Path, fillRule: FillRule, tolerance: Double = Path.flatteningTolerance
    ) throws(TessellationError) {
        var effort = Int.max
        try self.init(resolving: path, fillRule: fillRule, tolerance: tolerance, effort: &effort)
    }

    /// Makes the boundary of the area that a path encloses, with a limit on the effort.
    ///
    /// - Parameters:
    ///   - shapes: the shapes of other paths. With them, the edges come shape by shape instead of from top to bottom.
    ///   - effort: the most edges that sweeps may pass, where a crossing counts as one more. Afterwards it is
    ///     reduced by the number that was passed. Crossings never exceed `maximumSegments`. Each edge takes 500 to 600
    ///     nanoseconds.
    /// - Throws: `TessellationError.tooManySegments` and `.tooManyCrossings` also if the effort is not enough.
    package init(
        resolving path: Path, fillRule: FillRule, tolerance: Double = Path.flatteningTolerance, shapes: ShapeCache? = nil,
        effort: inout Int
    ) throws(TessellationError) {
        let contours = try GridContours(path, tolerance: tolerance, mostSegments: min(Self.maximumSegments, max(0, effort)))
        var edges: [BoundaryEdge] = []
        edges.reserveCapacity(contours.vertices.count)
        let parts = contours.shapes
        for part in parts {
            if let shapes {
                try shapes.append(part, fillRule, to: &edges, effort: &effort)
            } else {
                edges += try part.resolved(fillRule, effort: &effort)
            }
        }
        if shapes == nil, parts.count > 1 { edges = Self.sorted(edges) }
        self.init(edges: edges)
    }

    /// Sorts the edges of several shapes by their upper ends. Edges with a common end belong to one shape, which is sorted.
    private static func sorted(_ edges: [BoundaryEdge]) -> [BoundaryEdge] {
        let keys = edges.map { min($0.start.sweepKey, $0.end.sweepKey) }
        return edges.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { edges[$0] }
    }
}

extension GridContours {
    /// The edges of the enclosed area. See `Boundary.init(resolving:fillRule:tolerance:shapes:effort:)`.
    func resolved(_ fillRule: FillRule, effort: inout Int) throws(TessellationError) -> [BoundaryEdge] {
        var segments: [Segment] = []
        segments.reserveCapacity(vertices.count)
        var begin = 0
        for end in ends {
            var previous = Int32(truncatingIfNeeded: end - 1)
            for index in begin..<end {
                let current = Int32(truncatingIfNeeded: index)
                segments.append(Segment(start: previous, end: current, delta: 1))
                previous = current
            }
            begin = end
        }
        return try ResolvedArrangement(Arrangement(points: vertices, segments: segments), effort: &effort)
            .boundaryEdges(fillRule)
    }
}

import PenumbraGeometry

extension Boundary {
    /// The most straight segments a path may flatten to, and the most cuts its crossings may cause.
    ///
    /// Some 200 bytes a segment are in use while a path is resolved, so this keeps a hostile path under a gigabyte or two.
    public static let maximumSegments = 4_194_304

    /// What `fillRule` says the path encloses, exact on the grid of 1/4096 pixel.
    ///
    /// Every subpath counts as closed. Vertices are rounded to the grid; where edges cross, both are cut at the
    /// nearest grid point, which moves them by at most 0.71 of a step. That is repeated until edges meet only at their
    /// ends: twice as it stands, then by snap rounding, after which no edges cross (`HotPixels`). Four sweeps were the
    /// most seen. It ends in any case, since each cut lies in its edge's bounding box,
    /// so |Δx| + |Δy| over all edges stays what it was while their number grows, and every edge keeps at least one step.
    ///
    /// The result does not depend on the order of subpaths, on where they start, or (for these two
    /// rules) on a reversal of all of them, and turning the grid points by 90° turns the result.
    ///
    /// - Parameters:
    ///   - path: in pixels. An empty path, points and lines give an empty boundary.
    ///   - tolerance: how far a chord may stray from its curve, in pixels; below 1/16384 it counts as 1/16384.
    /// - Throws: `TessellationError` for infinite or NaN coordinates, for points, control points or whole ellipses of arcs
    ///   beyond ±`FixedPoint.largestCoordinate`, and for more than `maximumSegments` segments or cuts.
    public init(
        resolving path: Path, fillRule: FillRule, tolerance: Double = Path.flatteningTolerance
    ) throws(TessellationError) {
        var effort = Int.max
        try self.init(resolving: path, fillRule: fillRule, tolerance: tolerance, effort: &effort)
    }

    /// The same, but not at any cost.
    ///
    /// - Parameter effort: how many edges sweeps may still pass, a crossing counting as one more; less those that they did
    ///   afterwards, and never more than `maximumSegments` crossings. One takes 500 to 600 nanoseconds.
    /// - Throws: `TessellationError.tooManySegments` and `.tooManyCrossings` too where that is not enough.
    package init(
        resolving path: Path, fillRule: FillRule, tolerance: Double = Path.flatteningTolerance, effort: inout Int
    ) throws(TessellationError) {
        let contours = try GridContours(path, tolerance: tolerance, mostSegments: min(Self.maximumSegments, max(0, effort)))
        var segments: [Segment] = []
        segments.reserveCapacity(contours.vertices.count)
        var begin = 0
        for end in contours.ends {
            var previous = Int32(truncatingIfNeeded: end - 1)
            for index in begin..<end {
                let current = Int32(truncatingIfNeeded: index)
                segments.append(Segment(start: previous, end: current, delta: 1))
                previous = current
            }
            begin = end
        }
        let resolved = try ResolvedArrangement(
            Arrangement(points: contours.vertices, segments: segments), effort: &effort)
        self.init(edges: resolved.boundaryEdges(fillRule))
    }
}

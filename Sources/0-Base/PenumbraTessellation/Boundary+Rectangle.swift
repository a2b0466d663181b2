import PenumbraGeometry

extension Boundary {
    /// Creates the boundary of a rectangle under a map without rotation or skew, with the same coverage as if it were resolved.
    /// Nil if the rectangle lies far outside of pictures.
    ///
    /// - Parameter map: leads from the rectangle to pixels.
    package init?(_ rect: Rect, through map: AffineTransform) {
        let (one, other) = (Point(rect.minX, rect.minY).applying(map), Point(rect.maxX, rect.maxY).applying(map))
        guard [one.x, one.y, other.x, other.y].allSatisfy({ abs($0) < Self.farthest }) else { return nil }
        let (a, b) = (FixedPoint(rounding: one), FixedPoint(rounding: other))
        let (left, right) = (min(a.x, b.x), max(a.x, b.x))
        let (top, bottom) = (min(a.y, b.y), max(a.y, b.y))
        // Horizontal edges cover nothing.
        self.init(
            edges: left == right || top == bottom
                ? []
                : [
                    BoundaryEdge(start: FixedPoint(x: left, y: top), end: FixedPoint(x: left, y: bottom)),
                    BoundaryEdge(start: FixedPoint(x: right, y: bottom), end: FixedPoint(x: right, y: top)),
                ])
    }

    /// The farthest corner in pixels.
    private static let farthest = 30_000.0
}

import PenumbraScene

/// A canvas of whole points around what is painted.
struct CanvasFit {
    /// Points.
    var size: Size
    /// From the coordinates of what is painted to those of the canvas: whole points, so that edges stay where they are in
    /// pixels.
    var shift: Point

    /// - Parameters:
    ///   - reach: what is painted, shadows included.
    ///   - padding: room on all four sides besides.
    init(_ reach: Rect, padding: Double) {
        let room = Rect(
            x: reach.minX - padding, y: reach.minY - padding, width: reach.width + 2 * padding,
            height: reach.height + 2 * padding)
        let (left, top) = (room.minX.rounded(.down), room.minY.rounded(.down))
        size = Size(width: max(1, room.maxX.rounded(.up) - left), height: max(1, room.maxY.rounded(.up) - top))
        // Written as a difference: no side becomes minus zero.
        shift = Point(0 - left, 0 - top)
    }
}

extension Rect {
    /// The rectangle with room for a Gaussian: beyond 4σ less than 0.0001 of an edge is left, a fortieth of a level of 255.
    func holding(blur: Sigma) -> Rect {
        let reach = 4 * blur.value
        return Rect(x: minX - reach, y: minY - reach, width: width + 2 * reach, height: height + 2 * reach)
    }
}

import PenumbraScene

/// A canvas, in whole points, that holds everything a recipe paints.
struct CanvasFit {
    /// The canvas size in points.
    var size: Size
    /// The offset from the artwork's coordinates to the canvas's, in whole points so that edges keep their position in pixels.
    var shift: Point

    /// - Parameters:
    ///   - reach: the painted area, shadows included.
    ///   - padding: extra space on all four sides.
    init(_ reach: Rect, padding: Double) {
        let room = Rect(
            x: reach.minX - padding, y: reach.minY - padding, width: reach.width + 2 * padding,
            height: reach.height + 2 * padding)
        let (left, top) = (room.minX.rounded(.down), room.minY.rounded(.down))
        size = Size(width: max(1, room.maxX.rounded(.up) - left), height: max(1, room.maxY.rounded(.up) - top))
        // Subtracting from 0 avoids minus zero.
        shift = Point(0 - left, 0 - top)
    }
}

extension Shadow {
    /// The largest σ, at the row of the caster that is farthest from the line where σ begins to grow.
    ///
    /// - Parameter rows: the path's bounds or, without a path, the frame.
    func softest(over rows: Rect, line: Double) -> Sigma {
        Sigma(radius.value + penumbra * max(abs(rows.minY - line), abs(rows.maxY - line)))
    }
}

extension Rect {
    /// The rectangle enlarged by 4σ on each side. Beyond 4σ, less than 0.0001 of a blurred edge is left, a fortieth of a level
    /// of 255.
    func holding(blur: Sigma) -> Rect {
        let reach = 4 * blur.value
        return Rect(x: minX - reach, y: minY - reach, width: width + 2 * reach, height: height + 2 * reach)
    }
}

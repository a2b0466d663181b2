import PenumbraGeometry

/// The room that the floats of a block formatting context leave.
///
/// Boxes keep away from the margin boxes of floats, and lines from their shapes.
struct FloatSpace {
    private var boxes = FloatBands()
    /// The floats without shapes. Nil if no float has a shape.
    private var plain: FloatBands?
    private var shapes: [PlacedShape] = []
    /// No float starts above an earlier one.
    private(set) var lastTop = -Double.infinity
    private var leftBottom = -Double.infinity
    private var rightBottom = -Double.infinity
    private var shapeSteps = 0

    private struct PlacedShape {
        var side: LayoutFloat
        var shape: FloatShape
        /// The corner of the margin box.
        var origin: Point
    }

    /// The work for finding places so far.
    var steps: Int { boxes.steps + (plain?.steps ?? 0) + shapeSteps }

    var isEmpty: Bool { lastTop == -.infinity }

    var hasShapes: Bool { plain != nil }

    /// The lower edge of all floats of a side. Negative infinity without any.
    func bottom(_ clear: LayoutClear) -> Double {
        switch clear {
        case .none: -.infinity
        case .left: leftBottom
        case .right: rightBottom
        case .both: max(leftBottom, rightBottom)
        }
    }

    /// The room between the floats from `y` to `y + height`, inside the content of `box`. Its width isn't negative.
    mutating func room(at y: Double, height: Double, in box: BlockBox) -> (left: Double, right: Double) {
        boxes.room(at: y, height: height, in: box)
    }

    /// Whether a left float reaches beyond a right one somewhere between `y` and `y + height`.
    mutating func areCrossed(at y: Double, height: Double, in box: BlockBox) -> Bool {
        isEmpty || plain != nil ? false : boxes.areCrossed(at: y, height: height, in: box)
    }

    /// The room for a line.
    mutating func lineRoom(at y: Double, height: Double, in box: BlockBox) -> (left: Double, right: Double) {
        guard var room = plain?.room(at: y, height: height, in: box) else { return self.room(at: y, height: height, in: box) }
        for placed in shapes {
            shapeSteps += placed.shape.count
            let top = y - placed.origin.y
            guard let span = placed.shape.span(from: top, to: top + height) else { continue }
            switch placed.side {
            case .right: room.right = min(room.right, placed.origin.x + span.lowerBound)
            case .left, .none: room.left = max(room.left, placed.origin.x + span.upperBound)
            }
        }
        return FloatBands.fitted(room, to: box)
    }

    /// The next height below `y` at which there may be more room.
    func nextTop(below y: Double) -> Double? { boxes.nextTop(below: y) }

    /// The next height below `y` at which there may be more room for a line.
    func nextLineTop(below y: Double) -> Double? {
        guard let plain else { return nextTop(below: y) }
        var next = plain.nextTop(below: y)
        for placed in shapes {
            let (top, bottom) = (
                placed.origin.y + placed.shape.heights.lowerBound, placed.origin.y + placed.shape.heights.upperBound
            )
            guard y < bottom else { continue }
            // The outline of a shape is looked at in steps of a point.
            next = min(next ?? .infinity, y < top ? top : min(y + 1, bottom))
        }
        return next
    }

    /// Adds the margin box of a float.
    ///
    /// - Parameters:
    ///   - edge: the right edge of a left float, or the left edge of a right one.
    ///   - width: the width of the margin box. Floats without width leave all of the room.
    mutating func insert(
        _ side: LayoutFloat, top: Double, bottom: Double, edge: Double, width: Double, shape: FloatShape? = nil
    ) {
        lastTop = max(lastTop, top)
        let bottom = max(top, bottom)
        if side == .left { leftBottom = max(leftBottom, bottom) } else { rightBottom = max(rightBottom, bottom) }
        if let shape {
            if plain == nil { plain = boxes }
            shapes.append(PlacedShape(side: side, shape: shape, origin: Point(side == .left ? edge - width : edge, top)))
        } else {
            plain?.insert(side, top: top, bottom: bottom, edge: edge, width: width)
        }
        boxes.insert(side, top: top, bottom: bottom, edge: edge, width: width)
    }
}

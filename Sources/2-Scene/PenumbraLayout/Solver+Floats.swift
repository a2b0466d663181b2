import PenumbraGeometry

/// Floats (CSS 2.2, section 9.5).
extension Solver {
    /// Lays out a float and places it, or lets it wait for the top of its parent.
    @inline(never)
    mutating func addFloat(_ child: Int, in box: BlockBox) throws(LayoutError) {
        let float = try layoutFloat(child, in: box)
        if box.isResolved {
            try addFloat(float, below: box.nextEdge, in: box)
        } else {
            let shift = shift(of: child, in: box)
            box.pending.append(PendingFloat(float: float, box: box, placement: box.placements.count, shift: shift))
            box.placements.append(Placement(node: child, origin: .zero, shift: shift, outcome: float.outcome))
        }
    }

    mutating func addFloat(_ float: LaidFloat, below y: Double, in box: BlockBox) throws(LayoutError) {
        let corner = try place(float, below: y, in: box)
        let shift = shift(of: float.node, in: box)
        box.placements.append(
            Placement(
                node: float.node, origin: corner - Point(box.x, box.top) + shift, shift: shift, outcome: float.outcome))
    }

    /// The size of a float.
    mutating func layoutFloat(_ child: Int, in box: BlockBox) throws(LayoutError) -> LaidFloat {
        let margin = margin(of: child, against: box.innerWidth)
        let outcome = try layoutFitted(child, available: box.innerWidth - margin.horizontal, in: box)
        return LaidFloat(node: child, outcome: outcome, margin: margin, size: outcomes[outcome].size)
    }

    /// Lays out a box that is as wide as its content, unless its style says otherwise.
    mutating func layoutFitted(_ child: Int, available: Double, in box: BlockBox) throws(LayoutError) -> Int {
        let padding = padding(of: child, against: box.innerWidth)
        let width: Double
        if let styled = try styledWidth(child, against: box.innerWidth, containerHeight: box.definiteHeight, padding: padding) {
            width = try widthLimits(child, against: box.innerWidth, containerHeight: box.definiteHeight, padding: padding)
                .clamp(styled)
        } else {
            width = try fittedWidth(
                child, available: available, containerWidth: box.innerWidth, containerHeight: box.definiteHeight)
        }
        return try layout(
            child, Request(width: width, containerWidth: box.innerWidth, containerHeight: box.definiteHeight))
    }

    /// Finds the place of a float.
    ///
    /// - Returns: the corner of the border box.
    mutating func place(_ float: LaidFloat, below reference: Double, in box: BlockBox) throws(LayoutError) -> Point {
        let style = nodes[float.node].style
        let context = box.context
        var y = max(reference, context.floats.lastTop, context.floats.bottom(style.clear))
        let (left, right) = (box.left, box.right)
        var room = (left: left, right: right)
        while true {
            room = context.floats.room(at: y, height: 0, in: box)
            let isFree = room.left == left && room.right == right
            if isFree || float.outerWidth <= room.right - room.left + .layoutUnit { break }
            guard let next = context.floats.nextTop(below: y) else { break }
            y = next
        }
        if context.floats.steps > LayoutLimits.floatSteps {
            throw .tooManyFloats(node: float.node)
        }
        let bottom = y + float.size.height + float.margin.vertical
        var x = room.left
        let shape = style.hasFloatShape ? shape(of: float, in: box) : nil
        if style.float == .right {
            x = room.right - float.outerWidth
            context.floats.insert(.right, top: y, bottom: bottom, edge: x, width: float.outerWidth, shape: shape)
        } else {
            let edge = x + float.outerWidth
            context.floats.insert(.left, top: y, bottom: bottom, edge: edge, width: float.outerWidth, shape: shape)
        }
        return Point(x + float.margin.left, y + float.margin.top)
    }

    private func shape(of float: LaidFloat, in box: BlockBox) -> FloatShape? {
        let margin = float.margin
        return inline?.shape(
            ofFloat: float.node,
            FloatBoxes(
                border: Rect(origin: Point(margin.left, margin.top), size: float.size),
                size: Size(width: float.outerWidth, height: float.size.height + margin.vertical),
                containerWidth: box.innerWidth))
    }
}

extension Double {
    /// The precision of lengths in browsers. A box that is wider by less than this still fits.
    static let layoutUnit = 1.0 / 64
}

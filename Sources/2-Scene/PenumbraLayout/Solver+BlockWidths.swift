import PenumbraGeometry

/// A box in the flow of a block container, with used margins.
struct BlockPlace {
    var x: Double
    var width: Double
    var margin: Edges
}

/// Widths of boxes in the flow (CSS 2.2, section 10.3.3).
extension Solver {
    /// The horizontal place of a block-level box between two edges.
    @inline(never)
    mutating func blockPlace(
        _ child: Int, left: Double, right: Double, in box: BlockBox, isNarrowed: Bool = false
    ) throws(LayoutError) -> BlockPlace {
        let style = nodes[child].style
        var margin = style.margin.resolved(against: box.innerWidth)
        // Beside floats, margins are measured from the container's edges.
        let start = isNarrowed ? max(left, box.left + margin.left) : left + margin.left
        let end = isNarrowed ? min(right, box.right - margin.right) : right - margin.right
        var room = end - start
        if isNarrowed {
            // As in browsers, negative margins that are wider than the room beside floats widen the box.
            room = max(0, max(0, room) + margin.horizontal) - margin.horizontal
        }
        let width = try blockWidth(child, available: room, in: box)
        let free = max(0, end - start - width)
        let isAuto = (left: style.margin.left.isAuto, right: style.margin.right.isAuto)
        switch isAuto {
        case (true, true): (margin.left, margin.right) = (free / 2, free / 2)
        case (true, false): margin.left = free
        case (false, true): margin.right = free
        case (false, false): break
        }
        let x: Double
        let alignment = blockAlignment(in: box.node)
        if let justification = justification(of: child, in: box.node), !isAuto.left, !isAuto.right {
            let bias = horizontalBias(justification, of: child, isReversed: box.isRightToLeft)
            x = start + (end - start - width) * bias
        } else if alignment != .none, free > 0, !isAuto.left, !isAuto.right {
            switch alignment {
            case .none, .left: x = start
            case .center: x = start + free / 2
            case .right: x = end - width
            }
        } else if box.isRightToLeft {
            x = (isAuto.right ? end - margin.right : end) - width
        } else {
            x = isAuto.left ? start + margin.left : start
        }
        return BlockPlace(x: x, width: width, margin: margin)
    }

    /// How a block container moves a box in its flow. Nil for boxes that fill the container.
    private func justification(of child: Int, in parent: Int) -> ItemAlignment? {
        let alignment = style(child) { $0.justifySelf } ?? (isAnonymous(child) ? .normal : style(parent) { $0.justifyItems })
        return alignment == .normal || alignment == .stretch ? nil : alignment
    }

    /// The width of a block-level box that may take `available`.
    mutating func blockWidth(_ child: Int, available: Double, in box: BlockBox) throws(LayoutError) -> Double {
        let padding = padding(of: child, against: box.innerWidth)
        let limits = try widthLimits(
            child, against: box.innerWidth, available: available, containerHeight: box.definiteHeight, padding: padding)
        if let width = try styledWidth(
            child, against: box.innerWidth, available: available, containerHeight: box.definiteHeight, padding: padding)
        {
            return limits.clamp(width)
        }
        if justification(of: child, in: box.node) != nil {
            return try fittedWidth(
                child, available: available, containerWidth: box.innerWidth, containerHeight: box.definiteHeight)
        }
        var fitsContent = style(child) { $0.isControl }
        if case .turned = nodes[child].content { fitsContent = true }
        if fitsContent {
            return try fittedWidth(
                child, available: available, containerWidth: box.innerWidth, containerHeight: box.definiteHeight)
        }
        if case .table = nodes[child].content {
            // Tables are as wide as their content, and fill their container only where the content needs it.
            if facts[child].isInItem, !style(child, { $0.ignoresContentWidth }) {
                let content = try tableWidths(child, countsShares: true) + padding.horizontal
                return limits.clamp(content.fitted(to: max(0, available)))
            }
            return try fittedWidth(
                child, available: available, containerWidth: box.innerWidth, containerHeight: box.definiteHeight)
        }
        let height = definiteHeight(child, against: box.definiteHeight, padding: padding)
        if facts[child].isImage ? !facts[child].fillsWidth || height != nil : facts[child].ratio != nil && height != nil {
            return try fittedWidth(
                child, available: available, containerWidth: box.innerWidth, containerHeight: box.definiteHeight)
        }
        var width = max(available, padding.horizontal)
        if facts[child].ratio != nil {
            let heights = heightLimits(child, against: box.definiteHeight, padding: padding)
            width = transferredWidthLimits(child, heights: heights, padding: padding).clamp(width)
        }
        return limits.clamp(width)
    }

    /// The distance by which `inset` moves a relative box, and by which relative inline boxes around it move.
    @inline(never)
    mutating func relativeShift(of node: Int, width: Double, height: Double?, isRightToLeft: Bool) -> Point {
        guard facts[node].hasInset else { return .zero }
        let style = nodes[node].style
        let base = InlineShift.Base(width: width, height: height, isRightToLeft: isRightToLeft)
        let result = style.inline.map { shift(of: $0, base) } ?? .zero
        guard style.position == .relative else { return result }
        return result + style.inset.shift(width: width, height: height, isRightToLeft: isRightToLeft)
    }
}

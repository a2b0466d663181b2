import PenumbraGeometry

/// One axis of an absolute layer: CSS Positioned Layout, section 4.
private struct AbsoluteAxis {
    /// The space between the insets.
    var start: Double
    var end: Double
    /// How the layer lies in that space: 0 at the start, 1 at the end.
    var bias: Double
    /// Whether both insets are given.
    var isPinned: Bool
    /// The size of the containing block.
    var size: Double

    /// - Parameters:
    ///   - content: the parent's content box, where a layer without insets lies.
    ///   - bias: the alignment of a layer without insets.
    init(_ start: Double?, _ end: Double?, size: Double, content: ClosedRange<Double>, bias: Double) {
        isPinned = start != nil && end != nil
        self.size = size
        self.bias = 0
        switch (start, end) {
        case (let start?, let end?): (self.start, self.end) = (start, size - end)
        case (let start?, nil): (self.start, self.end) = (start, size)
        case (nil, let end?):
            (self.start, self.end) = (0, size - end)
            self.bias = 1
        case (nil, nil):
            self.bias = bias
            if bias == 0 {
                (self.start, self.end) = (content.lowerBound, size)
            } else if bias == 1 {
                (self.start, self.end) = (0, content.upperBound)
            } else {
                let center = (content.lowerBound + content.upperBound) / 2
                let reach = min(center, size - center)
                (self.start, self.end) = (center - reach, center + reach)
            }
        }
    }

    var length: Double { max(0, end - start) }

    /// The position of a layer's start edge.
    func position(size: Double, before: Double?, after: Double?, alignment: ItemAlignment?, isHorizontal: Bool) -> Double {
        let end = isPinned ? max(start, end) : end
        let free = end - start - size - (before ?? 0) - (after ?? 0)
        if isPinned {
            switch (before, after) {
            case (nil, nil): return start + (free > 0 || !isHorizontal ? free / 2 : 0)
            case (nil, .some): return start + free
            case (.some, nil): return start + (before ?? 0)
            case (let before?, let after?): return aligned(alignment, outer: size + before + after) + before
            }
        }
        return start + bias * free + (before ?? 0)
    }

    /// The outer start of a layer between two insets (CSS Box Alignment, sections 6.1.1 and 4.4.1).
    private func aligned(_ alignment: ItemAlignment?, outer: Double) -> Double {
        let end = max(start, end)
        let position: Double
        switch alignment?.inLine {
        case nil, .normal, .selfStart, .selfEnd, .left, .right, .lastBaseline: return start
        case .stretch, .flexStart, .start, .baseline: position = start
        case .flexEnd, .end: position = end - outer
        case .center: position = (start + end - outer) / 2
        }
        // A layer that doesn't fit may cover the insets, but stays in the containing block as far as possible.
        if outer <= end - start { return position }
        return max(min(0, start), min(position, max(size, end) - outer))
    }
}

extension Solver {
    /// Lays out a layer that is out of the flow of its parent.
    mutating func placeAbsolute(
        _ node: Int, in parent: Int, size: Size, padding: Edges
    ) throws(LayoutError) -> Placement {
        let style = nodes[node].style
        if case .frame(let frame) = style.position {
            let request = Request(
                width: frame.width, height: frame.height, containerWidth: size.width, containerHeight: size.height)
            return Placement(node: node, origin: frame.origin, outcome: try layout(node, request))
        }
        let bias = staticBias(node, in: parent)
        var hasLayout = false
        if case .flex = nodes[parent].content { hasLayout = true }
        let left = padding.left
        let top = padding.top
        let horizontal = AbsoluteAxis(
            style.inset.left.resolved(against: size.width), style.inset.right.resolved(against: size.width), size: size.width,
            content: left...max(left, size.width - padding.right), bias: bias.horizontal)
        let vertical = AbsoluteAxis(
            style.inset.top.resolved(against: size.height), style.inset.bottom.resolved(against: size.height),
            size: size.height, content: top...max(top, hasLayout ? size.height - padding.bottom : top), bias: bias.vertical)
        let own = style.padding.resolved(against: size.width)
        let margin = style.margin.resolved(against: size.width)

        let isImage = facts[node].isImage
        let hasRatio = facts[node].ratio != nil
        let widths = widthLimits(node, against: size.width, padding: own)
        let heights = heightLimits(node, against: size.height, padding: own)
        var height = definiteHeight(node, against: size.height, padding: own)
        let styledWidth = widths.clampIfPresent(styledWidth(node, against: size.width, padding: own))
        // Without an alignment, only layers without a proportion fill the space between their insets.
        let fillsHeight = style.alignSelf == .stretch || (style.alignSelf == nil && !isImage && !hasRatio)
        if height == nil, vertical.isPinned, fillsHeight {
            height = heights.clamp(vertical.length - margin.vertical)
        }
        let width: Double
        if hasRatio, !isImage, height == nil, style.alignSelf == nil, styledWidth == nil, vertical.isPinned,
            !horizontal.isPinned
        {
            // The space between the insets gives the width, and the width gives the height.
            width = try fittedWidth(
                node, available: horizontal.length - margin.horizontal, containerWidth: size.width,
                containerHeight: size.height,
                height: heights.clamp(vertical.length - margin.vertical), hasMinimum: true)
        } else if let styledWidth {
            width = styledWidth
        } else if horizontal.isPinned, !isImage, !hasRatio || height == nil {
            let transferred = hasRatio ? transferredWidthLimits(node, heights: heights, padding: own) : Limits()
            width = widths.clamp(transferred.clamp(horizontal.length - margin.horizontal))
        } else {
            width = try fittedWidth(
                node, available: horizontal.length - margin.horizontal, containerWidth: size.width,
                containerHeight: size.height,
                height: height,
                hasMinimum: fillsHeight && vertical.isPinned && height != nil ? true : nil)
        }
        let request = Request(width: width, height: height, containerWidth: size.width, containerHeight: size.height)
        let outcome = try layout(node, request)
        let x = horizontal.position(
            size: width, before: style.margin.left.resolved(against: size.width),
            after: style.margin.right.resolved(against: size.width), alignment: nil, isHorizontal: true)
        let y = vertical.position(
            size: outcomes[outcome].size.height, before: style.margin.top.resolved(against: size.width),
            after: style.margin.bottom.resolved(against: size.width), alignment: style.alignSelf, isHorizontal: false)
        return Placement(node: node, origin: Point(x, y), outcome: outcome)
    }

    /// The place of a layer without insets, as if it were the only item of its parent (CSS Flexbox, section 4.1).
    private func staticBias(_ node: Int, in parent: Int) -> (horizontal: Double, vertical: Double) {
        guard case .flex(let container) = nodes[parent].content else {
            // Without a layout, the layer is aligned to the point at which its parent's content starts.
            switch nodes[node].style.alignSelf?.inLine {
            case nil, .stretch, .flexStart, .start, .baseline, .normal, .selfStart, .selfEnd, .left, .right, .lastBaseline:
                return (0, 0)
            case .center: return (0, 0.5)
            case .flexEnd, .end: return (0, 1)
            }
        }
        let isFlipped = container.wrap == .wrapReverse
        var main: Double
        switch container.justifyContent {
        case .normal, .flexStart, .stretch, .spaceBetween: main = container.isReversed ? 1 : 0
        case .flexEnd: main = container.isReversed ? 0 : 1
        case .start: main = 0
        case .end: main = 1
        case .center, .spaceAround, .spaceEvenly: main = 0.5
        }
        let cross: Double
        switch (nodes[node].style.alignSelf ?? container.alignItems).inLine {
        case .normal, .selfStart, .selfEnd, .left, .right, .lastBaseline: cross = 0
        case .stretch, .flexStart: cross = isFlipped ? 1 : 0
        case .baseline: cross = 0
        case .flexEnd: cross = isFlipped ? 0 : 1
        case .center: cross = 0.5
        case .start: cross = 0
        case .end: cross = 1
        }
        return container.isRow ? (main, cross) : (cross, main)
    }
}

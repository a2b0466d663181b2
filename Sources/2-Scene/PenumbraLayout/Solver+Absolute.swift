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
    /// Where a layer that doesn't fit in the space begins: 0 at the start, 1 at the end. Nil for a layer that overflows
    /// as it is aligned.
    var safeBias: Double?
    /// The size of the containing block.
    var size: Double

    /// - Parameter place: where a layer without insets lies.
    init(_ start: Double?, _ end: Double?, size: Double, _ place: StaticRange) {
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
            bias = place.bias
            safeBias = place.safeBias
            if bias == 0 {
                (self.start, self.end) = (place.start, size)
            } else if bias == 1 {
                (self.start, self.end) = (0, place.end)
            } else {
                let center = (place.start + place.end) / 2
                let reach = min(center, size - center)
                (self.start, self.end) = (center - reach, center + reach)
            }
        }
    }

    var length: Double { max(0, end - start) }

    /// The position of a layer's start edge.
    ///
    /// - Parameter isReversed: whether the layer keeps its distance from the end where it can't keep both distances.
    func position(
        size: Double, before: Double?, after: Double?, alignment: Double?, isHorizontal: Bool, isReversed: Bool = false
    ) -> Double {
        // The distance that matters less gives way where the insets leave no room.
        let start = isPinned && isReversed ? min(start, end) : start
        let end = isPinned ? max(start, end) : end
        let free = end - start - size - (before ?? 0) - (after ?? 0)
        if isPinned {
            switch (before, after) {
            case (nil, nil):
                if free > 0 || !isHorizontal { return start + free / 2 }
                return isReversed ? start + free : start
            case (nil, .some): return start + free
            case (.some, nil): return start + (before ?? 0)
            case (let before?, let after?):
                if isReversed, alignment == nil { return end - after - size }
                guard let alignment else { return start + before }
                return aligned(alignment, outer: size + before + after, isReversed: isReversed) + before
            }
        }
        return start + (free < 0 ? safeBias ?? bias : bias) * free + (before ?? 0)
    }

    /// The outer start of a layer between two insets (CSS Box Alignment, sections 6.1.1 and 4.4.1).
    ///
    /// - Parameter alignment: 0 at the start, 1 at the end.
    private func aligned(_ alignment: Double, outer: Double, isReversed: Bool) -> Double {
        let start = isReversed ? min(start, end) : start
        let end = max(start, end)
        let position = alignment == 0 ? start : alignment == 1 ? end - outer : (start + end - outer) * alignment
        // A layer that doesn't fit may cover the insets, but stays in the containing block as far as possible.
        if outer <= end - start { return position }
        let (first, last) = (min(0, start), max(size, end) - outer)
        return isReversed ? min(last, max(position, first)) : max(first, min(position, last))
    }
}

/// One axis of the place that an absolute layer would have in the flow.
struct StaticRange {
    /// The edges of the content in which the layer lies, or the same point twice.
    var start: Double
    var end: Double
    /// How the layer lies there: 0 at the start, 1 at the end.
    var bias: Double
    /// How the layer lies where it overflows, if its alignment is safe.
    var safeBias: Double?

    func offset(by distance: Double) -> StaticRange {
        StaticRange(start: start + distance, end: end + distance, bias: bias, safeBias: safeBias)
    }
}

extension Solver {
    /// Lays out a layer that is out of the flow.
    ///
    /// - Parameters:
    ///   - place: the place in the flow, from the corner of the parent.
    ///   - corner: the corner of the parent in the coordinates of the first node.
    /// - Returns: the placement in the coordinates of the parent.
    @inline(never)
    mutating func placeAbsolute(
        _ node: Int, _ place: (horizontal: StaticRange, vertical: StaticRange), at corner: Point, in container: ContainingBlock
    ) throws(LayoutError) -> Placement {
        let style = nodes[node].style
        let size = container.size
        if case .frame(let frame) = style.position {
            let request = Request(
                width: frame.width, height: frame.height, containerWidth: size.width, containerHeight: size.height)
            return Placement(node: node, origin: frame.origin, outcome: try layout(node, request))
        }
        let distance = corner - container.origin
        let horizontal = AbsoluteAxis(
            style.inset.left.resolved(against: size.width), style.inset.right.resolved(against: size.width), size: size.width,
            place.horizontal.offset(by: distance.x))
        let vertical = AbsoluteAxis(
            style.inset.top.resolved(against: size.height), style.inset.bottom.resolved(against: size.height),
            size: size.height, place.vertical.offset(by: distance.y))
        let request = try absoluteRequest(node, in: size, horizontal, vertical)
        let outcome = try layout(node, request)
        let x = horizontal.position(
            size: request.width, before: style.margin.left.resolved(against: size.width),
            after: style.margin.right.resolved(against: size.width),
            alignment: placed(style.justifySelf).map {
                horizontalBias($0, of: node, isReversed: container.isRightToLeft)
            }, isHorizontal: true, isReversed: container.isRightToLeft)
        let y = vertical.position(
            size: outcomes[outcome].size.height, before: style.margin.top.resolved(against: size.width),
            after: style.margin.bottom.resolved(against: size.width), alignment: verticalBias(style.alignSelf),
            isHorizontal: false, isReversed: container.isUpward)
        return Placement(node: node, origin: Point(x, y) - distance, outcome: outcome)
    }

    /// An alignment that moves an absolute layer. Nil for `auto` and `normal`.
    private func placed(_ alignment: ItemAlignment?) -> ItemAlignment? { alignment == .normal ? nil : alignment }

    /// Where an alignment puts a layer, from 0 at the top to 1 at the bottom.
    private func verticalBias(_ alignment: ItemAlignment?) -> Double? {
        switch alignment?.inLine {
        case nil, .normal: nil
        case .stretch, .flexStart, .start, .baseline, .selfStart, .selfEnd, .left, .right, .lastBaseline: 0
        case .flexEnd, .end: 1
        case .center: 0.5
        }
    }

    /// The sizes of an absolute layer.
    private mutating func absoluteRequest(
        _ node: Int, in size: Size, _ horizontal: AbsoluteAxis, _ vertical: AbsoluteAxis
    ) throws(LayoutError) -> Request {
        let style = nodes[node].style
        let (align, justify) = (placed(style.alignSelf), placed(style.justifySelf))
        // Tables are as large as their content, unless an alignment stretches them.
        let isTable = if case .table = nodes[node].content { true } else { false }
        let fillsWidth = horizontal.isPinned && (justify == nil && !isTable || justify == .stretch)
        let own = padding(of: node, against: size.width)
        let margin = style.margin.resolved(against: size.width)

        let isImage = facts[node].isImage
        let hasRatio = facts[node].ratio != nil
        let available = horizontal.length - margin.horizontal
        var widths = try widthLimits(
            node, against: size.width, available: available, containerHeight: size.height, padding: own)
        let heights = heightLimits(node, against: size.height, padding: own)
        var height = definiteHeight(node, against: size.height, padding: own)
        if height == nil, !vertical.isPinned, case .turned = nodes[node].content {
            height = try turnedHeight(node, available: vertical.length - margin.vertical, padding: own)
        }
        let isHeightKnown = height != nil || (vertical.isPinned && !horizontal.isPinned)
        if hasAutomaticMinimum(node), !style.width.isAuto, isHeightKnown {
            // As in browsers, a width of its own doesn't free the layer from its automatic minimum.
            let content = try intrinsicWidths(
                node, height: height, containerWidth: size.width, containerHeight: size.height
            ).minimum
            widths.minimum = max(widths.minimum, min(content, widths.maximum))
        }
        let styledWidth = widths.clampIfPresent(
            try self.styledWidth(node, against: size.width, available: available, containerHeight: size.height, padding: own))
        // Without an alignment, only layers without a proportion fill the space between their insets.
        let fillsHeight = align == .stretch || (align == nil && !isImage && !isTable && !hasRatio)
        if height == nil, vertical.isPinned, fillsHeight, !style.height.isContentKeyword {
            height = heights.clamp(vertical.length - margin.vertical)
        }
        let width: Double
        let isKeyword = style.width.isContentKeyword
        if hasRatio, !isImage, height == nil, align == nil, vertical.isPinned, isKeyword || styledWidth == nil && !fillsWidth {
            // The space between the insets gives the width, and the width gives the height.
            width = try fittedWidth(
                node, available: horizontal.length - margin.horizontal, containerWidth: size.width,
                containerHeight: size.height,
                height: heights.clamp(vertical.length - margin.vertical), hasMinimum: !isKeyword)
        } else if let styledWidth {
            width = styledWidth
        } else if fillsWidth, !isImage, !hasRatio || height == nil || justify == .stretch {
            let transferred = hasRatio ? transferredWidthLimits(node, heights: heights, padding: own) : Limits()
            width = widths.clamp(transferred.clamp(horizontal.length - margin.horizontal))
        } else {
            width = try fittedWidth(
                node, available: horizontal.length - margin.horizontal, containerWidth: size.width,
                containerHeight: size.height,
                height: height,
                hasMinimum: fillsHeight && vertical.isPinned && height != nil ? true : nil)
        }
        if style.height == .stretch { height = heights.clamp(vertical.length - margin.vertical) }
        return Request(
            width: width, height: height, isHeightLimited: true, containerWidth: size.width, containerHeight: size.height)
    }
}

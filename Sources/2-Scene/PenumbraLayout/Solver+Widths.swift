import PenumbraGeometry

/// The widths that layers take from their content (CSS Sizing 3, section 5).
extension Solver {
    /// The width that a layer gets from its content, padding included, whatever its own `width` and limits.
    ///
    /// - Parameters:
    ///   - containerHeight: the height to which percentages of the largest height refer.
    ///   - height: the layer's height where it is definite, padding included.
    ///   - containerWidth: the width to which percentages of the padding refer; nil makes them zero.
    mutating func contentWidths(
        _ node: Int, height: Double?, containerWidth: Double?, containerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        let padding = padding(of: node, against: containerWidth)
        if let height, let width = widthFromHeight(node, height, padding: padding) {
            return ContentSizes(minimum: width, maximum: width)
        }
        return try intrinsicWidths(node, height: height, containerWidth: containerWidth, containerHeight: containerHeight)
    }

    /// The width of the content itself: a proportion doesn't matter.
    mutating func intrinsicWidths(
        _ node: Int, height: Double?, containerWidth: Double?, containerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        let padding = padding(of: node, against: containerWidth)
        switch nodes[node].content {
        case .bounds: return ContentSizes(minimum: padding.horizontal, maximum: padding.horizontal)
        case .image, .replaced:
            let natural = facts[node].natural ?? .zero
            let width = natural.width + padding.horizontal
            return ContentSizes(minimum: width, maximum: width)
        case .text: return try textWidths(of: node) + padding.horizontal
        case .flex, .grid, .block, .inline, .table, .tableRowGroup, .tableRow, .turned, .columns:
            if nodes[node].style.ignoresContentWidth {
                let width = nodes[node].style.containedSize.width + padding.horizontal
                return ContentSizes(minimum: width, maximum: width)
            }
            let height = facts[node].widthFollowsHeight ? height : nil
            let containerWidth = looksAtContainerWidth(node) ? containerWidth : nil
            let containerHeight = looksAtContainerHeight(node) ? containerHeight : nil
            var known = facts[node].latestWidths
            while known >= 0 {
                let kept = keptWidths[known]
                if kept.height == height, kept.containerWidth == containerWidth, kept.containerHeight == containerHeight {
                    return kept.sizes
                }
                known = kept.previous
            }
            let innerHeight = height.map { max(0, $0 - padding.vertical) }
            let sizes =
                try innerWidths(
                    node, innerHeight: innerHeight, containerWidth: containerWidth, containerHeight: containerHeight)
                + padding.horizontal
            keptWidths.append(
                KeptWidths(
                    height: height, containerWidth: containerWidth, containerHeight: containerHeight,
                    previous: facts[node].latestWidths, sizes: sizes))
            facts[node].latestWidths = keptWidths.count - 1
            return sizes
        }
    }

    /// Whether the content's widths depend on the container's width.
    private func looksAtContainerWidth(_ node: Int) -> Bool {
        if facts[node].hasRelativePadding { return true }
        // Limits decide how many columns a grid repeats.
        guard case .grid(let container) = nodes[node].content, container.columns.repeatsAutomatically else { return false }
        return style(node) { $0.minWidth.isFraction || $0.maxWidth.isFraction }
    }

    /// Whether the content's widths depend on the container's height.
    private func looksAtContainerHeight(_ node: Int) -> Bool {
        switch nodes[node].content {
        case .flex(let container):
            // Only columns that wrap look at their largest height, and it only varies as a percentage.
            !container.isRow && container.wraps && nodes[node].style.maxHeight.isFraction
        case .block, .inline: nodes[node].style.isAnonymous && facts[node].widthFollowsHeight
        case .turned: true
        case .bounds, .text, .image, .replaced, .grid, .table, .tableRowGroup, .tableRow, .columns: false
        }
    }

    /// The widths of the content of a container, without padding.
    private mutating func innerWidths(
        _ node: Int, innerHeight: Double?, containerWidth: Double?, containerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        switch nodes[node].content {
        case .flex(let container):
            let container = container.resolved(width: nil, height: innerHeight)
            return container.isRow
                ? try rowWidths(node, container, innerHeight: innerHeight)
                : try columnWidths(node, container, innerHeight: innerHeight, containerHeight: containerHeight)
        case .inline, .block:
            let height = isAnonymous(node) ? containerHeight : innerHeight
            return hasInlineContent(node)
                ? try lineWidths(node, innerHeight: height) : try blockWidths(node, innerHeight: height)
        case .grid: return try gridWidths(node, innerHeight: innerHeight, containerWidth: containerWidth)
        case .table: return try tableWidths(node, countsShares: !facts[node].isInItem)
        case .columns(let container): return try multiColumnWidths(node, container, innerHeight: innerHeight)
        case .turned:
            let width = try turnedWidth(node, innerHeight: innerHeight, containerHeight: containerHeight)
            return ContentSizes(minimum: width, maximum: width)
        case .bounds, .text, .image, .replaced, .tableRowGroup, .tableRow: return ContentSizes(minimum: 0, maximum: 0)
        }
    }

    /// The widths that a layer contributes to its parent's content, padding included and margins left out.
    mutating func contributedWidths(_ node: Int, containerHeight: Double?, stretched: Double?) throws(LayoutError)
        -> ContentSizes
    {
        let padding = padding(of: node, against: nil)
        var limits = try widthLimits(node, against: nil, padding: padding)
        var sizes: ContentSizes
        let followsHeight = stretched != nil && facts[node].ratio != nil && style(node) { $0.width.isContentKeyword }
        if !followsHeight, let width = try styledWidth(node, against: nil, padding: padding) {
            sizes = ContentSizes(minimum: width, maximum: width)
        } else {
            let height = definiteHeight(node, against: containerHeight, padding: padding) ?? stretched
            sizes = try contentWidths(node, height: height, containerWidth: nil, containerHeight: containerHeight)
            if facts[node].ratio != nil {
                let heights = heightLimits(node, against: containerHeight, padding: padding)
                let transferred = transferredWidthLimits(node, heights: heights, padding: padding)
                if height == nil {
                    sizes = ContentSizes(minimum: transferred.clamp(sizes.minimum), maximum: transferred.clamp(sizes.maximum))
                }
                if hasAutomaticMinimum(node), height != nil {
                    let content = try intrinsicWidths(
                        node, height: height, containerWidth: nil, containerHeight: containerHeight
                    ).minimum
                    limits.minimum = max(limits.minimum, min(content, limits.maximum))
                }
            }
        }
        // As in browsers, a replaced box with a proportion alone is 300 points wide where its share isn't known yet.
        if facts[node].fillsWidth, style(node, { $0.width.isFraction }) { sizes.maximum = 300 + padding.horizontal }
        // An image or a control with a relative width can shrink to nothing (CSS Sizing 3, section 5.2.2).
        if facts[node].isImage || style(node, { $0.isControl }), style(node, { $0.width.isFraction || $0.maxWidth.isFraction })
        {
            sizes.minimum = 0
        }
        sizes = ContentSizes(minimum: limits.clamp(sizes.minimum), maximum: limits.clamp(sizes.maximum))
        if case .table(let container) = nodes[node].content, !container.isCollapsed {
            // As in Chromium, a table without columns takes two spacings from its parent, though it has no width itself.
            if try tableStructure(node, container).columnCount == 0 {
                let width = 2 * container.horizontalSpacing + padding.horizontal
                sizes = ContentSizes(minimum: max(sizes.minimum, width), maximum: max(sizes.maximum, width))
            }
        }
        if style(node, { $0.minWidth == .fitContent }) {
            let content = try contentWidths(node, height: nil, containerWidth: nil, containerHeight: containerHeight)
            sizes.minimum = max(sizes.minimum, content.minimum)
            sizes.maximum = max(sizes.maximum, content.maximum)
        }
        return sizes
    }

    /// The inner widths of a column: those of its widest item.
    private mutating func columnWidths(
        _ node: Int, _ container: FlexContainer, innerHeight: Double?, containerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        var sizes = ContentSizes(minimum: 0, maximum: 0)
        for child in children(of: node) where facts[child].isInFlow {
            let margin = margin(of: child, against: nil)
            let item = try contributedWidths(child, containerHeight: innerHeight, stretched: nil) + margin.horizontal
            sizes.minimum = max(sizes.minimum, item.minimum)
            sizes.maximum = max(sizes.maximum, item.maximum)
        }
        if container.wraps {
            let padding = padding(of: node, against: nil)
            let limits = heightLimits(node, against: containerHeight, padding: padding).inset(by: padding.vertical)
            do {
                // The columns that the items make at their max-content widths (section 9.9.2).
                let bounds = FlexBounds(
                    container: container, isRow: false, isRightToLeft: nodes[node].style.isRightToLeft,
                    innerWidth: sizes.maximum, innerHeight: innerHeight,
                    definiteHeight: innerHeight, breakHeight: innerHeight, heightLimits: limits)
                let state = FlexState(bounds)
                state.items = try flexItems(of: node, container, innerWidth: nil, innerHeight: innerHeight)
                breakLines(state)
                var sum = Double(max(0, state.lines.count - 1)) * container.columnGap
                for index in state.items.indices {
                    state.items[index].cross = state.items[index].width
                    let side = columnBaseline(state.items[index].node, isRightToLeft: bounds.isRightToLeft)
                    state.items[index].ascent = state.items[index].margin.left + side * state.items[index].width
                }
                for index in state.lines.indices {
                    state.lines[index].measure(state.items, isRow: false)
                    sum += state.lines[index].cross
                }
                sizes.maximum = max(sum, sizes.minimum)
            }
        }
        return sizes
    }

    /// The inner widths of a row, as browsers find them: items that can't grow or shrink keep their hypothetical size.
    private mutating func rowWidths(
        _ node: Int, _ container: FlexContainer, innerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        let items = try flexItems(of: node, container, innerWidth: nil, innerHeight: innerHeight)
        var sizes = ContentSizes(minimum: 0, maximum: 0)
        for item in items {
            let content = try contributedWidths(item.node, containerHeight: innerHeight, stretched: item.stretchedHeight)
            func contribution(_ size: Double) -> Double {
                // A base size that follows the content is the contribution itself here (section 9.2, 3C).
                if item.isContentBased { return size + item.margin.horizontal }
                let isFixed = size > item.base ? item.grow == 0 : size < item.base && item.shrink == 0
                return (isFixed ? item.hypothetical : size) + item.margin.horizontal
            }
            sizes.maximum += contribution(content.maximum)
            if container.wraps {
                sizes.minimum = max(sizes.minimum, content.minimum + item.margin.horizontal)
            } else {
                sizes.minimum += contribution(content.minimum)
            }
        }
        let gaps = Double(max(0, items.count - 1)) * container.columnGap
        sizes.maximum += gaps
        if !container.wraps { sizes.minimum += gaps }
        sizes.maximum = max(sizes.maximum, sizes.minimum, 0)
        sizes.minimum = max(sizes.minimum, 0)
        return sizes
    }

}

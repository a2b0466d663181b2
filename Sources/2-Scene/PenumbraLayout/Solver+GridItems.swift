import PenumbraGeometry

/// An item of a grid with its alignment, for some size of its area.
struct GridItemBox {
    var node: Int
    /// Percentages refer to the width of the area; `auto` is zero.
    var margin: Edges
    var autoMargins: AutoMargins
    /// The padding and the border.
    var padding: Edges
    var justify: ItemAlignment
    var align: ItemAlignment
    var stretchesWidth = false
    var stretchesHeight = false
    /// Whether the height of the area gives the width that the item contributes, by its proportion.
    var givesHeight = false
    /// Whether the columns, or the rows, are those of the parent.
    var isColumnSubgrid = false
    var isRowSubgrid = false

    var sharesBaseline: Bool {
        (align == .baseline || align == .lastBaseline) && autoMargins.isDisjoint(with: .vertical)
    }

    /// Whether the item is aligned with others of its column. Browsers take the left edge of an item for its baseline there.
    var sharesLeftEdge = false

    /// The distance of the item's left edge from that edge of its area by which items are aligned.
    ///
    /// - Parameter width: nil while the width is unknown, which makes the distance nil where it counts.
    func leftEdge(_ width: Double?, isRightToLeft: Bool) -> Double? {
        if (justify == .lastBaseline) == isRightToLeft { return margin.left }
        return width.map { $0 + margin.right }
    }
}

/// The sizes of items in their grid areas: CSS Grid, section 6.
extension Solver {
    ///
    /// - Parameter areaHeight: nil while the rows are sought.
    func gridItemBox(
        _ item: GridPlanItem, of plan: GridPlan, areaWidth: Double?, areaHeight: Double?
    ) -> GridItemBox {
        let container = plan.container
        var box = GridItemBox(
            node: item.node, margin: margin(of: item.node, against: areaWidth),
            autoMargins: AutoMargins(nodes[item.node].style.margin),
            padding: self.padding(of: item.node, against: areaWidth),
            justify: nodes[item.node].style.justifySelf ?? container.justifyItems,
            align: nodes[item.node].style.alignSelf ?? container.alignItems)
        if box.justify == .baseline || box.justify == .lastBaseline {
            // As in browsers, an item isn't aligned so where its width depends on columns that depend on their content.
            let followsColumns = style(item.node) {
                $0.width.followsContainer || $0.minWidth.followsContainer || $0.maxWidth.followsContainer
            }
            let isKnown =
                !followsColumns || plan.columns.isSubgrid
                || !item.columns.contains { $0 < plan.columns.sizes.count && plan.columns.sizes[$0].isIntrinsic }
            box.sharesLeftEdge = isKnown && box.autoMargins.isDisjoint(with: .horizontal)
        }
        box.isColumnSubgrid = item.subgrid?.columns.isSubgrid ?? false
        box.isRowSubgrid = item.subgrid?.rows.isSubgrid ?? false
        let isReplaced = facts[item.node].isImage
        let hasRatio = facts[item.node].ratio != nil
        let isHeightAutomatic = style(item.node) {
            $0.height.isAuto || $0.height.isContentKeyword || ($0.height.isFraction && areaHeight == nil)
        }
        let isHeightFree = nodes[item.node].style.height.isAuto && box.autoMargins.isDisjoint(with: .vertical)
        if nodes[item.node].style.width.isAuto, box.autoMargins.isDisjoint(with: .horizontal) {
            let followsHeight =
                hasRatio
                && (!isHeightAutomatic || (isHeightFree && box.align == .stretch && areaHeight != nil))
            box.stretchesWidth = box.justify == .stretch || (box.justify == .normal && !isReplaced && !followsHeight)
        }
        let isWidthOfContent = style(item.node) { $0.width.isContentKeyword }
        if isHeightFree,
            box.align == .stretch || (box.align == .normal && !isReplaced && (!hasRatio || isWidthOfContent))
        {
            box.stretchesHeight = true
        } else if isHeightFree, box.align == .normal, !isReplaced, style(item.node, { $0.width.isAuto || $0.width.isFraction })
        {
            box.givesHeight = true
        }
        return box
    }

    /// The height to which an item is stretched, where that is known.
    ///
    /// - Parameter isContribution: whether the width is sought that the item contributes to columns.
    func stretchedHeight(_ box: GridItemBox, areaHeight: Double?, isContribution: Bool = false) -> Double? {
        guard let areaHeight else { return nil }
        if box.isRowSubgrid { return max(box.padding.vertical, areaHeight - box.margin.vertical) }
        guard box.stretchesHeight || (isContribution && box.givesHeight) else { return nil }
        return heightLimits(box.node, against: areaHeight, padding: box.padding).clamp(areaHeight - box.margin.vertical)
    }

    /// The width of an item in its area.
    mutating func gridItemWidth(_ box: GridItemBox, areaWidth: Double, areaHeight: Double?) throws(LayoutError) -> Double {
        let available = areaWidth - box.margin.horizontal
        if box.isColumnSubgrid { return max(box.padding.horizontal, available) }
        let limits = try widthLimits(box.node, against: areaWidth, padding: box.padding)
        let stretched = stretchedHeight(box, areaHeight: areaHeight)
        // A height that the area gives decides the width by the proportion.
        let followsHeight = stretched != nil && facts[box.node].ratio != nil && style(box.node) { $0.width.isContentKeyword }
        if !followsHeight,
            let styled = try styledWidth(
                box.node, against: areaWidth, containerHeight: areaHeight, padding: box.padding)
        {
            return limits.clamp(styled)
        }
        if box.stretchesWidth {
            guard facts[box.node].ratio != nil, box.justify == .normal else { return limits.clamp(available) }
            let heights = heightLimits(box.node, against: areaHeight, padding: box.padding)
            return limits.clamp(transferredWidthLimits(box.node, heights: heights, padding: box.padding).clamp(available))
        }
        return try fittedWidth(
            box.node, available: available, containerWidth: areaWidth, containerHeight: areaHeight,
            height: stretchedHeight(box, areaHeight: areaHeight, isContribution: true),
            hasMinimum: followsHeight ? false : stretched != nil ? true : nil)
    }

    /// The request under which an item is laid out in its area.
    ///
    /// - Parameter areaHeight: nil while the rows are sought.
    @inline(never)
    mutating func gridItemRequest(
        _ index: Int, of state: GridState, _ box: GridItemBox, areaWidth: Double, areaHeight: Double?
    ) throws(LayoutError) -> Request {
        let width = try gridItemWidth(box, areaWidth: areaWidth, areaHeight: areaHeight)
        var request = Request(
            width: width, height: stretchedHeight(box, areaHeight: areaHeight), isHeightLimited: true,
            containerWidth: areaWidth, containerHeight: areaHeight)
        if let height = request.height, style(box.node, { $0.width.isContentKeyword }), growsWithItsContent(box.node),
            let proportional = heightFromWidth(box.node, width, padding: box.padding), abs(proportional - height) < .layoutUnit
        {
            // The proportion gives the same height, and lets it grow with the content.
            request.height = nil
        }
        if let subgrid = state.plan.items[index].subgrid {
            request.tracks = GridInheritedTracks(
                plan: subgrid,
                columns: box.isColumnSubgrid ? subgridLines(index, of: state, box, .columns) : nil,
                rows: box.isRowSubgrid && areaHeight != nil ? subgridLines(index, of: state, box, .rows) : nil,
                columnGap: gridGap(ofItem: index, .columns, state), rowGap: gridGap(ofItem: index, .rows, state),
                ascents: box.isRowSubgrid && areaHeight != nil ? subgridAscents(index, of: state, box) : [:])
        }
        return request
    }

    /// The lines of a subgrid from those of its parent.
    func subgridLines(_ index: Int, of state: GridState, _ box: GridItemBox, _ axis: GridAxis) -> GridLines {
        let item = state.plan.items[index]
        let edges = subgridEdges(box, isRightToLeft: isRightToLeft(state.plan.node))
        let gutter = (gridGap(ofItem: index, axis, state) - gridGap(axis, state)) / 2
        return axis == .columns
            ? GridLines(state.columns, item.columns, start: edges.start, end: edges.end, gutter: gutter)
            : GridLines(state.rows, item.rows, start: edges.top, end: edges.bottom, gutter: gutter)
    }

    /// The distances of shared baselines from the edges of a subgrid's rows.
    private func subgridAscents(_ index: Int, of state: GridState, _ box: GridItemBox) -> [Int: Double] {
        guard !state.ascents.isEmpty else { return [:] }
        let rows = state.plan.items[index].rows
        let edges = subgridEdges(box, isRightToLeft: false)
        let gutter = (gridGap(ofItem: index, .rows, state) - gridGap(.rows, state)) / 2
        var ascents: [Int: Double] = [:]
        for row in rows {
            let own = row - rows.lowerBound
            ascents[2 * own] = state.ascents[2 * row].map { $0 - (row == rows.lowerBound ? edges.top : gutter) }
            ascents[2 * own + 1] = state.ascents[2 * row + 1].map { $0 - (row == rows.upperBound - 1 ? edges.bottom : gutter) }
        }
        return ascents
    }

    /// The margin, border and padding of a subgrid together, in the parent's direction.
    func subgridEdges(_ box: GridItemBox, isRightToLeft: Bool) -> (start: Double, end: Double, top: Double, bottom: Double) {
        let left = box.margin.left + box.padding.left
        let right = box.margin.right + box.padding.right
        return (
            isRightToLeft ? right : left, isRightToLeft ? left : right, box.margin.top + box.padding.top,
            box.margin.bottom + box.padding.bottom
        )
    }

    func isRightToLeft(_ node: Int) -> Bool { nodes[node].style.isRightToLeft }

    /// The sizes of the gutters of an item that is a subgrid, or else of the grid itself.
    func gridGap(ofItem index: Int? = nil, _ axis: GridAxis, _ state: GridState) -> Double {
        let own = axis == .columns ? state.columnGap : state.rowGap
        guard let index, let subgrid = state.plan.items[index].subgrid else { return own }
        let gap = subgrid.container.gap(axis)
        if gap.isAuto { return subgrid.axis(axis).isSubgrid ? own : 0 }
        return max(0, gap.resolved(against: axis == .columns ? state.innerWidth : state.innerHeight) ?? 0)
    }
}

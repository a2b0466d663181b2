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
    /// Whether the columns, or the rows, are those of the parent.
    var isColumnSubgrid = false
    var isRowSubgrid = false

    var sharesBaseline: Bool {
        (align == .baseline || align == .lastBaseline) && autoMargins.isDisjoint(with: .vertical)
    }
}

/// The sizes of items in their grid areas: CSS Grid, section 6.
extension Solver {
    func gridItemBox(_ item: GridPlanItem, of plan: GridPlan, areaWidth: Double?) -> GridItemBox {
        let style = nodes[item.node].style
        let container = plan.container
        var box = GridItemBox(
            node: item.node, margin: style.margin.resolved(against: areaWidth), autoMargins: AutoMargins(style.margin),
            padding: self.padding(of: item.node, against: areaWidth), justify: style.justifySelf ?? container.justifyItems,
            align: style.alignSelf ?? container.alignItems)
        box.isColumnSubgrid = item.subgrid?.columns.isSubgrid ?? false
        box.isRowSubgrid = item.subgrid?.rows.isSubgrid ?? false
        let isReplaced = facts[item.node].isImage
        let hasRatio = facts[item.node].ratio != nil
        if style.height.isAuto, box.autoMargins.isDisjoint(with: .vertical) {
            box.stretchesHeight = box.align == .stretch || (box.align == .normal && !isReplaced && !hasRatio)
        }
        if style.width.isAuto, box.autoMargins.isDisjoint(with: .horizontal) {
            let followsHeight = hasRatio && (!style.height.isAuto || (box.stretchesHeight && box.align == .stretch))
            box.stretchesWidth = box.justify == .stretch || (box.justify == .normal && !isReplaced && !followsHeight)
        }
        return box
    }

    /// The height to which an item is stretched, where that is known.
    func stretchedHeight(_ box: GridItemBox, areaHeight: Double?) -> Double? {
        guard let areaHeight else { return nil }
        if box.isRowSubgrid { return max(box.padding.vertical, areaHeight - box.margin.vertical) }
        guard box.stretchesHeight else { return nil }
        return heightLimits(box.node, against: areaHeight, padding: box.padding).clamp(areaHeight - box.margin.vertical)
    }

    /// The width of an item in its area.
    mutating func gridItemWidth(_ box: GridItemBox, areaWidth: Double, areaHeight: Double?) throws(LayoutError) -> Double {
        let available = areaWidth - box.margin.horizontal
        if box.isColumnSubgrid { return max(box.padding.horizontal, available) }
        let limits = try widthLimits(box.node, against: areaWidth, padding: box.padding)
        if let styled = try styledWidth(box.node, against: areaWidth, padding: box.padding) { return limits.clamp(styled) }
        if box.stretchesWidth { return limits.clamp(available) }
        return try fittedWidth(
            box.node, available: available, containerWidth: areaWidth, containerHeight: areaHeight,
            height: stretchedHeight(box, areaHeight: areaHeight))
    }

    /// The request under which an item is laid out in its area.
    ///
    /// - Parameter areaHeight: nil while the rows are sought.
    mutating func gridItemRequest(
        _ index: Int, of state: GridState, _ box: GridItemBox, areaWidth: Double, areaHeight: Double?
    ) throws(LayoutError) -> Request {
        let width = try gridItemWidth(box, areaWidth: areaWidth, areaHeight: areaHeight)
        var request = Request(
            width: width, height: stretchedHeight(box, areaHeight: areaHeight), containerWidth: areaWidth,
            containerHeight: areaHeight)
        if let subgrid = state.plan.items[index].subgrid {
            request.tracks = GridInheritedTracks(
                plan: subgrid,
                columns: box.isColumnSubgrid ? subgridLines(index, of: state, box, .columns) : nil,
                rows: box.isRowSubgrid && areaHeight != nil ? subgridLines(index, of: state, box, .rows) : nil)
        }
        return request
    }

    /// The lines of a subgrid from those of its parent.
    func subgridLines(_ index: Int, of state: GridState, _ box: GridItemBox, _ axis: GridAxis) -> GridLines {
        let item = state.plan.items[index]
        let edges = subgridEdges(box, isRightToLeft: isRightToLeft(state.plan.node))
        let gutter = (gridGap(of: item.node, axis, state) - gridGap(of: state.plan.node, axis, state)) / 2
        return axis == .columns
            ? GridLines(state.columns, item.columns, start: edges.start, end: edges.end, gutter: gutter)
            : GridLines(state.rows, item.rows, start: edges.top, end: edges.bottom, gutter: gutter)
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

    /// The size of a grid's gutters. A subgrid's percentages refer to its parent's size here.
    func gridGap(of node: Int, _ axis: GridAxis, _ state: GridState) -> Double {
        guard case .grid(let container) = nodes[node].content else { return 0 }
        return max(0, container.gap(axis).resolved(against: axis == .columns ? state.innerWidth : state.innerHeight) ?? 0)
    }
}

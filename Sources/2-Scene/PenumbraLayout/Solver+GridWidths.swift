import PenumbraGeometry

/// The widths that grids take from their items.
extension Solver {
    /// The min-content and the max-content width of a grid's content.
    @inline(never)
    mutating func gridWidths(
        _ node: Int, _ container: GridContainer, innerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        let padding = padding(of: node, against: nil)
        let widths = try widthLimits(node, against: nil, padding: padding).inset(by: padding.horizontal)
        let heights = heightLimits(node, against: nil, padding: padding).inset(by: padding.vertical)
        let plan = try gridPlan(
            node, container, columns: GridRoom(limits: widths), rows: GridRoom(size: innerHeight, limits: heights))
        guard !plan.columns.isSubgrid else { return ContentSizes(minimum: 0, maximum: 0) }
        let rowSpace = innerHeight.map { GridSpace.definite($0) } ?? .indefinite
        var sums: [Double] = []
        for space in [GridSpace.minContent, .maxContent] {
            let state = GridState(plan: plan)
            state.innerHeight = innerHeight
            setGaps(state)
            if !plan.rows.isSubgrid { state.initialRows = gridSizing(state, .rows, rowSpace, heights) }
            var sizing = try resolvedColumns(state, space)
            if !plan.rows.isSubgrid, columnsFollowRows(state) {
                // The widths of some items follow from the heights of their rows.
                state.columns = lines(sizing, .columns, plan, inner: sizing.sum)
                state.innerWidth = sizing.sum
                let rows = try resolvedRows(state, rowSpace, heights)
                state.innerWidth = nil
                state.rows = lines(rows, .rows, plan, inner: innerHeight ?? heights.clamp(rows.sum))
                state.hasRows = true
                sizing = try resolvedColumns(state, space)
            }
            sums.append(sizing.sum)
        }
        return ContentSizes(minimum: sums[0], maximum: max(sums[0], sums[1]))
    }

    mutating func resolvedColumns(_ state: GridState, _ space: GridSpace) throws(LayoutError) -> GridSizing {
        var sizing = gridSizing(state, .columns, space, Limits())
        let collector = GridCollector(.columns, sizing)
        try collect(state, GridNesting(), into: collector)
        try resolve(&sizing, collector.list, state.plan.node)
        return sizing
    }
}

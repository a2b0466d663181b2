import PenumbraGeometry

/// The widths that grids take from their items.
extension Solver {
    /// The min-content and the max-content width of a grid, padding included.
    mutating func gridWidths(
        _ node: Int, _ container: GridContainer, height: Double?, containerWidth: Double?, containerHeight: Double?
    ) throws(LayoutError) -> ContentSizes {
        let padding = self.padding(of: node, against: containerWidth)
        let height = facts[node].widthFollowsHeight ? height : nil
        let containerWidth = facts[node].hasRelativePadding ? containerWidth : nil
        var known = facts[node].latestWidths
        while known >= 0 {
            let kept = keptWidths[known]
            if kept.height == height, kept.containerWidth == containerWidth { return kept.sizes }
            known = kept.previous
        }
        let inner = try innerGridWidths(
            node, container, innerHeight: height.map { max(0, $0 - padding.vertical) }, padding: padding)
        let sizes = inner + padding.horizontal
        keptWidths.append(
            KeptWidths(
                height: height, containerWidth: containerWidth, containerHeight: nil, previous: facts[node].latestWidths,
                sizes: sizes))
        facts[node].latestWidths = keptWidths.count - 1
        return sizes
    }

    @inline(never)
    private mutating func innerGridWidths(
        _ node: Int, _ container: GridContainer, innerHeight: Double?, padding: Edges
    ) throws(LayoutError) -> ContentSizes {
        let widths = try widthLimits(node, against: nil, padding: padding).inset(by: padding.horizontal)
        let heights = heightLimits(node, against: nil, padding: padding).inset(by: padding.vertical)
        let plan = try gridPlan(
            node, container, columns: GridRoom(limits: widths), rows: GridRoom(size: innerHeight, limits: heights))
        guard !plan.columns.isSubgrid else { return ContentSizes(minimum: 0, maximum: 0) }
        let state = GridState(plan: plan)
        state.innerHeight = innerHeight
        if !plan.rows.isSubgrid {
            let space = innerHeight.map { GridSpace.definite($0) } ?? .indefinite
            state.initialRows = gridSizing(state, .rows, space, heights)
        }
        let collector = GridCollector(.columns, gridSizing(state, .columns, .minContent, Limits()))
        try collect(state, GridNesting(), into: collector)
        var sums: [Double] = []
        for space in [GridSpace.minContent, .maxContent] {
            var sizing = gridSizing(state, .columns, space, Limits())
            try resolve(&sizing, collector.list, node)
            sums.append(sizing.sum)
        }
        return ContentSizes(minimum: sums[0], maximum: max(sums[0], sums[1]))
    }
}

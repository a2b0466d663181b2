import PenumbraGeometry

/// The widths that grids take from their items.
extension Solver {
    /// The min-content and the max-content width of a grid's content.
    mutating func gridWidths(_ node: Int, innerHeight: Double?, containerWidth: Double?) throws(LayoutError) -> ContentSizes {
        let minimum = try gridWidth(
            widthsState(node, innerHeight: innerHeight, containerWidth: containerWidth), .minContent)
        let maximum = try gridWidth(
            widthsState(node, innerHeight: innerHeight, containerWidth: containerWidth), .maxContent)
        return ContentSizes(minimum: minimum, maximum: max(minimum, maximum))
    }

    /// The state of a grid whose width is sought.
    @inline(never)
    private mutating func widthsState(
        _ node: Int, innerHeight: Double?, containerWidth: Double?
    ) throws(LayoutError) -> GridState {
        let padding = padding(of: node, against: nil)
        let widths = fixedWidthLimits(node, against: containerWidth, padding: padding).inset(by: padding.horizontal)
        let heights = heightLimits(node, against: nil, padding: padding).inset(by: padding.vertical)
        let plan = try gridPlan(
            node, columns: GridRoom(limits: widths), rows: GridRoom(size: innerHeight, limits: heights))
        let state = GridState(plan: plan)
        state.innerHeight = innerHeight
        state.heightLimits = heights
        setGaps(state)
        if !plan.rows.isSubgrid {
            state.initialRows = gridSizing(state, .rows, innerHeight.map { .definite($0) } ?? .indefinite, heights)
        }
        return state
    }

    /// The limits of the width that are lengths. Limits by keywords depend on the widths that are sought.
    private func fixedWidthLimits(_ node: Int, against base: Double?, padding: Edges) -> Limits {
        let extra = facts[node].isContentBox ? padding.horizontal : 0
        func fixed(_ length: LayoutLength) -> Double? { length.resolved(against: base).map { $0 + extra } }
        let style = nodes[node].style
        return Limits(
            minimum: max(padding.horizontal, fixed(style.minWidth) ?? 0), maximum: fixed(style.maxWidth) ?? .infinity)
    }

    /// The width of a grid's content under a constraint.
    private mutating func gridWidth(_ state: GridState, _ space: GridSpace) throws(LayoutError) -> Double {
        guard !state.plan.columns.isSubgrid else { return 0 }
        let width = try resolvedColumns(state, space)
        guard !state.plan.rows.isSubgrid, columnsFollowRows(state) else { return width }
        // The widths of some items follow from the heights of their rows.
        state.innerWidth = width
        try findRows(state)
        state.innerWidth = nil
        return try resolvedColumns(state, space)
    }

    private mutating func findRows(_ state: GridState) throws(LayoutError) {
        let space = state.innerHeight.map { GridSpace.definite($0) } ?? .indefinite
        let rows = try resolvedRows(state, space, state.heightLimits)
        state.rows = lines(rows, .rows, state.plan, inner: state.innerHeight ?? state.heightLimits.clamp(rows.sum))
        state.hasRows = true
    }

    /// Sizes the columns, and returns the sum of their widths.
    mutating func resolvedColumns(_ state: GridState, _ space: GridSpace) throws(LayoutError) -> Double {
        let collector = try collected(state, .columns, space, Limits())
        return try resolveColumns(state, collector, space)
    }

    @inline(never)
    private mutating func resolveColumns(
        _ state: GridState, _ collector: GridCollector, _ space: GridSpace
    ) throws(LayoutError) -> Double {
        collector.addShims()
        var sizing = collector.sizing
        try resolve(&sizing, collector.list, state.plan.node)
        let width: Double? = if case .definite(let size) = space { size } else { nil }
        state.columns = lines(sizing, .columns, state.plan, inner: width ?? sizing.sum)
        return sizing.sum
    }

    /// The contributions of items to the tracks of an axis.
    mutating func collected(
        _ state: GridState, _ axis: GridAxis, _ space: GridSpace, _ limits: Limits
    ) throws(LayoutError) -> GridCollector {
        let collector = GridCollector(axis, gridSizing(state, axis, space, limits))
        try collect(state, GridNesting(), into: collector)
        return collector
    }
}

import PenumbraGeometry

/// CSS Grid, section 12: the layout of a container.
extension Solver {
    /// The largest amount of work on grids that isn't bounded by the number of nodes.
    var gridWorkLimit: Int { max(LayoutLimits.leastGridWork, LayoutLimits.gridWorkPerNode * nodes.count) }

    mutating func layoutGrid(
        _ node: Int, _ request: Request, padding: Edges
    ) throws(LayoutError) {
        var limits = heightLimits(node, against: request.containerHeight, padding: padding)
        var height = request.height
        if height == nil, request.ignoresHeight {
            limits = Limits(minimum: padding.vertical)
            if let proportional = heightFromWidth(node, request.width, padding: padding) { limits.minimum = proportional }
            height = unresolvedProportionalHeight(node, request, padding: padding)
        } else if height == nil {
            height = definiteHeight(node, against: request.containerHeight, padding: padding)
        }
        var (growsWithContent, isProportional) = (false, false)
        if height == nil, !request.ignoresHeight, let proportional = heightFromWidth(node, request.width, padding: padding) {
            height = limits.clamp(proportional)
            isProportional = limits.minimum < proportional
            growsWithContent = growsWithItsContent(node)
        }
        let width = max(0, request.width - padding.horizontal)
        let inner = height.map { max(0, $0 - padding.vertical) }
        let isDefinite = request.height == nil || request.isHeightDefinite
        let bounds = GridBox(
            width: width, height: inner, definiteHeight: isDefinite ? inner : nil, limits: limits.inset(by: padding.vertical))
        let plan: GridPlan
        if let tracks = request.tracks {
            plan = tracks.plan
        } else {
            let rows = GridRoom(size: bounds.definiteHeight, limits: bounds.limits)
            plan = try gridPlan(node, columns: GridRoom(size: width), rows: rows)
        }
        let state = GridState(plan: plan)
        state.columns = request.tracks?.columns ?? GridLines()
        state.rows = request.tracks?.rows ?? GridLines()
        state.columnGap = request.tracks?.columnGap ?? 0
        state.rowGap = request.tracks?.rowGap ?? 0
        state.ascents = request.tracks?.ascents ?? [:]
        // As an argument, the call would change a copy of all outcomes.
        let rows = try size(state, bounds)
        var content = contained(rows + padding.vertical, of: node, padding) - padding.vertical
        let automatic = request.ignoresHeight ? nil : limits.clamp(content + padding.vertical)
        if facts[node].hasContentHeightLimits, let styled = height ?? automatic {
            height = try limited(styled, by: content, state, request, bounds.limits, padding: padding)
        }
        if growsWithContent, let inner, content > inner {
            content = min(content, bounds.limits.maximum)
            height = content + padding.vertical
            try alignRows(state, to: content, bounds.limits)
        }
        if let inner, content < inner, !request.ignoresHeight, request.height == nil, isProportional {
            spreadRows(state, in: inner)
        }
        let final = height ?? limits.clamp(content + padding.vertical)
        try place(state, request, size: Size(width: request.width, height: final), padding: padding)
    }

    /// The height that a style gives, limited by that of the content. The rows are aligned in it.
    @inline(never)
    private mutating func limited(
        _ styled: Double, by content: Double, _ state: GridState, _ request: Request, _ limits: Limits, padding: Edges
    ) throws(LayoutError) -> Double {
        guard request.height == nil || request.isHeightLimited else { return styled }
        let result = contentLimited(
            styled, of: state.plan.node, request, contentHeight: content + padding.vertical, padding: padding)
        // As in browsers, percentages still refer to the height that the style gives.
        if result != styled {
            try alignRows(state, to: max(0, result - padding.vertical), limits, sizesAgain: false)
        }
        return result
    }

    /// The container's side of a layout, inside its padding.
    private struct GridBox {
        var width: Double
        var height: Double?
        /// The height to which percentages may refer.
        var definiteHeight: Double?
        var limits: Limits
    }

    /// Sizes the columns and the rows, and returns the height of the rows.
    @inline(never)
    private mutating func size(_ state: GridState, _ bounds: GridBox) throws(LayoutError) -> Double {
        let plan = state.plan
        state.innerWidth = bounds.width
        state.innerHeight = bounds.height
        setGaps(state)
        let rowSpace = bounds.height.map { GridSpace.definite($0) } ?? .indefinite
        if !plan.rows.isSubgrid { state.initialRows = gridSizing(state, .rows, rowSpace, bounds.limits) }
        state.hasRows = plan.rows.isSubgrid && !state.rows.starts.isEmpty
        if !plan.columns.isSubgrid { try sizeColumns(state) }
        guard !plan.rows.isSubgrid else { return state.rows.end }
        var rows = try resolvedRows(state, rowSpace, bounds.limits)
        // As in browsers, the container keeps the height of these rows, even if they change below.
        let content = rows.sum
        if !plan.columns.isSubgrid, columnsFollowRows(state) {
            // Section 12.1, step 3: the widths of some items changed with the heights of their rows.
            state.rows = lines(rows, .rows, plan, inner: bounds.height ?? bounds.limits.clamp(rows.sum))
            state.hasRows = true
            try sizeColumns(state)
            state.hasRows = false
            state.subgrids = [:]
            rows = try resolvedRows(state, rowSpace, bounds.limits)
        }
        let inner = bounds.height ?? bounds.limits.clamp(content)
        if bounds.height == nil, rowsFollowHeight(plan) {
            state.innerHeight = inner
            setGaps(state)
            state.subgrids = [:]
            state.initialRows = gridSizing(state, .rows, .definite(inner), bounds.limits)
            rows = try resolvedRows(state, .definite(inner), bounds.limits)
        }
        state.innerHeight = inner
        state.rows = lines(rows, .rows, plan, inner: inner)
        state.initialRows = rows
        return content
    }

    /// Sets the gutters of the grid's own tracks.
    func setGaps(_ state: GridState) {
        let container = state.plan.container
        if !state.plan.columns.isSubgrid {
            state.columnGap = max(0, container.columnGap.resolved(against: state.innerWidth) ?? 0)
        }
        if !state.plan.rows.isSubgrid { state.rowGap = max(0, container.rowGap.resolved(against: state.innerHeight) ?? 0) }
    }

    /// Aligns rows in a container whose height isn't what it seemed. Rows that depend on the height are sized again.
    @inline(never)
    private mutating func alignRows(
        _ state: GridState, to inner: Double, _ limits: Limits, sizesAgain: Bool = true
    ) throws(LayoutError) {
        guard !state.plan.rows.isSubgrid, var rows = state.initialRows else { return }
        if sizesAgain, rowsFollowHeight(state.plan) {
            state.innerHeight = inner
            setGaps(state)
            state.subgrids = [:]
            state.initialRows = gridSizing(state, .rows, .definite(inner), limits)
            rows = try resolvedRows(state, .definite(inner), limits)
        }
        state.rows = lines(rows, .rows, state.plan, inner: inner)
    }

    /// Distributes the space between rows once more, as browsers do where a proportion gives the height.
    @inline(never)
    private func spreadRows(_ state: GridState, in inner: Double) {
        guard !state.plan.rows.isSubgrid, !rowsFollowHeight(state.plan), var rows = state.initialRows else { return }
        let count = rows.tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) }
        let alignment = state.plan.container.content(.rows)
        rows.gap += Distribution(alignment, free: inner - rows.sum, count: max(1, count), isReversed: false).between
        state.rows = lines(rows, .rows, state.plan, inner: inner)
    }

    /// Sizes columns in a container of known width.
    mutating func sizeColumns(_ state: GridState) throws(LayoutError) {
        _ = try resolvedColumns(state, .definite(state.innerWidth ?? 0))
    }

    mutating func resolvedRows(
        _ state: GridState, _ space: GridSpace, _ limits: Limits
    ) throws(LayoutError) -> GridSizing {
        let collector = try collected(state, .rows, space, limits)
        collector.addShims()
        state.ascents = collector.ascents
        var sizing = collector.sizing
        try resolve(&sizing, collector.list, state.plan.node)
        return sizing
    }

    /// Sizes tracks, and counts the work.
    mutating func resolve(
        _ sizing: inout GridSizing, _ list: [GridContribution], _ node: Int
    ) throws(LayoutError) {
        _ = sizing.resolve(list, limit: gridWorkLimit - gridWork)
        try spend(sizing.work + sizing.tracks.count, node)
    }

    /// The tracks of an axis before any item is measured.
    @inline(never)
    func gridSizing(_ state: GridState, _ axis: GridAxis, _ space: GridSpace, _ limits: Limits) -> GridSizing {
        let plan = state.plan
        let container = plan.container
        let available: Double? = if case .definite(let size) = space { size } else { nil }
        let axisPlan = plan.axis(axis)
        let tracks = axisPlan.sizes.indices.map { index in
            axisPlan.collapsed[index] ? GridTrack.collapsed : GridTrack(axisPlan.sizes[index], available: available)
        }
        let content = container.content(axis)
        return GridSizing(
            tracks: tracks, gap: max(0, container.gap(axis).edge(against: available)), space: space, limits: limits,
            stretches: content == .normal || content == .stretch)
    }

    func lines(_ sizing: GridSizing, _ axis: GridAxis, _ plan: GridPlan, inner: Double) -> GridLines {
        GridLines(
            sizing, plan.container.content(axis), free: inner - sizing.sum,
            isSafe: plan.container.isContentSafe(axis))
    }

    /// Whether rows change once the container's height is known.
    private func rowsFollowHeight(_ plan: GridPlan) -> Bool {
        // Browsers resolve flexible rows again, too, which matters where their factors add up to less than 1.
        plan.container.rowGap.isFraction || plan.rows.sizes.contains { $0.hasFraction || $0.isFlexible }
    }

    /// Whether items get other widths once the heights of their areas are known.
    func columnsFollowRows(_ state: GridState) -> Bool {
        state.plan.items.contains { item in
            guard facts[item.node].widthFollowsHeight, state.knownHeight(item.rows, isEstimate: false) == nil else {
                return false
            }
            let box = gridItemBox(item, of: state.plan, areaWidth: nil, areaHeight: nil)
            return box.stretchesHeight || box.givesHeight || facts[item.node].hasRelativeHeight
        }
    }
}

extension GridTrackSize {
    /// Whether the content decides the size of the track.
    var isIntrinsic: Bool {
        if case .fitContent = self { return true }
        for breadth in [minimum, maximum] { if case .length = breadth { continue } else { return true } }
        return false
    }

    var isFlexible: Bool {
        if case .flex = maximum { true } else { false }
    }

    var hasFraction: Bool {
        if case .fitContent(let length) = self { return length.isFraction }
        for case .length(let length) in [minimum, maximum] where length.isFraction { return true }
        return false
    }
}

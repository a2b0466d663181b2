import PenumbraGeometry

/// The contributions of items to the tracks of one axis, while they are collected.
final class GridCollector {
    let axis: GridAxis
    let sizing: GridSizing
    var list: [GridContribution] = []
    /// The items that share a baseline, by position in `list`.
    var baselines: [(index: Int, track: Int, isLast: Bool, ascent: Double)] = []
    /// The largest distances of baselines from the edges of their tracks: twice the track, and one more for last baselines.
    var ascents: [Int: Double] = [:]
    /// Items without contributions: their tracks have definite sizes.
    var work = 0

    init(_ axis: GridAxis, _ sizing: GridSizing) {
        self.axis = axis
        self.sizing = sizing
    }

    /// The kinds of tracks in a range.
    func traits(_ tracks: Range<Int>) -> (isIntrinsic: Bool, isFlexible: Bool, hasAutomaticMinimum: Bool, maximum: Double?) {
        var traits = (isIntrinsic: false, isFlexible: false, hasAutomaticMinimum: false, maximum: Optional(0.0))
        work += tracks.count
        for index in tracks {
            let track = sizing.tracks[index]
            if track.hasIntrinsicMinimum || track.hasIntrinsicMaximum || track.isFlexible { traits.isIntrinsic = true }
            if track.isFlexible { traits.isFlexible = true }
            if track.minimum == .auto { traits.hasAutomaticMinimum = true }
            if let sum = traits.maximum, let own = track.definiteMaximum {
                traits.maximum = sum + own
            } else {
                traits.maximum = nil
            }
        }
        if let sum = traits.maximum { traits.maximum = sum + sizing.gutters(tracks) }
        return traits
    }

    /// Aligns the baselines of items by empty space above or below them: section 12.5, step 1.
    func addShims() {
        var largest: [Int: Double] = [:]
        func key(_ track: Int, _ isLast: Bool) -> Int { 2 * track + (isLast ? 1 : 0) }
        for entry in baselines {
            let key = key(entry.track, entry.isLast)
            largest[key] = max(largest[key] ?? -.infinity, entry.ascent)
        }
        ascents = largest
        for entry in baselines {
            let shim = (largest[key(entry.track, entry.isLast)] ?? entry.ascent) - entry.ascent
            guard entry.index < list.count else { continue }
            list[entry.index].minimum += shim
            list[entry.index].minContent += shim
            list[entry.index].maxContent += shim
        }
    }
}

/// The place of a grid's tracks among those that are sized: a subgrid's tracks are tracks of its parent.
struct GridNesting {
    var offset = 0
    /// The sizes that the grid's edges add to items that touch them.
    var start = 0.0
    var end = 0.0
    /// The size that gutters add to items: half the difference between the subgrid's gutters and those of its parent.
    var gutter = 0.0
}

extension Solver {
    /// Collects the contributions of a grid's items, and of the items of its subgrids.
    mutating func collect(_ state: GridState, _ nesting: GridNesting, into collector: GridCollector) throws(LayoutError) {
        let axis = collector.axis
        let count = state.plan.axis(axis).count
        for index in state.plan.items.indices {
            let item = state.plan.items[index]
            let tracks = item.tracks(axis)
            let before = tracks.lowerBound == 0 ? nesting.start : nesting.gutter
            let after = tracks.upperBound == count ? nesting.end : nesting.gutter
            let outer = (tracks.lowerBound + nesting.offset)..<(tracks.upperBound + nesting.offset)
            guard outer.lowerBound >= 0, outer.upperBound <= collector.sizing.tracks.count else { continue }
            if let subgrid = item.subgrid, subgrid.axis(axis).isSubgrid {
                try collectSubgrid(
                    index, of: state, GridNesting(offset: outer.lowerBound, start: before, end: after, gutter: nesting.gutter),
                    into: collector)
            } else {
                try collectItem(index, of: state, tracks: outer, before: before, after: after, into: collector)
            }
        }
        try spend(collector.work, state.plan.node)
        collector.work = 0
    }

    private mutating func collectSubgrid(
        _ index: Int, of state: GridState, _ outer: GridNesting, into collector: GridCollector
    ) throws(LayoutError) {
        let item = state.plan.items[index]
        let axis = collector.axis
        let box = gridItemBox(
            item, of: state.plan, areaWidth: axis == .columns ? nil : state.columns.extent(item.columns).size,
            areaHeight: nil)
        // As in browsers, percentages of margins and of padding take no room in the tracks.
        var outside = box
        outside.margin = margin(of: item.node, against: nil)
        outside.padding = padding(of: item.node, against: nil)
        let edges = subgridEdges(outside, isRightToLeft: isRightToLeft(state.plan.node))
        let gutter = (gridGap(ofItem: index, axis, state) - gridGap(axis, state)) / 2
        let nesting = GridNesting(
            offset: outer.offset, start: outer.start + (axis == .columns ? edges.start : edges.top),
            end: outer.end + (axis == .columns ? edges.end : edges.bottom), gutter: outer.gutter + gutter)
        let child = try subgridState(index, of: state, box, axis)
        // Edges take room even where no item touches them.
        let tracks = item.tracks(axis)
        let (first, last) = (outer.offset, outer.offset + tracks.count - 1)
        func addEdge(_ track: Int, _ size: Double) {
            let traits = collector.traits(track..<(track + 1))
            guard traits.isIntrinsic, size > 0 else { return }
            collector.list.append(
                GridContribution(
                    tracks: track..<(track + 1), isFlexible: traits.isFlexible, minimum: size, minContent: size,
                    maxContent: size))
        }
        if first == last {
            addEdge(first, nesting.start + nesting.end)
        } else {
            addEdge(first, nesting.start)
            addEdge(last, nesting.end)
        }
        try collect(child, nesting, into: collector)
    }

    /// The state of a subgrid while its parent sizes the tracks of an axis.
    private mutating func subgridState(
        _ index: Int, of state: GridState, _ box: GridItemBox, _ axis: GridAxis
    ) throws(LayoutError) -> GridState {
        if axis == .rows, let known = state.subgrids[index] { return known }
        let item = state.plan.items[index]
        guard let plan = item.subgrid else { return state }
        let child = GridState(plan: plan)
        child.columnGap = gridGap(ofItem: index, .columns, state)
        child.rowGap = gridGap(ofItem: index, .rows, state)
        if axis == .columns {
            // The rows of a subgrid whose rows are its own may be known.
            if !plan.rows.isSubgrid { child.initialRows = gridSizing(child, .rows, .indefinite, Limits()) }
            return child
        }
        let area = state.columns.extent(item.columns).size
        let width = try gridItemWidth(box, areaWidth: area, areaHeight: nil)
        child.innerWidth = max(0, width - box.padding.horizontal)
        if plan.columns.isSubgrid {
            child.columns = subgridLines(index, of: state, box, .columns)
        } else {
            try sizeColumns(child)
        }
        state.subgrids[index] = child
        return child
    }

    private mutating func collectItem(
        _ index: Int, of state: GridState, tracks: Range<Int>, before: Double, after: Double, into collector: GridCollector
    ) throws(LayoutError) {
        guard
            let item = measurement(index, of: state, tracks: tracks, before: before, after: after, into: collector)
        else { return }
        if collector.axis == .rows {
            try measureHeight(item, index, of: state, into: collector)
        } else {
            try measureWidth(item)
            if item.box.sharesLeftEdge { keepLeftEdge(of: item, isRightToLeft: isRightToLeft(state.plan.node), in: collector) }
        }
        item.add(to: collector)
    }

    /// Takes the place of a left edge that an item shares with others of its column.
    private func keepLeftEdge(of item: GridMeasurement, isRightToLeft: Bool, in collector: GridCollector) {
        guard let edge = item.box.leftEdge(nil, isRightToLeft: isRightToLeft) else {
            // As in browsers, an item counts with its smallest width where its width moves its left edge.
            item.sizes.maximum = item.sizes.minimum
            return
        }
        let isLast = item.box.justify == .lastBaseline
        collector.baselines.append(
            (
                index: collector.list.count, track: isLast ? item.tracks.upperBound - 1 : item.tracks.lowerBound,
                isLast: isLast, ascent: edge + (isLast ? item.after : item.before)
            ))
    }

    /// An item before it is measured. Nil for an item that doesn't matter to its tracks.
    @inline(never)
    private func measurement(
        _ index: Int, of state: GridState, tracks: Range<Int>, before: Double, after: Double, into collector: GridCollector
    ) -> GridMeasurement? {
        let traits = collector.traits(tracks)
        guard traits.isIntrinsic || (collector.axis == .rows && state.plan.sharesBaselines) else { return nil }
        let item = state.plan.items[index]
        let area = collector.axis == .rows ? state.columns.extent(item.columns).size : nil
        let height = state.knownHeight(item.rows)
        let measurement = GridMeasurement(
            tracks: tracks, isFlexible: traits.isFlexible, before: before, after: after, area: area, height: height,
            box: gridItemBox(item, of: state.plan, areaWidth: area, areaHeight: height))
        measurement.usesContent =
            traits.hasAutomaticMinimum && (tracks.count == 1 || !traits.isFlexible)
            && !facts[item.node].isScrollContainer
        measurement.maximum = traits.maximum
        return measurement
    }

    private mutating func measureHeight(
        _ item: GridMeasurement, _ index: Int, of state: GridState, into collector: GridCollector
    ) throws(LayoutError) {
        let node = item.box.node
        var request = try gridItemRequest(
            index, of: state, item.box, areaWidth: item.area ?? 0, areaHeight: item.height)
        request.height = nil
        let outcome = try layout(node, request)
        keepHeight(of: item, index, of: state, outcome, into: collector)
        if case .turned = nodes[node].content, style(node, { $0.height.isAuto }), facts[node].ratio == nil {
            // Lines that run along the rows give them their min-content and max-content lengths.
            let limits = heightLimits(node, against: item.height, padding: item.box.padding)
            let sizes = try turnedHeights(node, width: request.width, padding: item.box.padding)
            item.sizes = ContentSizes(minimum: limits.clamp(sizes.minimum), maximum: limits.clamp(sizes.maximum))
        }
    }

    /// Takes the height that an item was laid out with. The items inside of it need no room for this on the stack.
    @inline(never)
    private mutating func keepHeight(
        of item: GridMeasurement, _ index: Int, of state: GridState, _ outcome: Int, into collector: GridCollector
    ) {
        let node = item.box.node
        let own = outcomes[outcome].size.height
        item.sizes = ContentSizes(minimum: own, maximum: own)
        if item.box.sharesBaseline, sharesBaseline(index, of: state.plan, hasBaseline: outcomes[outcome].baseline != nil) {
            let isLast = item.box.align == .lastBaseline
            let baselines = gridBaselines(outcome, of: node)
            let baseline = isLast ? baselines.last : baselines.first
            collector.baselines.append(
                (
                    index: collector.list.count, track: isLast ? item.tracks.upperBound - 1 : item.tracks.lowerBound,
                    isLast: isLast,
                    ascent: isLast
                        ? own - baseline + item.box.margin.bottom + item.after
                        : baseline + item.box.margin.top + item.before
                ))
        }
        item.isAutomatic = nodes[node].style.height.isAuto || nodes[node].style.height.isFraction
        if !nodes[node].style.minHeight.isAuto || !item.usesContent {
            item.minimum = heightLimits(node, against: item.height, padding: item.box.padding).minimum
        }
    }

    /// The first and the last baseline of an item. An item without baselines has its lower edge, or its middle in vertical
    /// writing modes.
    func gridBaselines(_ outcome: Int, of node: Int) -> (first: Double, last: Double) {
        let height = outcomes[outcome].size.height
        guard let first = firstBaseline(outcome, of: node) else {
            let edge = facts[node].isTurned ? height / 2 : height
            return (edge, endBaseline(outcome, of: node) ?? edge)
        }
        return (first, endBaseline(outcome, of: node) ?? first)
    }

    /// Whether an item is aligned by its baseline. As in browsers, an item without a baseline isn't where its height depends on
    /// rows that depend on their content.
    func sharesBaseline(_ index: Int, of plan: GridPlan, hasBaseline: Bool) -> Bool {
        let item = plan.items[index]
        guard !hasBaseline, facts[item.node].hasRelativeHeight, !plan.rows.isSubgrid else { return true }
        return !item.rows.contains { $0 < plan.rows.sizes.count && plan.rows.sizes[$0].isIntrinsic }
    }

    private mutating func measureWidth(_ item: GridMeasurement) throws(LayoutError) {
        let node = item.box.node
        item.sizes = try contributedWidths(
            node, containerHeight: item.height,
            stretched: stretchedHeight(item.box, areaHeight: item.height, isContribution: true))
        item.isAutomatic = style(node) { $0.width.isAuto || $0.width.followsContainer || $0.width == .fitContent }
        if !nodes[node].style.minWidth.isAuto || !item.usesContent {
            item.minimum = try widthLimits(node, against: nil, padding: item.box.padding).minimum
        }
    }
}

/// An item while its contribution is measured. A class keeps it off the stack, on which all nested layouts lie.
private final class GridMeasurement {
    let tracks: Range<Int>
    let isFlexible: Bool
    /// The sizes that the edges of subgrids and their gutters add.
    let before: Double
    let after: Double
    /// The width of the item's area, while its height is sought.
    let area: Double?
    /// The height of the item's area where it is known.
    let height: Double?
    let box: GridItemBox
    var sizes = ContentSizes(minimum: 0, maximum: 0)
    /// Whether the style leaves the size open, so that the item may shrink to its minimum size.
    var isAutomatic = false
    /// Whether an automatic minimum size follows from the content.
    var usesContent = false
    /// The smallest size that the style asks for. Nil for the content's.
    var minimum: Double?
    /// The sum of the tracks' fixed maximums.
    var maximum: Double?

    init(
        tracks: Range<Int>, isFlexible: Bool, before: Double, after: Double, area: Double?, height: Double?, box: GridItemBox
    ) {
        self.tracks = tracks
        self.isFlexible = isFlexible
        self.before = before
        self.after = after
        self.area = area
        self.height = height
        self.box = box
    }

    func add(to collector: GridCollector) {
        let isRow = collector.axis == .rows
        let outer = (isRow ? box.margin.vertical : box.margin.horizontal) + before + after
        var least = sizes.minimum
        if isAutomatic {
            if let minimum {
                least = min(least, minimum)
            } else if let maximum {
                // An item doesn't make tracks larger than their fixed maximum.
                least = min(least, max(isRow ? box.padding.vertical : box.padding.horizontal, maximum - outer))
            }
        }
        collector.list.append(
            GridContribution(
                tracks: tracks, isFlexible: isFlexible, minimum: max(0, least + outer),
                minContent: max(0, sizes.minimum + outer), maxContent: max(0, sizes.maximum + outer)))
    }
}

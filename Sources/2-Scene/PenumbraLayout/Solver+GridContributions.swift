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
        let edges = subgridEdges(box, isRightToLeft: isRightToLeft(state.plan.node))
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
        let extra = before + after
        let traits = collector.traits(tracks)
        guard traits.isIntrinsic || (collector.axis == .rows && state.plan.sharesBaselines) else { return }
        var contribution = GridContribution(tracks: tracks, isFlexible: traits.isFlexible)
        let item = state.plan.items[index]
        let usesContent = traits.hasAutomaticMinimum && (tracks.count == 1 || !traits.isFlexible)
        let area = collector.axis == .rows ? state.columns.extent(item.columns).size : nil
        let box = gridItemBox(item, of: state.plan, areaWidth: area, areaHeight: state.knownHeight(item.rows))
        let style = nodes[item.node].style
        let sizes: ContentSizes
        let insets: Double
        let margin: Double
        let minimum: Double
        let isAutomatic: Bool
        if let area {
            margin = box.margin.vertical
            insets = box.padding.vertical
            let height = state.knownHeight(item.rows)
            var request = try gridItemRequest(index, of: state, box, areaWidth: area, areaHeight: height)
            request.height = nil
            let outcome = try layout(item.node, request)
            let own = outcomes[outcome].size.height
            sizes = ContentSizes(minimum: own, maximum: own)
            if box.sharesBaseline {
                let isLast = box.align == .lastBaseline
                let baseline = (isLast ? outcomes[outcome].lastBaseline : nil) ?? outcomes[outcome].baseline ?? own
                collector.baselines.append(
                    (
                        index: collector.list.count, track: isLast ? tracks.upperBound - 1 : tracks.lowerBound, isLast: isLast,
                        ascent: isLast ? own - baseline + box.margin.bottom + after : baseline + box.margin.top + before
                    ))
            }
            isAutomatic = style.height.isAuto || style.height.isFraction
            let limits = heightLimits(item.node, against: height, padding: box.padding)
            minimum = style.minHeight.isAuto && !facts[item.node].isScrollContainer && usesContent ? .infinity : limits.minimum
        } else {
            margin = box.margin.horizontal
            insets = box.padding.horizontal
            let height = state.knownHeight(item.rows)
            sizes = try contributedWidths(
                item.node, containerHeight: height, stretched: stretchedHeight(box, areaHeight: height, isContribution: true))
            isAutomatic = style.width.isAuto || style.width.isFraction
            let limits = try widthLimits(item.node, against: nil, padding: box.padding)
            minimum = style.minWidth.isAuto && !facts[item.node].isScrollContainer && usesContent ? .infinity : limits.minimum
        }
        contribution.minContent = max(0, sizes.minimum + margin + extra)
        contribution.maxContent = max(0, sizes.maximum + margin + extra)
        var least = sizes.minimum
        if isAutomatic {
            least = min(least, minimum)
            // An item doesn't make tracks larger than their fixed maximum.
            if minimum == .infinity, let maximum = traits.maximum {
                least = min(least, max(insets, maximum - margin - extra))
            }
        }
        contribution.minimum = max(0, least + margin + extra)
        collector.list.append(contribution)
    }
}

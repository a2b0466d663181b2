import PenumbraGeometry

/// The final places of a grid's items.
extension Solver {
    /// An item in its area, before baselines are aligned.
    private struct PlacedItem {
        var box: GridItemBox
        var outcome: Int
        var size: Size
        var area: (columns: (start: Double, size: Double), rows: (start: Double, size: Double))
        /// The distance from the upper edge of the area to the item.
        var offset = 0.0
        /// The distance from the item's top to its first baseline.
        var baseline: Double
        var lastBaseline: Double
        /// Whether the item has a baseline of its own.
        var hasBaseline: Bool
    }

    /// Lays out all items in their areas, and adds the outcome of the container.
    @inline(never)
    mutating func place(
        _ state: GridState, _ request: Request, size: Size, padding: Edges
    ) throws(LayoutError) {
        let plan = state.plan
        let inner = Size(width: size.width - padding.horizontal, height: size.height - padding.vertical)
        var placed: [PlacedItem] = []
        placed.reserveCapacity(plan.items.count)
        for index in plan.items.indices {
            let item = plan.items[index]
            let area = (columns: state.columns.extent(item.columns), rows: state.rows.extent(item.rows))
            let box = gridItemBox(
                item, of: plan, areaWidth: area.columns.size, areaHeight: area.rows.size)
            let itemRequest = try gridItemRequest(
                index, of: state, box, areaWidth: area.columns.size, areaHeight: area.rows.size)
            let outcome = try layout(item.node, itemRequest)
            let baselines = gridBaselines(outcome, of: item.node)
            placed.append(
                PlacedItem(
                    box: box, outcome: outcome, size: outcomes[outcome].size, area: area, baseline: baselines.first,
                    lastBaseline: baselines.last, hasBaseline: outcomes[outcome].baseline != nil))
        }
        alignBaselines(&placed, state)
        let edges = leftEdges(placed, plan)
        let isReversed = isRightToLeft(plan.node)
        let placements = placed.indices.map { index in
            let item = placed[index]
            let shared = item.box.sharesLeftEdge ? edges[key(ofLeftEdge: index, item.box, plan)] : nil
            let aligned = shared.flatMap { shared in
                item.box.leftEdge(item.size.width, isRightToLeft: isReversed).map { shared - $0 }
            }
            var x = item.area.columns.start
            x += horizontalOffset(item.box, item.size.width, item.area.columns.size, plan, shift: aligned ?? 0)
            if isReversed { x = inner.width - x - item.size.width }
            let y = item.area.rows.start + item.offset
            let shift = relativeShift(
                of: item.box.node, width: item.area.columns.size, height: item.area.rows.size, isRightToLeft: isReversed)
            return Placement(
                node: item.box.node, origin: Point(x + padding.left, y + padding.top) + shift, outcome: item.outcome)
        }
        let border = facts[plan.node].border
        let baseline = baseline(of: placed, plan).map { $0 + padding.top }
        outcomes.append(
            Outcome(
                // As in browsers, the block around a grid sees its first baseline as its last one, too.
                request: request, previous: -1, size: size, baseline: baseline, lastBaseline: baseline,
                endBaseline: endBaseline(of: placed, plan).map { $0 + padding.top }, placements: placements,
                grid: GridOutcome(
                    plan: plan, columns: state.columns, rows: state.rows,
                    corner: Point(padding.left - border.left, padding.top - border.top),
                    oppositeInset: padding.right - border.right)))
    }

    /// Sets the vertical offsets of items in their areas.
    private func alignBaselines(_ placed: inout [PlacedItem], _ state: GridState) {
        let plan = state.plan
        let ascents = finalAscents(placed, plan) ?? state.ascents
        for index in placed.indices {
            let item = placed[index]
            let place = plan.items[index]
            let free = item.area.rows.size - item.size.height - item.box.margin.vertical
            let automatic = item.box.autoMargins.intersection(.vertical)
            var offset = item.box.margin.top
            if !automatic.isEmpty {
                if free > 0, automatic.contains(.top) { offset += free / automatic.countOfSides }
            } else {
                let isSafe = free < 0 && isSafe(item.box.node, in: plan.container.safe, across: true)
                let shares = sharesBaseline(index, of: plan, hasBaseline: item.hasBaseline)
                switch isSafe ? .start : item.box.align {
                case .normal, .stretch, .start, .flexStart, .selfStart, .left, .right: break
                case .end, .flexEnd, .selfEnd: offset += free
                case .center: offset += free / 2
                case .baseline where !shares, .lastBaseline where !shares:
                    if item.box.align == .lastBaseline { offset += free }
                case .baseline:
                    let ascent = ascents[2 * place.rows.lowerBound] ?? 0
                    offset = max(offset, ascent - item.baseline)
                case .lastBaseline:
                    let descent = ascents[2 * (place.rows.upperBound - 1) + 1] ?? 0
                    offset += min(free, item.area.rows.size - descent - item.lastBaseline - item.box.margin.top)
                }
            }
            placed[index].offset = offset
        }
    }

    /// The distances of shared baselines from the edges of rows, once the heights of all items are known.
    ///
    /// - Returns: nil where rows are shared with subgrids, whose items have shared baselines too.
    private func finalAscents(_ placed: [PlacedItem], _ plan: GridPlan) -> [Int: Double]? {
        guard plan.sharesBaselines, !plan.rows.isSubgrid, !placed.contains(where: \.box.isRowSubgrid) else { return nil }
        var ascents: [Int: Double] = [:]
        for index in placed.indices {
            let item = placed[index]
            guard item.box.sharesBaseline, sharesBaseline(index, of: plan, hasBaseline: item.hasBaseline) else { continue }
            let isLast = item.box.align == .lastBaseline
            let rows = plan.items[index].rows
            let key = isLast ? 2 * (rows.upperBound - 1) + 1 : 2 * rows.lowerBound
            let ascent =
                isLast ? item.size.height - item.lastBaseline + item.box.margin.bottom : item.baseline + item.box.margin.top
            ascents[key] = max(ascents[key] ?? -.infinity, ascent)
        }
        return ascents
    }

    /// The largest distances of left edges that items of a column share, by the keys of the items.
    private func leftEdges(_ placed: [PlacedItem], _ plan: GridPlan) -> [Int: Double] {
        var edges: [Int: Double] = [:]
        let isReversed = isRightToLeft(plan.node)
        for index in placed.indices where placed[index].box.sharesLeftEdge {
            let key = key(ofLeftEdge: index, placed[index].box, plan)
            guard let edge = placed[index].box.leftEdge(placed[index].size.width, isRightToLeft: isReversed) else { continue }
            edges[key] = max(edges[key] ?? edge, edge)
        }
        return edges
    }

    /// The key of the items with which an item shares its left edge: twice the column, and one more for last baselines.
    private func key(ofLeftEdge index: Int, _ box: GridItemBox, _ plan: GridPlan) -> Int {
        let columns = plan.items[index].columns
        return box.justify == .lastBaseline ? 2 * (columns.upperBound - 1) + 1 : 2 * columns.lowerBound
    }

    /// The distance from the start of an item's area to the item, in the direction of the grid.
    ///
    /// - Parameter shift: the distance by which a shared left edge moves the item from the edge of its area.
    private func horizontalOffset(
        _ box: GridItemBox, _ width: Double, _ area: Double, _ plan: GridPlan, shift: Double
    ) -> Double {
        let isReversed = isRightToLeft(plan.node)
        let start = isReversed ? box.margin.right : box.margin.left
        let free = area - width - box.margin.horizontal
        let automatic = box.autoMargins.intersection(.horizontal)
        if !automatic.isEmpty {
            let isStartAutomatic = automatic.contains(isReversed ? .right : .left)
            return free > 0 && isStartAutomatic ? start + free / automatic.countOfSides : start
        }
        let isSafe = free < 0 && isSafe(box.node, in: plan.container.safe, across: false)
        switch isSafe ? .start : box.justify {
        case .normal, .stretch, .start, .flexStart: return start
        case .baseline: return start + shift
        case .end, .flexEnd: return start + free
        case .lastBaseline: return start + free - shift
        case .center: return start + free / 2
        case .left: return isReversed ? start + free : start
        case .right: return isReversed ? start : start + free
        case .selfStart: return isRightToLeft(box.node) == isReversed ? start : start + free
        case .selfEnd: return isRightToLeft(box.node) == isReversed ? start + free : start
        }
    }

    /// Section 10.6: the first baseline of the container, from the top of its content.
    private func baseline(of placed: [PlacedItem], _ plan: GridPlan) -> Double? {
        guard let row = plan.items.map(\.rows.lowerBound).min() else { return nil }
        let first = plan.items.indices.filter { plan.items[$0].rows.lowerBound == row }
        let sharing = first.filter {
            placed[$0].box.sharesBaseline && placed[$0].box.align == .baseline
                && sharesBaseline($0, of: plan, hasBaseline: placed[$0].hasBaseline)
        }
        let chosen =
            sharing.first
            ?? first.min { (plan.items[$0].columns.lowerBound, $0) < (plan.items[$1].columns.lowerBound, $1) }
        return chosen.map { placed[$0].area.rows.start + placed[$0].offset + placed[$0].baseline }
    }

    /// The last baseline of the container: that of items of the last row that share one, or else of the last item.
    private func endBaseline(of placed: [PlacedItem], _ plan: GridPlan) -> Double? {
        guard let row = plan.items.map(\.rows.upperBound).max() else { return nil }
        let last = plan.items.indices.filter { plan.items[$0].rows.upperBound == row }
        func sharing(_ alignment: ItemAlignment) -> Int? {
            last.first {
                placed[$0].box.sharesBaseline && placed[$0].box.align == alignment
                    && sharesBaseline($0, of: plan, hasBaseline: placed[$0].hasBaseline)
            }
        }
        func top(_ index: Int) -> Double { placed[index].area.rows.start + placed[index].offset }
        if let index = sharing(.lastBaseline) { return top(index) + placed[index].lastBaseline }
        if let index = sharing(.baseline) { return top(index) + placed[index].baseline }
        let chosen = last.max { (plan.items[$0].columns.upperBound, $0) < (plan.items[$1].columns.upperBound, $1) }
        return chosen.map { top($0) + placed[$0].lastBaseline }
    }
}

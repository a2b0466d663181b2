/// A grid whose items have their tracks. Sizes don't matter to it, but for the number of automatic repetitions.
///
/// A class keeps plans off the stack, and lets subgrids share the plan of their parent.
final class GridPlan {
    let node: Int
    let container: GridContainer
    let columns: GridAxisPlan
    let rows: GridAxisPlan
    var items: [GridPlanItem] = []
    /// Whether items of the grid or of its subgrids may be aligned by baselines.
    var sharesBaselines = false
    var trackCount: Int { columns.count + rows.count }

    init(node: Int, container: GridContainer, columns: GridAxisPlan, rows: GridAxisPlan) {
        self.node = node
        self.container = container
        self.columns = columns
        self.rows = rows
    }

    func axis(_ axis: GridAxis) -> GridAxisPlan { axis == .columns ? columns : rows }
}

/// The tracks of a grid along one axis, implicit ones included.
struct GridAxisPlan {
    /// Empty for the tracks of a subgrid.
    var sizes: [GridTrackSize] = []
    var count: Int
    /// The number of implicit tracks before the explicit ones.
    var leading: Int
    /// The number of explicit tracks.
    var explicitCount: Int
    /// Empty tracks of `repeat(auto-fit)`.
    var collapsed: [Bool] = []
    var isSubgrid: Bool
    var names: GridLineNames
    /// The names of each explicit line, for subgrids.
    var lineNames: [[String]]
    /// The number of tracks that the template lists, without those of areas.
    var listed = 0
    /// The number of automatic repetitions that the plan is for.
    var repetitions: Int?
}

/// An item of a grid with its tracks, counted from the grid's first implicit tracks.
struct GridPlanItem {
    var node: Int
    var columns: Range<Int>
    var rows: Range<Int>
    /// The plan of an item that is a subgrid.
    var subgrid: GridPlan?

    func tracks(_ axis: GridAxis) -> Range<Int> { axis == .columns ? columns : rows }
}

/// The lines that a subgrid takes from its parent along one axis.
struct GridInheritance {
    var count: Int
    /// The parent's names of each line.
    var names: [[String]]
}

extension Solver {
    /// The plan of a grid, kept for as long as its automatic repetitions don't change.
    @inline(never)
    mutating func gridPlan(
        _ node: Int, columns: GridRoom, rows: GridRoom
    ) throws(LayoutError) -> GridPlan {
        guard case .grid(let container) = nodes[node].content else { throw .notATree(node: node) }
        let repetitions = (
            container.columns.automaticRepetitions(in: columns, gap: container.columnGap),
            container.rows.automaticRepetitions(in: rows, gap: container.rowGap)
        )
        if let kept = gridPlans[node] {
            // The plan of a subgrid belongs to its parent.
            if kept.columns.isSubgrid || kept.rows.isSubgrid { return kept }
            if kept.columns.repetitions == repetitions.0, kept.rows.repetitions == repetitions.1 { return kept }
        }
        return try makeGridPlan(
            node, container, repetitions: repetitions, inherited: (columns: nil, rows: nil))
    }

    @inline(never)
    private mutating func makeGridPlan(
        _ node: Int, _ container: GridContainer, repetitions: (columns: Int?, rows: Int?),
        inherited: (columns: GridInheritance?, rows: GridInheritance?)
    ) throws(LayoutError) -> GridPlan {
        var columns = explicitAxis(container, .columns, repetitions.columns, inherited.columns)
        var rows = explicitAxis(container, .rows, repetitions.rows, inherited.rows)
        try spend(columns.axis.count + rows.axis.count, node)
        let children = gridChildren(of: node)
        let isRowFlow = container.autoFlow == .row
        let (major, minor) = isRowFlow ? (rows.axis, columns.axis) : (columns.axis, rows.axis)
        var placement = GridPlacement(
            isDense: container.isDense, majorCount: major.explicitCount, minorCount: minor.explicitCount)
        placement.isMajorBounded = major.isSubgrid
        placement.isMinorBounded = minor.isSubgrid
        let places = children.map { child in
            let row = rows.axis.place(nodes[child].style.gridRow, in: nodes[child].content, .rows)
            let column = columns.axis.place(nodes[child].style.gridColumn, in: nodes[child].content, .columns)
            return isRowFlow ? GridPlacement.Item(major: row, minor: column) : GridPlacement.Item(major: column, minor: row)
        }
        guard let cells = placement.places(of: places, limit: gridWorkLimit - gridWork) else {
            throw .tooComplex(node: node, limit: gridWorkLimit)
        }
        try spend(placement.work, node)
        let items = zip(children, cells).map { child, cell in
            GridPlanItem(node: child, columns: isRowFlow ? cell.minor : cell.major, rows: isRowFlow ? cell.major : cell.minor)
        }
        finish(&columns.axis, container, .columns, fitted: columns.fitted, spans: items.map(\.columns))
        finish(&rows.axis, container, .rows, fitted: rows.fitted, spans: items.map(\.rows))
        try spend(columns.axis.count + rows.axis.count, node)
        let plan = GridPlan(node: node, container: container, columns: columns.axis, rows: rows.axis)
        plan.items = items.map { $0.shifted(columns: columns.axis.leading, rows: rows.axis.leading) }
        for index in plan.items.indices {
            try planSubgrid(&plan.items[index], of: plan)
            let align = nodes[plan.items[index].node].style.alignSelf ?? container.alignItems
            if align == .baseline || align == .lastBaseline || plan.items[index].subgrid?.sharesBaselines == true {
                plan.sharesBaselines = true
            }
        }
        gridTracks += plan.trackCount - (gridPlans.updateValue(plan, forKey: node)?.trackCount ?? 0)
        let limit = max(LayoutLimits.leastTracks, LayoutLimits.tracksPerNode * nodes.count)
        guard gridTracks <= limit else { throw .tooManyTracks(node: node, limit: limit) }
        return plan
    }

    /// The items of a grid by their `order`. `sort` may exchange equal elements, so positions keep them in place.
    private func gridChildren(of node: Int) -> [Int] {
        let children = nodes[node].children.filter { facts[$0].isInFlow }
        let orders = children.map { nodes[$0].style.order }
        if orders.allSatisfy({ $0 == orders[0] }) { return children }
        return children.indices.sorted { (orders[$0], $0) < (orders[$1], $1) }.map { children[$0] }
    }

    private func explicitAxis(
        _ container: GridContainer, _ axis: GridAxis, _ repetitions: Int?, _ inherited: GridInheritance?
    ) -> (axis: GridAxisPlan, fitted: Range<Int>) {
        let template = container.template(axis)
        if let inherited {
            var names = inherited.names
            for (line, added) in template.subgridNames(count: inherited.count).enumerated() where line < names.count {
                names[line] += added
            }
            add(container.areas, axis, to: &names, count: inherited.count)
            let plan = GridAxisPlan(
                count: inherited.count, leading: 0, explicitCount: inherited.count, isSubgrid: true,
                names: GridLineNames(count: inherited.count, names: names), lineNames: names)
            return (plan, 0..<0)
        }
        var tracks = template.isSubgrid ? Self.lonely : template.expanded(repetitions: repetitions ?? 1)
        let count = min(
            GridBounds.lines,
            max(tracks.sizes.count, axis == .columns ? container.areas.columnCount : container.areas.rowCount))
        let automatic = container.automatic(axis)
        // Section 7.1: tracks that only the areas ask for have automatic sizes.
        let listed = tracks.sizes.count
        for index in listed..<max(count, listed) {
            tracks.sizes.append(automatic[(index - listed) % automatic.count])
            tracks.names.append([])
        }
        add(container.areas, axis, to: &tracks.names, count: count)
        let plan = GridAxisPlan(
            sizes: tracks.sizes, count: count, leading: 0, explicitCount: count, isSubgrid: false,
            names: GridLineNames(count: count, names: tracks.names), lineNames: tracks.names, listed: listed,
            repetitions: repetitions)
        return (plan, tracks.fitted)
    }

    /// The tracks of a grid that is no subgrid, although it asks to be. As in browsers, it has a track.
    private static let lonely: GridExplicitTracks = {
        var tracks = GridExplicitTracks()
        tracks.sizes = [.auto]
        tracks.names = [[], []]
        return tracks
    }()

    /// Section 8.4: areas name the lines around them.
    private func add(_ areas: GridAreas, _ axis: GridAxis, to names: inout [[String]], count: Int) {
        for area in areas.areas {
            let range = axis == .columns ? area.columns : area.rows
            if range.lowerBound < names.count { names[range.lowerBound].append(area.name + "-start") }
            if min(range.upperBound, count) < names.count {
                names[min(range.upperBound, count)].append(area.name + "-end")
            }
        }
    }

    /// Adds implicit tracks around the explicit ones.
    private func finish(
        _ plan: inout GridAxisPlan, _ container: GridContainer, _ axis: GridAxis, fitted: Range<Int>, spans: [Range<Int>]
    ) {
        guard !plan.isSubgrid else { return }
        let start = spans.reduce(0) { min($0, $1.lowerBound) }
        let last = spans.map(\.upperBound).max()
        let end = plan.explicitCount == 0 ? last ?? 0 : max(plan.explicitCount, last ?? 0)
        let automatic = container.automatic(axis)
        plan.leading = -start
        plan.count = end - start
        // The pattern of implicit tracks ends at the explicit grid on its start side.
        let before = (0..<min(plan.leading, plan.count)).map { index in
            let distance = plan.leading - 1 - index
            return automatic[automatic.count - 1 - distance % automatic.count]
        }
        let after = (plan.explicitCount..<max(plan.explicitCount, end)).map { automatic[($0 - plan.listed) % automatic.count] }
        plan.sizes = before + plan.sizes + after
        plan.collapsed = Array(repeating: false, count: plan.count)
        guard !fitted.isEmpty else { return }
        for track in fitted { plan.collapsed[track - start] = true }
        for span in spans { for track in span { plan.collapsed[track - start] = false } }
    }

    /// Plans an item that takes tracks of its parent.
    private mutating func planSubgrid(_ item: inout GridPlanItem, of plan: GridPlan) throws(LayoutError) {
        guard case .grid(let container) = nodes[item.node].content,
            container.columns.isSubgrid || container.rows.isSubgrid
        else { return }
        let columns = container.columns.isSubgrid ? plan.columns.inheritance(item.columns) : nil
        let rows = container.rows.isSubgrid ? plan.rows.inheritance(item.rows) : nil
        // The room for automatic repetitions is known only where the style gives it.
        let padding = padding(of: item.node, against: nil)
        let room = (
            GridRoom(size: fixedSize(nodes[item.node].style.width, item.node, padding.horizontal)),
            GridRoom(size: fixedSize(nodes[item.node].style.height, item.node, padding.vertical))
        )
        let repetitions = (
            container.columns.automaticRepetitions(in: room.0, gap: container.columnGap),
            container.rows.automaticRepetitions(in: room.1, gap: container.rowGap)
        )
        item.subgrid = try makeGridPlan(
            item.node, container, repetitions: repetitions, inherited: (columns: columns, rows: rows))
    }

    /// The inner size that a length in points gives.
    private func fixedSize(_ length: LayoutLength, _ node: Int, _ padding: Double) -> Double? {
        length.resolved(against: nil).map { facts[node].isContentBox ? $0 : max(0, $0 - padding) }
    }

    /// Counts work that may grow faster than the tree.
    mutating func spend(_ work: Int, _ node: Int) throws(LayoutError) {
        gridWork += work
        if gridWork > gridWorkLimit { throw .tooComplex(node: node, limit: gridWorkLimit) }
    }
}

extension GridPlanItem {
    fileprivate func shifted(columns: Int, rows: Int) -> GridPlanItem {
        var item = self
        item.columns = (self.columns.lowerBound + columns)..<(self.columns.upperBound + columns)
        item.rows = (self.rows.lowerBound + rows)..<(self.rows.upperBound + rows)
        return item
    }
}

extension GridAxisPlan {
    /// The place of an item before automatic placement.
    fileprivate func place(_ span: GridSpan, in content: LayoutContent, _ axis: GridAxis) -> GridLineNames.Place {
        var place = names.place(span)
        if span.isAutomatic, case .grid(let container) = content, case .subgrid(let entries) = container.template(axis) {
            // Section 8.3: the names of a subgrid's lines say how many tracks it spans.
            let listed = entries.filter {
                if case .repeated(.times, _) = $0 { true } else if case .names = $0 { true } else { false }
            }
            let count = GridTemplate.subgrid(listed).subgridNames(count: GridBounds.lines - 1).count
            place = .span(max(1, count - 1))
        }
        guard isSubgrid, case .tracks(let tracks) = place else { return place }
        let start = max(0, min(tracks.lowerBound, count - 1))
        return .tracks(start..<max(start + 1, min(tracks.upperBound, count)))
    }

    /// The lines around these tracks, for a subgrid.
    fileprivate func inheritance(_ tracks: Range<Int>) -> GridInheritance {
        let names = (tracks.lowerBound...tracks.upperBound).map { line in
            let line = line - leading
            return line >= 0 && line < lineNames.count ? lineNames[line] : []
        }
        return GridInheritance(count: tracks.count, names: names)
    }
}

extension GridSpan {
    fileprivate var isAutomatic: Bool { self == .auto }
}

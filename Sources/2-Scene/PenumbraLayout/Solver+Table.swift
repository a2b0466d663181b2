import PenumbraGeometry

/// A table whose tracks have their places.
final class TableOutcome {
    let geometry: TableGeometry

    init(geometry: TableGeometry) { self.geometry = geometry }
}

/// The rows of a table while their heights are worked out.
private struct TableRowSizes {
    var height = 0.0
    /// The largest distance from the top of the row to a baseline.
    var ascent: Double?
    var descent = 0.0
    /// The least padding below the content of a cell in this row alone.
    var below: Double?
    /// Whether a length or a percentage of the style gives the height.
    var isFixed = false
    var percent: Double?
}

/// CSS 2.2, section 17.5: the layout of tables.
extension Solver {
    @inline(never)
    mutating func layoutTable(
        _ node: Int, _ request: Request, padding: Edges
    ) throws(LayoutError) {
        guard case .table(let container) = nodes[node].content else { return }
        let table = try tableStructure(node, container)
        let inner = max(0, request.width - padding.horizontal)
        let spacing = tableSpacing(container, table.columnCount)
        let columns = try tableColumns(node, container, table, innerWidth: inner)
        let widths = TableDistribution.widths(columns, target: max(0, inner - spacing))
        let gap = container.isCollapsed || widths.isEmpty ? 0 : container.horizontalSpacing
        var starts: [Double] = []
        var position = gap
        for width in widths {
            starts.append(position)
            position += width + gap
        }
        var captions = try layoutCaptions(table, width: request.width)
        var rows = try rowSizes(table, container, widths: widths, gap: gap)
        let above = captions.filter { !nodes[$0.node].style.isCaptionBelow }.reduce(0) { $0 + $1.outer }
        let below = captions.filter { nodes[$0.node].style.isCaptionBelow }.reduce(0) { $0 + $1.outer }
        let verticalGap = container.isCollapsed || table.rows.isEmpty || widths.isEmpty ? 0 : container.verticalSpacing
        let gaps = table.rows.isEmpty ? 0 : Double(table.rows.count + 1) * verticalGap
        var content = rows.reduce(gaps) { $0 + $1.height }
        // The style measures the rows alone, and a height that the parent imposes measures the captions, too.
        let styled = styledHeight(node, against: request.containerHeight, padding: padding)
        var wanted = styled == nil ? request.height.map { $0 - above - below } : nil
        if wanted == nil, !request.ignoresHeight {
            let limits = heightLimits(node, against: request.containerHeight, padding: padding)
            // As in browsers, the proportion is that of the border box.
            wanted = max(limits.minimum, styled ?? facts[node].ratio.map { request.width / $0.value } ?? 0)
        }
        if let wanted, wanted - padding.vertical > content {
            let free = wanted - padding.vertical
            grow(&rows, table, by: free - content, gap: verticalGap)
            content = table.rows.isEmpty ? free : rows.reduce(gaps) { $0 + $1.height }
        }
        let grid = Rect(x: 0, y: above, width: request.width, height: content + padding.vertical)
        let placer = TablePlacer(
            table: table, grid: grid, padding: padding, widths: widths, starts: starts, gap: gap, verticalGap: verticalGap)
        placer.geometry.columnPlaces = container.columns.indices.map { table.place(ofColumn: $0) }
        placer.hasHeight = !nodes[node].style.height.isAuto
        var placements = try place(placer, rows)
        var y = (above: 0.0, below: grid.maxY)
        for index in captions.indices {
            let isBelow = nodes[captions[index].node].style.isCaptionBelow
            captions[index].placement.origin.y += isBelow ? y.below : y.above
            if isBelow { y.below += captions[index].outer } else { y.above += captions[index].outer }
            placements.append(captions[index].placement)
        }
        outcomes.append(
            Outcome(
                request: request, previous: -1,
                size: Size(width: request.width, height: above + grid.height + below), baseline: placer.baseline,
                lastBaseline: placer.baseline, placements: placements,
                table: TableOutcome(geometry: placer.geometry)))
    }

    private struct Caption {
        var node: Int
        var placement: Placement
        /// The height with margins.
        var outer: Double
    }

    private mutating func layoutCaptions(_ table: TableStructure, width: Double) throws(LayoutError) -> [Caption] {
        var captions: [Caption] = []
        for node in table.captions {
            let margin = margin(of: node, against: width)
            let padding = padding(of: node, against: width)
            let limits = try widthLimits(node, against: width, padding: padding)
            let own = try styledWidth(node, against: width, padding: padding) ?? max(0, width - margin.horizontal)
            let outcome = try layout(node, Request(width: limits.clamp(own), containerWidth: width))
            captions.append(
                Caption(
                    node: node, placement: Placement(node: node, origin: Point(margin.left, margin.top), outcome: outcome),
                    outer: outcomes[outcome].size.height + margin.vertical))
        }
        return captions
    }

    /// The width of a cell over these columns.
    private func cellWidth(_ columns: Range<Int>, _ widths: [Double], gap: Double) -> Double {
        widths[columns].reduce(0, +) + Double(columns.count - 1) * gap
    }

    /// Section 17.5.3: the heights of rows.
    private mutating func rowSizes(
        _ table: TableStructure, _ container: TableContainer, widths: [Double], gap: Double
    ) throws(LayoutError) -> [TableRowSizes] {
        var rows = table.rows.map { row in
            var sizes = TableRowSizes()
            let style = nodes[row.node].style
            if case .points(let height) = style.height { (sizes.height, sizes.isFixed) = (height, true) }
            if case .fraction(let share) = style.height { sizes.percent = share }
            if case .points(let height) = style.minHeight { sizes.height = max(sizes.height, height) }
            return sizes
        }
        var spanning: [(rows: Range<Int>, height: Double)] = []
        for cell in table.cells {
            let outcome = try layout(
                cell.node, Request(width: cellWidth(cell.columns, widths, gap: gap), containerWidth: nil, ignoresHeight: true))
            let padding = padding(of: cell.node, against: nil)
            let content = outcomes[outcome].size.height
            let limits = heightLimits(cell.node, against: nil, padding: padding)
            let styled = styledHeight(cell.node, against: nil, padding: padding)
            let height = max(content, styled ?? 0, limits.minimum)
            let first = cell.rows.lowerBound
            // Cells without content have no baseline.
            let hasContent = content > padding.vertical || !nodes[cell.node].children.isEmpty
            if nodes[cell.node].style.cell.verticalAlign == .baseline, hasContent {
                let ascent = outcomes[outcome].baseline ?? content - padding.bottom
                rows[first].ascent = max(rows[first].ascent ?? 0, ascent)
                if cell.rows.count == 1 { rows[first].descent = max(rows[first].descent, content - ascent) }
            }
            if cell.rows.count == 1 {
                rows[first].below = min(rows[first].below ?? .infinity, padding.bottom)
                rows[first].height = max(rows[first].height, height)
                if styled != nil { rows[first].isFixed = true }
                if case .fraction(let share) = nodes[cell.node].style.height {
                    rows[first].percent = max(rows[first].percent ?? 0, share)
                }
            } else {
                spanning.append((cell.rows, height))
            }
        }
        for index in rows.indices {
            if let ascent = rows[index].ascent { rows[index].height = max(rows[index].height, ascent + rows[index].descent) }
        }
        let verticalGap = container.isCollapsed ? 0 : container.verticalSpacing
        let starts = Set(spanning.map(\.rows.lowerBound))
        for entry in spanning.sorted(by: { ($0.rows.count, $0.rows.lowerBound) < ($1.rows.count, $1.rows.lowerBound) }) {
            let known = rows[entry.rows].reduce(0) { $0 + $1.height } + Double(entry.rows.count - 1) * verticalGap
            try spend(entry.rows.count, table.rows[entry.rows.lowerBound].node)
            if entry.height > known { spread(entry.height - known, over: entry.rows, &rows, starts) }
        }
        return rows
    }

    /// Gives the height that a cell needs beyond its rows to them.
    ///
    /// - Parameter starts: the rows in which cells over several rows start.
    private func spread(_ excess: Double, over range: Range<Int>, _ rows: inout [TableRowSizes], _ starts: Set<Int>) {
        // As in Chromium, rows after the first one take it if such cells start in them.
        let starting = range.dropFirst().filter(starts.contains)
        for row in starting { rows[row].height += excess / Double(starting.count) }
        if !starting.isEmpty { return }
        let automatic = range.filter { !rows[$0].isFixed && rows[$0].height > 0 }
        let list = automatic.isEmpty ? Array(range) : automatic
        let total = list.reduce(0) { $0 + rows[$1].height }
        if total <= 0 {
            // As in browsers, empty rows leave everything to the last one.
            rows[range.upperBound - 1].height += excess
            return
        }
        let heights = list.map { rows[$0].height }
        for (index, height) in zip(list, heights) { rows[index].height += excess * height / total }
    }

    /// Gives the height of a table beyond its rows to its row groups by their heights, and then to their rows.
    private func grow(_ rows: inout [TableRowSizes], _ table: TableStructure, by excess: Double, gap: Double) {
        let heights = table.groups.map { group in
            rows[group.rows].reduce(Double(max(0, group.rows.count - 1)) * gap) { $0 + $1.height }
        }
        let sum = heights.reduce(0, +)
        let filled = table.groups.reduce(0) { $0 + ($1.rows.isEmpty ? 0 : 1) }
        for (group, height) in zip(table.groups, heights) where !group.rows.isEmpty {
            let share = sum > 0 ? excess * height / sum : excess / Double(filled)
            grow(&rows, group.rows, by: share, total: height + share)
        }
    }

    private func grow(_ rows: inout [TableRowSizes], _ range: Range<Int>, by excess: Double, total: Double) {
        var left = excess
        for index in range {
            guard let percent = rows[index].percent else { continue }
            let wanted = max(0, min(left, percent * total - rows[index].height))
            rows[index].height += wanted
            left -= wanted
        }
        guard left > 0 else { return }
        let free = range.filter { !rows[$0].isFixed && rows[$0].percent == nil }
        let list = free.isEmpty ? Array(range) : free
        let heights = list.map { rows[$0].height }
        let sum = heights.reduce(0, +)
        for (index, height) in zip(list, heights) {
            rows[index].height += sum > 0 ? left * height / sum : left / Double(list.count)
        }
    }
}

/// The tracks of a table while its cells are placed.
private final class TablePlacer {
    let table: TableStructure
    let grid: Rect
    let padding: Edges
    let widths: [Double]
    let starts: [Double]
    let gap: Double
    let verticalGap: Double
    /// Whether the style of the table gives its height.
    var hasHeight = false
    var baseline: Double?
    var geometry: TableGeometry

    init(
        table: TableStructure, grid: Rect, padding: Edges, widths: [Double], starts: [Double], gap: Double, verticalGap: Double
    ) {
        self.table = table
        self.grid = grid
        self.padding = padding
        self.widths = widths
        self.starts = starts
        self.gap = gap
        self.verticalGap = verticalGap
        geometry = TableGeometry(grid: grid, columns: [], rows: [])
        if let borders = table.borders {
            geometry.verticalEdges = borders.vertical
            geometry.horizontalEdges = borders.horizontal
        }
    }

    /// The width of all columns with the spacing around them.
    var innerWidth: Double { (starts.last ?? 0) + (widths.last ?? 0) + (widths.isEmpty ? 0 : gap) }
}

extension Solver {
    /// The placements of the row groups, with rows and cells inside.
    private mutating func place(_ placer: TablePlacer, _ rows: [TableRowSizes]) throws(LayoutError) -> [Placement] {
        let table = placer.table
        let isReversed = nodes.indices.contains(table.rows.first?.node ?? -1) && isRightToLeft(table.groups[0].node)
        let inner = max(placer.innerWidth, placer.grid.width - placer.padding.horizontal)
        let left = placer.grid.minX + placer.padding.left
        placer.geometry.columns = placer.widths.indices.map { index in
            let start = isReversed ? inner - placer.starts[index] - placer.widths[index] : placer.starts[index]
            return (left + start)...(left + start + placer.widths[index])
        }
        var tops: [Double] = []
        var y = placer.grid.minY + placer.padding.top + placer.verticalGap
        for row in rows {
            tops.append(y)
            placer.geometry.rows.append(y...(y + row.height))
            y += row.height + placer.verticalGap
        }
        if let first = rows.first, let top = tops.first {
            let isEmpty = table.rows[0].cells.isEmpty
            placer.baseline = top + (isEmpty ? 0 : first.ascent ?? first.height - (first.below ?? 0))
        }
        var rowPlacements: [[Placement]] = Array(repeating: [], count: table.rows.count)
        for cell in table.cells {
            let last = cell.rows.upperBound - 1
            let height = tops[last] + rows[last].height - tops[cell.rows.lowerBound]
            let span = cell.columns
            let width =
                placer.widths[span].reduce(0, +) + Double(span.count - 1) * placer.gap
            let start = placer.starts[span.lowerBound] - (placer.starts.first ?? 0)
            let rowWidth = max(0, inner - 2 * placer.gap)
            let outcome = try layoutCell(
                cell.node, width: width, height: height, ascent: rows[cell.rows.lowerBound].ascent,
                inTableOfHeight: placer.hasHeight)
            rowPlacements[cell.rows.lowerBound].append(
                Placement(node: cell.node, origin: Point(isReversed ? rowWidth - start - width : start, 0), outcome: outcome))
        }
        let width = max(0, inner - 2 * placer.gap)
        var placements: [Placement] = []
        var edge = placer.grid.minY + placer.padding.top
        for group in table.groups {
            let top = group.rows.isEmpty ? edge : tops[group.rows.lowerBound]
            var children: [Placement] = []
            for row in group.rows {
                children.append(
                    Placement(
                        node: table.rows[row].node, origin: Point(0, tops[row] - top),
                        outcome: addPart(Size(width: width, height: rows[row].height), rowPlacements[row])))
            }
            let bottom = group.rows.last.map { tops[$0] + rows[$0].height } ?? top
            edge = bottom
            placements.append(
                Placement(
                    node: group.node, origin: Point(left + placer.gap, top),
                    outcome: addPart(Size(width: width, height: bottom - top), children)))
        }
        return placements
    }

    /// Adds the outcome of a row or of a row group, which the table alone decides.
    private mutating func addPart(_ size: Size, _ placements: [Placement]) -> Int {
        outcomes.append(
            Outcome(
                request: Request(width: size.width, height: size.height), previous: -1, size: size, baseline: nil,
                placements: placements))
        return outcomes.count - 1
    }

    /// Lays out a cell as high as its rows, and moves its content to the baseline of the row.
    ///
    /// Percentages of heights inside refer to the cell if its style or that of its table gives a height.
    private mutating func layoutCell(
        _ node: Int, width: Double, height: Double, ascent: Double?, inTableOfHeight: Bool
    ) throws(LayoutError) -> Int {
        let padding = padding(of: node, against: nil)
        let isDefinite = inTableOfHeight || styledHeight(node, against: nil, padding: padding) != nil
        let outcome = try layout(node, Request(width: width, height: height, isHeightDefinite: isDefinite))
        guard nodes[node].style.cell.verticalAlign == .baseline else { return outcome }
        let measured = try layout(node, Request(width: width, ignoresHeight: true))
        let baseline = outcomes[measured].baseline ?? outcomes[measured].size.height - padding.bottom
        let shift = max(0, (ascent ?? baseline) - baseline)
        guard shift != 0 else { return outcome }
        var moved = outcomes[outcome]
        for index in moved.placements.indices { moved.placements[index].origin.y += shift }
        for index in moved.statics.indices { moved.statics[index].top += shift }
        for index in moved.lines.indices { moved.lines[index].frame.origin.y += shift }
        outcomes.append(moved)
        return outcomes.count - 1
    }
}

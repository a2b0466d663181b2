import PenumbraGeometry

/// The widths of tables and of their columns.
extension Solver {
    /// The min-content and the max-content width of a table's content.
    ///
    /// - Parameter countsShares: whether the width leaves room for percentages of columns. As in browsers, what a table
    ///   contributes to a cell, a flexible box or a grid around it leaves none.
    @inline(never)
    mutating func tableWidths(_ node: Int, countsShares: Bool) throws(LayoutError) -> ContentSizes {
        guard case .table(let container) = nodes[node].content else { return ContentSizes(minimum: 0, maximum: 0) }
        let table = try tableStructure(node, container)
        let columns = try tableColumns(node, container, table, innerWidth: nil)
        let spacing = tableSpacing(container, table.columnCount)
        var sizes = ContentSizes(minimum: spacing, maximum: spacing)
        for column in columns {
            sizes.minimum += column.minimum
            sizes.maximum += max(column.minimum, column.maximum)
        }
        // Columns with percentages need a table in which their share holds their content.
        var share = 0.0
        var others = 0.0
        var widest = 0.0
        for column in columns {
            if let percent = column.percent {
                let part = min(percent, max(0, 1 - share))
                share += part
                let width = max(column.minimum, column.maximum)
                if width > 0 { widest = part > 0 ? max(widest, width / part) : LayoutLimits.widestTable }
            } else {
                others += max(column.minimum, column.maximum)
            }
        }
        if countsShares, share > 0, !container.isFixed || nodes[node].style.width.isAuto {
            if share < 1 {
                widest = max(widest, others / (1 - share))
            } else if others > 0 {
                widest = LayoutLimits.widestTable
            }
            sizes.maximum = max(sizes.maximum, min(widest, LayoutLimits.widestTable) + spacing)
        }
        // As in Chromium, a fixed table takes a percentage of as much room as there is.
        if container.isFixed, style(node, { $0.width.isFraction }) { sizes.maximum = LayoutLimits.widestTable }
        for caption in table.captions {
            let margin = margin(of: caption, against: nil).horizontal
            let width = try contributedWidths(caption, containerHeight: nil, stretched: nil).minimum + margin
            let padding = padding(of: node, against: nil).horizontal
            sizes.minimum = max(sizes.minimum, width - padding)
            sizes.maximum = max(sizes.maximum, sizes.minimum)
        }
        return sizes
    }

    func tableSpacing(_ container: TableContainer, _ count: Int) -> Double {
        container.isCollapsed || count == 0 ? 0 : Double(count + 1) * container.horizontalSpacing
    }

    /// The sizes that columns ask for.
    ///
    /// - Parameter innerWidth: the width of all columns together where it is known.
    mutating func tableColumns(
        _ node: Int, _ container: TableContainer, _ table: TableStructure, innerWidth: Double?
    ) throws(LayoutError) -> [TableColumnSizes] {
        let isFixed = container.isFixed && !nodes[node].style.width.isAuto
        var columns = Array(repeating: TableColumnSizes(), count: table.columnCount)
        for (position, column) in container.columns.enumerated() {
            guard let index = table.place(ofColumn: position) else { continue }
            columns[index].apply(column.width)
            if isFixed { columns[index].minimum = columns[index].maximum }
        }
        var spanning: [(cell: TableStructure.Cell, sizes: TableColumnSizes)] = []
        for cell in table.cells {
            if isFixed, cell.rows.lowerBound != 0 { continue }
            let sizes = try cellSizes(cell.node, isFixed: isFixed)
            if cell.span == 1 {
                let index = cell.columns.lowerBound
                if isFixed, columns[index].isFixed || columns[index].percent != nil { continue }
                columns[index].merge(sizes)
            } else {
                spanning.append((cell, sizes))
            }
        }
        spanning.sort {
            ($0.cell.span, $0.cell.columns.lowerBound, $0.cell.node) < ($1.cell.span, $1.cell.columns.lowerBound, $1.cell.node)
        }
        let gap = container.isCollapsed ? 0 : container.horizontalSpacing
        for entry in spanning {
            try spend(entry.cell.columns.count, node)
            distribute(entry.sizes, to: entry.cell.columns, &columns, gap: gap, isFixed: isFixed)
        }
        var share = 1.0
        for index in columns.indices {
            if let percent = columns[index].percent, !isFixed {
                columns[index].percent = min(percent, share)
                share = max(0, share - percent)
            }
            columns[index].maximum = max(columns[index].maximum, columns[index].minimum)
            if isFixed, !columns[index].isFixed, columns[index].percent == nil {
                columns[index].minimum = 0
                columns[index].maximum = 0
            }
        }
        return columns
    }

    /// The width that a cell asks for.
    private mutating func cellSizes(_ node: Int, isFixed: Bool) throws(LayoutError) -> TableColumnSizes {
        let padding = padding(of: node, against: nil)
        var sizes = TableColumnSizes()
        if case .fraction(let fraction) = nodes[node].style.width {
            sizes.percent = fraction
        } else if case .fraction(let fraction) = nodes[node].style.maxWidth, nodes[node].style.width.isAuto {
            sizes.percent = fraction
        }
        let limits = try widthLimits(node, against: nil, padding: padding)
        let styled = try styledWidth(node, against: nil, padding: padding)
        if isFixed {
            if facts[node].isContentBox { sizes.percentPadding = padding.horizontal }
            if let styled {
                (sizes.minimum, sizes.maximum, sizes.isFixed) = (limits.clamp(styled), limits.clamp(styled), true)
            }
            return sizes
        }
        let content = try contentWidths(node, height: nil, containerWidth: nil, containerHeight: nil)
        sizes.minimum = limits.clamp(content.minimum)
        sizes.maximum = max(sizes.minimum, limits.clamp(content.maximum))
        if let styled {
            sizes.isFixed = true
            sizes.maximum = max(sizes.minimum, limits.clamp(styled))
        }
        return sizes
    }

    /// Section 3.8.3: what a cell asks of the columns it spans.
    private func distribute(
        _ cell: TableColumnSizes, to range: Range<Int>, _ columns: inout [TableColumnSizes], gap: Double, isFixed: Bool
    ) {
        let gaps = Double(range.count - 1) * gap
        if isFixed {
            guard cell.isFixed || cell.percent != nil else { return }
            let free = range.filter { !columns[$0].isFixed && columns[$0].percent == nil }
            let taken = range.reduce(gaps) { $0 + columns[$1].maximum }
            for index in free {
                if let percent = cell.percent {
                    columns[index].percent = percent / Double(range.count)
                } else {
                    let width = max(0, cell.maximum - taken) / Double(free.count)
                    (columns[index].minimum, columns[index].maximum, columns[index].isFixed) = (width, width, true)
                }
            }
            return
        }
        if let percent = cell.percent {
            let known = range.reduce(0) { $0 + (columns[$1].percent ?? 0) }
            let free = range.filter { columns[$0].percent == nil }
            if percent > known, !free.isEmpty {
                func weight(_ index: Int) -> Double { max(columns[index].maximum, columns[index].minimum) }
                let total = free.reduce(0) { $0 + weight($1) }
                for index in free {
                    let share = total > 0 ? weight(index) / total : 1 / Double(free.count)
                    columns[index].percent = (percent - known) * share
                }
            }
        }
        if range.count == 1, let index = range.first {
            // The other columns of the cell take no room. A length overrules the cell's max-content width.
            columns[index].minimum = max(columns[index].minimum, cell.minimum)
            if !columns[index].isFixed || columns[index].percent != nil {
                columns[index].maximum = max(columns[index].maximum, cell.maximum)
            }
            return
        }
        let part = Array(columns[range])
        let minimum = max(0, cell.minimum - gaps)
        if minimum > part.reduce(0, { $0 + $1.minimum }) {
            for (index, width) in zip(range, TableDistribution.widths(part, target: minimum)) {
                columns[index].minimum = max(columns[index].minimum, width)
            }
        }
        // As in Chromium, columns with percentages leave the others more than they may need together, and the text of a cell
        // without a width breaks before it widens columns that have one.
        let maximum = max(0, cell.maximum - gaps)
        for (index, width) in zip(range, TableDistribution.widths(part, target: maximum, growsFixed: cell.isFixed)) {
            columns[index].maximum = max(columns[index].maximum, width)
        }
    }
}

extension TableColumnSizes {
    fileprivate mutating func apply(_ width: LayoutLength) {
        switch width {
        case .points(let points): (maximum, isFixed) = (points, true)
        case .fraction(let fraction): percent = max(percent ?? 0, fraction)
        default: break
        }
    }

    fileprivate mutating func merge(_ other: TableColumnSizes) {
        minimum = max(minimum, other.minimum)
        // A length overrules the content of other cells, but not their smallest widths.
        if other.isFixed, !isFixed {
            isFixed = true
            maximum = other.maximum
        } else if other.isFixed || !isFixed {
            maximum = max(maximum, other.maximum)
        }
        if let share = other.percent, share > percent ?? -1 { (percent, percentPadding) = (share, other.percentPadding) }
    }
}

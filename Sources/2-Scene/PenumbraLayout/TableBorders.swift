/// Borders that collapse: CSS 2.2, section 17.6.2.
struct TableBorders {
    /// By row, then by line between columns.
    var vertical: [[TableEdge?]]
    /// By line between rows, then by column.
    var horizontal: [[TableEdge?]]
    /// The columns and the rows up to the last ones of a box with a border.
    private var usedColumns = 0
    private var usedRows = 0

    init(rows: Int, columns: Int) {
        vertical = Array(repeating: Array(repeating: nil, count: columns + 1), count: rows)
        horizontal = Array(repeating: Array(repeating: nil, count: columns), count: rows + 1)
    }

    /// Section 17.6.2.1: lets a border compete for an edge. Earlier ones win where all else is equal.
    private static func compete(_ edge: inout TableEdge?, _ other: TableEdge) {
        guard let known = edge else {
            edge = other
            return
        }
        if known.style == .hidden { return }
        if other.style == .hidden || other.width > known.width
            || (other.width == known.width && other.style > known.style)
        {
            edge = other
        }
    }

    /// Adds the borders of a box that covers these tracks.
    ///
    /// - Parameter isSpanning: whether the box is a cell over several rows or columns.
    mutating func add(
        _ node: Int, _ border: Edges, _ styles: TableBorderStyles, rows: Range<Int>, columns: Range<Int>, isRightToLeft: Bool,
        column: Int? = nil, isSpanning: Bool = false
    ) {
        func edge(_ width: Double, _ style: TableBorderStyle, _ side: TableEdge.Side) -> TableEdge? {
            guard style == .hidden || style != .none && width > 0 else { return nil }
            return TableEdge(width: style == .hidden ? 0 : width, style: style, node: node, side: side, column: column)
        }
        let left = edge(border.left, styles.left, .left)
        let right = edge(border.right, styles.right, .right)
        let (start, end) = isRightToLeft ? (right, left) : (left, right)
        let top = edge(border.top, styles.top, .top)
        let bottom = edge(border.bottom, styles.bottom, .bottom)
        guard isSpanning || left != nil || right != nil || top != nil || bottom != nil else { return }
        usedColumns = max(usedColumns, columns.upperBound)
        usedRows = max(usedRows, rows.upperBound)
        for row in rows where row < vertical.count {
            if let start { Self.compete(&vertical[row][columns.lowerBound], start) }
            if let end { Self.compete(&vertical[row][columns.upperBound], end) }
        }
        for column in columns {
            if let top { Self.compete(&horizontal[rows.lowerBound][column], top) }
            if let bottom { Self.compete(&horizontal[rows.upperBound][column], bottom) }
        }
    }

    /// The width of the border at a line between columns.
    ///
    /// Chromium keeps the borders of all rows in one list, in which the columns behind the last border have no places: a line
    /// beyond it is one of the next row.
    private func width(row: Int, line: Int) -> Double {
        let place = row * (usedColumns + 1) + line
        let (row, line) = place.quotientAndRemainder(dividingBy: usedColumns + 1)
        return row < min(usedRows, vertical.count) ? vertical[row][line]?.width ?? 0 : 0
    }

    /// Half the widest border on each side of a range of tracks.
    func halves(rows: Range<Int>, columns: Range<Int>, isRightToLeft: Bool) -> Edges {
        var start = 0.0
        var end = 0.0
        var top = 0.0
        var bottom = 0.0
        if columns.lowerBound > usedColumns { return Edges() }
        for row in rows {
            start = max(start, width(row: row, line: columns.lowerBound))
            end = max(end, width(row: row, line: columns.upperBound))
        }
        for column in columns {
            top = max(top, horizontal[rows.lowerBound][column]?.width ?? 0)
            bottom = max(bottom, horizontal[rows.upperBound][column]?.width ?? 0)
        }
        return Edges(
            top: top / 2, right: (isRightToLeft ? start : end) / 2, bottom: bottom / 2, left: (isRightToLeft ? end : start) / 2)
    }
}

extension Solver {
    /// Replaces the borders of tables whose borders collapse by the halves of those that are drawn.
    mutating func collapseBorders() throws(LayoutError) {
        for node in nodes.indices {
            guard case .table(let container) = nodes[node].content else { continue }
            let table = try tableStructure(node, container)
            for row in table.rows { facts[row.node].border = Edges() }
            for group in table.groups { facts[group.node].border = Edges() }
            guard container.isCollapsed else { continue }
            try spend(table.rows.count * (table.columnCount + 1), node)
            var borders = TableBorders(rows: table.rows.count, columns: table.columnCount)
            let isReversed = isRightToLeft(node)
            func add(_ box: Int, _ rows: Range<Int>, _ columns: Range<Int>, isSpanning: Bool = false) {
                borders.add(
                    box, nodes[box].style.border.resolved(against: nil), nodes[box].style.borderStyles, rows: rows,
                    columns: columns, isRightToLeft: isReversed, isSpanning: isSpanning)
            }
            let columns = 0..<table.columnCount
            for cell in table.cells {
                add(cell.node, cell.rows, cell.columns, isSpanning: cell.isSpanning)
            }
            for (index, row) in table.rows.enumerated() { add(row.node, index..<(index + 1), columns) }
            for group in table.groups where !group.rows.isEmpty { add(group.node, group.rows, columns) }
            if !table.rows.isEmpty {
                for line in container.columnBorders {
                    let places = line.columns.compactMap { table.place(ofColumn: $0) }
                    guard let first = places.first, let last = places.last else { continue }
                    for columns in line.isOfEach ? places.map({ $0..<($0 + 1) }) : [first..<(last + 1)] {
                        borders.add(
                            node, line.border.resolved(against: nil), line.styles, rows: 0..<table.rows.count,
                            columns: columns, isRightToLeft: isReversed, column: line.name)
                    }
                }
                add(node, 0..<table.rows.count, columns)
            }
            for cell in table.cells {
                facts[cell.node].border = borders.halves(rows: cell.rows, columns: cell.columns, isRightToLeft: isReversed)
            }
            facts[node].border =
                table.rows.isEmpty
                ? facts[node].border
                : table.columnCount == 0
                    ? Edges() : borders.halves(rows: 0..<table.rows.count, columns: columns, isRightToLeft: isReversed)
            facts[node].hasCollapsedBorders = true
            table.borders = borders
        }
    }
}

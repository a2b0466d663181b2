/// The cells of a table with their tracks.
///
/// A class keeps structures off the stack.
final class TableStructure {
    struct Cell {
        var node: Int
        var columns: Range<Int>
        var rows: Range<Int>
        /// The number of columns that the cell asks for, even if fewer of them take room.
        var span: Int
        /// Whether the cell lies in several rows or columns, those behind the last column in which a cell starts left out.
        var isSpanning: Bool
    }

    struct Row {
        var node: Int
        var group: Int
        /// Positions in `cells`.
        var cells: [Int] = []
    }

    var columnCount: Int
    /// The row groups in the order in which they are drawn: the nodes.
    var groups: [(node: Int, rows: Range<Int>)] = []
    var rows: [Row] = []
    var cells: [Cell] = []
    var captions: [Int] = []
    /// The columns that take room, in ascending order, where some take none.
    private var shownColumns: [Int]?
    /// The borders between cells that collapse.
    var borders: TableBorders?

    init(columnCount: Int) { self.columnCount = columnCount }

    /// Leaves out columns in which no cell starts: they take no room, and there is no spacing beside them.
    ///
    /// - Parameter known: the columns that have boxes of their own. They stay if they have a width.
    func mergeColumns(_ known: [TableColumn]) {
        var starts = Array(repeating: false, count: columnCount)
        for (index, column) in known.enumerated() where index < columnCount && !column.width.isAuto { starts[index] = true }
        for cell in cells { starts[cell.columns.lowerBound] = true }
        var places: [Int] = [0]
        for isStart in starts { places.append((places.last ?? 0) + (isStart ? 1 : 0)) }
        let end = (starts.lastIndex(of: true) ?? -1) + 1
        for index in cells.indices {
            let columns = cells[index].columns
            cells[index].isSpanning =
                cells[index].rows.count > 1 || min(end, columns.upperBound) - columns.lowerBound > 1
            cells[index].columns = places[columns.lowerBound]..<places[columns.upperBound]
        }
        columnCount = places.last ?? 0
        shownColumns = starts.indices.filter { starts[$0] }
    }

    /// The position of a column among those that take room. Nil for others.
    func place(ofColumn index: Int) -> Int? {
        guard let shownColumns else { return index < columnCount ? index : nil }
        var (low, high) = (0, shownColumns.count)
        while low < high {
            let middle = (low + high) / 2
            if shownColumns[middle] < index { low = middle + 1 } else { high = middle }
        }
        return low < shownColumns.count && shownColumns[low] == index ? low : nil
    }
}

extension Solver {
    /// The structure of a table, found once.
    mutating func tableStructure(_ node: Int, _ container: TableContainer) throws(LayoutError) -> TableStructure {
        if let known = tables[node] { return known }
        let table = TableStructure(columnCount: min(container.columns.count, LayoutLimits.tableColumns))
        for child in nodes[node].children where facts[child].isInFlow {
            guard nodes[child].content == .tableRowGroup else {
                table.captions.append(child)
                continue
            }
            try addGroup(child, to: table)
        }
        if !container.isFixed || nodes[node].style.width.isAuto { table.mergeColumns(container.columns) }
        tables[node] = table
        return table
    }

    private mutating func addGroup(_ group: Int, to table: TableStructure) throws(LayoutError) {
        let start = table.rows.count
        let rows = nodes[group].children.filter { facts[$0].isInFlow && nodes[$0].content == .tableRow }
        // For each column, the row after the last one that a cell from above covers.
        var covered: [Int] = []
        for (index, row) in rows.enumerated() {
            let rowIndex = start + index
            var entry = TableStructure.Row(node: row, group: table.groups.count)
            var column = 0
            for child in nodes[row].children where facts[child].isInFlow {
                while column < covered.count, covered[column] > rowIndex { column += 1 }
                let cell = nodes[child].style.cell
                let span = max(1, min(cell.columnSpan, LayoutLimits.tableColumns))
                guard column + span <= LayoutLimits.tableColumns else {
                    throw .tooComplex(node: child, limit: LayoutLimits.tableColumns)
                }
                let left = rows.count - index
                let height = cell.rowSpan <= 0 ? left : min(cell.rowSpan, left)
                while covered.count < column + span { covered.append(0) }
                for place in column..<(column + span) { covered[place] = max(covered[place], rowIndex + height) }
                entry.cells.append(table.cells.count)
                table.cells.append(
                    TableStructure.Cell(
                        node: child, columns: column..<(column + span), rows: rowIndex..<(rowIndex + height),
                        span: span, isSpanning: span > 1 || height > 1))
                column += span
                try spend(span + height, child)
            }
            table.rows.append(entry)
        }
        table.columnCount = max(table.columnCount, covered.count)
        table.groups.append((node: group, rows: start..<table.rows.count))
    }
}

import PenumbraGeometry
import PenumbraLayout
import PenumbraScene

/// Borders of tables that collapse: CSS 2.2, section 17.6.2.
extension PagePainter {
    /// Whether the borders of a table or of a part of it are drawn between cells instead of around its box.
    func isCollapsed(_ box: PageBox, _ node: Int) -> Bool {
        guard box.style.text.collapsesBorders else { return false }
        switch box.content {
        case .table, .tableRow, .tableRowGroup: return true
        default: return box.style.box.display == .tableCell
        }
    }

    /// Paints the borders between the cells of a table.
    func paintEdges(_ table: TableGeometry, _ node: Int, _ frame: Frame) {
        func paint(_ edge: TableEdge, _ rect: Rect) {
            guard edge.width > 0, edge.style != .none, edge.style != .hidden, let box = box(edge.node) else { return }
            let color =
                switch edge.side {
                case .top: box.style.box.borderColor.top
                case .right: box.style.box.borderColor.right
                case .bottom: box.style.box.borderColor.bottom
                case .left: box.style.box.borderColor.left
                }
            var style = box.style
            style.box.paint = [:]
            let isLevel = rect.width > rect.height
            let place = BoxGeometry.snapped(rect.offset(by: state.origins[node]), scale: files.options.resolution)
            // A line keeps its thickness.
            let area = Rect(
                x: place.minX, y: place.minY, width: isLevel ? place.width : edge.width,
                height: isLevel ? edge.width : place.height)
            let drawn = isLevel ? "top" : "left"
            var painter = painter(
                style, BoxGeometry(size: area.size, border: isLevel ? [edge.width, 0, 0, 0] : [0, 0, 0, edge.width]),
                box.element)
            painter = painter.withValues([
                "border-\(drawn)-style": "\(edge.style)", "border-\(drawn)-color": color,
                "border-\(drawn)-width": "\(edge.width)px",
            ])
            frame.order.blocks += painter.borders().map { $0.offset(by: area.origin - frame.origin) }
        }
        for (row, edges) in table.verticalEdges.enumerated() where row < table.rows.count {
            for (index, edge) in edges.enumerated() {
                guard let edge, !table.columns.isEmpty else { continue }
                let x = index < table.columns.count ? table.columns[index].lowerBound : table.columns[index - 1].upperBound
                paint(
                    edge,
                    Rect(
                        x: x - edge.width / 2, y: table.rows[row].lowerBound, width: edge.width,
                        height: table.rows[row].upperBound - table.rows[row].lowerBound))
            }
        }
        for (line, edges) in table.horizontalEdges.enumerated() where !table.rows.isEmpty {
            let y = line < table.rows.count ? table.rows[line].lowerBound : table.rows[table.rows.count - 1].upperBound
            for (column, edge) in edges.enumerated() where column < table.columns.count {
                guard let edge else { continue }
                // Level borders reach over the corners.
                let (left, right) = (table.columns[column].lowerBound, table.columns[column].upperBound)
                let sides = [line - 1, line].flatMap { row in
                    table.verticalEdges.indices.contains(row)
                        ? [table.verticalEdges[row][safe: column] ?? nil, table.verticalEdges[row][safe: column + 1] ?? nil]
                        : []
                }
                let reach = sides.compactMap { $0?.width }.max() ?? 0
                paint(
                    edge,
                    Rect(
                        x: left - reach / 2, y: y - edge.width / 2,
                        width: right - left + reach, height: edge.width))
            }
        }
    }
}

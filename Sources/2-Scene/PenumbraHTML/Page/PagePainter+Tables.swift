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

    /// The background of a row, or of a group of rows, without the places that its cells leave free.
    func cutToCells(_ layers: [Layer], _ node: Int, _ box: PageBox) -> [Layer] {
        var cells: [Int]
        switch box.content {
        case .tableRow: cells = page.nodes[node].children
        case .tableRowGroup: cells = page.nodes[node].children.flatMap { page.nodes[$0].children }
        default: return layers
        }
        guard !layers.isEmpty else { return layers }
        let corner = corner(node)
        let bounds = Rect(origin: .zero, size: layout.frames[node].size)
        var path = Path()
        var area = 0.0
        for cell in cells {
            let frame = Rect(origin: state.origins[cell] - state.origins[node], size: layout.frames[cell].size)
            let part = frame.intersection(bounds)
            area += part.width * part.height
            let place = BoxGeometry.snapped(
                Rect(origin: state.origins[cell], size: layout.frames[cell].size), scale: files.options.resolution)
            path.append(Path(place.offset(by: Point.zero - corner)))
        }
        guard !path.isEmpty, area < bounds.width * bounds.height - 0.1 else { return layers }
        var group = Layer(frame: bounds, sublayers: layers)
        group.mask = Layer(kind: .shape(Shape(path: path)), frame: bounds)
        return [group]
    }

    /// The background of a row behind the parts of its cells that reach into the rows below.
    func backgroundBelow(_ row: Int, _ box: PageBox) -> [Layer] {
        guard case .tableRow = box.content, box.style.hasBackground else { return [] }
        let height = layout.frames[row].height
        var style = box.style
        style.box = BoxValues()
        style.box.paint = box.style.box.paint.filter { $0.key.hasPrefix("background-") }
        var result: [Layer] = []
        for cell in page.nodes[row].children where layout.frames[cell].maxY > height + 0.01 && !state.isFull {
            let frame = layout.frames[cell]
            let part = Rect(x: frame.minX, y: height, width: frame.width, height: frame.maxY - height)
            let place = BoxGeometry.snapped(part.offset(by: state.origins[row]), scale: files.options.resolution)
            let offset = place.origin - corner(row)
            let layers = painter(style, BoxGeometry(size: place.size), box.element).shadowsAndBackgrounds()
            state.count(layers)
            result += layers.map { $0.offset(by: offset) }
        }
        return result
    }

    /// Paints the backgrounds of columns behind the cells of a table.
    func paintColumns(_ node: Int, _ box: PageBox, into order: PaintOrder, at origin: Point) {
        guard case .table = box.content, let table = layout.tables[node],
            box.columns.contains(where: { !$0.backgrounds.isEmpty })
        else { return }
        var backgrounds: [[Int]] = []
        for column in box.columns {
            let count = max(1, min(column.span, table.columns.count - backgrounds.count))
            backgrounds += Array(repeating: column.backgrounds, count: count)
            if backgrounds.count >= table.columns.count { break }
        }
        for row in page.nodes[node].children.flatMap({ page.nodes[$0].children }) {
            for cell in page.nodes[row].children where !state.isFull {
                let x = state.origins[cell].x - state.origins[node].x
                let end = x + layout.frames[cell].width
                let column = table.columns.partition {
                    table.isReversed ? $0.lowerBound < end - 0.01 : $0.upperBound > x + 0.01
                }
                guard backgrounds.indices.contains(column) else { continue }
                let place = BoxGeometry.snapped(
                    Rect(origin: state.origins[cell], size: layout.frames[cell].size), scale: files.options.resolution)
                for number in backgrounds[column] {
                    var style = boxes.styles[number]
                    style.box = BoxValues()
                    style.box.paint = boxes.styles[number].box.paint.filter { $0.key.hasPrefix("background-") }
                    let layers = painter(style, BoxGeometry(size: place.size), box.element).shadowsAndBackgrounds()
                    order.blocks += layers.map { $0.offset(by: place.origin - origin) }
                    state.count(layers)
                }
            }
        }
    }

    /// The frames of columns with elements, and of their groups, by node. Columns without room are points.
    func columnFrames() -> [Int: Rect] {
        var frames: [Int: Rect] = [:]
        for (index, box) in boxes.boxes.enumerated() where !box.columns.isEmpty {
            guard case .table = box.content, let node = page.nodeOfBox[index], let table = layout.tables[node] else { continue }
            let top = table.rows.first?.lowerBound ?? table.grid.minY
            let bottom = table.rows.last?.upperBound ?? top
            let start = Rect(x: table.columns.first?.lowerBound ?? table.grid.minX, y: top, width: 0, height: 0)
            var position = 0
            for column in box.columns {
                let end = min(position + max(1, column.span), max(position, table.columnPlaces.count))
                let tracks = (position..<end).compactMap { table.columnPlaces[safe: $0] ?? nil }.map { table.columns[$0] }
                position = end
                let left = tracks.map(\.lowerBound).min() ?? start.minX
                let right = tracks.map(\.upperBound).max() ?? left
                let frame = tracks.isEmpty ? start : Rect(x: left, y: top, width: right - left, height: bottom - top)
                for element in [column.element, column.group].compactMap({ $0 }) {
                    let place = frame.offset(by: state.origins[node])
                    let known = frames[element].flatMap { $0.width > 0 ? $0 : nil }
                    frames[element] = known.map { tracks.isEmpty ? $0 : $0.union(place) } ?? place
                }
            }
        }
        return frames
    }

    /// Whether `empty-cells: hide` leaves out the background and the border of a cell without content.
    func isHiddenCell(_ node: Int) -> Bool {
        guard let box = box(node), box.style.box.display == .tableCell, box.style.text.hidesEmptyCells,
            !box.style.text.collapsesBorders, box.children.isEmpty
        else { return false }
        if case .blocks = box.content { return true }
        return false
    }

    /// Paints the borders between the cells of a table.
    func paintEdges(_ table: TableGeometry, _ node: Int, _ frame: Frame) {
        func paint(_ edge: TableEdge, _ rect: Rect, isLevel: Bool) {
            guard edge.width > 0, edge.style != .none, edge.style != .hidden, !state.isFull, let box = box(edge.node) else {
                return
            }
            var style = edge.column.map { boxes.styles[$0] } ?? box.style
            let color =
                switch edge.side {
                case .top: style.box.borderColor.top
                case .right: style.box.borderColor.right
                case .bottom: style.box.borderColor.bottom
                case .left: style.box.borderColor.left
                }
            style.box.paint = [:]
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
                "border-\(drawn)-style": edge.drawnStyle,
                "border-\(drawn)-color": color == "currentcolor" ? style.text.color : color,
                "border-\(drawn)-width": "\(edge.width)px",
            ])
            let layers = painter.borders()
            state.count(layers)
            frame.order.blocks += layers.map { $0.offset(by: area.origin - frame.origin) }
        }
        let joints = TableJoints(table)
        let isReversed = table.isReversed
        for (row, edges) in table.verticalEdges.enumerated() where row < table.rows.count {
            for (index, edge) in edges.enumerated() {
                guard let edge, !table.columns.isEmpty else { continue }
                let column = table.columns[min(index, table.columns.count - 1)]
                let x = (index < table.columns.count) == isReversed ? column.upperBound : column.lowerBound
                let start = joints.reach(of: edge, isLevel: false, row: row, column: index, beyond: joints.above(row, index))
                let end = joints.reach(
                    of: edge, isLevel: false, row: row + 1, column: index, beyond: joints.below(row + 1, index))
                let (top, bottom) = (table.rows[row].lowerBound - start, table.rows[row].upperBound + end)
                if bottom > top {
                    paint(edge, Rect(x: x - edge.width / 2, y: top, width: edge.width, height: bottom - top), isLevel: false)
                }
            }
        }
        for (line, edges) in table.horizontalEdges.enumerated() where !table.rows.isEmpty {
            let y = line < table.rows.count ? table.rows[line].lowerBound : table.rows[table.rows.count - 1].upperBound
            for (column, edge) in edges.enumerated() where column < table.columns.count {
                guard let edge else { continue }
                let start = joints.reach(
                    of: edge, isLevel: true, row: line, column: column, beyond: joints.before(line, column))
                let end = joints.reach(
                    of: edge, isLevel: true, row: line, column: column + 1, beyond: joints.after(line, column + 1))
                let left = table.columns[column].lowerBound - (isReversed ? end : start)
                let right = table.columns[column].upperBound + (isReversed ? start : end)
                if right > left {
                    paint(edge, Rect(x: left, y: y - edge.width / 2, width: right - left, height: edge.width), isLevel: true)
                }
            }
        }
    }
}

/// The places where the borders of cells meet. The widest border goes on over a place, and the others end beside it.
private struct TableJoints {
    private let table: TableGeometry

    init(_ table: TableGeometry) { self.table = table }

    private func width(_ edge: TableEdge??) -> Double {
        guard let edge = edge ?? nil, edge.style != .none, edge.style != .hidden else { return 0 }
        return edge.width
    }

    /// The widths of the borders at the upper left corner of a cell: to the left, to the right, above and below.
    func before(_ row: Int, _ column: Int) -> Double { width(table.horizontalEdges[safe: row]?[safe: column - 1]) }
    func after(_ row: Int, _ column: Int) -> Double { width(table.horizontalEdges[safe: row]?[safe: column]) }
    func above(_ row: Int, _ column: Int) -> Double { width(table.verticalEdges[safe: row - 1]?[safe: column]) }
    func below(_ row: Int, _ column: Int) -> Double { width(table.verticalEdges[safe: row]?[safe: column]) }

    /// The points by which a border goes beyond the middle of a joint. They are negative where it ends beside a wider one.
    ///
    /// - Parameter other: the width of the border that continues in the same direction.
    func reach(of edge: TableEdge, isLevel: Bool, row: Int, column: Int, beyond other: Double) -> Double {
        let across =
            isLevel
            ? max(above(row, column), below(row, column)) : max(before(row, column), after(row, column))
        return edge.width >= max(other, across) ? across / 2 : -across / 2
    }
}

extension TableGeometry {
    /// Whether the first column is the rightmost one.
    fileprivate var isReversed: Bool { (columns.first?.lowerBound ?? 0) > (columns.last?.lowerBound ?? 0) }
}

extension [ClosedRange<Double>] {
    /// The index of the first range that fulfils a condition, which all ranges behind it fulfil too.
    fileprivate func partition(_ condition: (ClosedRange<Double>) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension TableEdge {
    /// The style in which a border between cells is drawn. Shades need two pixels, and a middle between them.
    fileprivate var drawnStyle: String {
        switch style {
        case .inset: width < 2 ? "solid" : "ridge"
        case .outset: width < 2 ? "solid" : "groove"
        case .groove, .ridge: width < 2 ? "solid" : "\(style)"
        default: "\(style)"
        }
    }
}

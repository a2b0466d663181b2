import PenumbraGeometry

/// Boxes with columns: CSS Multi-column Layout 1.
extension Solver {
    @inline(never)
    mutating func layoutColumns(
        _ node: Int, _ container: ColumnContainer, _ request: Request, padding: Edges
    ) throws(LayoutError) {
        let box = BlockBox(
            node: node, parent: nil, context: FlowContext(), isRightToLeft: nodes[node].style.isRightToLeft, margin: Edges(),
            padding: padding, x: 0, width: request.width, containerHeight: request.containerHeight)
        box.isResolved = true
        box.y = padding.top
        setDefiniteHeight(of: box, request)
        let columns = container.columns(in: box.innerWidth)
        var rows: [ColumnRow] = []
        for child in children(of: node) {
            if !facts[child].isInFlow {
                addStaticPlace(child, in: box)
            } else if nodes[child].style.breaks.spansAll {
                try addSpanner(child, in: box)
            } else {
                let limit = roomForColumns(in: box, request)
                let run = try layout(
                    child,
                    Request(width: columns.width, containerWidth: columns.width, containerHeight: box.definiteHeight))
                var parts = ColumnParts(node: child, outcome: run)
                try collect(&parts)
                let total = outcomes[run].size.height
                let filling =
                    container.isBalanced
                    ? ColumnFilling.balanced(parts.pieces, total: total, count: columns.count, most: limit)
                    : ColumnFilling.filled(parts.pieces, total: total, most: limit)
                let y = box.nextEdge
                let places = ColumnPlaces(
                    filling: filling, width: columns.width, gap: columns.gap, isReversed: box.isRightToLeft,
                    inner: box.innerWidth)
                let outcome = try place(parts.root, parts, places)
                let corner = Point(padding.left, y)
                box.takeBaselines(first: outcomes[outcome].baseline, last: outcomes[outcome].lastBaseline, at: y)
                box.placements.append(Placement(node: child, origin: corner, outcome: outcome))
                let size = Size(width: columns.width, height: filling.height)
                rows.append(
                    ColumnRow(
                        first: Rect(origin: corner + Point(places.x(0), 0), size: size), step: places.x(1) - places.x(0),
                        count: filling.count, gap: columns.gap))
                box.advance(to: y + filling.height, MarginStrut())
            }
        }
        let end = max(padding.top, box.nextEdge)
        let height = height(of: node, request, padding: padding, contentHeight: end + padding.bottom)
        let distance = alignContent(of: box, free: height - end - padding.bottom)
        for index in rows.indices { rows[index].first.origin.y += distance }
        keep(box, height: height, request)
        outcomes[box.outcome].columns = rows
    }

    /// The height that is left for columns, if the container has a largest one.
    private func roomForColumns(in box: BlockBox, _ request: Request) -> Double {
        let limits = heightLimits(box.node, against: request.containerHeight, padding: box.padding)
        var most = limits.maximum
        if let imposed = request.height { most = imposed }
        if let height = box.definiteHeight { most = min(most, height + box.padding.vertical) }
        return most == .infinity ? most : max(0, most - box.padding.bottom - box.nextEdge)
    }

    /// Places a box that spans all columns.
    private mutating func addSpanner(_ child: Int, in box: BlockBox) throws(LayoutError) {
        let place = try blockPlace(child, left: box.left, right: box.right, in: box)
        let outcome = try layout(
            child, Request(width: place.width, containerWidth: box.innerWidth, containerHeight: box.definiteHeight))
        box.own.append(place.margin.top)
        let y = box.nextEdge
        addPlacement(child, outcome: outcome, at: Point(place.x, y), in: box)
        box.advance(to: y + outcomes[outcome].size.height, MarginStrut().appending(place.margin.bottom))
    }

    /// The widths of a box with columns, padding left out.
    @inline(never)
    mutating func multiColumnWidths(_ node: Int, _ container: ColumnContainer, innerHeight: Double?) throws(LayoutError)
        -> ContentSizes
    {
        var sizes = ContentSizes(minimum: 0, maximum: 0)
        var spanning = sizes
        for child in children(of: node) where facts[child].isInFlow {
            let content =
                try contributedWidths(child, containerHeight: innerHeight, stretched: nil)
                + margin(of: child, against: nil).horizontal
            if nodes[child].style.breaks.spansAll {
                spanning.minimum = max(spanning.minimum, content.minimum)
                spanning.maximum = max(spanning.maximum, content.maximum)
            } else {
                sizes.minimum = max(sizes.minimum, content.minimum)
                sizes.maximum = max(sizes.maximum, content.maximum)
            }
        }
        if let width = container.width {
            sizes.minimum = min(sizes.minimum, width)
            sizes.maximum = max(sizes.maximum, width, sizes.minimum)
        }
        let count = Double(max(1, min(container.count ?? 1, LayoutLimits.columns)))
        let gaps = (count - 1) * max(0, container.gap.resolved(against: 0) ?? 0)
        // Columns of a width of their own become fewer where there is less room.
        let least = container.width == nil ? sizes.minimum * count + gaps : sizes.minimum
        return ContentSizes(
            minimum: max(spanning.minimum, least),
            maximum: max(spanning.maximum, sizes.maximum * count + gaps))
    }
}

/// The places of columns beside each other.
struct ColumnPlaces {
    var filling: ColumnFilling
    var width: Double
    var gap: Double
    var isReversed: Bool
    /// The width of all columns.
    var inner: Double

    /// The left edge of a column.
    func x(_ column: Int) -> Double {
        let distance = Double(column) * (width + gap)
        return isReversed ? inner - width - distance : distance
    }

    /// The place of a point of the content, from the corner of the first column.
    func point(_ y: Double, in column: Int) -> Point {
        guard filling.starts.indices.contains(column) else { return Point(x(0), y) }
        return Point(x(column), y - filling.starts[column])
    }
}

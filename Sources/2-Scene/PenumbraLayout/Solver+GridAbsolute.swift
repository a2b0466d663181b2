import PenumbraGeometry

/// CSS Grid, section 9: absolute boxes in grids.
extension Solver {
    /// Narrows a containing block to the area that an absolute box names.
    func narrow(_ container: inout ContainingBlock, to node: Int, _ grid: GridOutcome) {
        let style = nodes[node].style
        guard style.gridColumn != .auto || style.gridRow != .auto else { return }
        let columns = grid.plan.columns.edges(style.gridColumn, grid.columns)
        let rows = grid.plan.rows.edges(style.gridRow, grid.rows)
        let insets = grid.corner
        var horizontal = (
            start: columns.start.map { $0 + (container.isRightToLeft ? grid.oppositeInset : insets.x) } ?? 0,
            end: columns.end.map { $0 + (container.isRightToLeft ? grid.oppositeInset : insets.x) } ?? container.size.width
        )
        // An area whose edges lie the other way round is empty at its start.
        horizontal.end = max(horizontal.start, horizontal.end)
        if container.isRightToLeft {
            horizontal = (container.size.width - horizontal.end, container.size.width - horizontal.start)
        }
        let vertical = (
            start: rows.start.map { $0 + insets.y } ?? 0, end: rows.end.map { $0 + insets.y } ?? container.size.height
        )
        container.origin = container.origin + Point(horizontal.start, vertical.start)
        container.size = Size(
            width: max(0, horizontal.end - horizontal.start), height: max(0, vertical.end - vertical.start))
    }

    /// The place of an absolute box without insets: as if it were the only item of a grid with one area.
    func gridStaticPlace(
        _ node: Int, in parent: Int, _ container: GridContainer, _ outcome: Int, padding: Edges
    ) -> (horizontal: StaticRange, vertical: StaticRange) {
        let isReversed = isRightToLeft(parent)
        let horizontal = horizontalBias(
            nodes[node].style.justifySelf ?? container.justifyItems, of: node, isReversed: isReversed)
        let vertical = bias((nodes[node].style.alignSelf ?? container.alignItems).inLine, node, isReversed: false)
        let size = outcomes[outcome].size
        var box = ContainingBlock(
            origin: Point(padding.left, padding.top),
            size: Size(width: size.width - padding.horizontal, height: size.height - padding.vertical),
            isRightToLeft: isReversed)
        if nodes[parent].style.isContainingBlock, let grid = outcomes[outcome].grid {
            // As in browsers, the area of the box itself counts in its containing block.
            box = containingBlock(parent, at: .zero, size: size)
            narrow(&box, to: node, grid)
        }
        return (
            StaticRange(start: box.origin.x, end: max(box.origin.x, box.origin.x + box.size.width), bias: horizontal),
            StaticRange(start: box.origin.y, end: max(box.origin.y, box.origin.y + box.size.height), bias: vertical)
        )
    }

    /// Where an alignment puts a box, from 0 at the left to 1 at the right.
    ///
    /// - Parameter isReversed: whether the container runs from right to left.
    func horizontalBias(_ alignment: ItemAlignment, of node: Int, isReversed: Bool) -> Double {
        let bias = bias(alignment, node, isReversed: isReversed)
        return isReversed ? 1 - bias : bias
    }

    private func bias(_ alignment: ItemAlignment, _ node: Int, isReversed: Bool) -> Double {
        switch alignment {
        case .normal, .stretch, .start, .flexStart, .baseline: 0
        case .end, .flexEnd, .lastBaseline: 1
        case .center: 0.5
        case .left: isReversed ? 1 : 0
        case .right: isReversed ? 0 : 1
        case .selfStart: isRightToLeft(node) == isReversed ? 0 : 1
        case .selfEnd: isRightToLeft(node) == isReversed ? 1 : 0
        }
    }
}

extension GridAxisPlan {
    /// The edges that an absolute box names, from the start of the content. Nil where it names none, or none that exists.
    fileprivate func edges(_ span: GridSpan, _ lines: GridLines) -> (start: Double?, end: Double?) {
        var start = names.edge(span.start, isStart: true)
        var end = names.edge(span.end, isStart: false)
        if let first = start, let last = end {
            if first > last { (start, end) = (last, first) }
            if first == last { end = first + 1 }
        }
        // A span counts from the other edge.
        if end == nil, let start, case .span(let count, nil) = span.end { end = start + max(1, min(count, GridBounds.lines)) }
        if start == nil, let end, case .span(let count, nil) = span.start { start = end - max(1, min(count, GridBounds.lines)) }
        func known(_ line: Int?) -> Int? {
            guard let line else { return nil }
            let track = line + leading
            return track >= 0 && track <= count ? track : nil
        }
        return (
            known(start).map { $0 < lines.starts.count ? lines.starts[$0] : lines.end },
            known(end).map { $0 > 0 && $0 <= lines.ends.count ? lines.ends[$0 - 1] : lines.starts.first ?? 0 }
        )
    }
}

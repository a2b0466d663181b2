import PenumbraGeometry

/// Content in one column, as boxes and pieces that columns don't cut.
struct ColumnParts {
    /// A box that columns may cut.
    struct Part {
        var node: Int
        var outcome: Int
        /// The corner in the content that isn't broken yet.
        var origin: Point
        /// The pieces of the box.
        var pieces: Range<Int>
        /// The parts of placements that columns may cut, and the pieces of others, by the number of the placement.
        var inner: [Int: Int] = [:]
        var whole: [Int: Int] = [:]
        /// The pieces of lines, by their number.
        var lines: [Int: Int] = [:]
    }

    var parts: [Part]
    var pieces: [ColumnPiece] = []
    let root = 0

    init(node: Int, outcome: Int) {
        parts = [Part(node: node, outcome: outcome, origin: .zero, pieces: 0..<0)]
    }
}

/// The breaking of content that is laid out into columns: CSS Fragmentation 3.
extension Solver {
    /// Collects the pieces of content.
    mutating func collect(_ parts: inout ColumnParts) throws(LayoutError) {
        try collect(parts.root, &parts, isBreak: false)
    }

    /// - Parameter isBreak: whether a column may start with the part.
    private func collect(_ index: Int, _ parts: inout ColumnParts, isBreak: Bool) throws(LayoutError) {
        let part = parts.parts[index]
        let outcome = outcomes[part.outcome]
        let start = parts.pieces.count
        if hasInlineContent(part.node) {
            collectLines(index, outcome, &parts)
        } else {
            var endsColumn = false
            var avoids = false
            for (number, placement) in outcome.placements.enumerated() {
                let breaks = nodes[placement.node].style.breaks
                let first = parts.pieces.count
                let isFloat = facts[placement.node].isFloat
                try collect(placement, number, of: index, &parts)
                guard first < parts.pieces.count else { continue }
                if first > start {
                    parts.pieces[first].startsColumn = breaks.before || endsColumn
                    if breaks.before || endsColumn {
                        // Margins after forced breaks stay.
                        let margin = margin(of: placement.node, against: nil)
                        parts.pieces[first].lead = max(0, margin.top)
                    }
                    parts.pieces[first].isBreak = !breaks.avoidsBefore && !avoids && !isFloat
                }
                // As in Chromium, a legend stays with the content of its fieldset.
                (endsColumn, avoids) = (breaks.after, breaks.avoidsAfter || nodes[placement.node].style.isLegend)
            }
        }
        let (top, bottom) = (part.origin.y, part.origin.y + outcome.size.height)
        if index != parts.root, hasFreeHeight(part.node) {
            // Columns cut what is left of a height of its own anywhere, but neither of the edges of the box.
            let edges = padding(of: part.node, against: outcome.request.containerWidth)
            let inner = bottom - edges.bottom
            if start == parts.pieces.count, edges.top > 0 {
                parts.pieces.append(ColumnPiece(top: top, bottom: top + edges.top))
            }
            let end = start < parts.pieces.count ? parts.pieces[parts.pieces.count - 1].bottom : top
            if inner - end > .layoutUnit {
                parts.pieces.append(ColumnPiece(top: end, bottom: inner, isElastic: true))
                if edges.bottom > 0 { parts.pieces.append(ColumnPiece(top: inner, bottom: bottom)) }
            }
        }
        if start == parts.pieces.count { parts.pieces.append(ColumnPiece(top: top, bottom: bottom)) }
        let end = parts.pieces.count
        if index != parts.root {
            parts.pieces[start].top = min(parts.pieces[start].top, top)
            parts.pieces[end - 1].bottom = max(parts.pieces[end - 1].bottom, bottom)
        }
        if nodes[part.node].style.breaks.avoidsInside {
            for piece in (start + 1)..<max(end, start + 1) { parts.pieces[piece].isBreak = false }
        }
        parts.pieces[start].isBreak = isBreak
        parts.parts[index].pieces = start..<end
    }

    /// Whether a box has a height of its own that its content doesn't fill.
    private func hasFreeHeight(_ node: Int) -> Bool {
        style(node) { !$0.height.isAuto || !$0.minHeight.isAuto } && !nodes[node].style.breaks.avoidsInside
    }

    private func collect(
        _ placement: Placement, _ number: Int, of index: Int, _ parts: inout ColumnParts
    ) throws(LayoutError) {
        // Boxes move by their insets after columns cut them.
        let origin = parts.parts[index].origin + placement.origin - placement.shift
        let node = placement.node
        let style = nodes[node].style
        let breaks = nodes[node].content.isFlow && !facts[node].isScrollContainer && !facts[node].isFloat
        if breaks, style.position == .static || style.position == .relative {
            let inner = parts.parts.count
            parts.parts.append(
                ColumnParts.Part(node: node, outcome: placement.outcome, origin: origin, pieces: 0..<0))
            parts.parts[index].inner[number] = inner
            try collect(inner, &parts, isBreak: true)
            return
        }
        parts.parts[index].whole[number] = parts.pieces.count
        let margin = style.margin.resolved(against: nil)
        let height = outcomes[placement.outcome].size.height
        let extra = facts[node].isFloat ? margin.bottom : 0
        parts.pieces.append(ColumnPiece(top: origin.y, bottom: origin.y + height + extra))
    }

    private func collectLines(_ index: Int, _ outcome: Outcome, _ parts: inout ColumnParts) {
        let part = parts.parts[index]
        let breaks = nodes[part.node].style.breaks
        let lines = outcome.lines.indices.filter { !outcome.lines[$0].line.isEmpty }
        var atoms: [Int: Int] = [:]
        let start = parts.pieces.count
        for (rank, number) in lines.enumerated() {
            let line = outcome.lines[number]
            parts.parts[index].lines[number] = parts.pieces.count
            for atom in line.line.atoms { atoms[atom.node] = parts.pieces.count }
            // As in browsers, too few lines for both limits have the first one alone.
            let isLimited = lines.count >= breaks.orphans + breaks.widows
            let isBreak =
                rank == 0 || rank >= breaks.orphans && (!isLimited || lines.count - rank >= breaks.widows)
            let top = part.origin.y + line.frame.minY
            parts.pieces.append(ColumnPiece(top: top, bottom: part.origin.y + line.frame.maxY, isBreak: isBreak))
        }
        for (number, placement) in outcome.placements.enumerated() {
            if let piece = atoms[placement.node] {
                parts.parts[index].whole[number] = piece
                continue
            }
            // A float stays in the column of the line beside it.
            let top = part.origin.y + placement.origin.y
            let bottom = top + outcomes[placement.outcome].size.height
            let piece = (start..<parts.pieces.count).last { parts.pieces[$0].top <= top + .layoutUnit }
            guard let piece else {
                parts.parts[index].whole[number] = parts.pieces.count
                parts.pieces.append(ColumnPiece(top: top, bottom: bottom))
                continue
            }
            parts.parts[index].whole[number] = piece
            for next in (piece + 1)..<max(parts.pieces.count, piece + 1) where parts.pieces[next].top < bottom {
                parts.pieces[next].isBreak = false
            }
        }
    }

    // MARK: - Places

    /// Adds the outcome of a part whose pieces lie in their columns. The part's corner is that of `frame(of:)`.
    mutating func place(_ index: Int, _ parts: ColumnParts, _ places: ColumnPlaces) throws(LayoutError) -> Int {
        let part = parts.parts[index]
        columnWork += columns(of: part, places).count
        guard columnWork <= LayoutLimits.columnParts else {
            throw .tooComplex(node: part.node, limit: LayoutLimits.columnParts)
        }
        var outcome = outcomes[part.outcome]
        let corner = index == parts.root ? .zero : frame(of: part, places).origin
        func moved(_ origin: Point, _ piece: Int?) -> Point {
            let y = part.origin.y + origin.y
            let column = piece.map { places.filling.columns[$0] } ?? places.filling.column(at: y)
            let point = places.point(y, in: column) + Point(part.origin.x + origin.x, 0)
            return point - corner
        }
        for number in outcome.placements.indices {
            let shift = outcome.placements[number].shift
            if let inner = parts.parts[index].inner[number] {
                outcome.placements[number].outcome = try place(inner, parts, places)
                outcome.placements[number].origin = frame(of: parts.parts[inner], places).origin - corner + shift
            } else {
                let origin = outcome.placements[number].origin - shift
                outcome.placements[number].origin = moved(origin, part.whole[number]) + shift
            }
        }
        for number in outcome.lines.indices {
            outcome.lines[number].frame.origin = moved(outcome.lines[number].frame.origin, part.lines[number])
        }
        let columns = columns(of: part, places)
        for number in outcome.statics.indices {
            let place = outcome.statics[number]
            // The box stays in the column of the content before it.
            let column = max(
                columns.lowerBound, places.filling.column(at: part.origin.y + place.top - 2 * .layoutUnit))
            let corner = Point(part.origin.x + place.left, 0) - corner
            let point = places.point(part.origin.y + place.top, in: column) + corner
            outcome.statics[number].right += point.x - place.left
            (outcome.statics[number].left, outcome.statics[number].top) = (point.x, point.y)
        }
        if index == parts.root || columns.lowerBound < columns.upperBound { outcome.lastBaseline = lowestBaseline(outcome) }
        if columns.lowerBound == columns.upperBound {
            outcome.baseline = outcome.baseline.map { $0 + part.origin.y - places.point(0, in: 0).y - corner.y }
            if index != parts.root { outcome.baseline = outcomes[part.outcome].baseline }
        }
        if index == parts.root {
            outcome.size = Size(width: places.inner, height: places.filling.height)
        } else {
            outcome.size = frame(of: part, places).size
            if columns.lowerBound < columns.upperBound {
                outcome.fragments = fragments(of: part, places).map {
                    BoxFragment(
                        frame: $0.frame.offset(by: .zero - corner), offset: $0.offset, isFirst: $0.isFirst, isLast: $0.isLast)
                }
            }
        }
        outcomes.append(outcome)
        return outcomes.count - 1
    }

    /// The lowest baseline of content in columns.
    private func lowestBaseline(_ outcome: Outcome) -> Double? {
        let lines = outcome.lines.filter { !$0.line.isEmpty }.map { $0.frame.minY + $0.line.baseline }
        let boxes = outcome.placements.filter { facts[$0.node].isInFlow && !facts[$0.node].isFloat }
            .compactMap { placement in outcomes[placement.outcome].lastBaseline.map { placement.origin.y + $0 } }
        return lines.max() ?? boxes.max()
    }

    private func columns(of part: ColumnParts.Part, _ places: ColumnPlaces) -> ClosedRange<Int> {
        let columns = places.filling.columns
        guard let last = part.pieces.last, columns.indices.contains(last) else { return 0...0 }
        return columns[part.pieces.lowerBound]...max(columns[part.pieces.lowerBound], places.filling.ends[last])
    }

    /// The parts of a box in its columns, from the corner of the first column.
    private func fragments(of part: ColumnParts.Part, _ places: ColumnPlaces) -> [BoxFragment] {
        let columns = columns(of: part, places)
        let size = outcomes[part.outcome].size
        var offset = 0.0
        return columns.map { column in
            let isFirst = column == columns.lowerBound
            let isLast = column == columns.upperBound
            let top = isFirst ? places.point(part.origin.y, in: column).y : 0
            let end = places.point(part.origin.y + size.height, in: column).y
            // A box that is broken fills its column.
            let bottom = isLast ? max(top, end) : max(top, places.filling.height)
            let frame = Rect(
                x: places.x(column) + part.origin.x, y: top, width: size.width, height: bottom - top)
            defer { offset += bottom - top }
            return BoxFragment(frame: frame, offset: offset, isFirst: isFirst, isLast: isLast)
        }
    }

    /// The box around all parts of a box, from the corner of the first column.
    private func frame(of part: ColumnParts.Part, _ places: ColumnPlaces) -> Rect {
        let fragments = fragments(of: part, places)
        return fragments.dropFirst().reduce(fragments[0].frame) { $0.union($1.frame) }
    }
}

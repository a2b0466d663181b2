/// Builds one line from the units between two positions.
struct InlineLineBuilder {
    let paragraph: InlineParagraph
    let request: InlineParagraph.Request
    let range: Range<Int>
    let ending: InlineParagraph.Ending
    let indent: Double
    let isRightToLeft: Bool
    /// The stretches of the line in logical order.
    var leaves: [InlineLeaf] = []
    var heights: InlineLineHeights
    /// Whether each box that has a part on the line has its start and its end there.
    var ends: [Int: (isFirst: Bool, isLast: Bool)] = [:]
    /// The boxes on the line in logical order.
    var boxes: [Int] = []
    private var hasContent = false

    init(
        _ paragraph: InlineParagraph, _ request: InlineParagraph.Request, _ range: Range<Int>,
        _ ending: InlineParagraph.Ending, indent: Double
    ) {
        (self.paragraph, self.request, self.range) = (paragraph, request, range)
        (self.ending, self.indent) = (ending, indent)
        isRightToLeft = paragraph.isRightToLeft(at: range.lowerBound)
        heights = InlineLineHeights(
            paragraph, isFirst: request.isFirst, isLast: ending.end >= paragraph.unitCount,
            isEmpty: !paragraph.boxes.isEmpty && !range.contains { paragraph.isContent($0) })
    }

    // MARK: - Leaves

    mutating func addLeaves(_ atoms: (Int) -> InlineAtom) {
        var chain: [Int] = []
        var box = paragraph.box(before: range.lowerBound)
        while box >= 0 {
            chain.append(box)
            box = paragraph.boxes[box].parent
        }
        let shown = shownEnd()
        var cursor = InlineCursor(indent: indent)
        for box in chain.reversed() {
            open(box, isFirst: paragraph.clones(box))
            if paragraph.clones(box) { cursor.add(edge: paragraph.boxes[box].start.sum) }
        }
        // The boxes that have no leaf so far.
        var canJoin = false
        for index in range {
            let unit = paragraph.units[index]
            let box = Int(unit.box)
            switch unit.kind {
            case .control:
                // It keeps levels apart that belong to different isolates.
                leaves.append(
                    InlineLeaf(kind: .empty, units: index..<index, style: Int(unit.style), box: box, level: unit.level))
                canJoin = false
            case .open:
                open(box, isFirst: true)
                let edge = paragraph.boxes[box].start
                cursor.add(edge: edge.sum)
                if !edge.isEmpty { hasContent = true }
                canJoin = false
            case .close:
                markEmpty(box, at: index)
                ends[box]?.isLast = true
                let edge = paragraph.boxes[box].end
                cursor.add(edge: edge.sum)
                if !edge.isEmpty { hasContent = true }
                heights.close()
                canJoin = false
            case .anchor:
                var leaf = InlineLeaf(
                    kind: .anchor, units: index..<index + 1, style: Int(unit.style), box: box, level: anchorLevel(at: index))
                (leaf.number, leaf.before, leaf.followsContent) = (unit.number, cursor.visible, cursor.hasText)
                leaves.append(leaf)
                cursor.split()
                canJoin = false
            case .forcedBreak:
                if !hasContent { heights.addBreak() }
                hasContent = true
            case .atom:
                let atom = atoms(unit.number)
                var leaf = InlineLeaf(
                    kind: .atom, units: index..<index + 1, style: Int(unit.style), box: box, level: unit.level)
                (leaf.number, leaf.advance, leaf.width, leaf.before) = (unit.number, atom.width, atom.width, cursor.place)
                leaves.append(leaf)
                heights.add(atom, unit.number, style: Int(unit.style))
                cursor.add(atom: atom.width)
                hasContent = true
                canJoin = false
            case .text, .tab:
                let isDropped = unit.flags.contains(.collapsible) && (index >= shown || !cursor.hasText)
                if isDropped {
                    canJoin = false
                    if unit.isBreakOpportunity { hasContent = true }
                    continue
                }
                let before = cursor.place
                var advance = unit.kind == .tab ? paragraph.tab(at: before) : unit.advance
                if !cursor.hasText, let change = paragraph.changes.atStart[index] { advance += change }
                if index + 1 == shown, index + 1 < paragraph.units.count, let change = paragraph.changes.atEnd[index] {
                    advance += change
                }
                add(unit, index, advance: advance, before: before, isHanging: index >= shown, &canJoin)
                cursor.add(unit, advance: advance)
                heights.add(unit)
                hasContent = true
            }
        }
        var isMarked = false
        for box in boxes.reversed() where ends[box]?.isLast == false {
            // The mark in the innermost box lies in the boxes around it, too.
            if !isMarked { markEmpty(box, at: range.upperBound) }
            isMarked = true
            if paragraph.clones(box) { ends[box]?.isLast = true }
        }
        for index in leaves.indices where leaves[index].kind == .text {
            leaves[index].width = InlineCursor.snapped(leaves[index].advance)
        }
    }

    /// The position after the last unit that isn't a space at the line's end.
    private func shownEnd() -> Int {
        var end = range.upperBound
        while end > range.lowerBound {
            let unit = paragraph.units[end - 1]
            switch unit.kind {
            case .atom: return end
            case .text, .tab: if unit.flags.isDisjoint(with: [.collapsible, .hanging]) { return end }
            case .control, .open, .close, .anchor, .forcedBreak: break
            }
            end -= 1
        }
        return end
    }

    private mutating func open(_ box: Int, isFirst: Bool) {
        boxes.append(box)
        ends[box] = (isFirst, false)
        heights.open(box, isFirst: isFirst)
    }

    /// Leaves a mark in a box that has nothing else on the line, so that it has a place.
    private mutating func markEmpty(_ box: Int, at index: Int) {
        guard !hasLeaf(in: box) else { return }
        leaves.append(
            InlineLeaf(
                kind: .empty, units: index..<index, style: paragraph.boxes[box].style, box: box, level: level(at: index)))
    }

    /// Whether the last leaf lies in a box. Leaves of a box are the last ones while the box is open.
    private func hasLeaf(in box: Int) -> Bool {
        guard var other = leaves.last?.box else { return false }
        while other >= 0, other != box { other = paragraph.boxes[other].parent }
        return other == box
    }

    /// The level of a place without characters: as in Chromium, that of the characters behind it.
    private func level(at index: Int) -> Int8 {
        for unit in paragraph.units[index...].prefix(Self.farthestLevel) {
            switch unit.kind {
            case .text, .tab, .atom, .control: return unit.level
            case .forcedBreak: return isRightToLeft ? 1 : 0
            case .open, .close, .anchor: continue
            }
        }
        return isRightToLeft ? 1 : 0
    }

    /// The level of an anchor: as in Chromium, that of a neutral character there.
    private func anchorLevel(at index: Int) -> Int8 {
        let base: Int8 = isRightToLeft ? 1 : 0
        var before = base
        search: for unit in paragraph.units[..<index].suffix(Self.farthestLevel).reversed() {
            switch unit.kind {
            case .text, .tab, .atom, .control:
                before = unit.level
                break search
            case .forcedBreak: break search
            case .open, .close, .anchor: continue
            }
        }
        return before == level(at: index) ? before : base
    }

    /// The most units that a level is looked for in. Empty boxes in each other must not take time that grows with their square.
    private static let farthestLevel = 64

    private mutating func add(
        _ unit: InlineUnit, _ index: Int, advance: Double, before: Double, isHanging: Bool, _ canJoin: inout Bool
    ) {
        let level = isHanging || unit.kind == .tab ? (isRightToLeft ? 1 : 0) : unit.level
        let last = leaves.count - 1
        if canJoin, unit.kind == .text, leaves[last].style == Int(unit.style), leaves[last].level == level,
            leaves[last].box == Int(unit.box), leaves[last].isHanging == isHanging
        {
            leaves[last].units = leaves[last].units.lowerBound..<index + 1
            leaves[last].advance += advance
        } else {
            var leaf = InlineLeaf(
                kind: unit.kind == .tab ? .tab : .text, units: index..<index + 1, style: Int(unit.style), box: Int(unit.box),
                level: level)
            (leaf.advance, leaf.width, leaf.before, leaf.isHanging) = (advance, advance, before, isHanging)
            leaves.append(leaf)
        }
        if ending.hyphen == index, let hyphen = paragraph.hyphens[index] {
            leaves[leaves.count - 1].hyphen = hyphen
            leaves[leaves.count - 1].advance += hyphen.advance
        }
        canJoin = unit.kind == .text
    }

    // MARK: - Line

    mutating func line() -> InlineParagraph.Line {
        var line = InlineParagraph.Line()
        line.end = range.upperBound
        line.isLast = range.upperBound >= paragraph.units.count
        line.endsWithBreak = ending.endsWithBreak
        line.overflows = ending.overflows
        line.isEmpty = !hasContent
        justify(isLast: line.isLast || line.endsWithBreak)
        heights.finish()
        if hasContent { (line.height, line.baseline) = (heights.height, heights.ascent) }
        place(&line)
        return line
    }
}

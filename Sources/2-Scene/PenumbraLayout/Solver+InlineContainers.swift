import PenumbraGeometry

/// The distance by which a relative inline box moves what is inside it, with those around it.
package struct InlineShift {
    /// What the insets refer to.
    package struct Base: Equatable {
        var width: Double
        var height: Double?
        var isRightToLeft: Bool

        package init(width: Double, height: Double?, isRightToLeft: Bool) {
            (self.width, self.height, self.isRightToLeft) = (width, height, isRightToLeft)
        }
    }

    package var base: Base
    package var distance: Point

    package init(base: Base, distance: Point) { (self.base, self.distance) = (base, distance) }
}

/// The inline boxes to which absolute boxes refer: positioned ones (CSS 2.2, section 10.1) and filtered ones (Filter Effects 1).
extension Solver {
    /// The distance by which an inline box and those around it move what is inside.
    mutating func shift(of inline: LayoutInline, _ base: InlineShift.Base) -> Point {
        var missing: [LayoutInline] = []
        var (next, result): (LayoutInline?, Point) = (inline, .zero)
        while let inline = next {
            if let known = inlineShifts[inline.number], known.base == base {
                result = known.distance
                break
            }
            missing.append(inline)
            next = inline.outer
        }
        for inline in missing.reversed() {
            result =
                result + inline.inset.shift(width: base.width, height: base.height, isRightToLeft: base.isRightToLeft)
            inlineShifts[inline.number] = InlineShift(base: base, distance: result)
        }
        return result
    }

    /// The containing blocks that the inline boxes in a block container make, by the number of the inline box.
    ///
    /// - Parameter corner: the corner of the block container in the coordinates of the containing blocks.
    mutating func inlineContainers(of node: Int, _ outcome: Int, at corner: Point) -> [Int: ContainingBlock] {
        guard nodes[node].children.contains(where: { nodes[$0].style.inline != nil }) else { return [:] }
        let result = outcomes[outcome]
        var parts = InlineParts()
        switch nodes[node].content {
        case .inline: parts.add(result.lines, at: .zero)
        case .block:
            let padding = padding(of: node, against: result.request.containerWidth)
            let width = max(0, result.size.width - padding.horizontal)
            let base = InlineShift.Base(width: width, height: result.definiteHeight, isRightToLeft: isRightToLeft(node))
            for placement in result.placements {
                let child = placement.node
                if nodes[child].style.isAnonymous {
                    parts.add(outcomes[placement.outcome].lines, at: placement.origin)
                } else if facts[child].isInFlow, nodes[child].style.float == .none, let inline = nodes[child].style.inline {
                    // The part of an inline box that a block interrupts is as wide as the lines.
                    let part = Rect(
                        x: padding.left, y: placement.origin.y - placement.shift.y, width: width,
                        height: outcomes[placement.outcome].size.height)
                    parts.interrupt(inline, by: part)
                }
            }
            parts.addInterruptions { shift(of: $0, base) }
        default: return [:]
        }
        return parts.containers(at: corner, isRightToLeft: isRightToLeft(node))
    }
}

/// The parts of inline boxes on the first and on the last of their lines.
private struct InlineParts {
    private struct Ends {
        var first: Rect
        var last: Rect
        var firstLine: Int
        var lastLine: Int
        var isRightToLeft: Bool

        mutating func add(_ other: Ends) {
            if other.firstLine < firstLine { (first, firstLine) = (other.first, other.firstLine) }
            if other.lastLine > lastLine { (last, lastLine) = (other.last, other.lastLine) }
        }
    }

    private var ends: [Int: Ends] = [:]
    /// The blocks that interrupt inline boxes, before these are moved.
    private var interruptions: [Int: (inline: LayoutInline, ends: Ends)] = [:]
    /// The number of the line in progress.
    private var line = 0

    mutating func add(_ lines: [PlacedLine], at corner: Point) {
        for placed in lines {
            for part in placed.line.containers {
                let frame = part.frame.offset(by: placed.frame.origin + corner)
                guard var known = ends[part.number] else {
                    ends[part.number] = Ends(
                        first: frame, last: frame, firstLine: line, lastLine: line, isRightToLeft: part.isRightToLeft)
                    continue
                }
                if known.firstLine == line { known.first = known.first.union(frame) }
                if known.lastLine == line {
                    known.last = known.last.union(frame)
                } else if !placed.line.isEmpty {
                    (known.last, known.lastLine) = (frame, line)
                }
                ends[part.number] = known
            }
            line += 1
        }
    }

    /// Counts a block as a line with a part of the inline box around it.
    mutating func interrupt(_ inline: LayoutInline, by part: Rect) {
        let ends = Ends(first: part, last: part, firstLine: line, lastLine: line, isRightToLeft: inline.isRightToLeft)
        interruptions[inline.number, default: (inline, ends)].ends.add(ends)
        line += 1
    }

    /// Adds the parts that blocks have, which are also those of the inline boxes further out.
    mutating func addInterruptions(_ shift: (LayoutInline) -> Point) {
        var numbers = Set(interruptions.keys)
        for (inline, _) in interruptions.values {
            var next = inline.outer
            while let outer = next, numbers.insert(outer.number).inserted { next = outer.outer }
        }
        for number in numbers.sorted(by: >) {
            guard let (inline, around) = interruptions[number] else { continue }
            if let outer = inline.outer {
                var same = around
                same.isRightToLeft = outer.isRightToLeft
                interruptions[outer.number, default: (outer, same)].ends.add(same)
            }
            let distance = shift(inline)
            var own = around
            (own.first, own.last) = (own.first.offset(by: distance), own.last.offset(by: distance))
            ends[number, default: own].add(own)
        }
    }

    /// The containing blocks from the start of each first part to the end of each last part. Where the end lies before the
    /// start, they have no width.
    func containers(at corner: Point, isRightToLeft: Bool) -> [Int: ContainingBlock] {
        ends.mapValues { ends in
            let (first, last) = (ends.first, ends.last)
            let left = isRightToLeft ? min(first.maxX, last.minX) : first.minX
            let right = isRightToLeft ? first.maxX : max(first.minX, last.maxX)
            return ContainingBlock(
                origin: corner + Point(left, first.minY),
                size: Size(width: right - left, height: max(0, last.maxY - first.minY)), isRightToLeft: ends.isRightToLeft)
        }
    }
}

import PenumbraGeometry

/// The inline boxes to which absolute boxes refer: positioned ones (CSS 2.2, section 10.1) and filtered ones (Filter Effects 1).
extension Solver {
    /// The containing blocks that the inline boxes in a block container make, by the number of the inline box.
    ///
    /// - Parameter corner: the corner of the block container in the coordinates of the containing blocks.
    mutating func inlineContainers(
        of node: Int, _ outcome: Int, at corner: Point
    ) throws(LayoutError) -> [Int: ContainingBlock] {
        guard nodes[node].children.contains(where: { nodes[$0].style.inline != nil }) else { return [:] }
        var parts = InlineParts()
        switch nodes[node].content {
        case .inline: parts.add(outcomes[outcome].lines, at: .zero)
        case .block:
            let result = outcomes[outcome]
            let padding = padding(of: node, against: result.request.containerWidth)
            let width = max(0, result.size.width - padding.horizontal)
            for placement in result.placements {
                let child = placement.node
                if nodes[child].style.isAnonymous {
                    parts.add(outcomes[placement.outcome].lines, at: placement.origin)
                } else if facts[child].isInFlow, nodes[child].style.float == .none, let inline = nodes[child].style.inline {
                    // The part of an inline box that a block interrupts is as wide as the lines.
                    let inlines = Array(inline.chain).reversed()
                    try spend(inlines.count, node)
                    var part = Rect(
                        x: padding.left, y: placement.origin.y - placement.shift.y, width: width,
                        height: outcomes[placement.outcome].size.height)
                    for inline in inlines {
                        let shift = inline.inset.shift(width: width, height: nil, isRightToLeft: isRightToLeft(node))
                        part = part.offset(by: shift)
                        parts.add(part, of: inline.number)
                    }
                    parts.line += 1
                }
            }
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
    }

    private var ends: [Int: Ends] = [:]
    /// The number of the line in progress.
    var line = 0

    mutating func add(_ lines: [PlacedLine], at corner: Point) {
        for placed in lines {
            for part in placed.line.containers { add(part.frame.offset(by: placed.frame.origin + corner), of: part.number) }
            line += 1
        }
    }

    mutating func add(_ part: Rect, of number: Int) {
        guard var ends = ends[number] else {
            self.ends[number] = Ends(first: part, last: part, firstLine: line, lastLine: line)
            return
        }
        if ends.firstLine == line { ends.first = ends.first.union(part) }
        ends.last = ends.lastLine == line ? ends.last.union(part) : part
        ends.lastLine = line
        self.ends[number] = ends
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
                size: Size(width: right - left, height: max(0, last.maxY - first.minY)), isRightToLeft: isRightToLeft)
        }
    }
}

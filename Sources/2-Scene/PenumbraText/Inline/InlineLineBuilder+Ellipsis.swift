extension InlineLineBuilder {
    /// Hides the end of a placed line that doesn't fit behind an ellipsis. The rest of the line stays where it is.
    ///
    /// - Parameter order: the leaves from left to right.
    /// - Returns: the ellipsis. Nil if the line isn't cut.
    mutating func cut(_ order: [Int], _ line: InlineParagraph.Line) -> InlineLeaf? {
        let isTooWide = request.cutsOverflow && ending.width > request.width + InlineParagraph.slack
        guard isTooWide || request.isClamped else { return nil }
        let width = InlineCursor.snapped(paragraph.ellipsis.advance)
        // The ellipsis lies at the line's end: on the right, or on the left of a line from right to left.
        var end = isRightToLeft ? line.x + line.width : line.x
        var isFirst = true
        var isFull = false
        for index in isRightToLeft ? order.reversed() : order {
            let leaf = leaves[index]
            guard leaf.kind == .text || leaf.kind == .tab || leaf.kind == .atom else { continue }
            if isFull || leaf.isHanging {
                leaves[index].isHidden = true
                continue
            }
            let room = isRightToLeft ? leaf.x + leaf.width - width : request.width - width - leaf.x
            if leaf.width <= room + InlineParagraph.slack {
                end = isRightToLeft ? leaf.x : leaf.x + leaf.width
            } else {
                isFull = true
                if leaf.kind == .text, let kept = shorten(index, to: room, isFirst: isFirst) {
                    if isRightToLeft { leaves[index].x = leaf.x + leaf.width - kept }
                    end = isRightToLeft ? leaves[index].x : leaf.x + kept
                } else if leaf.kind == .atom, isFirst {
                    // The first atom of a line is kept without room for the ellipsis.
                    end = isRightToLeft ? leaf.x : leaf.x + leaf.width
                } else {
                    leaves[index].isHidden = true
                }
            }
            isFirst = false
        }
        var leaf = InlineLeaf(
            kind: .text, units: range.upperBound..<range.upperBound, style: 0, box: -1, level: isRightToLeft ? 1 : 0)
        (leaf.advance, leaf.width, leaf.isEllipsis) = (paragraph.ellipsis.advance, width, true)
        leaf.x = isRightToLeft ? end - width : end
        return leaf
    }

    /// Keeps the characters of a leaf that fit a width, at least one on an empty line. Returns their width.
    private mutating func shorten(_ index: Int, to width: Double, isFirst: Bool) -> Double? {
        var leaf = leaves[index]
        // A text that runs against the line ends in the line's middle, so that its start is hidden.
        let isReversed = (leaf.level & 1 == 1) != isRightToLeft
        let places = isReversed ? Array(leaf.units.reversed()) : Array(leaf.units)
        var (advance, kept) = (0.0, 0.0)
        var end: Int?
        for (number, place) in places.enumerated() {
            let unit = paragraph.units[place]
            guard unit.kind == .text else { continue }
            let isSpace = unit.scalar == " " || unit.scalar == "\u{A0}"
            advance += unit.advance + (isSpace ? leaf.justification : 0)
            let next = number + 1 < places.count ? paragraph.units[places[number + 1]] : nil
            guard isReversed ? unit.flags.contains(.start) : next?.flags.contains(.start) ?? true else { continue }
            guard InlineCursor.snapped(advance) <= width + InlineParagraph.slack || isFirst && end == nil else { break }
            (kept, end) = (advance, place)
        }
        guard let end else { return nil }
        leaf.units = isReversed ? end..<leaf.units.upperBound : leaf.units.lowerBound..<end + 1
        if !isReversed { leaf.hyphen = nil }
        (leaf.advance, leaf.width) = (kept, InlineCursor.snapped(kept))
        leaves[index] = leaf
        return leaf.width
    }
}

extension InlineLineBuilder {
    /// Hides the end of a line that doesn't fit behind an ellipsis. Returns whether the line is cut.
    mutating func cut() -> Bool {
        let room = request.width - indent
        let isTooWide = request.cutsOverflow && ending.width > request.width + InlineParagraph.slack
        guard isTooWide || request.isClamped else { return false }
        let ellipsis = InlineCursor.snapped(paragraph.ellipsis.advance)
        // The width of the line up to each leaf, with the borders of boxes.
        var shown = 0
        var x = 0.0
        for index in leaves.indices {
            let leaf = leaves[index]
            let start = max(x, leaf.before - indent)
            guard !leaf.isHanging else { break }
            if start + leaf.width + leaf.gapBefore + leaf.gapAfter + ellipsis <= room + InlineParagraph.slack {
                x = start + leaf.width + leaf.gapBefore + leaf.gapAfter
                shown = index + 1
                continue
            }
            if leaf.kind == .text, shorten(index, to: room - ellipsis - start, isFirst: shown == 0) { shown = index + 1 }
            // Chromium keeps the first atom of a line, even without room for the ellipsis.
            if shown == 0, leaf.kind == .atom { shown = 1 }
            break
        }
        for index in leaves.indices where index >= shown { (leaves[index].isHidden, leaves[index].isHanging) = (true, false) }
        for index in leaves.indices where index >= shown { leaves[index].width = 0 }
        var leaf = InlineLeaf(
            kind: .text, units: range.upperBound..<range.upperBound, style: 0, box: -1, level: isRightToLeft ? 1 : 0)
        (leaf.advance, leaf.width, leaf.isEllipsis) = (paragraph.ellipsis.advance, ellipsis, true)
        leaves.insert(leaf, at: shown)
        return true
    }

    /// Keeps the characters of a leaf that fit a width. Returns whether any is left.
    private mutating func shorten(_ index: Int, to width: Double, isFirst: Bool) -> Bool {
        var leaf = leaves[index]
        var (advance, place) = (0.0, leaf.units.lowerBound)
        // The last start of a character that fits.
        var (kept, end) = (0.0, leaf.units.lowerBound)
        while place < leaf.units.upperBound {
            let unit = paragraph.units[place]
            let space = unit.scalar == " " || unit.scalar == "\u{A0}" ? leaf.justification : 0
            advance += unit.kind == .text ? unit.advance + space : 0
            place += 1
            let isWhole = place == leaf.units.upperBound || paragraph.units[place].flags.contains(.start)
            guard isWhole else { continue }
            if InlineCursor.snapped(advance) <= width + InlineParagraph.slack { (kept, end) = (advance, place) } else { break }
        }
        guard end > leaf.units.lowerBound else { return false }
        leaf.units = leaf.units.lowerBound..<end
        leaf.hyphen = nil
        (leaf.advance, leaf.width) = (kept, InlineCursor.snapped(kept))
        leaves[index] = leaf
        return true
    }
}

extension InlineParagraph {
    /// The widths of a float's margin box.
    package struct FloatWidths {
        package var widths: InlineWidths
        /// Whether the float lies below those before it.
        package var startsRow: Bool

        package init(widths: InlineWidths, startsRow: Bool) {
            (self.widths, self.startsRow) = (widths, startsRow)
        }
    }

    /// The min-content and max-content widths.
    ///
    /// - Parameters:
    ///   - atoms: the widths of each atom's margin box.
    ///   - anchors: the floats. Nil for absolutely positioned boxes.
    package func widths(
        atoms: (Int) -> InlineWidths, anchors: (Int) -> FloatWidths? = { _ in nil }
    ) -> InlineWidths {
        var result = InlineWidths(least: leastWidth { atoms($0).least }, full: 0)
        var (start, isFirst, isAfterBreak) = (0, true, true)
        while start < units.count {
            let indent = block.indent.points(isFirst: isFirst, isAfterBreak: isAfterBreak, of: 0)
            let line = ending(from: start, width: .infinity, indent: indent, purpose: .full) { atoms($0).full }
            let end = max(line.end, start + 1)
            // As in Chromium, the floats of a line lie beside its text, and those that clear others below them.
            var (row, widest) = (0.0, 0.0)
            for unit in units[start..<end] where unit.kind == .anchor {
                guard let float = anchors(unit.number) else { continue }
                row = (float.startsRow ? 0 : row) + float.widths.full
                widest = max(widest, row)
                result.least = max(result.least, float.widths.least)
            }
            result.full = max(result.full, max(0, line.width) + widest)
            (start, isFirst, isAfterBreak) = (end, false, line.endsWithBreak)
        }
        result.full = max(result.full, result.least)
        return result
    }

    /// The width of the widest piece that no line break may divide.
    private func leastWidth(_ atoms: (Int) -> Double) -> Double {
        var (start, isFirst, isAfterBreak) = (0, true, true)
        var least = 0.0
        // The widest piece of the text in progress, besides its first one.
        var widest = -Double.infinity
        while start < units.count {
            let indent = block.indent.points(isFirst: isFirst, isAfterBreak: isAfterBreak, of: 0)
            let line = ending(from: start, width: 0, indent: indent, purpose: .least, atoms: atoms)
            let end = max(line.end, start + 1)
            if let edges = edges(afterText: start..<end) {
                // As in Chromium, the borders behind a text count with the widest of its pieces. Indents count only before
                // texts.
                widest = max(widest, line.width - edges - indent)
                if end >= units.count || !isSameText(end - 1, end) {
                    least = max(least, widest + edges)
                    widest = -.infinity
                }
            } else {
                least = max(least, widest, line.width)
                widest = -.infinity
            }
            (start, isFirst, isAfterBreak) = (end, false, line.endsWithBreak)
        }
        return max(least, widest)
    }

    /// The borders of boxes behind a piece inside a text. Nil for other pieces, such as the first one of a text.
    private func edges(afterText range: Range<Int>) -> Double? {
        guard range.lowerBound > 0, isSameText(range.lowerBound - 1, range.lowerBound) else { return nil }
        var edges = 0.0
        var isInText = true
        for index in range {
            switch units[index].kind {
            case .text:
                guard isInText, index == range.lowerBound || isSameText(index - 1, index) else { return nil }
            case .close:
                isInText = false
                edges += boxes[Int(units[index].box)].end.sum
            case .anchor, .control: isInText = false
            case .atom, .tab, .open, .forcedBreak: return nil
            }
        }
        return edges
    }

    /// Whether two units are of one text.
    private func isSameText(_ index: Int, _ next: Int) -> Bool {
        let (a, b) = (units[index], units[next])
        return a.kind == .text && b.kind == .text && a.style == b.style && a.box == b.box && a.level == b.level
    }
}

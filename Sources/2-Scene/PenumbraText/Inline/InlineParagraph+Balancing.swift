extension InlineParagraph {
    /// The width to break lines at, so that they are about equally long: CSS's `text-wrap: balance`. Nil is the room itself.
    package func breakWidth(within width: Double, atoms: (Int) -> InlineAtom) -> Double? {
        guard block.balance == .balance, width.isFinite, width > 0 else { return nil }
        guard let count = lineCount(within: width, atMost: Self.mostBalanced, atoms), count > 1 else { return nil }
        var (low, high) = (width / Double(count) / 2, width)
        while high - low > 1.0 / 64 {
            let middle = (low + high) / 2
            if lineCount(within: middle, atMost: count, atoms) != nil { high = middle } else { low = middle }
        }
        return high
    }

    /// Like Chromium, longer paragraphs aren't balanced.
    private static let mostBalanced = 6

    /// The number of lines within a width. Nil if there are more than `most`, or if a piece is too wide.
    private func lineCount(within width: Double, atMost most: Int, _ atoms: (Int) -> InlineAtom) -> Int? {
        var (start, count, isAfterBreak) = (0, 0, true)
        while start < units.count {
            guard count < most else { return nil }
            let indent = block.indent.points(isFirst: count == 0, isAfterBreak: isAfterBreak, of: width)
            let line = ending(from: start, width: width, indent: indent, purpose: .line) { atoms($0).width }
            if line.overflows { return nil }
            (start, isAfterBreak) = (max(line.end, start + 1), line.endsWithBreak)
            count += 1
        }
        return count
    }
}

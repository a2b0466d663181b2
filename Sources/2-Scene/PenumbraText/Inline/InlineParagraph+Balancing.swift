extension InlineParagraph {
    /// The ends of lines that are about equally long: CSS's `text-wrap: balance`. Nil for texts that aren't balanced.
    ///
    /// Like Chromium, it makes as few lines as without balancing. The free room of the lines has the smallest sum of squares.
    /// Lines that have different rooms because of floats aren't balanced.
    package func balancedEnds(within width: Double, atoms: (Int) -> InlineAtom) -> [Int]? {
        guard block.balance == .balance, width.isFinite, width > 0, units.count <= Self.mostUnits else { return nil }
        guard let count = lineCount(within: width, atoms), count > 1 else { return nil }
        // The best lines up to each place, by the place and the number of lines.
        var best: [[Int: Step]] = [[0: Step(cost: 0, start: 0)]]
        for number in 0..<count {
            var next: [Int: Step] = [:]
            for (start, step) in best[number].sorted(by: { $0.key < $1.key }) where start < units.count {
                let indent = block.indent.points(isFirst: number == 0, isAfterBreak: number == 0, of: width)
                func add(_ ending: Ending) {
                    let cost = step.cost + (width - ending.width) * (width - ending.width)
                    if let known = next[ending.end], known.cost <= cost { return }
                    next[ending.end] = Step(cost: cost, start: start)
                }
                let last = ending(
                    from: start, width: width, indent: indent, purpose: .line, atoms: { atoms($0).width }, visit: add)
                if !last.overflows { add(last) }
            }
            best.append(next)
        }
        guard best[count][units.count] != nil else { return nil }
        var ends: [Int] = []
        var end = units.count
        for number in stride(from: count, to: 0, by: -1) {
            guard let step = best[number][end] else { return nil }
            ends.append(end)
            end = step.start
        }
        return ends.reversed()
    }

    /// The best lines before a place: the sum of their squares, and the start of the last one.
    private struct Step {
        var cost: Double
        var start: Int
    }

    /// Like Chromium, paragraphs of more lines aren't balanced.
    private static let mostBalanced = 6
    /// Longer texts aren't balanced, because the time grows with the square of a line.
    private static let mostUnits = 4000

    /// The number of lines within a width. Nil if there are too many, if a piece is too wide, or with forced breaks.
    private func lineCount(within width: Double, _ atoms: (Int) -> InlineAtom) -> Int? {
        var (start, count) = (0, 0)
        while start < units.count {
            guard count < Self.mostBalanced else { return nil }
            let indent = block.indent.points(isFirst: count == 0, isAfterBreak: count == 0, of: width)
            let line = ending(from: start, width: width, indent: indent, purpose: .line, atoms: { atoms($0).width })
            if line.overflows || line.endsWithBreak { return nil }
            start = max(line.end, start + 1)
            count += 1
        }
        return count
    }
}

extension InlineParagraph {
    /// The ends of all lines of a text that is balanced or set pretty: CSS's `text-wrap`. Nil fills each line.
    ///
    /// Like Chromium, it makes no more lines, and the free room of the lines has the smallest sum of squares. Up to six lines
    /// before the first forced break are balanced. `pretty` changes up to four lines before each forced break and before the
    /// end, so that the last one has more than a word. Lines whose rooms differ because of floats must not be chosen together.
    package func chosenEnds(within width: Double, atoms: (Int) -> InlineAtom) -> [Int]? {
        guard block.balance != .none, width.isFinite, width > 0 else { return nil }
        var ends: [Int] = []
        var start = 0
        while start < units.count {
            let lines = filledLines(from: start, isFirst: ends.isEmpty, within: width, atoms)
            // Chromium balances no lines behind a forced break.
            let stays = block.balance == .balance && !ends.isEmpty
            ends += (stays ? nil : chosen(lines, isFirst: ends.isEmpty, within: width, atoms)) ?? lines.map(\.end)
            start = lines.last?.end ?? units.count
        }
        return ends
    }

    /// Like Chromium, paragraphs of more lines aren't balanced.
    private static let mostBalanced = 6
    /// The lines at the end of a paragraph that `pretty` changes.
    private static let mostPretty = 4
    /// Longer texts stay as they are, because the time grows with the square of a line.
    private static let mostUnits = 4000

    /// A line that is as full as possible.
    private struct FilledLine {
        var start: Int
        var end: Int
        var width: Double
        /// Whether the line is too wide for its room.
        var overflows: Bool
        /// Whether the line can't be broken.
        var isPiece: Bool
    }

    /// The lines up to the next forced break, filled one after the other.
    private func filledLines(
        from first: Int, isFirst: Bool, within width: Double, _ atoms: (Int) -> InlineAtom
    ) -> [FilledLine] {
        var lines: [FilledLine] = []
        var start = first
        while start < units.count {
            var isPiece = true
            let line = ending(
                from: start, width: width, indent: indent(lines.count, isFirst, width), purpose: .line,
                atoms: { atoms($0).width }, visit: { _ in isPiece = false })
            let end = max(line.end, start + 1)
            lines.append(
                FilledLine(start: start, end: end, width: line.width, overflows: line.overflows, isPiece: isPiece))
            if line.endsWithBreak { break }
            start = end
        }
        return lines
    }

    /// - Parameter isFirst: whether the text is before the first forced break.
    private func indent(_ line: Int, _ isFirst: Bool, _ width: Double) -> Double {
        block.indent.points(isFirst: line == 0 && isFirst, isAfterBreak: line == 0, of: width)
    }

    /// The best ends for the lines of a text without forced breaks. Nil for texts that stay as they are.
    private func chosen(
        _ lines: [FilledLine], isFirst: Bool, within width: Double, _ atoms: (Int) -> InlineAtom
    ) -> [Int]? {
        guard lines.count > 1, let last = lines.last, !lines.contains(where: \.overflows) else { return nil }
        let isPretty = block.balance == .pretty
        guard isPretty ? last.isPiece && last.width < width / 3 : lines.count <= Self.mostBalanced else { return nil }
        let kept = isPretty ? max(0, lines.count - Self.mostPretty) : 0
        guard last.end - lines[kept].start <= Self.mostUnits else { return nil }
        // The best lines up to each place, by the number of lines and the place.
        var best: [[Int: Step]] = [[lines[kept].start: Step(cost: 0, start: lines[kept].start)]]
        for number in kept..<lines.count {
            var next: [Int: Step] = [:]
            for (start, step) in best[number - kept].sorted(by: { $0.key < $1.key }) where start < last.end {
                var isPiece = true
                func add(_ ending: Ending) {
                    var cost = (width - ending.width) * (width - ending.width)
                    if let hyphen = ending.hyphen { cost += hyphenCost(hyphen) * width }
                    // The room on the last line of a pretty text doesn't count, but a word alone is the worst of all.
                    if isPretty, ending.end == last.end { cost = isPiece ? Self.costOfWord * width * width : 0 }
                    isPiece = false
                    if let known = next[ending.end], known.cost <= step.cost + cost { return }
                    next[ending.end] = Step(cost: step.cost + cost, start: start)
                }
                let line = ending(
                    from: start, width: width, indent: indent(number, isFirst, width), purpose: .line,
                    atoms: { atoms($0).width }, visit: add)
                if !line.overflows { add(line) }
            }
            best.append(next)
        }
        var ends: [Int] = []
        var end = last.end
        for steps in best.dropFirst().reversed() {
            guard let step = steps[end] else { return nil }
            ends.append(end)
            end = step.start
        }
        return lines[..<kept].map(\.end) + ends.reversed()
    }

    /// The best lines before a place: the sum of their costs, and the start of the last one.
    private struct Step {
        var cost: Double
        var start: Int
    }

    /// The points of room that a hyphen at the end of a line is worth.
    private func hyphenCost(_ hyphen: Int) -> Double { styles[Int(units[hyphen].style)].look.fontSize * 2 }

    private static let costOfWord = 1e6
}

extension InlineParagraph {
    /// The ends of all lines of a text that is balanced or set pretty: CSS's `text-wrap`. Nil fills each line.
    ///
    /// Like Chromium, it makes no more lines, and the free room of the lines has the smallest sum of squares. Up to six lines
    /// are balanced. `pretty` changes up to four lines, so that the last one has more than a word. Texts with forced breaks, and
    /// lines that have different rooms because of floats, stay as they are.
    package func chosenEnds(within width: Double, atoms: (Int) -> InlineAtom) -> [Int]? {
        guard block.balance != .none, width.isFinite, width > 0 else { return nil }
        guard let lines = filledLines(within: width, atoms), lines.count > 1, let last = lines.last else { return nil }
        if block.balance == .balance { return ends(of: lines[...], within: width, atoms) }
        guard last.isPiece, last.width < width / 3 else { return nil }
        let changed = lines.suffix(Self.mostPretty)
        return ends(of: changed, within: width, atoms).map { lines.dropLast(changed.count).map(\.end) + $0 }
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
        /// Whether the line can't be broken.
        var isPiece: Bool
    }

    /// The lines as they are filled one after the other. Nil for too many, for pieces that are too wide, and with forced breaks.
    private func filledLines(within width: Double, _ atoms: (Int) -> InlineAtom) -> [FilledLine]? {
        var lines: [FilledLine] = []
        var start = 0
        while start < units.count {
            guard block.balance == .pretty || lines.count < Self.mostBalanced else { return nil }
            var isPiece = true
            let line = ending(
                from: start, width: width, indent: indent(lines.count, width), purpose: .line, atoms: { atoms($0).width }
            ) { _ in isPiece = false }
            if line.overflows || line.endsWithBreak { return nil }
            lines.append(FilledLine(start: start, end: max(line.end, start + 1), width: line.width, isPiece: isPiece))
            start = max(line.end, start + 1)
        }
        return lines
    }

    private func indent(_ line: Int, _ width: Double) -> Double {
        block.indent.points(isFirst: line == 0, isAfterBreak: line == 0, of: width)
    }

    /// The best lines before a place: the sum of their squares, and the start of the last one.
    private struct Step {
        var cost: Double
        var start: Int
    }

    /// The best ends for the text of the last lines.
    private func ends(
        of lines: ArraySlice<FilledLine>, within width: Double, _ atoms: (Int) -> InlineAtom
    ) -> [Int]? {
        guard let first = lines.first?.start, units.count - first <= Self.mostUnits else { return nil }
        // The best lines up to each place, by the number of lines and the place.
        var best: [[Int: Step]] = [[first: Step(cost: 0, start: first)]]
        for (number, line) in lines.indices.enumerated() {
            var next: [Int: Step] = [:]
            for (start, step) in best[number].sorted(by: { $0.key < $1.key }) where start < units.count {
                var isPiece = true
                func add(_ ending: Ending) {
                    var cost = step.cost + (width - ending.width) * (width - ending.width)
                    if block.balance == .pretty, ending.end == units.count {
                        // The room on the last line doesn't count, but a word alone is the worst of all.
                        cost = step.cost + (isPiece ? Self.costOfWord * width * width : 0)
                    }
                    isPiece = false
                    if let known = next[ending.end], known.cost <= cost { return }
                    next[ending.end] = Step(cost: cost, start: start)
                }
                let last = ending(
                    from: start, width: width, indent: indent(line, width), purpose: .line, atoms: { atoms($0).width },
                    visit: add)
                if !last.overflows { add(last) }
            }
            best.append(next)
        }
        var ends: [Int] = []
        var end = units.count
        for number in stride(from: lines.count, to: 0, by: -1) {
            guard let step = best[number][end] else { return nil }
            ends.append(end)
            end = step.start
        }
        return ends.reversed()
    }

    private static let costOfWord = 1e6
}

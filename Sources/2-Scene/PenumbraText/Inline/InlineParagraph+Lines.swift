extension InlineParagraph {
    /// The line that a request asks for.
    ///
    /// - Parameter atoms: the margin box of each atom, by its number.
    package func line(_ request: Request, atoms: (Int) -> InlineAtom) -> Line {
        let start = max(0, min(request.start, units.count))
        let isAfterBreak = request.isFirst || start > 0 && endsWithBreak(before: start)
        let indent = block.indent.points(isFirst: request.isFirst, isAfterBreak: isAfterBreak, of: request.blockWidth)
        var fixed: Ending?
        var ending = ending(
            from: start, width: request.width, indent: indent, purpose: .line, atoms: { atoms($0).width },
            visit: { earlier in if earlier.end == request.end { fixed = earlier } })
        if let fixed { ending = fixed }
        var builder = InlineLineBuilder(self, request, start..<max(start, ending.end), ending, indent: indent)
        builder.addLeaves(atoms)
        return builder.line()
    }

    /// All lines within one width.
    package func lines(within width: Double, atoms: (Int) -> InlineAtom) -> [Line] {
        var lines: [Line] = []
        var request = Request(width: width)
        let ends = chosenEnds(within: width, atoms: atoms) ?? []
        repeat {
            request.end = lines.count < ends.count ? ends[lines.count] : nil
            let line = line(request, atoms: atoms)
            lines.append(line)
            request.isFirst = false
            guard line.end > request.start else { break }
            request.start = line.end
        } while request.start < units.count
        return lines
    }

    private func endsWithBreak(before unit: Int) -> Bool {
        var index = unit - 1
        while index >= 0, units[index].kind == .close { index -= 1 }
        return index >= 0 && units[index].kind == .forcedBreak
    }
}

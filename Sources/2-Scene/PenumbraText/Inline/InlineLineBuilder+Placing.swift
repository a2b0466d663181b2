extension InlineLineBuilder {
    /// Orders the line from left to right, aligns it, and adds its fragments.
    mutating func place(_ line: inout InlineParagraph.Line) {
        let order = visualOrder()
        let (starts, finals) = (firstAndLastParts(order))
        // Everything is placed from zero first.
        var x = 0.0
        var open: [OpenBox] = []
        var fragments: [InlineParagraph.BoxFragment] = []
        var chain: [Int] = []
        for (place, index) in order.enumerated() {
            chain.removeAll(keepingCapacity: true)
            var box = leaves[index].box
            while box >= 0 {
                chain.append(box)
                box = paragraph.boxes[box].parent
            }
            chain.reverse()
            var common = 0
            while common < open.count, common < chain.count, open[common].box == chain[common] { common += 1 }
            while open.count > common { close(&open, &x, finals, place - 1, &fragments) }
            for box in chain[common...] { self.open(box, &open, &x, starts, place) }
            x += leaves[index].gapBefore
            leaves[index].place = place
            leaves[index].x = x
            x += leaves[index].width + leaves[index].gapAfter
        }
        while !open.isEmpty { close(&open, &x, finals, order.count - 1, &fragments) }
        let hanging = order.reduce(0) { leaves[$1].isHanging ? $0 + leaves[$1].width : $0 }
        let width = x - hanging
        let lead = isRightToLeft ? hanging : 0
        let room = request.width - indent
        let offset = alignmentOffset(room - width, isLast: line.isLast || line.endsWithBreak)
        line.x = offset + (isRightToLeft ? 0 : indent)
        line.width = width
        let shift = line.x - lead
        for index in fragments.indices {
            fragments[index].x += shift
            guard line.isEmpty else { continue }
            // The line has no height, so that its baseline is its edge.
            let baseline = fragments[index].baseline - heights.ascent
            (fragments[index].top, fragments[index].height, fragments[index].baseline) = (baseline, 0, baseline)
        }
        // Boxes around others come first.
        line.boxes = fragments.enumerated()
            .sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }.map(\.element)
        for index in order { leaves[index].x += shift }
        let ellipsis = cut(order, line)
        for index in order where leaves[index].kind != .anchor { add(leaves[index], to: &line) }
        // Floats are placed in the order of the document.
        for leaf in leaves where leaf.kind == .anchor { add(leaf, to: &line) }
        if var ellipsis {
            line.isCut = true
            ellipsis.place = order.count
            add(ellipsis, to: &line)
            hideBoxes(&line)
        }
    }

    /// Hides the boxes that show nothing before an ellipsis.
    private func hideBoxes(_ line: inout InlineParagraph.Line) {
        var shown: Set<Int> = []
        for leaf in leaves where !leaf.isHidden && (leaf.kind == .text || leaf.kind == .atom) {
            var box = leaf.box
            while box >= 0, shown.insert(paragraph.boxes[box].number).inserted { box = paragraph.boxes[box].parent }
        }
        for index in line.boxes.indices { line.boxes[index].isHidden = !shown.contains(line.boxes[index].box) }
    }

    /// A box with a part on the line that is being placed.
    private struct OpenBox {
        var box: Int
        var x: Double
        var hasLeftEdge: Bool
        /// The number of the box's first leaf in visual order.
        var place: Int
    }

    /// The first and the last leaf of each box in visual order.
    private func firstAndLastParts(_ order: [Int]) -> (first: [Int: Int], last: [Int: Int]) {
        var (first, last): ([Int: Int], [Int: Int]) = ([:], [:])
        for (place, index) in order.enumerated() {
            var box = leaves[index].box
            while box >= 0 {
                if first[box] == nil { first[box] = place }
                last[box] = place
                box = paragraph.boxes[box].parent
            }
        }
        return (first, last)
    }

    private func isRightToLeft(_ box: Int) -> Bool { paragraph.styles[paragraph.boxes[box].style].isRightToLeft }

    private func open(_ box: Int, _ open: inout [OpenBox], _ x: inout Double, _ starts: [Int: Int], _ place: Int) {
        let data = paragraph.boxes[box]
        let isRight = isRightToLeft(box)
        let hasEdge = starts[box] == place && (isRight ? ends[box]?.isLast : ends[box]?.isFirst) == true
        let edge = isRight ? data.end : data.start
        if hasEdge { x += edge.margin }
        open.append(OpenBox(box: box, x: x, hasLeftEdge: hasEdge, place: place))
        if hasEdge { x += edge.inner }
    }

    private func close(
        _ open: inout [OpenBox], _ x: inout Double, _ finals: [Int: Int], _ place: Int,
        _ fragments: inout [InlineParagraph.BoxFragment]
    ) {
        guard let last = open.popLast() else { return }
        let data = paragraph.boxes[last.box]
        let isRight = isRightToLeft(last.box)
        let hasEdge = finals[last.box] == place && (isRight ? ends[last.box]?.isFirst : ends[last.box]?.isLast) == true
        let edge = isRight ? data.start : data.end
        if hasEdge { x += edge.inner }
        let metrics = paragraph.metrics[data.style]
        let baseline = heights.ascent + heights.offset(ofBox: last.box)
        fragments.append(
            InlineParagraph.BoxFragment(
                box: data.number, style: data.style, x: last.x, width: x - last.x, top: baseline - metrics.ascent,
                height: metrics.ascent + metrics.descent, baseline: baseline,
                isFirst: !data.start.isCut && (isRight ? hasEdge : last.hasLeftEdge),
                isLast: !data.end.isCut && (isRight ? last.hasLeftEdge : hasEdge),
                depth: data.depth, isCulled: data.isCulled, place: last.place))
        if hasEdge { x += edge.margin }
    }

    /// The leaves from left to right: rule L2 of the Unicode bidirectional algorithm.
    private func visualOrder() -> [Int] {
        var order = Array(leaves.indices)
        guard let highest = leaves.map(\.level).max(), let lowestOdd = leaves.map(\.level).filter({ $0 & 1 == 1 }).min()
        else { return order }
        for level in stride(from: highest, through: lowestOdd, by: -1) {
            var start = 0
            while start < order.count {
                guard leaves[order[start]].level >= level else {
                    start += 1
                    continue
                }
                var end = start
                while end < order.count, leaves[order[end]].level >= level { end += 1 }
                order[start..<end].reverse()
                start = end
            }
        }
        return order
    }

    /// The place of the line's left end in its room: CSS Text 3, 6, with Chromium's treatment of lines that are too wide.
    private func alignmentOffset(_ free: Double, isLast: Bool) -> Double {
        var align = paragraph.block.align
        if isLast { align = paragraph.block.alignLast ?? (align == .justify ? .start : align) }
        switch (align, isRightToLeft) {
        case (.end, true), (.left, true): return min(0, free)
        case (.left, false), (.start, false), (.justify, false): return 0
        case (.right, true), (.start, true), (.justify, true): return free
        case (.right, false), (.end, false): return max(0, free)
        case (.center, false): return max(0, free / 2)
        case (.center, true): return free > 0 ? free / 2 : free
        }
    }

    // MARK: - Fragments

    private func add(_ leaf: InlineLeaf, to line: inout InlineParagraph.Line) {
        let box = leaf.box < 0 ? nil : paragraph.boxes[leaf.box].number
        switch leaf.kind {
        case .empty: break
        case .anchor:
            line.anchors.append(
                .init(
                    anchor: leaf.number, x: leaf.x, before: leaf.before, followsContent: leaf.followsContent,
                    isRightToLeft: leaf.level & 1 == 1, box: box))
        case .atom:
            let y = heights.ascent + heights.offset(ofAtom: leaf.number) - heights.above(ofAtom: leaf.number)
            line.atoms.append(.init(atom: leaf.number, x: leaf.x, y: y, box: box, isHidden: leaf.isHidden, place: leaf.place))
        case .text, .tab:
            guard !leaf.isHidden else { return }
            let metrics = paragraph.metrics[leaf.style]
            let baseline = heights.ascent + heights.offset(ofBox: leaf.box)
            let text = leaf.isEllipsis ? paragraph.ellipsis.text : text(of: leaf)
            let needsOverride = InlineParagraph.needsOverride(text, level: leaf.level)
            line.texts.append(
                InlineParagraph.TextFragment(
                    text: text, style: leaf.style, box: box, x: leaf.x, width: leaf.width, baseline: baseline + metrics.drop,
                    ascent: metrics.ascent + metrics.drop, descent: metrics.descent - metrics.drop, level: leaf.level,
                    range: leaf.units,
                    justification: leaf.justification, hasHyphen: leaf.hyphen != nil,
                    isBlank: leaf.kind == .tab || leaf.isHanging, isEllipsis: leaf.isEllipsis,
                    isOverridden: needsOverride, place: leaf.place))
        }
    }

    /// The visible text of a leaf.
    private func text(of leaf: InlineLeaf) -> String {
        var text: [Unicode.Scalar] = []
        for unit in paragraph.units[leaf.units] where unit.kind == .text {
            text.append(unit.scalar)
            // The selector keeps the font for those who shape the text again.
            if unit.flags.contains(.plainEmoji) { text.append("\u{FE0E}") }
        }
        if let hyphen = leaf.hyphen {
            text.removeLast()
            text.append(contentsOf: hyphen.text.unicodeScalars)
        }
        return String(scalars: text)
    }
}

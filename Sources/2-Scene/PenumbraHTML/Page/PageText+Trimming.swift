import PenumbraLayout
import PenumbraText

/// CSS Inline 3, section 5: `text-box-trim`.
extension PageText {
    /// Cuts the first or the last line of a block to the edges of its font.
    func trim(_ line: inout InlineParagraph.Line, _ index: Int, _ paragraph: InlineParagraph, isFirst: Bool, isLast: Bool) {
        guard hasTrimmedBlocks, !line.isEmpty else { return }
        let edge = lineOwner(tree.boxes[index]).text.textBoxEdge
        if isFirst, isTrimmed(index, atStart: true) {
            let heights = paragraph.rootHeights
            let over =
                switch edge.over {
                case .text: heights.ascent
                case .cap: paragraph.rootCapHeight
                case .ex: paragraph.rootXHeight
                }
            let distance = line.baseline - over
            line.height -= distance
            line.baseline -= distance
            for index in line.texts.indices { line.texts[index].baseline -= distance }
            for index in line.boxes.indices {
                line.boxes[index].top -= distance
                line.boxes[index].baseline -= distance
            }
            for index in line.atoms.indices { line.atoms[index].y -= distance }
        }
        if isLast, isTrimmed(index, atStart: false) {
            line.height = line.baseline + (edge.under == .text ? paragraph.rootHeights.descent : 0)
        }
        line.height = max(0, line.height)
    }

    /// Whether a block whose first or last line is that of a box trims it.
    private func isTrimmed(_ index: Int, atStart: Bool) -> Bool {
        var here = index
        while true {
            let style = tree.boxes[here].style.box
            if style.textBoxTrim == "trim-both" || style.textBoxTrim == (atStart ? "trim-start" : "trim-end") { return true }
            let isBlock = style.display == .block || style.display == .listItem
            let parent = tree.boxes[here].parent
            guard isBlock, !style.isScrollContainer, !style.establishesFlow, parent >= 0,
                case .blocks = tree.boxes[parent].content
            else { return false }
            let children = tree.boxes[parent].children.filter {
                !tree.boxes[$0].style.box.isOutOfFlow && tree.boxes[$0].style.box.float == .none
            }
            guard (atStart ? children.first : children.last) == here else { return false }
            here = parent
        }
    }
}

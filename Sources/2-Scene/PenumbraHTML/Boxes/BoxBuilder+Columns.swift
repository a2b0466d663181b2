import PenumbraLayout

/// Boxes with columns: CSS Multi-column Layout 1.
extension BoxBuilder {
    /// Gives a block container its columns, and the boxes that span them.
    mutating func fillColumns(_ index: Int, _ pieces: [Piece]) {
        var children: [Int] = []
        var run: [Piece] = []
        func close(_ builder: inout BoxBuilder) {
            defer { run = [] }
            guard !run.isEmpty else { return }
            let style = builder.result.boxes[index].style.anonymous(.flowRoot)
            let box = builder.add(PageBox(element: nil, style: style, parent: index))
            builder.fill(box, run)
            // Spaces alone make no columns.
            if !builder.isEmpty(box) { children.append(box) }
        }
        for piece in pieces {
            if case .block(let box) = piece, result.boxes[box].style.box.columns.spansAll {
                close(&self)
                children.append(box)
            } else {
                run.append(piece)
            }
        }
        close(&self)
        result.boxes[index].content = .columns
        adopt(children, by: index)
    }

    private func isEmpty(_ box: Int) -> Bool {
        if case .blocks = result.boxes[box].content { return result.boxes[box].children.isEmpty }
        return false
    }
}

extension ColumnContainer {
    init(_ style: HTMLStyle) {
        self.init()
        let columns = style.box.columns
        (count, width, isBalanced) = (columns.count, columns.width, columns.isBalanced)
        gap = style.box.columnGap.isAuto ? .points(style.text.fontSize) : LayoutLength(style.box.columnGap)
    }
}

extension ColumnBreaks {
    init(_ style: HTMLStyle) {
        self.init()
        let columns = style.box.columns
        (before, after) = (Self.isForced(columns.before), Self.isForced(columns.after))
        avoidsInside = Self.isAvoided(columns.inside)
        (avoidsBefore, avoidsAfter) = (Self.isAvoided(columns.before), Self.isAvoided(columns.after))
        (orphans, widows) = (style.text.orphans, style.text.widows)
        spansAll = columns.spansAll
    }

    /// Breaks between pages have no effect on columns.
    private static func isForced(_ word: String) -> Bool { word == "column" || word == "always" || word == "all" }

    private static func isAvoided(_ word: String) -> Bool { word == "avoid" || word == "avoid-column" }
}

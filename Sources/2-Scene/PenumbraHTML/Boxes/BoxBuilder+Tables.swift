import PenumbraCSS

/// Tables and the anonymous boxes around their parts: CSS 2.2, section 17.2.1.
extension BoxBuilder {
    /// Gives a table its captions and groups of rows.
    mutating func fillTable(_ index: Int, _ node: Int) throws(HTMLError) {
        var pieces: [Piece] = []
        try collect(node, result.boxes[index].style, into: &pieces)
        fillTable(index, pieces)
    }

    private mutating func fillTable(_ index: Int, _ pieces: [Piece]) {
        var children: [Int] = []
        var rest: [Piece] = []
        func close(_ builder: inout BoxBuilder) {
            if let group = builder.anonymousPart(.tableRowGroup, rest, in: index) { children.append(group) }
            rest = []
        }
        for piece in pieces {
            if case .block(let box) = piece {
                switch result.boxes[box].style.box.display {
                case .tableCaption:
                    children.append(box)
                    continue
                case .tableRowGroup, .tableHeaderGroup, .tableFooterGroup:
                    close(&self)
                    children.append(box)
                    continue
                case .tableColumn, .tableColumnGroup:
                    result.boxes[index].columns += result.boxes[box].columns
                    continue
                default: break
                }
            }
            rest.append(piece)
        }
        close(&self)
        result.boxes[index].content = .table
        adopt(ordered(children), by: index)
    }

    /// The parts of a table with its first header group above all rows, and its first footer group below them.
    private func ordered(_ children: [Int]) -> [Int] {
        func display(_ box: Int) -> BoxDisplay { result.boxes[box].style.box.display }
        let header = children.first { display($0) == .tableHeaderGroup }
        let footer = children.first { display($0) == .tableFooterGroup }
        return [header].compactMap { $0 } + children.filter { $0 != header && $0 != footer } + [footer].compactMap { $0 }
    }

    mutating func add(_ style: HTMLStyle) -> Int {
        result.styles.append(style)
        return result.styles.count - 1
    }

    /// The columns of a `col` element or of a group of them. The columns of a group count instead of its `span`.
    mutating func addColumns(_ index: Int, _ node: Int, _ style: HTMLStyle) throws(HTMLError) {
        var columns: [ColumnElement] = []
        let number = style.hasBackground || style.hasBorder ? add(style) : nil
        let own = style.hasBackground ? [number].compactMap { $0 } : []
        let isGroup = style.box.display == .tableColumnGroup
        let groupBorder = isGroup && style.hasBorder ? number : nil
        if style.box.display == .tableColumnGroup {
            for child in tree.nodes[node].children where tree.nodes[child].element != nil {
                let inner = try cascade.style(of: child, parent: style)
                guard inner.box.display == .tableColumn else { continue }
                let number = inner.hasBackground || inner.hasBorder ? add(inner) : nil
                columns.append(
                    ColumnElement(
                        width: inner.box.width, span: span(tree.nodes[child].element?["span"], most: 1000), element: child,
                        group: node,
                        backgrounds: own + (inner.hasBackground ? [number].compactMap { $0 } : []),
                        border: inner.hasBorder ? number : nil, groupBorder: groupBorder))
            }
        }
        if columns.isEmpty {
            let count = span(tree.nodes[node].element?["span"], most: 1000)
            columns = [
                ColumnElement(
                    width: style.box.width, span: count, element: node, backgrounds: own,
                    border: !isGroup && style.hasBorder ? number : nil, groupBorder: groupBorder)
            ]
        }
        result.boxes[index].columns = columns
    }

    mutating func fillRows(_ index: Int, _ node: Int) throws(HTMLError) {
        var pieces: [Piece] = []
        try collect(node, result.boxes[index].style, into: &pieces)
        fillRows(index, pieces)
    }

    private mutating func fillRows(_ index: Int, _ pieces: [Piece]) {
        var children: [Int] = []
        var rest: [Piece] = []
        for piece in pieces {
            if case .block(let box) = piece, result.boxes[box].style.box.display == .tableRow {
                if let row = anonymousPart(.tableRow, rest, in: index) { children.append(row) }
                rest = []
                // As in browsers, `visibility: collapse` takes the room of rows away.
                if result.boxes[box].style.text.visibility != .collapse { children.append(box) }
            } else {
                rest.append(piece)
            }
        }
        if let row = anonymousPart(.tableRow, rest, in: index) { children.append(row) }
        result.boxes[index].content = .tableRowGroup
        adopt(children, by: index)
    }

    mutating func fillCells(_ index: Int, _ node: Int) throws(HTMLError) {
        var pieces: [Piece] = []
        try collect(node, result.boxes[index].style, into: &pieces)
        fillCells(index, pieces)
    }

    private mutating func fillCells(_ index: Int, _ pieces: [Piece]) {
        var children: [Int] = []
        var rest: [Piece] = []
        for piece in pieces {
            if case .block(let box) = piece, result.boxes[box].style.box.display == .tableCell {
                if let cell = anonymousPart(.tableCell, rest, in: index) { children.append(cell) }
                rest = []
                if let element = result.boxes[box].element.flatMap({ tree.nodes[$0].element }) {
                    result.boxes[box].columnSpan = span(element["colspan"], most: 1000)
                    result.boxes[box].rowSpan = span(element["rowspan"], most: 65_534)
                }
                children.append(box)
            } else {
                rest.append(piece)
            }
        }
        if let cell = anonymousPart(.tableCell, rest, in: index) { children.append(cell) }
        result.boxes[index].content = .tableRow
        adopt(children, by: index)
    }

    private func span(_ text: String?, most: Int) -> Int {
        guard let text, let number = Int(text.trimmingSpaces), number >= 0 else { return 1 }
        // A cell that spans zero rows spans all that follow in its group.
        return number == 0 ? (most > 1000 ? 0 : 1) : min(most, number)
    }

    /// The anonymous part of a table around pieces. Nil if they are nothing but spaces.
    private mutating func anonymousPart(_ display: BoxDisplay, _ pieces: [Piece], in parent: Int) -> Int? {
        let isEmpty = pieces.allSatisfy { piece in
            switch piece {
            case .text(let text, _): text.utf8.allSatisfy { CSSText.spaces.contains($0) }
            default: false
            }
        }
        guard !isEmpty else { return nil }
        let index = add(PageBox(element: nil, style: result.boxes[parent].style.anonymous(display), parent: parent))
        switch display {
        case .tableRowGroup: fillRows(index, pieces)
        case .tableRow: fillCells(index, pieces)
        default: fill(index, pieces)
        }
        return index
    }

    /// The pieces of a block container with an anonymous table around parts of tables that stand outside of one.
    func isTablePart(_ piece: Piece) -> Bool {
        if case .block(let box) = piece { result.boxes[box].style.box.display.isTablePart } else { false }
    }

    mutating func wrappingTableParts(_ pieces: [Piece], in parent: Int) -> [Piece] {
        guard pieces.contains(where: isTablePart) else { return pieces }
        var result: [Piece] = []
        var parts: [Piece] = []
        func close(_ builder: inout BoxBuilder) {
            guard !parts.isEmpty else { return }
            let style = builder.result.boxes[parent].style.anonymous(.table)
            let index = builder.add(PageBox(element: nil, style: style, parent: parent))
            builder.fillTable(index, parts)
            result.append(.block(box: index))
            parts = []
        }
        for piece in pieces {
            if isTablePart(piece) {
                parts.append(piece)
            } else if !parts.isEmpty, case .text(_, let style) = piece, piece.isSpace,
                self.result.styles[style].text.spaceCollapse == "collapse"
            {
                parts.append(piece)
            } else {
                close(&self)
                result.append(piece)
            }
        }
        close(&self)
        return result
    }
}

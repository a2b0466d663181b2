/// Lines, and the blocks between them.
extension BoxBuilder {
    /// Gives a block container its content: lines alone, or blocks with anonymous blocks for the lines between them.
    mutating func fill(_ index: Int, _ pieces: [Piece]) {
        let pieces = wrappingTableParts(pieces, in: index)
        let hasBlocks = pieces.contains { if case .block = $0 { true } else { false } }
        guard hasBlocks else {
            if hasInlines(pieces) || isVisible(pieces, in: index) {
                result.boxes[index].content = .lines(addLines(pieces, root: add(result.boxes[index].style), parent: index))
            } else {
                adopt(anchors(pieces), by: index)
            }
            return
        }
        var run: [Piece] = []
        // The elements of the run that began before it.
        var begun = 0
        var open: [InlineContents.InlineBox] = []
        var children: [Int] = []
        func close(_ builder: inout BoxBuilder) {
            guard run.count > begun, builder.partsExcess == nil else { return }
            // Elements that a block interrupts end here and begin again behind the block.
            for inline in open.reversed() {
                var inline = inline
                inline.isEnd = false
                run.append(.close(inline))
            }
            children += builder.anonymous(run, in: index, cut: open.count)
            run = []
            begun = open.count
            for inline in open {
                var inline = inline
                inline.isStart = false
                run.append(.open(inline))
            }
        }
        for piece in pieces {
            switch piece {
            case .block(let box):
                close(&self)
                children.append(box)
                result.boxes[box].inline = open.last?.id
            case .open(let inline):
                open.append(inline)
                run.append(piece)
            case .close(let inline):
                if let place = open.lastIndex(where: { $0.id == inline.id }) { open.remove(at: place) }
                run.append(piece)
            default: run.append(piece)
            }
        }
        children += anonymous(run, in: index)
        result.boxes[index].content = .blocks
        adopt(children, by: index)
    }

    mutating func adopt(_ children: [Int], by index: Int) {
        result.boxes[index].children = children
        for child in children { result.boxes[child].parent = index }
    }

    /// The boxes of the pieces between two blocks: an anonymous block, or the boxes out of the flow alone.
    ///
    /// - Parameter cut: the number of inline elements that a block cuts here.
    mutating func anonymous(_ run: [Piece], in parent: Int, cut: Int = 0) -> [Int] {
        guard hasInlines(run) || isVisible(run, in: parent) else { return anchors(run) }
        parts -= cut
        if parts < 0 { partsExcess = parent }
        let style = result.boxes[parent].style.anonymous(.block)
        let index = add(PageBox(element: nil, style: style, parent: parent))
        result.boxes[index].content = .lines(addLines(run, root: add(style), parent: index))
        return [index]
    }

    /// The boxes out of the flow among pieces that have no lines.
    private mutating func anchors(_ pieces: [Piece]) -> [Int] {
        var result: [Int] = []
        var open: [Int] = []
        for piece in pieces {
            follow(piece, &open)
            if case .anchor(let box) = piece {
                result.append(box)
                self.result.boxes[box].inline = open.last
            }
        }
        return result
    }

    /// Keeps the numbers of the inline elements around a piece.
    private func follow(_ piece: Piece, _ open: inout [Int]) {
        switch piece {
        case .open(let inline): open.append(inline.id)
        case .close(let inline): if let place = open.lastIndex(of: inline.id) { open.remove(at: place) }
        default: break
        }
    }

    /// Adds the content of lines. Boxes in them become children of the block.
    private mutating func addLines(_ pieces: [Piece], root: Int, parent: Int) -> Int {
        var contents = InlineContents(rootStyle: root)
        var (children, open): ([Int], [Int]) = ([], [])
        func add(_ box: Int) {
            children.append(box)
            result.boxes[box].inline = open.last
        }
        for piece in pieces {
            follow(piece, &open)
            switch piece {
            case .text(let text, let style): contents.items.append(.text(text, style: style))
            case .open(let inline): contents.items.append(.open(inline))
            case .close(let inline): contents.items.append(.close(inline))
            case .atom(let box, let style):
                contents.items.append(.atom(box: box, style: style))
                add(box)
            case .anchor(let box):
                contents.items.append(.anchor(box: box))
                add(box)
            case .lineBreak(let style): contents.items.append(.lineBreak(style: style))
            case .wordBreak: contents.items.append(.wordBreak)
            case .block: break
            }
        }
        adopt(children, by: parent)
        result.inline.append(contents)
        return result.inline.count - 1
    }
}

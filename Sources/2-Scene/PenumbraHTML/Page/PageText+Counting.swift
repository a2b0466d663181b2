import PenumbraLayout

/// Lines that are counted: `line-clamp`.
extension PageText {
    /// The blocks whose lines are counted together. An object isn't copied when it changes.
    final class CountedBlocks {
        /// The number of lines that count for the height.
        let most: Int
        /// The places of the blocks in the order of the document.
        var places: [Int: Int] = [:]
        /// The lines before each block, and the lines in it so far.
        var before: [Int] = []
        var counts: [Int] = []

        init(most: Int) { self.most = most }
    }

    /// The number of a line among those that are counted together.
    struct LineNumber {
        var number: Int
        var most: Int
        /// Whether a block of inline content follows. As in Chromium, it may be empty.
        var isFollowed: Bool

        /// Whether the line ends in an ellipsis, if content follows.
        func isCut(_ isEnd: Bool) -> Bool { number == most && (isFollowed || !isEnd) }
    }

    /// The number of the line of a block that starts at a place. Nil for lines that aren't counted.
    ///
    /// Layout asks for the lines of a block after it has those of the blocks before.
    func number(_ node: Int, start: Int) -> LineNumber? {
        guard let owner = countingBlock(node), let blocks = counted[owner], let place = blocks.places[node] else { return nil }
        let own = start == 0 ? 1 : lineNumbers[node]?[start] ?? 1
        if start == 0, place > 0 { blocks.before[place] = blocks.before[place - 1] + blocks.counts[place - 1] }
        return LineNumber(number: blocks.before[place] + own, most: blocks.most, isFollowed: place + 1 < blocks.counts.count)
    }

    /// Counts a line.
    func count(_ node: Int, start: Int, end: Int, isEmpty: Bool) {
        guard let owner = countingBlock(node), let blocks = counted[owner], let place = blocks.places[node] else { return }
        let own = start == 0 ? 1 : lineNumbers[node]?[start] ?? 1
        blocks.counts[place] = isEmpty ? own - 1 : own
        lineNumbers[node, default: [:]][end] = own + 1
    }

    /// The block whose `line-clamp` counts the lines of a node. Nil for lines that aren't counted.
    func countingBlock(_ node: Int) -> Int? {
        guard hasCountedLines else { return nil }
        if let known = countingBlocks[node] { return known }
        var (here, result): (Int, Int?) = (node, nil)
        var path = [node]
        while here > 0 {
            if let known = countingBlocks[here] {
                result = known
                break
            }
            path.append(here)
            if let most = mostLines(here) {
                result = here
                if counted[here] == nil { counted[here] = blocks(in: here, most) }
                break
            }
            guard sharesContext(here) else { break }
            here = page.parents[here]
        }
        for step in path { countingBlocks[step] = .some(result) }
        return result
    }

    private func blocks(in owner: Int, _ most: Int) -> CountedBlocks {
        let result = CountedBlocks(most: most)
        var open = [owner]
        while let node = open.popLast() {
            if page.nodes[node].content == .inline {
                result.places[node] = result.counts.count
                result.before.append(0)
                result.counts.append(0)
            } else {
                open += page.nodes[node].children.reversed().filter { sharesContext($0) && mostLines($0) == nil }
            }
        }
        return result
    }

    private func mostLines(_ node: Int) -> Int? {
        guard let index = page.boxes[node], tree.boxes[index].element != nil else { return nil }
        let style = tree.boxes[index].style.box
        return style.isWebKitBox && style.flexDirection == "column" ? style.lineClamp : nil
    }

    /// Whether a block belongs to the block formatting context around it.
    private func sharesContext(_ node: Int) -> Bool {
        let (style, content) = (page.nodes[node].style, page.nodes[node].content)
        return (content == .block || content == .inline) && !style.isFlowRoot && style.float == .none
            && style.alignContent == .normal
            && (style.position == .static || style.position == .relative)
            && style.overflowX != .scroll && style.overflowY != .scroll
    }
}

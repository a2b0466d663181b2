import PenumbraLayout

/// The lists that positioned boxes belong to.
extension PagePainter {
    /// The list that a positioned box belongs to: that of the innermost stacking context, unless a box between them cuts it.
    func target(_ node: Int, _ frames: [Frame]) -> Target {
        var here = node
        for frame in frames.reversed() {
            guard frame.isContext || frame.clips else { continue }
            // Boxes out of the flow leave out the boxes between them and the box that they refer to.
            if frame.clips { while here > frame.node { here = blockAround(here) } }
            if frame.isContext { return (frame, frame.clips && here != frame.node) }
            if here == frame.node { return (frame, false) }
        }
        return (frames[0], false)
    }

    /// The node whose box cuts and moves a box: its parent, or the box that a box out of the flow refers to.
    private func blockAround(_ node: Int) -> Int {
        guard let index = page.boxes[node], boxes.boxes[index].style.box.isOutOfFlow else { return parents[node] }
        return containingBlock(of: node, isFixed: boxes.boxes[index].style.box.position == .fixed)
    }

    /// The node whose padding box a box refers to that is out of the flow, or the block container with the inline element that
    /// the box refers to.
    private func containingBlock(of node: Int, isFixed: Bool) -> Int {
        var here = node
        while here > 0 {
            if let inline = page.nodes[here].style.inline, !isFixed || inline.fixed != nil { return parents[here] }
            here = parents[here]
            if page.nodes[here].style.isContainingBlock, !isFixed || box(here)?.style.box.position == .static { return here }
        }
        return 0
    }
}

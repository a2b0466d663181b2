import PenumbraGeometry
import PenumbraLayout

extension PagePainter {
    /// Adds the blocks that interrupt inline elements to the places of the elements.
    func keepInterrupted() {
        for (index, box) in boxes.boxes.enumerated() where !box.interrupted.isEmpty && !box.style.box.isOutOfFlow {
            guard let node = page.nodeOfBox[index], box.style.box.float == .none, layout.axes[node] == nil,
                let frame = frameOfInterruption(node)
            else { continue }
            for inline in box.interrupted { keep(frame, of: inline) }
        }
    }

    /// The part of an inline element that a block has, which interrupts it: as wide as the lines around the block.
    func frameOfInterruption(_ node: Int) -> Rect? {
        let around = page.parents[node]
        guard around > 0, let parent = box(around) else { return nil }
        let padding = parent.style.box.padding.left.resolved(contentWidth(page.parents[around])) ?? 0
        return Rect(
            x: state.origins[around].x + parent.style.box.border.left + max(0, padding), y: state.origins[node].y,
            width: contentWidth(around), height: layout.frames[node].height)
    }
}

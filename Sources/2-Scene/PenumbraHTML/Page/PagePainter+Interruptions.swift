import PenumbraGeometry
import PenumbraLayout

extension PagePainter {
    /// Adds the blocks that interrupt inline elements to the places of the elements, with the width of the lines around them.
    func keepInterrupted() {
        for (index, box) in boxes.boxes.enumerated() where !box.interrupted.isEmpty && !box.style.box.isOutOfFlow {
            guard let node = page.nodeOfBox[index], box.style.box.float == .none else { continue }
            let around = page.parents[node]
            guard around > 0, let parent = self.box(around), layout.axes[node] == nil else { continue }
            let left =
                parent.style.box.border.left
                + max(0, parent.style.box.padding.left.resolved(contentWidth(page.parents[around])) ?? 0)
            let frame = Rect(
                x: state.origins[around].x + left, y: state.origins[node].y, width: contentWidth(around),
                height: layout.frames[node].height)
            for inline in box.interrupted { keep(frame, of: inline) }
        }
    }
}

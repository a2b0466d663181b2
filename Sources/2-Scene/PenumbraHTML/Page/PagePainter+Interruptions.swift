import PenumbraGeometry
import PenumbraLayout

extension PagePainter {
    /// Adds the blocks that interrupt inline elements to the places of the elements.
    func keepInterrupted() {
        // The parts of each element before it is moved, with the block container around them.
        var parts: [Int: (frame: Rect, container: Int)] = [:]
        func add(_ frame: Rect, _ container: Int, to inline: Int) {
            parts[inline] = (parts[inline].map { $0.frame.union(frame) } ?? frame, container)
        }
        for (index, box) in boxes.boxes.enumerated() where !box.isAtom && !box.style.box.isOutOfFlow {
            guard let inline = box.inline, box.style.box.float == .none, let node = page.nodeOfBox[index] else { continue }
            add(frameOfInterruption(node), page.parents[node], to: inline)
        }
        // Parents come before their children.
        for inline in parts.isEmpty ? [] : boxes.inlineElements.indices.reversed() {
            guard let (frame, container) = parts[inline] else { continue }
            if let parent = boxes.inlineElements[inline].parent { add(frame, container, to: parent) }
            keep(frame.offset(by: shift(of: inline, in: container)), of: inline)
        }
    }

    /// The part of an inline element that a block has, which interrupts it.
    func part(of inline: Int, around node: Int) -> Rect {
        frameOfInterruption(node).offset(by: shift(of: inline, in: page.parents[node]))
    }

    /// The part of inline elements that a block has, before relative elements are moved: as long as the lines around the block.
    private func frameOfInterruption(_ node: Int) -> Rect {
        let around = page.parents[node]
        var frame = Rect(origin: state.origins[node], size: layout.frames[node].size)
        guard let parent = box(around) else { return frame }
        frame = frame.offset(by: .zero - shift(of: box(node)?.inline, in: around))
        let base = contentWidth(page.parents[around])
        let distances = zip(parent.style.box.border.list, parent.style.box.padding.list)
            .map { $0 + max(0, $1.resolved(base) ?? 0) }
        let content = Rect(origin: state.origins[around], size: layout.frames[around].size).inset(by: distances)
        if WritingMode(parent.style.text.writingMode).isVertical {
            (frame.origin.y, frame.size.height) = (content.minY, content.height)
        } else {
            (frame.origin.x, frame.size.width) = (content.minX, content.width)
        }
        return frame
    }

    /// The distance on the page by which relative inline elements in a block container are moved.
    private func shift(of inline: Int?, in container: Int) -> Point {
        guard text.hasInlineContainers, let block = box(container) else { return .zero }
        let mode = WritingMode(block.style.text.writingMode)
        let width = mode.isVertical ? layout.frames[container].height : contentWidth(container)
        let shift = text.shift(of: inline, in: block.style, width: width, height: nil)
        return switch mode {
        case .horizontal: shift
        case .verticalFromLeft, .verticalFromRight: Point(-shift.y, shift.x)
        case .upwardFromLeft: Point(shift.y, -shift.x)
        }
    }
}

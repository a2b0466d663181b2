import PenumbraGeometry
import PenumbraLayout

/// The boxes of a document at their places.
struct PlacedBoxes {
    var boxes: BoxTree
    var page: PageLayout
    var text: PageText
    var layout: LayoutResult
    /// The box of the root element. Nil if the document shows nothing.
    var root: Int?
    var usesContainers: Bool

    /// The sizes of the contents of containers, by their nodes in the document.
    var containerSizes: [Int: Size] {
        var result: [Int: Size] = [:]
        for (index, box) in boxes.boxes.enumerated() where box.style.box.ownContainer != nil && box.pseudo == nil {
            guard let element = box.element, let node = page.nodeOfBox[index] else { continue }
            let (frame, line) = (layout.frames[node], box.style.box.border)
            let around = page.parents[node] < 0 ? 0 : layout.frames[page.parents[node]].width
            let padding = box.style.box.padding.list.map { max(0, $0.resolved(around) ?? 0) }
            result[element] = Size(
                width: max(0, frame.width - line.left - line.right - padding[1] - padding[3]),
                height: max(0, frame.height - line.top - line.bottom - padding[0] - padding[2]))
        }
        return result
    }
}

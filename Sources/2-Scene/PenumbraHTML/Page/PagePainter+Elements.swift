import PenumbraCSS
import PenumbraGeometry

extension PagePainter {
    /// Whether a transform does more than move a box. As in Chromium, such a box begins at a whole pixel.
    func isDistorted(_ node: Int) -> Bool {
        guard let box = box(node), ["transform", "rotate", "scale"].contains(where: { box.style.box.paint[$0] != nil }),
            let map = painter(box.style, BoxGeometry(size: layout.frames[node].size), box.element).transform()
        else { return false }
        guard let flat = map.affine else { return true }
        return (flat.a, flat.b, flat.c, flat.d) != (1, 0, 0, 1)
    }

    /// The boxes of the elements, in the order of the document.
    func elementBoxes() -> [HTMLDocument.Box] {
        var frames: [Int: Rect] = [:]
        for (index, box) in boxes.boxes.enumerated() {
            guard let element = box.element, box.pseudo == nil, let node = page.nodeOfBox[index] else { continue }
            frames[element] = Rect(origin: state.places[node], size: layout.frames[node].size)
        }
        frames.merge(columnFrames()) { $1 }
        keepInterrupted()
        for (number, frame) in state.inlineFrames {
            let inline = boxes.inlineElements[number]
            if let element = inline.element, inline.pseudo == nil {
                frames[element] = frames[element].map { $0.union(frame) } ?? frame
            }
        }
        var depths = [Int](repeating: 0, count: tree.nodes.count)
        var result: [HTMLDocument.Box] = []
        for (index, node) in tree.nodes.enumerated() {
            if node.parent >= 0 { depths[index] = depths[node.parent] + 1 }
            guard let element = node.element, let frame = frames[index] else { continue }
            var name = element.name
            if let id = element["id"] { name += "#\(id)" }
            for word in CSSText.words(element["class"] ?? "") { name += ".\(word)" }
            result.append(HTMLDocument.Box(name: name, depth: depths[index], frame: frame, place: node.place))
        }
        return result
    }
}

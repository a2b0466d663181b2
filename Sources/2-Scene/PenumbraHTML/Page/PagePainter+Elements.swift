import PenumbraCSS
import PenumbraGeometry
import PenumbraText

extension PagePainter {
    /// Whether a box has a transform that may do more than move it.
    func mayBeDistorted(_ node: Int) -> Bool {
        guard let index = page.boxes[node] else { return false }
        return ["transform", "rotate", "scale"].contains { boxes.boxes[index].style.box.paint[$0] != nil }
    }

    /// Whether a transform does more than move a box. As in Chromium, such a box begins at a whole pixel.
    func isDistorted(_ node: Int) -> Bool {
        guard mayBeDistorted(node), let box = box(node),
            let map = painter(box.style, BoxGeometry(size: layout.frames[node].size), box.element).transform()
        else { return false }
        guard let flat = map.affine else { return true }
        return (flat.a, flat.b, flat.c, flat.d) != (1, 0, 0, 1)
    }

    /// The boxes of the elements, in the order of the document.
    func elementBoxes() -> [HTMLDocument.Box] {
        var frames = [Rect?](repeating: nil, count: tree.nodes.count)
        for index in boxes.boxes.indices {
            guard let element = boxes.boxes[index].element, boxes.boxes[index].pseudo == nil,
                let node = page.nodeOfBox[index]
            else { continue }
            frames[element] = Rect(origin: state.places[node], size: layout.frames[node].size)
        }
        for (element, frame) in columnFrames() { frames[element] = frame }
        keepInterrupted()
        keepCulled()
        for (number, frame) in state.inlineFrames {
            let inline = boxes.inlineElements[number]
            if let element = inline.element, inline.pseudo == nil {
                frames[element] = frames[element].map { $0.union(frame) } ?? frame
            }
        }
        var depths = [Int](repeating: 0, count: tree.nodes.count)
        var result: [HTMLDocument.Box] = []
        for index in tree.nodes.indices {
            let parent = tree.nodes[index].parent
            if parent >= 0 { depths[index] = depths[parent] + 1 }
            guard let frame = frames[index], let element = tree.nodes[index].element else { continue }
            var name = element.name
            if let id = element["id"] { name += "#\(id)" }
            for word in CSSText.words(element["class"] ?? "") { name += ".\(word)" }
            result.append(HTMLDocument.Box(name: name, depth: depths[index], frame: frame, place: tree.nodes[index].place))
        }
        return result
    }

    /// Adds the part of an inline element on one line to the place of the element.
    ///
    /// An element that shows nothing itself, with nothing but relative elements inside it, only has their places.
    func keep(_ rect: Rect, of fragment: InlineParagraph.BoxFragment, on line: InlineParagraph.Line) {
        guard fragment.isCulled else { return keep(rect, of: fragment.box) }
        state.culledInlines.insert(fragment.box)
        guard text.hasInlineContainers, fragment.width > 0 else { return keep(rect, of: fragment.box) }
        var moved = 0.0
        for child in line.boxes where boxes.inlineElements[child.box].parent == fragment.box {
            if boxes.styles[boxes.inlineElements[child.box].style].box.position == .relative { moved += child.width }
        }
        if moved < fragment.width - 1e-6 { keep(rect, of: fragment.box) }
    }

    /// Gives inline elements that show nothing themselves the places of their children, as Chromium does.
    private func keepCulled() {
        guard !state.culledInlines.isEmpty else { return }
        // The bases of ruby have no elements.
        let rubies = Set(boxes.inlineElements.compactMap { $0.annotation == nil ? nil : $0.parent })
        // Parents come before their children.
        for (number, inline) in boxes.inlineElements.enumerated().reversed() {
            guard let parent = inline.parent, state.culledInlines.contains(parent), !rubies.contains(parent),
                let frame = state.inlineFrames[number]
            else { continue }
            keep(frame, of: parent)
        }
    }
}

import PenumbraGeometry
import PenumbraScene

/// The background of the canvas (CSS Backgrounds 3, section 2.11), and the part of a box that the canvas shows.
extension PagePainter {
    /// The element whose background covers the canvas: the root, or the body of a root without a background.
    var canvasElement: Int? {
        guard let root = boxes.boxes.first(where: { $0.element == 0 }) else { return nil }
        if root.style.hasBackground { return 0 }
        let body = tree.nodes.first?.children.first { tree.nodes[$0].element?.name == "body" }
        guard let body, let box = boxes.boxes.first(where: { $0.element == body && $0.pseudo == nil }),
            box.style.hasBackground
        else { return nil }
        return body
    }

    private static let darkCanvas = Color(red: 18.0 / 255, green: 18.0 / 255, blue: 18.0 / 255)

    func canvasBackground(_ root: Int, size: Size) -> (color: Color?, layers: [Layer]) {
        guard let element = canvasElement,
            let index = boxes.boxes.indices.first(where: {
                boxes.boxes[$0].element == element && boxes.boxes[$0].pseudo == nil && page.nodeOfBox[$0] != nil
            }), let node = page.nodeOfBox[root]
        else {
            // In the dark scheme, the canvas isn't transparent.
            return (boxes.boxes[root].style.text.isDark ? Self.darkCanvas : nil, [])
        }
        let style = boxes.boxes[index].style
        if style.box.paint["background-image"] == nil || style.box.paint["background-image"] == "none",
            let text = style.box.paint["background-color"], let plain = try? context.units(style.text).normalized(text),
            let color = try? Color(css: plain)
        {
            return (color, [])
        }
        // Pictures are placed in the root element's box, and cover the whole canvas.
        var values = style
        values.box = BoxValues()
        values.box.paint = style.box.paint.filter { $0.key.hasPrefix("background-") }
        values.box.paint["background-clip"] = nil
        let frame = layout.frames[node]
        let canvas = Rect(origin: .zero, size: size)
        let area = frame.isEmpty ? canvas : canvas.union(frame)
        if area != frame, !frame.isEmpty { values.box.paint["background-origin"] = "content-box" }
        let distances = frame.isEmpty ? [] : [frame.minY, area.maxX - frame.maxX, area.maxY - frame.maxY, frame.minX]
        let geometry = BoxGeometry(
            size: area.size, padding: zip(distances, [-area.minY, 0, 0, -area.minX]).map { $0 + $1 })
        return (nil, painter(values, geometry, element).shadowsAndBackgrounds().map { $0.offset(by: area.origin) })
    }

    /// The part of a box's coordinates that the canvas shows. Nil if effects may bring other parts there.
    func visibleArea(_ node: Int, _ frames: [Frame]) -> Rect? {
        func isPlain(_ node: Int) -> Bool { box(node).map { !traits(node, $0).traits.needsGroup } ?? true }
        guard state.isWhole, isPlain(node), frames.allSatisfy({ !$0.isOfInline && isPlain($0.node) }) else { return nil }
        return Rect(origin: .zero - corner(node), size: state.size)
    }

    /// Whether the box gave its background to the canvas.
    func isRootOfCanvas(_ box: PageBox) -> Bool {
        // The canvas has the background of the root or of the body.
        guard let element = box.element, box.pseudo == nil, element == 0 || tree.nodes[element].parent == 0 else {
            return false
        }
        return element == canvasElement
    }
}

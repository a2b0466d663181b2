import PenumbraGeometry
import PenumbraScene

/// Pages that differ in their texts alone share parts of their painting.
extension PagePainter {
    /// The parts of the painting that such pages share. They read no files and give no warnings.
    struct Kept {
        /// By the node.
        var traits: [Int: Traits] = [:]
        var layers: [Int: (geometry: BoxGeometry, layers: [Layer])] = [:]
        var canvas: (frame: Rect, size: Size, background: (color: Color?, layers: [Layer]))?
    }

    /// The parts of a box's style that decide how it is painted.
    struct Traits {
        var isStackingContext: Bool
        var needsGroup: Bool
        var clipsOverflow: Bool
        var paintsBox: Bool
        var cutsToText: Bool
        var hasOutline: Bool

        init(_ painter: BoxPainter) {
            isStackingContext = painter.isStackingContext
            needsGroup = painter.needsGroup
            clipsOverflow = painter.clipsOverflow
            paintsBox = painter.paintsBox
            cutsToText = painter.cutsToText
            hasOutline = painter.values.has("outline-style")
        }
    }

    /// The traits of a box, and the painter that found them. Kept traits need none.
    func traits(_ node: Int, _ box: PageBox) -> (traits: Traits, painter: BoxPainter?) {
        if let known = kept?.traits[node] { return (known, nil) }
        let found = silently { painter(box, node) }
        let traits = silently { Traits(found.value) }
        if state.isKept, found.isSilent, traits.isSilent { state.kept.traits[node] = traits.value }
        return (traits.value, found.value)
    }

    /// The layers of a box behind its content.
    func keptLayers(_ node: Int, _ box: PageBox, _ painter: @autoclosure () -> BoxPainter) -> [Layer] {
        if let known = kept?.layers[node], known.geometry == geometry(box, node) { return known.layers }
        let painter = painter()
        let made = silently { ownLayers(node, box, painter) }
        // Some layers depend on more than the size of the box: those of legends and of backgrounds that don't scroll.
        let scrolls = box.style.box.paint["background-attachment"].map { $0 == "scroll" } ?? true
        if state.isKept, made.isSilent, box.legend == nil, scrolls {
            state.kept.layers[node] = (painter.geometry, made.value)
        }
        return made.value
    }

    /// The background of the canvas.
    func keptCanvasBackground(_ root: Int, _ node: Int, size: Size) -> (color: Color?, layers: [Layer]) {
        let frame = layout.frames[node]
        if let known = kept?.canvas, known.frame == frame, known.size == size { return known.background }
        let made = silently { canvasBackground(root, size: size) }
        if state.isKept, made.isSilent { state.kept.canvas = (frame, size, made.value) }
        return made.value
    }

    /// Whether painting something reads files or other elements, or warns.
    private func silently<Value>(_ make: () -> Value) -> (value: Value, isSilent: Bool) {
        let (notices, reads) = (state.notices.count, state.reads)
        let value = make()
        return (value, state.notices.count == notices && state.reads == reads)
    }
}

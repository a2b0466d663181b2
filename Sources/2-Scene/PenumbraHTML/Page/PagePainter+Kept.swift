import PenumbraGeometry
import PenumbraScene

/// Pages that differ in their texts alone share parts of their painting.
extension PagePainter {
    /// The parts of the painting that such pages share. They read no files and give no warnings.
    struct Kept {
        /// By the node.
        var traits: [Int: Traits] = [:]
        var layers: [Int: (geometry: BoxGeometry, layers: [Layer])] = [:]
        /// The looks of texts.
        var looks: [HTMLStyle.Identity: LetterLook] = [:]
        /// The nodes with transforms that may do more than move them. Nil if nobody looked for them.
        var transformed: [Int]?
        var canvas: (frame: Rect, size: Size, background: (color: Color?, layers: [Layer]))?
    }

    /// How letters look in a style.
    struct LetterLook {
        var text: Text
        var shadows: [Shadow]
    }

    /// The look of texts in a style.
    func look(of style: HTMLStyle) -> LetterLook {
        let key = HTMLStyle.Identity(style: style)
        if let known = kept?.looks[key] ?? state.kept.looks[key] { return known }
        let look = makeLook(of: style)
        state.kept.looks[key] = look
        return look
    }

    /// The parts of a box's style that decide how it is painted.
    struct Traits {
        var isStackingContext: Bool
        var needsGroup: Bool
        var clipsOverflow: Bool
        var paintsBox: Bool
        var cutsToText: Bool
        var hasOutline: Bool
        var isVisible: Bool
        var isPositioned: Bool
        var isFloat: Bool
        var clips: Bool
        var zIndex: Int?

        init(_ painter: BoxPainter, _ style: HTMLStyle) {
            isStackingContext =
                painter.isStackingContext || style.box.position == .fixed || style.box.position == .sticky
            isVisible = style.text.isVisible
            isPositioned = style.box.isPositioned
            isFloat = style.box.float != .none
            clips = style.box.clips
            zIndex = style.box.zIndex
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
        let traits = silently { Traits(found.value, box.style) }
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

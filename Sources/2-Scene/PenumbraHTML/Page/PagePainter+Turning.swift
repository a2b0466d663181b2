import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraText

/// Lines of vertical writing modes.
extension PagePainter {
    /// Paints the texts and the inline boxes of vertical lines, whose letters lie on their sides.
    func paintTurnedLines(_ node: Int, _ axes: LayoutAxes, _ own: Frame, _ groups: InlineGroups?) {
        func frame(of inline: Int?) -> Frame { groups?.frame(of: inline) ?? own }
        let corner = state.origins[node]
        let size = axes.onPage(layout.frames[node].size)
        let turn = AffineTransform.rotation(degrees: axes.flipsX ? -90 : 90)
        for entry in layout.lines[node] {
            guard let line = text.line(node, entry) else { continue }
            groups?.add(line)
            func onPage(_ rect: Rect) -> Rect {
                var rect = rect
                // Letters of lines that run down have their upper sides at the right, even where lines follow each other from
                // left to right.
                if !axes.flipsY, !axes.flipsX { rect.origin.y = entry.frame.height - rect.maxY }
                return axes.onPage(rect.offset(by: entry.frame.origin), in: size).offset(by: corner)
            }
            func add(
                _ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, _ paragraph: InlineParagraph?,
                spacing: Double = 0, to frame: Frame
            ) {
                guard let paragraph else { return }
                var shown = fragment
                (shown.x, shown.baseline) = (0, 0)
                let drop = paragraph.drop(of: fragment)
                for part in paragraph.turnedParts(of: fragment, spacing: spacing) {
                    (shown.text, shown.width) = (part.text, part.width)
                    if let ascent = part.ascent {
                        var upright = style
                        upright.text.features["vert"] = 1
                        let middle = onPage(
                            Rect(x: part.x, y: fragment.baseline - drop, width: 0, height: 0)
                        ).origin
                        shown.width = part.letterWidth
                        let place = Point(middle.x - part.letterWidth / 2, middle.y + ascent)
                        guard let layer = layer(shown, upright, at: place - frame.origin) else { continue }
                        frame.order.lines.append(layer)
                    } else {
                        let place = onPage(Rect(x: part.x, y: fragment.baseline, width: 0, height: 0)).origin
                        guard let layer = layer(shown, style, at: .zero) else { continue }
                        frame.order.lines.append(
                            Layer(
                                frame: Rect(origin: place - frame.origin, size: .zero), transform: turn,
                                anchorPoint: .zero, sublayers: [layer]))
                    }
                    state.layerCount += 1
                }
            }
            let decorated = DecoratedLine(node: node, line: line, origin: .zero, isSnapped: false, isVertical: true)
            let start = onPage(Rect(x: 0, y: 0, width: 0, height: 0)).origin - own.origin
            func addTurned(_ layers: [Layer], to frame: Frame) {
                guard !layers.isEmpty else { return }
                frame.order.lines.append(
                    Layer(frame: Rect(origin: start, size: .zero), transform: turn, anchorPoint: .zero, sublayers: layers))
                state.count(layers)
            }
            for part in line.parts {
                switch part {
                case .box(let box):
                    let frame = frame(of: box.box)
                    paint(box, on: line, axes, length: text.lineLength(node), frame) { onPage($0) }
                    guard let annotation = text.placedAnnotation(of: box, node) else { continue }
                    keep(onPage(annotation.frame), of: annotation.inline)
                    for text in annotation.texts {
                        add(text.fragment, text.style, annotation.paragraph, spacing: annotation.spacing, to: frame)
                    }
                case .atom(let atom): place(atom, in: frame(of: atom.box).order)
                case .text(let fragment):
                    guard !fragment.isBlank || hasLines(fragment, node), let style = text.style(fragment.style, node),
                        style.text.isVisible, !fragment.text.isEmpty, !state.isFull
                    else { continue }
                    let frame = frame(of: fragment.box)
                    let lines = decorations(fragment, style, decorated)
                    addTurned(lines.below, to: frame)
                    if !fragment.isBlank { add(fragment, style, text.paragraph(of: fragment, node), to: frame) }
                    addTurned(emphasis(fragment, node, style, at: .zero) + lines.above, to: frame)
                }
            }
        }
    }

    /// Paints the background and the borders of the part of an inline element on one vertical line.
    ///
    /// - Parameter width: the length of lines, to which percentages refer.
    private func paint(
        _ fragment: InlineParagraph.BoxFragment, on line: InlineParagraph.Line, _ axes: LayoutAxes, length width: Double,
        _ frame: Frame, onPage: (Rect) -> Rect
    ) {
        let inline = boxes.inlineElements[fragment.box]
        let style = boxes.styles[inline.style]
        let (border, padding) = (style.box.border, style.box.padding)
        let isUpward = style.text.isRightToLeft != axes.flipsX
        let hasTop = isUpward ? fragment.isLast : fragment.isFirst
        let hasBottom = isUpward ? fragment.isFirst : fragment.isLast
        let sides = [hasTop ? border.top : 0, border.right, hasBottom ? border.bottom : 0, border.left]
        func inset(_ length: StyleLength) -> Double { max(0, length.resolved(width) ?? 0) }
        let insets = [
            hasTop ? inset(padding.top) : 0, inset(padding.right), hasBottom ? inset(padding.bottom) : 0,
            inset(padding.left),
        ]
        let before = axes.flipsX ? sides[3] + insets[3] : sides[1] + insets[1]
        let rect = onPage(
            Rect(
                x: fragment.x, y: fragment.top - before, width: fragment.width,
                height: fragment.height + sides[1] + sides[3] + insets[1] + insets[3]))
        keep(rect, of: fragment, on: line)
        guard style.text.isVisible, !line.isEmpty, !fragment.isHidden, !state.isFull, paintsBox(of: inline) else { return }
        let painter = painter(style, BoxGeometry(size: rect.size, border: sides, padding: insets), inline.element)
        add(painter.box(), outline: painter.outline(), at: rect.origin - frame.origin, to: frame.order)
    }
}

import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraText

extension PagePainter {
    /// Paints the texts and the inline boxes of a block's lines.
    func paintLines(_ node: Int, _ box: PageBox, _ frames: [Frame]) {
        let frame = frames[frames.count - 1]
        let node = page.contentNode(node)
        if let axes = layout.axes[node], axes.swaps { return paintTurnedLines(node, axes, frames[frames.count - 1]) }
        let placed = layout.lines[node]
        let isSnapped = !frames.contains { isTransformed($0.node) }
        let corner = state.origins[node]
        for entry in placed {
            guard let line = text.line(node, entry) else { continue }
            let origin = corner + entry.frame.origin
            for fragment in line.boxes.sorted(by: { $0.depth < $1.depth }) {
                paint(fragment, node, line, origin, frame)
            }
            let decorated = DecoratedLine(node: node, line: line, origin: origin, isSnapped: isSnapped)
            for fragment in line.texts where !fragment.isBlank || hasLines(fragment, node) {
                paint(fragment, decorated, frame)
            }
        }
    }

    /// Adds the part of an inline element on one line to the place of the element.
    func keep(_ rect: Rect, of inline: Int) {
        state.inlineFrames[inline] = state.inlineFrames[inline].map { $0.union(rect) } ?? rect
    }

    private func style(_ index: Int, _ node: Int) -> HTMLStyle? { text.style(index, node) }

    private func hasLines(_ fragment: InlineParagraph.TextFragment, _ node: Int) -> Bool {
        style(fragment.style, node)?.text.decorations.isEmpty == false
    }

    /// Paints the background and the borders of the part of an inline element on one line.
    private func paint(
        _ fragment: InlineParagraph.BoxFragment, _ node: Int, _ line: InlineParagraph.Line, _ origin: Point, _ frame: Frame
    ) {
        let inline = boxes.inlineElements[fragment.box]
        let style = boxes.styles[inline.style]
        let (border, padding) = (style.box.border, style.box.padding)
        let isRightToLeft = style.text.isRightToLeft
        let hasLeft = isRightToLeft ? fragment.isLast : fragment.isFirst
        let hasRight = isRightToLeft ? fragment.isFirst : fragment.isLast
        let sides = [
            border.top, hasRight ? border.right : 0, border.bottom, hasLeft ? border.left : 0,
        ]
        let width = text.lineLength(node)
        func inset(_ length: StyleLength) -> Double { max(0, length.resolved(width) ?? 0) }
        let insets = [
            inset(padding.top), hasRight ? inset(padding.right) : 0, inset(padding.bottom),
            hasLeft ? inset(padding.left) : 0,
        ]
        let rect = Rect(
            x: origin.x + fragment.x, y: origin.y + fragment.top - sides[0] - insets[0], width: fragment.width,
            height: fragment.height + sides[0] + sides[2] + insets[0] + insets[2])
        keep(rect, of: fragment.box)
        guard style.text.isVisible, !fragment.isHidden else { return }
        var shown = style
        if !hasLeft { shown.box.paint["border-top-left-radius"] = nil }
        if !hasLeft { shown.box.paint["border-bottom-left-radius"] = nil }
        if !hasRight { shown.box.paint["border-top-right-radius"] = nil }
        if !hasRight { shown.box.paint["border-bottom-right-radius"] = nil }
        let painter = painter(shown, BoxGeometry(size: rect.size, border: sides, padding: insets), inline.element)
        guard painter.paintsBox else { return }
        let own = painter.cutsToText ? textMask(of: fragment, node, line, origin, rect.origin) : []
        let layers =
            (own.isEmpty ? painter.box() : painter.shadowsAndBackgrounds(text: own) + painter.borders()) + painter.outline()
        frame.order.lines += layers.map { $0.offset(by: rect.origin - frame.origin) }
        state.count(layers)
    }

    /// Paints a stretch of text of one style.
    private func paint(_ fragment: InlineParagraph.TextFragment, _ line: DecoratedLine, _ frame: Frame) {
        guard let style = style(fragment.style, line.node), style.text.isVisible, !fragment.text.isEmpty else { return }
        var shown = fragment
        shown.baseline = snapped(line.origin.y + fragment.baseline, line) - line.origin.y
        let lines = decorations(fragment, style, line)
        var layers = glyphs(shown, style, at: line.origin)
        if !lines.below.isEmpty || !lines.above.isEmpty {
            layers = lines.below + layers + lines.above
            let shadows = shadows(style)
            if !shadows.isEmpty {
                // The lines have the text's shadows.
                for index in layers.indices { layers[index].shadows = [] }
                layers = [
                    Layer(
                        frame: Rect(origin: line.origin, size: .zero),
                        sublayers: layers.map {
                            $0.offset(by: .zero - line.origin)
                        })
                ]
                layers[0].shadows = shadows
            }
        }
        frame.order.lines += layers.map { $0.offset(by: .zero - frame.origin) }
        state.layerCount += layers.count
    }

    private func shadows(_ style: HTMLStyle) -> [Shadow] {
        guard style.text.shadow != "none" else { return [] }
        return BoxPainter(
            PaintValues(["text-shadow": style.text.shadow], units: context.units(style.text)), BoxGeometry(size: .zero)
        ).textShadows()
    }

    /// The glyphs of a text with their shadows, back to front.
    private func glyphs(_ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, at origin: Point) -> [Layer] {
        guard let layer = layer(fragment, style, at: origin) else { return [] }
        var result = [layer]
        if let fill = color(style.text.fillColor, style), fill.alpha < 1 {
            // Shadows don't show how transparent their text is.
            result[0].shadows = []
            result =
                shadows(style).reversed().compactMap { shadow in
                    var plain = style
                    (plain.text.shadow, plain.text.fillColor) = ("none", "black")
                    guard var cast = self.layer(fragment, plain, at: origin + shadow.offset), case .text(var text) = cast.kind
                    else { return nil }
                    text.color = .color(shadow.color)
                    text.stroke = text.stroke.map { Text.Stroke(shadow.color, width: $0.width) }
                    (cast.kind, cast.blur) = (.text(text), shadow.radius)
                    return cast
                } + result
        }
        guard style.text.paintsStrokeFirst, case .text(var text) = layer.kind, let stroke = text.stroke else { return result }
        text.stroke = nil
        var fill = layer
        (fill.kind, fill.shadows) = (.text(text), [])
        (text.stroke, text.color) = (stroke, .color(.transparent))
        result[result.count - 1].kind = .text(text)
        return result + [fill]
    }

    func layer(_ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, at origin: Point) -> Layer? {
        let values = style.text
        func color(_ text: String) -> Color? { self.color(text, style) }
        var text = Text(string: fragment.text, font: values.font, fontSize: max(0.001, min(values.fontSize, 10_000)))
        text.color = .color(color(values.fillColor) ?? .black)
        // Spaces at the end of a text hang beside it.
        text.alignment = fragment.level & 1 == 1 ? .right : .left
        text.isWrapped = false
        text.letterSpacing = values.letterSpacing
        text.wordSpacing = values.wordSpacing + fragment.justification
        text.verticalAlignment = .baseline
        let isRightToLeft = fragment.level & 1 == 1
        text.direction = isRightToLeft ? .rtl : .ltr
        // Spaces at the end of a line hang beyond it, on the left of such a text.
        if isRightToLeft { text.alignment = .right }
        if fragment.isOverridden { text.string = (isRightToLeft ? "\u{202E}" : "\u{202D}") + fragment.text + "\u{202C}" }
        text.language = values.language
        text.decoration.fontFeatures = values.allFeatures
        text.decoration.fontVariations = values.variations
        if values.strokeWidth > 0, let color = color(values.strokeColor) {
            text.stroke = Text.Stroke(color, width: values.strokeWidth)
        }
        var layer = Layer(
            kind: .text(text),
            frame: Rect(
                x: origin.x + fragment.x, y: origin.y + fragment.baseline, width: fragment.width,
                height: fragment.descent))
        layer.shadows = shadows(style)
        return layer
    }

    // MARK: - Markers

    /// Paints the marker that lies outside of a list item's box, beside its first line.
    func paintMarker(_ marker: Int, of node: Int, _ frame: Frame) {
        guard let paragraph = text.marker(marker), let baseline = firstBaseline(node) else { return }
        let style = boxes.boxes[marker].style
        let line = paragraph.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
        guard let fragment = line.texts.first else { return }
        let item = boxes.boxes[page.boxes[node] ?? 0]
        let isRightToLeft = item.style.text.isRightToLeft
        let line0 = item.style.box.border
        let base = node > 0 ? contentWidth(page.parents[node]) : 0
        let left = state.origins[node].x + line0.left + (item.style.box.padding.left.resolved(base) ?? 0)
        let right = left + contentWidth(node)
        if CounterScopes.isSymbol(style.text.listStyleType), !style.text.listStyleType.hasPrefix("\""),
            !style.text.listStyleType.hasPrefix("'"), style.box.content == nil
        {
            paintSymbol(style, fragment, at: isRightToLeft ? right : left, isRightToLeft, baseline, frame)
            return
        }
        let x = isRightToLeft ? right : left - fragment.width
        var shown = fragment
        (shown.x, shown.baseline) = (0, 0)
        if let layer = layer(shown, style, at: Point(x, baseline) - frame.origin) { frame.order.lines.append(layer) }
    }

    /// Paints a disc, a circle or a square as Chromium does.
    private func paintSymbol(
        _ style: HTMLStyle, _ fragment: InlineParagraph.TextFragment, at edge: Double, _ isRightToLeft: Bool,
        _ baseline: Double, _ frame: Frame
    ) {
        let ascent = fragment.ascent
        let part = (ascent * 2 / 3).rounded(.down)
        let size = ((part + 1) / 2).rounded(.down)
        let x = isRightToLeft ? edge + part + 8 - size : edge - part - 8
        let y = baseline - ascent + (3 * (ascent - part) / 2).rounded(.down)
        let plain = (try? context.units(style.text).normalized(style.text.color)) ?? "black"
        let color = (try? Color(css: plain)) ?? .black
        var layer = Layer(frame: Rect(x: x, y: y, width: size, height: size).offset(by: .zero - frame.origin))
        switch style.text.listStyleType.asciiLowercased {
        case "square": layer.backgroundColor = .color(color)
        case "circle":
            (layer.borderWidth, layer.borderColor) = (1, color)
            layer.cornerRadii = CornerRadii(size / 2)
        case "disc":
            layer.backgroundColor = .color(color)
            layer.cornerRadii = CornerRadii(size / 2)
        default:
            let isOpen = style.text.listStyleType.asciiLowercased == "disclosure-open"
            let points =
                isOpen
                ? [Point(0, 0), Point(size, 0), Point(size / 2, size)] : [Point(0, 0), Point(size, size / 2), Point(0, size)]
            var path = Path()
            path.move(to: points[0])
            path.addLine(to: points[1])
            path.addLine(to: points[2])
            path.close()
            layer.kind = .shape(Shape(path: path, fillColor: .color(color)))
        }
        frame.order.lines.append(layer)
    }

    /// The first baseline inside a node, in the page.
    private func firstBaseline(_ node: Int) -> Double? {
        var open = [node]
        while let here = open.popLast() {
            if let line = layout.lines[here].first(where: { !$0.line.isEmpty }) {
                return state.origins[here].y + line.frame.minY + line.line.baseline
            }
            open += page.nodes[here].children.reversed().filter { page.nodes[$0].style.position != .absolute }
        }
        return nil
    }
}

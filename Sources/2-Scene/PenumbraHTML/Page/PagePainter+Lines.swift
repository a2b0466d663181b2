import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraText

extension PagePainter {
    /// Paints the texts and the inline boxes of a block's lines.
    func paintLines(_ node: Int, _ box: PageBox, _ frames: [Frame]) {
        let frame = frames[frames.count - 1]
        let placed = layout.lines[node]
        let corner = state.origins[node]
        for entry in placed {
            guard let line = text.line(node, entry) else { continue }
            let origin = corner + entry.frame.origin
            for fragment in line.boxes.sorted(by: { $0.depth < $1.depth }) {
                paint(fragment, line, origin, frame)
            }
            for fragment in line.texts where !fragment.isBlank || hasLines(fragment, node) {
                paint(fragment, node, origin, frame)
            }
        }
    }

    private func style(_ index: Int, _ node: Int) -> HTMLStyle? { text.style(index, node) }

    private func hasLines(_ fragment: InlineParagraph.TextFragment, _ node: Int) -> Bool {
        style(fragment.style, node)?.text.decorations.isEmpty == false
    }

    /// Paints the background and the borders of the part of an inline element on one line.
    private func paint(
        _ fragment: InlineParagraph.BoxFragment, _ line: InlineParagraph.Line, _ origin: Point, _ frame: Frame
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
        let insets = [
            padding.top.points, hasRight ? padding.right.points : 0, padding.bottom.points,
            hasLeft ? padding.left.points : 0,
        ]
        let rect = Rect(
            x: origin.x + fragment.x, y: origin.y + fragment.top - sides[0] - insets[0], width: fragment.width,
            height: fragment.height + sides[0] + sides[2] + insets[0] + insets[2])
        state.inlineFrames[fragment.box] = state.inlineFrames[fragment.box].map { $0.union(rect) } ?? rect
        guard style.text.isVisible, !fragment.isHidden else { return }
        var shown = style
        if !hasLeft { shown.box.paint["border-top-left-radius"] = nil }
        if !hasLeft { shown.box.paint["border-bottom-left-radius"] = nil }
        if !hasRight { shown.box.paint["border-top-right-radius"] = nil }
        if !hasRight { shown.box.paint["border-bottom-right-radius"] = nil }
        let painter = painter(shown, BoxGeometry(size: rect.size, border: sides, padding: insets), inline.element)
        guard painter.paintsBox else { return }
        let own = painter.cutsToText ? text(in: fragment, line, origin - rect.origin) : []
        let layers =
            (own.isEmpty ? painter.box() : painter.shadowsAndBackgrounds(text: own) + painter.borders()) + painter.outline()
        frame.order.lines += layers.map { $0.offset(by: rect.origin - frame.origin) }
        state.count(layers)
    }

    /// The texts of an inline element on one line in opaque black.
    private func text(
        in fragment: InlineParagraph.BoxFragment, _ line: InlineParagraph.Line, _ origin: Point
    ) -> [Layer] {
        line.texts.filter {
            !$0.isBlank && $0.x >= fragment.x - 0.01 && $0.x + $0.width <= fragment.x + fragment.width + 0.01
        }.compactMap { text in
            guard let element = boxes.inlineElements[safe: fragment.box] else { return nil }
            var style = boxes.styles[element.style]
            (style.text.fillColor, style.text.shadow, style.text.strokeColor) = ("black", "none", "black")
            return layer(text, style, at: origin)
        }
    }

    /// Paints a stretch of text of one style.
    private func paint(_ fragment: InlineParagraph.TextFragment, _ node: Int, _ origin: Point, _ frame: Frame) {
        guard let style = style(fragment.style, node), style.text.isVisible, !fragment.text.isEmpty else { return }
        guard let layer = layer(fragment, style, at: origin - frame.origin) else { return }
        frame.order.lines.append(layer)
        state.layerCount += 1
    }

    func layer(_ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, at origin: Point) -> Layer? {
        let values = style.text
        let units = context.units(values)
        func color(_ text: String) -> Color? {
            let plain = text == "currentcolor" ? values.color : text
            return (try? units.normalized(plain)).flatMap { try? Color(css: $0) }
        }
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
        if fragment.isOverridden { text.string = (isRightToLeft ? "\u{202E}" : "\u{202D}") + fragment.text + "\u{202C}" }
        text.language = values.language
        text.decoration.fontFeatures = values.allFeatures
        text.decoration.fontVariations = values.variations
        if values.strokeWidth > 0, let color = color(values.strokeColor) {
            text.stroke = Text.Stroke(color, width: values.strokeWidth)
        }
        for decoration in values.decorations {
            let line = Text.Line(
                decoration.style, color: color(decoration.color), thickness: decoration.thicknessInPoints,
                offset: decoration.line == "underline" ? decoration.offset.resolved(decoration.fontSize) : nil)
            switch decoration.line {
            case "underline": text.decoration.underline = line
            case "overline": text.decoration.overline = line
            default: text.decoration.strikethrough = line
            }
        }
        var layer = Layer(
            kind: .text(text),
            frame: Rect(
                x: origin.x + fragment.x, y: origin.y + fragment.baseline, width: fragment.width,
                height: fragment.descent))
        if values.shadow != "none" {
            layer.shadows = BoxPainter(
                PaintValues(["text-shadow": values.shadow], units: units), BoxGeometry(size: layer.frame?.size ?? .zero)
            ).textShadows()
        }
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

extension TextValues.Decoration {
    /// The thickness of the line. Browsers take a tenth of the font size where none is given, and a point at least.
    var thicknessInPoints: Double? {
        switch thickness {
        case .content: nil
        case .amount: thickness.resolved(fontSize).map { max(1, $0.rounded()) }
        default: max(1, fontSize / 10)
        }
    }
}

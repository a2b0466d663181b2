import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraText

extension PagePainter {
    /// Paints the texts and the inline boxes of a block's lines.
    func paintLines(_ node: Int, _ box: PageBox, _ frames: [Frame], _ groups: InlineGroups?) {
        let own = frames[frames.count - 1]
        func frame(of inline: Int?) -> Frame { groups?.frame(of: inline) ?? own }
        let node = page.contentNode(node)
        if let axes = layout.axes[node], axes.swaps { return paintTurnedLines(node, axes, own, groups) }
        let placed = layout.lines[node]
        let isSnapped = !frames.contains { isTransformed($0.node) }
        let corner = state.origins[node]
        var slices = inlineSlices(node, placed)
        for entry in placed {
            guard let line = text.line(node, entry) else { continue }
            let origin = corner + entry.frame.origin
            groups?.add(line)
            if entry.start == 0 { paintFirstLine(line, node, box, origin, own) }
            let decorated = DecoratedLine(node: node, line: line, origin: origin, isSnapped: isSnapped)
            for part in line.parts {
                switch part {
                case .box(let fragment):
                    let frame = frame(of: fragment.box)
                    if let marker = boxes.inlineElements[fragment.box].marker {
                        paintInsideMarker(marker, fragment, origin, frame)
                    } else {
                        paint(fragment, node, line, origin, frame, slices[fragment.box])
                        slices[fragment.box]?.before += fragment.width
                    }
                    if let annotation = text.placedAnnotation(of: fragment, node) {
                        paint(annotation, origin, frame)
                    }
                case .text(let fragment):
                    if !fragment.isBlank || hasLines(fragment, node) { paint(fragment, decorated, frame(of: fragment.box)) }
                case .atom(let atom): place(atom, in: frame(of: atom.box).order)
                }
            }
        }
    }

    /// Keeps the place of an atom among the lines, or notes that an ellipsis hides the atom.
    func place(_ atom: InlineParagraph.PlacedAtom, in order: PaintOrder) {
        if atom.isHidden { state.hiddenAtoms.insert(atom.atom) } else { order.reserveSlot(ofAtom: atom.atom) }
    }

    /// Paints the background that `::first-line` gives to the content of the first line.
    private func paintFirstLine(
        _ line: InlineParagraph.Line, _ node: Int, _ box: PageBox, _ origin: Point, _ frame: Frame
    ) {
        guard case .lines(let lines) = box.content, let number = boxes.inline[lines].firstLineBackground,
            !line.isEmpty, box.style.text.isVisible
        else { return }
        let heights = text.firstLineHeights(node)
        let place = Point(origin.x + line.x, origin.y + line.baseline - heights.ascent)
        let geometry = BoxGeometry(size: Size(width: line.width, height: heights.ascent + heights.descent))
        let layers = painter(boxes.styles[number], geometry, nil).shadowsAndBackgrounds()
        frame.order.lines += layers.map { $0.offset(by: place - frame.origin) }
        state.count(layers)
    }

    /// Adds the part of an inline element on one line to the place of the element.
    func keep(_ rect: Rect, of inline: Int) {
        // As in Chromium, a part without an area doesn't count beside others.
        if rect.isEmpty, state.inlineFrames[inline] != nil { return }
        state.inlineFrames[inline] = state.inlineFrames[inline].map { $0.union(rect) } ?? rect
    }

    private func style(_ index: Int, _ node: Int) -> HTMLStyle? { text.style(index, node) }

    func hasLines(_ fragment: InlineParagraph.TextFragment, _ node: Int) -> Bool {
        style(fragment.style, node)?.text.decorations.isEmpty == false
    }

    /// Paints the background and the borders of the part of an inline element on one line.
    private func paint(
        _ fragment: InlineParagraph.BoxFragment, _ node: Int, _ line: InlineParagraph.Line, _ origin: Point, _ frame: Frame,
        _ slice: InlineSlice?
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
        keep(rect, of: fragment, on: line)
        // As in Chromium, a line without content shows no boxes.
        guard style.text.isVisible, !line.isEmpty, !fragment.isHidden, !state.isFull, paintsBox(of: inline) else { return }
        var shown = style
        if !hasLeft { shown.box.paint["border-top-left-radius"] = nil }
        if !hasLeft { shown.box.paint["border-bottom-left-radius"] = nil }
        if !hasRight { shown.box.paint["border-top-right-radius"] = nil }
        if !hasRight { shown.box.paint["border-bottom-right-radius"] = nil }
        var painter = painter(shown, BoxGeometry(size: rect.size, border: sides, padding: insets), inline.element)
        if let slice {
            let before = isRightToLeft ? slice.whole - slice.before - rect.width : slice.before
            let start = border.left - before
            painter.slice = start...max(start, slice.whole - border.right - before)
        }
        let own = painter.cutsToText ? textMask(of: fragment, node, line, origin, rect.origin) : []
        let layers =
            own.isEmpty ? painter.box() : painter.shadowsAndBackgrounds(text: own) + painter.borders()
        add(layers, outline: painter.outline(), at: rect.origin - frame.origin, to: frame.order)
    }

    /// Whether an inline element has anything to paint besides its content.
    func paintsBox(of inline: InlineElement) -> Bool {
        if let known = state.paintedInlines[inline.style] { return known }
        let style = boxes.styles[inline.style]
        let geometry = BoxGeometry(size: .zero, border: style.box.border.list)
        let result = painter(style, geometry, inline.element).paintsBox
        state.paintedInlines[inline.style] = result
        return result
    }

    /// Adds the part of an inline box on one line. As in Chromium, its outline lies above all lines.
    func add(_ layers: [Layer], outline: [Layer], at place: Point, to order: PaintOrder) {
        order.lines += layers.map { $0.offset(by: place) }
        order.add(outline: outline.map { $0.offset(by: place) })
        state.count(layers)
        state.count(outline)
    }

    /// Paints a stretch of text of one style.
    private func paint(_ fragment: InlineParagraph.TextFragment, _ line: DecoratedLine, _ frame: Frame) {
        guard let style = style(fragment.style, line.node), style.text.isVisible, !fragment.text.isEmpty, !state.isFull else {
            return
        }
        var shown = fragment
        shown.baseline = snapped(line.origin.y + fragment.baseline, line) - line.origin.y
        let lines = decorations(fragment, style, line)
        var layers = glyphs(shown, style, at: line.origin)
        layers += emphasis(shown, line.node, style, at: line.origin)
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
        layers.move(by: .zero - frame.origin)
        frame.order.lines.add(layers)
        state.count(layers)
    }

    /// Paints an annotation: ruby.
    private func paint(_ annotation: PageText.PlacedAnnotation, _ origin: Point, _ frame: Frame) {
        keep(annotation.frame.offset(by: origin), of: annotation.inline)
        for text in annotation.texts {
            let layers = glyphs(text.fragment, text.style, at: origin)
            frame.order.lines += layers.map { $0.offset(by: .zero - frame.origin) }
            state.layerCount += layers.count
        }
    }

    private func shadows(_ style: HTMLStyle) -> [Shadow] {
        guard style.text.shadow != "none" else { return [] }
        // The lengths were zoomed where the property was set.
        var units = context.units(style.text)
        units.zoom = 1
        return BoxPainter(
            PaintValues(["text-shadow": style.text.shadow], units: units), BoxGeometry(size: .zero)
        ).textShadows()
    }

    /// The glyphs of a text with their shadows, back to front.
    private func glyphs(_ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, at origin: Point) -> [Layer] {
        guard var fill = layer(fragment, style, at: origin), case .text(var text) = fill.kind else { return [] }
        var outline: Layer?
        if text.stroke != nil, style.text.paintsStrokeFirst || !fill.shadows.isEmpty {
            // As in Chromium, shadows are those of the filled letters.
            var stroked = text
            stroked.color = .color(.transparent)
            var layer = fill
            (layer.kind, layer.shadows) = (.text(stroked), [])
            outline = layer
            text.stroke = nil
            fill.kind = .text(text)
        }
        var result = [fill]
        if case .color(let paint) = text.color, paint.alpha < 1, !fill.shadows.isEmpty {
            // Shadows don't show how transparent their text is.
            result[0].shadows = []
            result =
                shadows(style).reversed().compactMap { shadow in
                    guard var cast = self.layer(fragment, style, at: origin + shadow.offset), case .text(var text) = cast.kind
                    else { return nil }
                    let hasEmoji = fragment.text.unicodeScalars.contains { $0.properties.isEmoji && !$0.isASCII }
                    (text.color, text.stroke) = (.color(hasEmoji ? .black : shadow.color), nil)
                    (cast.kind, cast.shadows) = (.text(text), [])
                    // Glyphs in colours cast shadows of one colour.
                    if hasEmoji { cast = silhouette(cast, shadow.color, fragment, style.text.fontSize) }
                    cast.blur = shadow.radius
                    return cast
                } + result
        }
        guard let outline else { return result }
        return style.text.paintsStrokeFirst ? [outline] + result : result + [outline]
    }

    /// The area of a text's glyphs in one colour.
    private func silhouette(
        _ text: Layer, _ color: Color, _ fragment: InlineParagraph.TextFragment, _ fontSize: Double
    ) -> Layer {
        let baseline = text.frame?.origin ?? .zero
        // Ink may reach beyond the text by the size of a letter.
        let area = Rect(
            x: baseline.x - fontSize, y: baseline.y - fragment.ascent - fontSize, width: fragment.width + 2 * fontSize,
            height: fragment.ascent + fragment.descent + 2 * fontSize)
        return Layer(frame: area, backgroundColor: .color(color), mask: text.offset(by: .zero - area.origin))
    }

    func layer(_ fragment: InlineParagraph.TextFragment, _ style: HTMLStyle, at origin: Point) -> Layer? {
        let look = look(of: style)
        var text = look.text
        text.string = fragment.text
        text.wordSpacing += fragment.justification
        let isRightToLeft = fragment.level & 1 == 1
        text.direction = isRightToLeft ? .rtl : .ltr
        // Spaces at the end of a line hang beyond it, on the left of such a text.
        text.alignment = isRightToLeft ? .right : .left
        if fragment.isOverridden { text.string = (isRightToLeft ? "\u{202E}" : "\u{202D}") + fragment.text + "\u{202C}" }
        var layer = Layer(
            kind: .text(text),
            frame: Rect(
                x: origin.x + fragment.x, y: origin.y + fragment.baseline, width: fragment.width,
                height: fragment.descent))
        layer.shadows = look.shadows
        return layer
    }

    /// A text without letters in a style, and its shadows.
    func makeLook(of style: HTMLStyle) -> LetterLook {
        var text = Text(string: "", font: style.text.font, fontSize: style.text.sizeOfLetters)
        text.color = .color(color(style.text.fillColor, style) ?? .black)
        text.isWrapped = false
        text.letterSpacing = style.text.letterSpacing
        text.wordSpacing = style.text.wordSpacing
        text.verticalAlignment = .baseline
        text.hasKnownFonts = true
        text.language = style.text.language
        text.decoration.fontFeatures = style.text.allFeatures
        text.decoration.fontVariations = style.text.variations
        if style.text.strokeWidth > 0, let color = color(style.text.strokeColor, style) {
            text.stroke = Text.Stroke(color, width: style.text.strokeWidth)
        }
        return LetterLook(text: text, shadows: shadows(style))
    }
}

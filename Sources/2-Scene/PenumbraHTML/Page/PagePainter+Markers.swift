import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraText

/// The sizes of a marker.
struct MarkerMeasures {
    /// The picture or the symbol.
    var size: Size
    /// The distance of the symbol's top above the baseline.
    var above: Double
    /// The room that a marker takes at the start of a line.
    var advance: Double
    /// The distance of a symbol from the content beside it, its own width included.
    var distance: Double
}

extension PageText {
    /// The sizes of a marker that isn't text, as Chromium has them.
    func measures(ofMarker box: Int) -> MarkerMeasures? {
        guard let paragraph = marker(box), let kind = tree.boxes[box].markerKind else { return nil }
        let line = paragraph.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
        guard let ascent = line.texts.first?.ascent else { return nil }
        let gap = 7.0
        func picture(_ size: Size) -> MarkerMeasures {
            MarkerMeasures(size: size, above: size.height, advance: size.width + gap, distance: size.width + gap)
        }
        switch kind {
        case .text: return nil
        case .picture(let size): return picture(size)
        case .image: return picture(Size(width: ascent / 2, height: ascent / 2))
        case .symbol where tree.boxes[box].style.text.listStyleType.asciiLowercased.hasPrefix("disclosure-"):
            // Chromium's triangles stand on the baseline.
            let font = tree.boxes[box].style.text.fontSize
            let size = 0.66 * font
            return MarkerMeasures(
                size: Size(width: size, height: size), above: size, advance: size + 0.4 * font, distance: size + gap + 1)
        case .symbol:
            let part = (ascent * 2 / 3).rounded(.down)
            let size = ((part + 1) / 2).rounded(.down)
            return MarkerMeasures(
                size: Size(width: size, height: size), above: ascent - (3 * (ascent - part) / 2).rounded(.down),
                advance: size + 1 + tree.boxes[box].style.text.fontSize, distance: part + gap + 1)
        }
    }
}

/// Markers of list items.
extension PagePainter {
    /// Paints the marker that lies outside of a list item's box, beside its first line.
    func paintMarker(_ marker: Int, of node: Int, _ frame: Frame) {
        guard let baseline = firstBaseline(node) else { return }
        let style = boxes.boxes[marker].style
        let item = boxes.boxes[page.boxes[node] ?? 0]
        let isRightToLeft = item.style.text.isRightToLeft
        // As in Chromium, markers lie beside the border box.
        let left = state.origins[node].x
        let right = left + layout.frames[node].width
        if let measures = text.measures(ofMarker: marker) {
            let x = isRightToLeft ? right + measures.distance - measures.size.width : left - measures.distance
            return paint(marker, measures, at: Point(x, baseline), frame)
        }
        guard let paragraph = text.marker(marker) else { return }
        let line = paragraph.line(InlineParagraph.Request(width: 1e6), atoms: { _ in InlineAtom(width: 0, height: 0) })
        // Letters of different directions are several texts.
        guard let start = line.texts.map(\.x).min(), let end = line.texts.map({ $0.x + $0.width }).max() else { return }
        let x = isRightToLeft ? right : left - (end - start)
        for fragment in line.texts {
            var shown = fragment
            (shown.x, shown.baseline) = (fragment.x - start, 0)
            if let layer = layer(shown, style, at: Point(x, baseline) - frame.origin) { frame.order.lines.append(layer) }
        }
    }

    /// Paints a marker that begins the first line of a list item.
    func paintInsideMarker(
        _ marker: Int, _ fragment: InlineParagraph.BoxFragment, _ origin: Point, _ frame: Frame
    ) {
        let style = boxes.boxes[marker].style
        guard style.text.isVisible, let measures = text.measures(ofMarker: marker) else { return }
        let x =
            style.text.isRightToLeft
            ? origin.x + fragment.x + measures.advance - measures.size.width : origin.x + fragment.x - measures.advance
        paint(marker, measures, at: Point(x, origin.y + fragment.baseline), frame)
    }

    /// Paints a picture or a symbol above a baseline.
    private func paint(_ marker: Int, _ measures: MarkerMeasures, at place: Point, _ frame: Frame) {
        let box = boxes.boxes[marker]
        let rect = Rect(origin: Point(place.x, place.y - measures.above), size: measures.size)
        switch box.markerKind {
        case .symbol?: paintSymbol(box.style, rect, frame)
        case .picture?, .image?:
            var style = box.style.inherited
            style.box.paint["background-image"] = box.style.text.listStyleImage
            style.box.paint["background-size"] = "100% 100%"
            let layers = painter(style, BoxGeometry(size: rect.size), box.element).box()
            frame.order.lines += layers.map { $0.offset(by: rect.origin - frame.origin) }
            state.count(layers)
        case .text?, nil: break
        }
    }

    /// Paints a disc, a circle or a square as Chromium does.
    private func paintSymbol(_ style: HTMLStyle, _ rect: Rect, _ frame: Frame) {
        let size = rect.width
        let plain = (try? context.units(style.text).normalized(style.text.color)) ?? "black"
        let color = (try? Color(css: plain)) ?? .black
        var layer = Layer(frame: rect.offset(by: .zero - frame.origin))
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
                ? [Point(0, 0.07), Point(1, 0.07), Point(0.5, 0.93)] : [Point(0, 0), Point(0.86, 0.5), Point(0, 1)]
            var path = Path()
            path.move(to: points[0])
            path.addLine(to: points[1])
            path.addLine(to: points[2])
            path.close()
            layer.kind = .shape(Shape(path: path.applying(.scale(size, size)), fillColor: .color(color)))
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

import PenumbraGeometry
import PenumbraScene

/// Fieldsets, whose border has a gap for the legend.
extension PagePainter {
    /// The background and the border of a box. The border of a fieldset runs through the middle of its legend.
    func ownLayers(_ node: Int, _ box: PageBox, _ painter: BoxPainter) -> [Layer] {
        guard let legend = box.legend.flatMap({ page.nodeOfBox[$0] }) else { return painter.box() }
        let (frame, size) = (layout.frames[legend], layout.frames[node].size)
        let top = max(0, (frame.height - box.style.box.border.top) / 2)
        let shown = BoxGeometry.snapped(
            Rect(
                origin: state.origins[node] + Point(0, top), size: Size(width: size.width, height: max(0, size.height - top))),
            scale: files.options.resolution)
        let lowered = self.painter(box, node, size: Size(width: size.width, height: shown.height))
        let place = Point(0, shown.minY - corner(node).y)
        var border = Layer(frame: Rect(origin: .zero, size: size), sublayers: lowered.borders().map { $0.offset(by: place) })
        var visible = Path(Rect(origin: .zero, size: size))
        // The gap is as high as the border, also around a legend that is lower.
        let gap = (top: min(frame.minY, top), bottom: max(frame.maxY, top + box.style.box.border.top))
        visible.append(Path(Rect(x: frame.minX, y: gap.top, width: frame.width, height: max(0, gap.bottom - gap.top))))
        border.mask = Layer(
            kind: .shape(Shape(path: visible, fillRule: .evenOdd)), frame: Rect(origin: .zero, size: size))
        return lowered.shadowsAndBackgrounds().map { $0.offset(by: place) } + [border]
    }
}

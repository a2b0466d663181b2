import PenumbraGeometry
import PenumbraLayout
import PenumbraScene

/// Columns: CSS Multi-column Layout 1.
extension PagePainter {
    /// Paints the lines between columns.
    func paintRules(_ rows: [ColumnRow], _ node: Int, _ box: PageBox, _ frame: Frame) {
        let columns = box.style.box.columns
        let width = columns.ruleWidth
        guard box.style.text.isVisible, columns.ruleStyle != "none", columns.ruleStyle != "hidden", width > 0 else { return }
        var style = box.style.inherited
        style.box.borderStyle.left = columns.ruleStyle
        // Unlike the border of a box, a rule follows the text in every style.
        style.box.borderColor.left = columns.ruleColor == "currentcolor" ? style.text.color : columns.ruleColor
        style.box.borderWidth.left = width
        let most = max(0, state.mostLayers - state.layerCount)
        for row in rows {
            for number in 1..<max(1, min(row.count, most)) where !state.isFull {
                // The middle of the gap before the column.
                let edge = row.step < 0 ? row.first.maxX + row.gap / 2 : row.first.minX - row.gap / 2
                let middle = edge + Double(number) * row.step
                let place = Rect(
                    x: state.origins[node].x + middle - width / 2, y: state.origins[node].y + row.first.minY, width: width,
                    height: row.first.height)
                let rect = BoxGeometry.snapped(place, scale: files.options.resolution)
                let layers = painter(
                    style, BoxGeometry(size: rect.size, border: [0, 0, 0, rect.width], padding: [0, 0, 0, 0]), box.element
                ).borders()
                frame.order.blocks += layers.map { $0.offset(by: rect.origin - frame.origin) }
                state.count(layers)
            }
        }
    }

    /// What a box that columns cut paints behind its content.
    func layers(of fragments: [BoxFragment], _ node: Int, _ box: PageBox) -> [Layer] {
        let height = fragments.reduce(0) { $0 + $1.frame.height }
        let painter = painter(box, node, size: Size(width: fragments[0].frame.width, height: height))
        let whole = painter.box()
        guard !whole.isEmpty else { return [] }
        // Shadows reach beyond the edges that aren't cut.
        let reach = 10_000.0
        return fragments.prefix(max(0, state.mostLayers - state.layerCount)).map { fragment in
            let (top, bottom) = (fragment.isFirst ? reach : 0, fragment.isLast ? reach : 0)
            let clip = Rect(
                x: fragment.frame.minX - reach, y: fragment.frame.minY - top, width: fragment.frame.width + 2 * reach,
                height: fragment.frame.height + top + bottom)
            let place = fragment.frame.origin - Point(0, fragment.offset) - clip.origin
            return Layer(frame: clip, masksToBounds: true, sublayers: whole.map { $0.offset(by: place) })
        }
    }
}

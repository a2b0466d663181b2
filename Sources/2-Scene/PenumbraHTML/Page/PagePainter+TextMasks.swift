import PenumbraGeometry
import PenumbraScene
import PenumbraText

/// Texts as masks of backgrounds: `background-clip: text`.
extension PagePainter {
    /// The texts inside a box in opaque black, in the coordinates of its border box.
    func textLayers(_ node: Int) -> [Layer] {
        var result: [Layer] = []
        var open = [node]
        while let here = open.popLast() {
            for entry in layout.lines[here] {
                guard let line = text.line(here, entry) else { continue }
                let origin = state.origins[here] + entry.frame.origin
                result += masks(line.texts, DecoratedLine(node: here, line: line, origin: origin), from: state.origins[node])
            }
            open += page.nodes[here].children
        }
        return result
    }

    /// The texts of an inline element on one line in opaque black.
    ///
    /// - Parameters:
    ///   - origin: the corner of the line in the page.
    ///   - corner: the corner of the element in the page.
    func textMask(
        of fragment: InlineParagraph.BoxFragment, _ node: Int, _ line: InlineParagraph.Line, _ origin: Point, _ corner: Point
    ) -> [Layer] {
        let texts = line.texts.filter {
            $0.x >= fragment.x - 0.01 && $0.x + $0.width <= fragment.x + fragment.width + 0.01
        }
        return masks(texts, DecoratedLine(node: node, line: line, origin: origin), from: corner)
    }

    private func masks(
        _ texts: [InlineParagraph.TextFragment], _ line: DecoratedLine, from corner: Point
    ) -> [Layer] {
        texts.flatMap { fragment -> [Layer] in
            guard !fragment.isBlank, var style = text.style(fragment.style, line.node), style.text.isVisible else { return [] }
            (style.text.fillColor, style.text.shadow, style.text.strokeColor) = ("black", "none", "black")
            for index in style.text.decorations.indices { style.text.decorations[index].color = "black" }
            var shown = fragment
            shown.baseline = snapped(line.origin.y + fragment.baseline, line) - line.origin.y
            let lines = decorations(fragment, style, line)
            let glyphs = layer(shown, style, at: line.origin).map { [$0] } ?? []
            return (lines.below + glyphs + lines.above).map { $0.offset(by: .zero - corner) }
        }
    }
}

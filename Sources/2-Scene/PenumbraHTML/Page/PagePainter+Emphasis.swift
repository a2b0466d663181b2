import PenumbraGeometry
import PenumbraScene
import PenumbraText

extension PagePainter {
    /// The marks above or below the letters of a text: `text-emphasis`.
    func emphasis(
        _ fragment: InlineParagraph.TextFragment, _ node: Int, _ style: HTMLStyle, at origin: Point
    ) -> [Layer] {
        guard let mark = style.text.emphasis.mark, let paragraph = text.paragraph(of: fragment, node) else { return [] }
        let size = max(0.001, min(style.text.fontSize / 2, 10_000))
        var text = Text(string: mark, font: style.text.font, fontSize: size)
        text.color = .color(color(style.text.emphasis.color, style) ?? .black)
        text.alignment = .center
        text.isWrapped = false
        text.verticalAlignment = .baseline
        // The marks have half the heights of the text.
        let baseline =
            style.text.emphasis.isBelow
            ? fragment.baseline + fragment.descent + fragment.ascent / 2
            : fragment.baseline - fragment.ascent - fragment.descent / 2
        return paragraph.markedLetters(of: fragment).prefix(HTMLLimits.emphasisMarks).map { middle in
            Layer(
                kind: .text(text),
                frame: Rect(x: origin.x + middle - size, y: origin.y + baseline, width: 2 * size, height: size))
        }
    }
}

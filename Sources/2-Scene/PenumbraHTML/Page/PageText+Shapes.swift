import PenumbraCSS
import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import PenumbraSystem
import PenumbraText

/// The shapes of floats: CSS Shapes 1.
extension PageText {
    func shape(ofFloat node: Int, _ boxes: FloatBoxes) -> FloatShape? {
        guard let index = page.boxes[node], let text = tree.boxes[index].style.box.paint["shape-outside"] else { return nil }
        let style = tree.boxes[index].style
        let isInside = CSSText.words(text.asciiLowercased).contains {
            ["border-box", "padding-box", "content-box"].contains($0)
        }
        var geometry = BoxGeometry(size: boxes.size)
        if isInside {
            let line = style.box.border
            let padding = [style.box.padding.top, style.box.padding.right, style.box.padding.bottom, style.box.padding.left]
            geometry = BoxGeometry(
                size: boxes.border.size, border: [line.top, line.right, line.bottom, line.left],
                padding: padding.map { max(0, $0.resolved(boxes.containerWidth) ?? 0) })
        }
        do throws(NotationError) {
            let painter = BoxPainter(PaintValues(style.box.paint, units: context.units(style.text)), geometry)
            let path = try painter.floatShape(text)
            let origin = isInside ? boxes.border.origin : .zero
            let outlines = path.flattened().map { line in line.points.map { $0 + origin } }
            let margin = try painter.length(style.box.paint["shape-margin"] ?? "0", base: boxes.containerWidth)
            let shape = FloatShape(outlines.filter { !$0.isEmpty }, margin: margin, in: boxes.size)
            shapeEdges += shape.count
            guard shapeEdges <= HTMLLimits.shapeEdges else {
                throw NotationError("the shapes of all floats have more than \(HTMLLimits.shapeEdges) edges; it is left out")
            }
            return shape
        } catch {
            let message: Message = "shape-outside: \(error.words)"
            if !notices.contains(where: { $0.node == node }) { notices.append((node, message)) }
            return nil
        }
    }

    func note(_ paragraph: InlineParagraph, _ key: Int) {
        for notice in paragraph.notices where noted.insert(notice.description).inserted {
            notices.append((max(0, key), "\(notice.description)"))
        }
    }
}

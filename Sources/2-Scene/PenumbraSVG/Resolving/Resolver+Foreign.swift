import PenumbraGeometry
import PenumbraScene

/// Draws the content of a `foreignObject` in a size, by the number that the page around the document gave it. Nil if it can't
/// be drawn.
package typealias ForeignContent = (_ number: Int, _ size: Size) -> [Layer]?

extension Resolver {
    /// The name of the attribute with the number of a `foreignObject` in the page.
    static let foreignNumber = "data-number"

    /// Whether the document's `foreignObject` elements are drawn. Documents in images read no files, which HTML may name.
    var drawsForeign: Bool { foreignContent != nil || options.foreign != nil && imageDepth == 0 }

    /// Draws the HTML content of a `foreignObject` element.
    func foreign(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        let style = context.style
        guard let width = length(node, "width", .horizontal, style, context.viewport), width > 0,
            let height = length(node, "height", .vertical, style, context.viewport), height > 0
        else { return [] }
        guard let layers = try foreignLayers(node, style, Size(width: width, height: height)) else { return [] }
        try count(layers, times: 1, at: node)
        let rect = Rect(
            x: length(node, "x", .horizontal, style, context.viewport) ?? 0,
            y: length(node, "y", .vertical, style, context.viewport) ?? 0, width: width, height: height)
        return try clipped(to: rect, if: true, .identity, node, context) { _ throws(SVGError) in layers }
    }

    private func foreignLayers(_ node: Int, _ style: Style, _ size: Size) throws(SVGError) -> [Layer]? {
        if let content = foreignContent {
            return document.nodes[node][Self.foreignNumber].flatMap { Int($0) }.flatMap { content($0, size) }
        }
        guard let draw = options.foreign else { return nil }
        drawnForeign += 1
        guard drawnForeign <= SVGLimits.foreignDrawings else {
            warn(node, "more than \(SVGLimits.foreignDrawings) <foreignObject> elements are drawn; the others are left out")
            return nil
        }
        let source = foreignDocument(node, style)
        if source.contains("clip-path:url(#") {
            // Figma writes blurs of the background so, beside the shapes that other programs draw.
            warn(node, "<foreignObject> with a clip path of the document isn't supported")
            return nil
        }
        do throws(SVGTextFailure) {
            let drawing = try draw(source, size)
            for notice in drawing.notices { warn(node, "in <foreignObject>: \(notice)") }
            return drawing.layers
        } catch {
            warn(node, "the <foreignObject> isn't drawn: \(error.words)")
            return nil
        }
    }
}

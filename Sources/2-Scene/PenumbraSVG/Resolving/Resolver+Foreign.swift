import PenumbraGeometry
import PenumbraScene

/// Draws the content of a `foreignObject` in a size, by the number that the page around the document gave it. Nil if it can't
/// be drawn.
package typealias ForeignContent = (_ number: Int, _ size: Size) -> [Layer]?

extension Resolver {
    /// The name of the attribute with the number of a `foreignObject` in the page.
    static let foreignNumber = "data-number"

    /// Draws the HTML content of a `foreignObject` that is part of a page.
    func foreign(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        let style = context.style
        guard let number = document.nodes[node][Self.foreignNumber].flatMap({ Int($0) }), let content = foreignContent,
            let width = length(node, "width", .horizontal, style, context.viewport), width > 0,
            let height = length(node, "height", .vertical, style, context.viewport), height > 0
        else { return [] }
        guard let layers = content(number, Size(width: width, height: height)) else { return [] }
        try count(layers, times: 1, at: node)
        let rect = Rect(
            x: length(node, "x", .horizontal, style, context.viewport) ?? 0,
            y: length(node, "y", .vertical, style, context.viewport) ?? 0, width: width, height: height)
        return try clipped(to: rect, if: true, .identity, node, context) { _ throws(SVGError) in layers }
    }
}

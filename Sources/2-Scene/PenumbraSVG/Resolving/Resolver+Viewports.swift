import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// Draws what a `use` element refers to.
    func use(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        guard let target = hrefTarget(node) else {
            if let href = href(node), !href.hasPrefix("#"), !href.isEmpty {
                try miss(node, "<use> of another document isn't supported; nothing outside the document is read")
            }
            return []
        }
        let style = context.style
        var inner = context
        inner.ctm = AffineTransform.translation(
            length(node, "x", .horizontal, style, context.viewport) ?? 0,
            length(node, "y", .vertical, style, context.viewport) ?? 0
        ).concatenating(context.ctm)
        inner.passOn(style, of: node, in: context, references)
        return try following(target, from: node, orElse: []) { () throws(SVGError) in
            let element = document.nodes[target]
            guard element.isSVG, element.name == "symbol" || element.name == "svg" else { return try render(target, inner) }
            try visit(target, depth: context.depth)
            let own = cascade.style(of: target, parent: style)
            guard own.own.isDisplayed else { return [] }
            return try self.element(target, inner, own) { [self] inside throws(SVGError) in
                try viewport(target, sizedBy: node, style, inside)
            }
        }
    }

    func nestedDocument(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        try viewport(node, sizedBy: nil, context.style, context)
    }

    /// Draws the children of an element that has a viewport of its own.
    ///
    /// - Parameter user: the `use` element that may give the viewport its size.
    private func viewport(
        _ node: Int, sizedBy user: Int?, _ userStyle: Style, _ context: Context
    ) throws(SVGError) -> [Layer] {
        let style = context.style
        guard let frame = viewportFrame(node, sizedBy: user, userStyle, style, context.viewport) else { return [] }
        var inner = context
        inner.viewport = frame.size
        return try clipped(to: frame.rect, if: style.own.clipsOverflow, frame.map, node, inner) {
            [self] inner throws(SVGError) in
            try children(node, inner)
        }
    }

    /// The rectangle of an element's own viewport, the map of its contents to the rectangle, with the origin at the top left,
    /// and the size that percentages inside refer to. Nil for an empty viewport.
    ///
    /// - Parameter user: the `use` element that may give the viewport its size.
    func viewportFrame(
        _ node: Int, sizedBy user: Int?, _ userStyle: Style, _ style: Style, _ viewport: Size
    ) -> (rect: Rect, map: AffineTransform, size: Size)? {
        func side(_ name: String, _ axis: Axis) -> Double {
            if let user, let length = length(user, name, axis, userStyle, viewport) { return length }
            return length(node, name, axis, style, viewport) ?? resolved(Length(100, .percentage), axis, style, viewport)
        }
        let rect = Rect(
            x: length(node, "x", .horizontal, style, viewport) ?? 0, y: length(node, "y", .vertical, style, viewport) ?? 0,
            width: side("width", .horizontal), height: side("height", .vertical))
        guard rect.width > 0, rect.height > 0 else { return nil }
        guard document.nodes[node]["viewBox"] != nil, let box = Rect(viewBox: document.nodes[node]["viewBox"]) else {
            return (rect, .identity, rect.size)
        }
        let ratio = AspectRatio(document.nodes[node]["preserveAspectRatio"])
        guard var map = ratio.transform(from: box, to: rect.size) else { return nil }
        if document.nodes[node].name == "symbol" {
            // The reference point of a symbol is placed at its x and y.
            let x = length(node, "refX", .horizontal, style, box.size) ?? 0
            let y = length(node, "refY", .vertical, style, box.size) ?? 0
            if x != 0 || y != 0 {
                let point = Point(x, y).applyingLinearPart(of: map)
                map = map.concatenating(.translation(-point.x, -point.y))
            }
        }
        return (rect, map, box.size)
    }

    /// Draws contents in a rectangle of the context's coordinates, and cuts them to it.
    ///
    /// - Parameter map: the map of the contents to the rectangle, with the origin at its top left.
    func clipped(
        to rect: Rect, if isCut: Bool, _ map: AffineTransform, _ node: Int, _ context: Context,
        _ body: (Context) throws(SVGError) -> [Layer]
    ) throws(SVGError) -> [Layer] {
        var inner = context
        let toRect = map.concatenating(.translation(rect.minX, rect.minY))
        guard isCut else {
            inner.ctm = toRect.concatenating(context.ctm)
            guard inner.ctm.isFinite, inner.ctm.largestEntry <= SVGLimits.coordinate else { return [] }
            return try body(inner)
        }
        inner.ctm = map
        inner.outer = AffineTransform.translation(rect.minX, rect.minY).concatenating(context.ctm).concatenating(context.outer)
        guard inner.ctm.isFinite, inner.ctm.largestEntry <= SVGLimits.coordinate else { return [] }
        let layers = try body(inner)
        guard !layers.isEmpty else { return [] }
        try count(layers: 1, at: node)
        return [Layer(masksToBounds: true, sublayers: layers).placed(rect, by: context.ctm)]
    }
}

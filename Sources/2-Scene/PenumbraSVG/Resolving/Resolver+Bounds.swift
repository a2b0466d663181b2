import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The bounding box of an element: of its geometry, without strokes, clips and effects. Nil for an element without geometry.
    ///
    /// - Parameters:
    ///   - map: the map from the element's parent to the coordinates of the box.
    ///   - style: the parent's style, or the element's own.
    ///   - isOwn: true for a box in the element's own coordinates, without its transform.
    ///   - user: the `use` element that may give a viewport its size. Its style is the parent's.
    func boundingBox(
        _ node: Int, _ map: AffineTransform, viewport: Size, style parent: Style, isOwn: Bool = false, sizedBy user: Int? = nil,
        depth: Int = 0
    ) throws(SVGError) -> Rect? {
        let element = document.nodes[node]
        guard element.isSVG, !element.isText else { return nil }
        try visit(node, depth: depth)
        let style = isOwn ? parent : cascade.style(of: node, parent: parent)
        guard style.own.isDisplayed else { return nil }
        var map = map
        if !isOwn { map = try transform(node, style, viewport).concatenating(map) }
        guard map.isFinite else { return nil }
        func union(_ viewport: Size, _ map: AffineTransform, _ children: [Int]) throws(SVGError) -> Rect? {
            var result: Rect?
            for child in children {
                if let box = try boundingBox(child, map, viewport: viewport, style: style, depth: depth + 1) {
                    result = result.map { Rect(bounding: $0.corners + box.corners) } ?? box
                }
            }
            return result
        }
        switch element.name {
        case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
            guard let path = try path(node, style, viewport) else { return nil }
            return path.applying(map).bounds
        case "g", "a": return try union(viewport, map, element.children)
        case "switch":
            return try union(viewport, map, chosen(in: node).map { [$0] } ?? [])
        case "svg", "symbol":
            guard node != 0 else { return try union(viewport, map, element.children) }
            guard let frame = viewportFrame(node, sizedBy: user, parent, style, viewport) else { return nil }
            map = frame.map.concatenating(.translation(frame.rect.minX, frame.rect.minY)).concatenating(map)
            return try union(frame.size, map, element.children)
        case "use":
            guard let target = hrefTarget(node), !references.contains(target) else { return nil }
            map = AffineTransform.translation(
                length(node, "x", .horizontal, style, viewport) ?? 0, length(node, "y", .vertical, style, viewport) ?? 0
            ).concatenating(map)
            return try following(target, from: node, orElse: nil) { () throws(SVGError) in
                try boundingBox(target, map, viewport: viewport, style: style, sizedBy: node, depth: depth + 1)
            }
        case "image":
            guard let frame = try imageFrame(node, style, viewport) else { return nil }
            return frame.transformed(by: map)
        case "text": return try textBounds(node, style, viewport)?.transformed(by: map)
        default: return nil
        }
    }
}

import PenumbraGeometry

extension Resolver {
    /// The element's own transform, about its origin, with the properties `translate`, `rotate` and `scale` around it.
    /// Malformed transforms count as none.
    ///
    /// - Parameter style: the element's own style.
    func transform(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> AffineTransform {
        let property = style.own.transform
        let text = property ?? document.nodes[node]["transform"]
        guard text != nil || !style.own.individualTransforms.isEmpty else { return .identity }
        let box = try transformBox(node, style, viewport)
        var map = text.flatMap { TransformAttribute.parse($0, box: box.size, hasUnits: property != nil) } ?? .identity
        for name in ["scale", "rotate", "translate"] {
            guard let value = style.own.individualTransforms[name], value.lowercased() != "none" else { continue }
            guard let own = TransformAttribute.individual(name, value, { self.resolved($0, $1, style, box.size) }) else {
                warn(node, "\(name): \(value) isn't supported; only moves, turns and scales in the plane are")
                continue
            }
            map = map.concatenating(own)
        }
        guard map.isFinite else { return .identity }
        guard let origin = style.own.transformOrigin else {
            return box.origin == .zero ? map : map.about(box.origin)
        }
        return map.about(box.origin + self.origin(origin, box.size, style))
    }

    /// The box that a transform's percentages and origin refer to.
    private func transformBox(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Rect {
        let hasStroke = ["stroke-box", "border-box"].contains(style.own.transformBox)
        guard hasStroke || ["fill-box", "content-box"].contains(style.own.transformBox) else {
            return Rect(origin: .zero, size: viewport)
        }
        let box = try boundingBox(node, .identity, viewport: viewport, style: style, isOwn: true) ?? .zero
        return hasStroke ? try withStroke(box, node, style, viewport) : box
    }

    /// A bounding box with the stroke of its element.
    private func withStroke(_ box: Rect, _ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Rect {
        let width = stroke(style, viewport).lineWidth
        guard style.stroke != .none, width > 0 else { return box }
        return box.inset(by: -width / 2)
    }

    /// The fixed point of a transform in a box.
    func origin(_ text: String, _ size: Size, _ style: Style) -> Point {
        var x: Double?
        var y: Double?
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).prefix(2)
        // Only keywords may stand in the other order.
        if let first = words.first, let second = words.last, words.count == 2 {
            let isTurned = ["top", "bottom"].contains(first) || ["left", "right"].contains(second)
            let keywords: Set<Substring> = ["left", "right", "top", "bottom", "center"]
            guard !isTurned || keywords.contains(first) && keywords.contains(second) else { return .zero }
        }
        for word in words {
            switch word {
            case "left": x = 0
            case "right": x = size.width
            case "top": y = 0
            case "bottom": y = size.height
            case "center": if x == nil { x = size.width / 2 } else { y = size.height / 2 }
            default:
                guard let length = Length(String(word)) else { return .zero }
                if x == nil {
                    x = resolved(length, .horizontal, style, size)
                } else {
                    y = resolved(length, .vertical, style, size)
                }
            }
        }
        return Point(x ?? size.width / 2, y ?? size.height / 2)
    }
}

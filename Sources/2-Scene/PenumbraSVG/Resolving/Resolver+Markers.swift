import PenumbraElementary
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The markers on the vertices of a path.
    ///
    /// - Parameter box: the bounding box of the path's element.
    func markers(
        _ path: Path, _ node: Int, _ style: Style, _ context: Context, box: Rect
    ) throws(SVGError) -> [Layer] {
        guard style.markerStart != nil || style.markerMid != nil || style.markerEnd != nil, style.isVisible else { return [] }
        let vertices = path.vertices
        var result: [Layer] = []
        for (index, vertex) in vertices.enumerated() {
            let isFirst = index == 0
            let isLast = index == vertices.count - 1
            if isFirst, let id = style.markerStart {
                result += try marker(id, at: vertex, isStart: true, node, style, context, box)
            }
            if !isFirst, !isLast, let id = style.markerMid {
                result += try marker(id, at: vertex, isStart: false, node, style, context, box)
            }
            if isLast, let id = style.markerEnd {
                result += try marker(id, at: vertex, isStart: false, node, style, context, box)
            }
        }
        return result
    }

    private func marker(
        _ id: String, at vertex: PathVertex, isStart: Bool, _ node: Int, _ style: Style, _ context: Context,
        _ own: Rect
    ) throws(SVGError) -> [Layer] {
        guard let target = target(id), document.nodes[target].isSVG, document.nodes[target].name == "marker",
            !references.contains(target)
        else { return [] }
        return try following(target, from: node, orElse: []) { () throws(SVGError) in
            try visit(target, depth: context.depth)
            let element = document.nodes[target]
            let markerStyle = styleOutsideTree(target)
            let width = element["markerWidth"].flatMap { Length($0) } ?? Length(3)
            let height = element["markerHeight"].flatMap { Length($0) } ?? Length(3)
            let size = Size(
                width: resolved(width, .horizontal, markerStyle, context.viewport),
                height: resolved(height, .vertical, markerStyle, context.viewport))
            guard size.width > 0, size.height > 0 else { return [] }
            var map = AffineTransform.identity
            var box = Rect(origin: .zero, size: size)
            if element["viewBox"] != nil, let given = Rect(viewBox: element["viewBox"]) {
                guard let fitted = AspectRatio(element["preserveAspectRatio"]).transform(from: given, to: size) else {
                    return []
                }
                (map, box) = (fitted, given)
            }
            func reference(_ name: String, _ axis: Axis, _ words: [String: Double]) -> Double {
                guard let text = element[name] else { return 0 }
                if let share = words[text] {
                    return axis == .horizontal ? box.minX + share * box.width : box.minY + share * box.height
                }
                return Length(text).map { resolved($0, axis, markerStyle, box.size) } ?? 0
            }
            let anchor = Point(
                reference("refX", .horizontal, ["left": 0, "center": 0.5, "right": 1]),
                reference("refY", .vertical, ["top": 0, "center": 0.5, "bottom": 1])
            ).applying(map)
            var turn = AffineTransform.identity
            switch element["orient"] ?? "0" {
            case "auto", "auto-start-reverse":
                let isReversed = isStart && element["orient"] == "auto-start-reverse"
                let direction = isReversed ? -vertex.direction : vertex.direction
                turn = AffineTransform(a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: 0, ty: 0)
            case let text:
                var scanner = ValueScanner(text)
                turn = .rotation(degrees: scanner.angle() ?? 0)
            }
            var place = AffineTransform.translation(-anchor.x, -anchor.y)
            if element["markerUnits"] != "userSpaceOnUse" {
                let width = resolved(style.strokeWidth, .diagonal, style, context.viewport)
                guard width > 0 else { return [] }
                place = place.concatenating(.scale(width, width))
            }
            place = place.concatenating(turn).concatenating(.translation(vertex.point.x, vertex.point.y))
                .concatenating(context.ctm)
            guard place.isFinite, place.largestEntry <= SVGLimits.coordinate else { return [] }
            var inner = context
            inner.style = markerStyle.inherited
            inner.ctm = place
            inner.viewport = box.size
            inner.depth += 1
            inner.passOn(style, of: node, in: context, references, box: own)
            let effects = markerStyle.own
            let rect = Rect(origin: .zero, size: size)
            let drawn = try clipped(to: rect, if: effects.clipsOverflow, map, node, inner) {
                [self] inner throws(SVGError) in
                try children(target, inner)
            }
            guard effects.opacity < 1, !drawn.isEmpty else { return drawn }
            var group = Layer.group(drawn)
            group.opacity = effects.opacity
            return [group]
        }
    }
}

import PenumbraCSS
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The mask of a `clip-path`, in the coordinates of the element.
    func clipLayer(_ value: String, _ node: Int, _ context: Context) throws(SVGError) -> Masking {
        guard let (id, _) = reference(in: value) else {
            return try clipShape(value, node, context)
        }
        guard let target = target(id), document.nodes[target].isSVG, document.nodes[target].name == "clipPath" else {
            return .none
        }
        return try following(target, from: node, orElse: .none) { () throws(SVGError) in try clip(target, node, context) }
    }

    private func clip(_ target: Int, _ node: Int, _ context: Context) throws(SVGError) -> Masking {
        try visit(target, depth: context.depth)
        let style = styleOutsideTree(target)
        let element = document.nodes[target]
        var map = try transform(target, style, context.viewport)
        guard map.determinant != 0 else { return .hidesAll }
        var inner = context
        inner.depth += 1
        if element["clipPathUnits"] == "objectBoundingBox" {
            let box = try boundingBox(node, .identity, viewport: context.viewport, style: context.style, isOwn: true)
            guard let box, box.width > 0, box.height > 0 else { return .hidesAll }
            map = map.concatenating(AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY))
            inner.viewport = Size(width: 1, height: 1)
        }
        var shapes: [Layer] = []
        for child in element.children { shapes += try clipShapes(child, style, map, inner) }
        guard !shapes.isEmpty else { return .hidesAll }
        var layer = shapes.count == 1 && shapes[0].mask == nil ? shapes[0] : Layer.group(shapes)
        if let outer = style.own.clipPath {
            switch try clipLayer(outer, target, inner.in(map, viewport: inner.viewport)) {
            case .none: break
            case .hidesAll: return .hidesAll
            case .layer(let clip):
                layer = .group([layer])
                layer.mask = map == .identity ? clip : .group([clip], map)
            }
        }
        return .layer(layer)
    }

    /// The shapes of a child of a clip path. Only geometry counts: fills are black, and strokes aren't painted.
    private func clipShapes(
        _ child: Int, _ parent: Style, _ map: AffineTransform, _ context: Context
    ) throws(SVGError) -> [Layer] {
        var node = child
        let element = document.nodes[child]
        guard element.isSVG, passesConditions(child) else { return [] }
        try visit(child, depth: context.depth)
        var style = cascade.style(of: child, parent: parent)
        guard style.own.isDisplayed else { return [] }
        var map = map
        func move(_ node: Int, _ style: Style) throws(SVGError) -> Bool {
            let own = try transform(node, style, context.viewport)
            map = own.concatenating(map)
            return own.determinant != 0
        }
        guard try move(child, style) else { return [] }
        let clipStyle = style
        let userMap = map
        if element.name == "use" {
            guard let target = hrefTarget(child), document.nodes[target].isSVG, document.nodes[target].name != "use" else {
                return []
            }
            node = target
            try visit(target, depth: context.depth)
            map = AffineTransform.translation(
                length(child, "x", .horizontal, style, context.viewport) ?? 0,
                length(child, "y", .vertical, style, context.viewport) ?? 0
            ).concatenating(map)
            style = cascade.style(of: target, parent: style)
            guard style.own.isDisplayed, try move(target, style) else { return [] }
        }
        guard map.isFinite, map.largestEntry <= SVGLimits.coordinate, style.isVisible else { return [] }
        var layers: [Layer]
        switch document.nodes[node].name {
        case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
            guard var path = try path(node, style, context.viewport) else { return [] }
            if let near = nearArea(of: path, reach: 0, map.concatenating(context.whole), context) {
                path = try nearPart(of: path, in: near, node)
            }
            layers = [.shape(Shape(path: path, fillRule: style.clipRule), map)]
        case "text":
            style.fill = .color(.black)
            style.stroke = .none
            style.fillOpacity = 1
            var inner = context
            (inner.style, inner.ctm) = (style, map)
            layers = try text(node, inner, isClip: true)
        default: return []
        }
        try count(layers: 2, at: child)
        for (clip, place, user) in [(style.own.clipPath, node, map), (clipStyle.own.clipPath, child, userMap)] {
            guard let clip, place == child || node != child else { continue }
            var inner = context
            inner.style = style
            switch try clipLayer(clip, place, inner) {
            case .none: break
            case .hidesAll: return []
            case .layer(let mask):
                var group = Layer.group(layers)
                group.mask = user == .identity ? mask : .group([mask], user)
                layers = [group]
            }
            if node == child { break }
        }
        return layers
    }

    /// The mask of a `mask`, in the coordinates of the element.
    func maskLayer(_ value: String, _ node: Int, _ context: Context) throws(SVGError) -> Masking {
        guard let (id, _) = reference(in: value), let target = target(id), document.nodes[target].isSVG,
            document.nodes[target].name == "mask"
        else { return .none }
        return try following(target, from: node, orElse: .none) { () throws(SVGError) in try mask(target, node, context) }
    }

    private func mask(_ target: Int, _ node: Int, _ context: Context) throws(SVGError) -> Masking {
        try visit(target, depth: context.depth)
        let element = document.nodes[target]
        let style = styleOutsideTree(target)
        let contentInBox = element["maskContentUnits"] == "objectBoundingBox"
        let regionInBox = element["maskUnits"] != "userSpaceOnUse"
        var box = Rect.zero
        if contentInBox || regionInBox {
            guard
                let found = try boundingBox(node, .identity, viewport: context.viewport, style: context.style, isOwn: true),
                found.width > 0, found.height > 0
            else { return .hidesAll }
            box = found
        }
        let region = self.region(target, box: regionInBox ? box : nil, style, context.viewport)
        guard region.width > 0, region.height > 0 else { return .hidesAll }
        var inner = context
        inner.depth += 1
        inner.style = style.inherited
        inner.ctm = .translation(-region.minX, -region.minY)
        inner.outer = AffineTransform.translation(region.minX, region.minY).concatenating(context.outer)
        if contentInBox {
            inner.viewport = Size(width: 1, height: 1)
            inner.ctm = AffineTransform(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY)
                .concatenating(inner.ctm)
        }
        let layers = try children(target, inner)
        guard !layers.isEmpty else { return .hidesAll }
        try count(layers: 2, at: target)
        var mask = Layer(frame: region, masksToBounds: true, sublayers: layers)
        if style.own.isLuminanceMask { mask.maskType = .luminance }
        if let outer = style.own.mask {
            var around = context
            around.depth += 1
            // The mask of a mask refers to the masked element.
            guard let (id, _) = reference(in: outer), let next = self.target(id), document.nodes[next].name == "mask" else {
                return .layer(mask)
            }
            let second = try following(next, from: target, orElse: .none) { () throws(SVGError) in
                try self.mask(next, node, around)
            }
            switch second {
            case .none: break
            case .hidesAll: return .hidesAll
            case .layer(let layer):
                let type = mask.maskType
                mask = .group([mask])
                mask.maskType = type
                mask.mask = layer
            }
        }
        return .layer(mask)
    }

    /// The region of a mask or of a filter. Without attributes it is the bounding box with a tenth more on each side.
    func region(_ target: Int, box: Rect?, _ style: Style, _ viewport: Size) -> Rect {
        region({ self.document.nodes[target][$0] }, box: box, style, viewport)
    }

    /// - Parameter attribute: the attributes of the region.
    func region(_ attribute: (String) -> String?, box: Rect?, _ style: Style, _ viewport: Size) -> Rect {
        let whole = box == nil ? viewport : Size(width: 1, height: 1)
        func value(_ name: String, _ axis: Axis, _ fallback: Double) -> Double {
            let length = attribute(name).flatMap { Length($0) } ?? Length(fallback, .percentage)
            return resolved(length, axis, style, whole)
        }
        let rect = Rect(
            x: value("x", .horizontal, -10), y: value("y", .vertical, -10), width: value("width", .horizontal, 120),
            height: value("height", .vertical, 120))
        guard let box else { return rect }
        return Rect(
            x: box.minX + rect.minX * box.width, y: box.minY + rect.minY * box.height, width: rect.width * box.width,
            height: rect.height * box.height)
    }
}

extension Resolver.Context {
    /// The context of a clip path that clips another.
    fileprivate func `in`(_ map: AffineTransform, viewport: Size) -> Self {
        var context = self
        context.ctm = .identity
        context.viewport = viewport
        context.outer = map.concatenating(outer)
        return context
    }
}

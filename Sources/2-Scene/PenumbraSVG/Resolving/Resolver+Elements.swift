import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// Resolves the document: its size, and its layers.
    func root() throws(SVGError) -> (Size, [Layer]) {
        var style = cascade.style(of: 0, parent: Style())
        cascade.context.rootFontSize = style.font.size
        style = cascade.style(of: 0, parent: Style())
        background = style.own.background
        let node = document.nodes[0]
        let box = Rect(viewBox: node["viewBox"])
        let fallback = box?.size ?? Size(width: 100, height: 100)
        func side(_ name: String, _ axis: Axis) -> Double? {
            guard let text = style.own.geometry[name] ?? node[name], let length = Length(text),
                length.unit != .percentage || box != nil
            else { return nil }
            return resolved(length, axis, style, fallback)
        }
        var (width, height) = (side("width", .horizontal), side("height", .vertical))
        func isRelative(_ name: String) -> Bool { (style.own.geometry[name] ?? node[name])?.hasSuffix("%") == true }
        natural = SVGDocument.NaturalSize(
            width: isRelative("width") ? nil : width, height: isRelative("height") ? nil : height,
            ratio: box.flatMap { $0.width > 0 && $0.height > 0 ? $0.width / $0.height : nil })
        if let box, box.width > 0, box.height > 0 {
            switch (width, height) {
            case (nil, nil): (width, height) = (box.width, box.height)
            case (let known?, nil): height = known * box.height / box.width
            case (nil, let known?): width = known * box.width / box.height
            default: break
            }
        }
        if width == nil || height == nil {
            // Without a size, the picture ends where the drawing ends.
            let bounds = try boundingBox(0, .identity, viewport: fallback, style: Style()) ?? .zero
            width = width ?? bounds.maxX
            height = height ?? bounds.maxY
        }
        let size = Size(width: width ?? 0, height: height ?? 0)
        guard size.width > 0, size.height > 0 else {
            throw error(0, "the document has no size; give <svg> a width and a height above 0, or a viewBox")
        }
        self.size = size
        var context = Context(viewport: size)
        if node["viewBox"] != nil, let box {
            guard let map = AspectRatio(node["preserveAspectRatio"]).transform(from: box, to: size) else { return (size, []) }
            context.ctm = map
            context.viewport = box.size
        }
        guard style.own.isDisplayed else { return (size, []) }
        let layers = try element(0, context, style) { [self] context throws(SVGError) in try children(0, context) }
        return (size, layers)
    }

    func children(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        var result: [Layer] = []
        for child in document.nodes[node].children { result += try render(child, context) }
        return result
    }

    /// The layers of an element with its effects.
    func render(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        let element = document.nodes[node]
        guard element.isSVG, !element.isText, passesConditions(node) else { return [] }
        try visit(node, depth: context.depth)
        let kind: (Context) throws(SVGError) -> [Layer]
        switch element.name {
        case "g", "a":
            kind = { [self] context throws(SVGError) in try children(node, context) }
        case "svg": kind = { [self] context throws(SVGError) in try nestedDocument(node, context) }
        case "use": kind = { [self] context throws(SVGError) in try use(node, context) }
        case "switch": kind = { [self] context throws(SVGError) in try switched(node, context) }
        case "path", "rect", "circle", "ellipse", "line", "polyline", "polygon":
            kind = { [self] context throws(SVGError) in try shape(node, context) }
        case "text": kind = { [self] context throws(SVGError) in try text(node, context) }
        case "image": kind = { [self] context throws(SVGError) in try image(node, context) }
        case "foreignObject" where drawsForeign:
            kind = { [self] context throws(SVGError) in try foreign(node, context) }
        case "foreignObject":
            // Figma writes blurs of the background so, beside the shapes that other programs draw.
            if cascade.style(of: node, parent: context.style).own.isDisplayed { warn(node, "<foreignObject> isn't supported") }
            return []
        case "video", "audio", "canvas", "iframe", "mesh", "textArea", "flowRoot":
            let style = cascade.style(of: node, parent: context.style)
            // Editors leave empty text boxes behind.
            let isEmpty = element.name == "flowRoot" && !hasText(node)
            if style.own.isDisplayed, !isEmpty { warn(node, "<\(name(node))> isn't supported") }
            return []
        default:
            // Definitions, descriptions and unknown elements aren't drawn.
            return []
        }
        let style = cascade.style(of: node, parent: context.style)
        guard style.own.isDisplayed else { return [] }
        return try self.element(node, context, style, kind)
    }

    /// Draws an element in its own coordinates, and applies its effects.
    func element(
        _ node: Int, _ context: Context, _ style: Style, _ body: (Context) throws(SVGError) -> [Layer]
    ) throws(SVGError) -> [Layer] {
        let transform = try transform(node, style, context.viewport)
        var inner = context
        inner.style = style
        inner.depth += 1
        let map = transform.concatenating(context.ctm)
        guard map.isFinite, map.largestEntry <= SVGLimits.coordinate else {
            throw error(node, "the transform leaves the range of numbers; use smaller ones")
        }
        guard map.determinant != 0 else { return [] }
        guard style.needsGroup else {
            inner.ctm = map
            return try body(inner)
        }
        inner.ctm = .identity
        inner.outer = map.concatenating(context.outer)
        guard let effects = try effects(node, style, inner) else { return [] }
        let layers = try body(inner)
        if layers.isEmpty, !effects.paintsAlone { return [] }
        try count(layers: effects.layerCount, at: node)
        return [effects.applied(to: layers, map)]
    }

    /// Whether an element's conditions for languages and features hold.
    func passesConditions(_ node: Int) -> Bool {
        let element = document.nodes[node]
        if let languages = element["systemLanguage"] {
            let known = languages.split { $0 == "," || $0.isWhitespace }
            guard known.contains(where: { $0 == options.language || $0.hasPrefix(options.language + "-") }) else {
                return false
            }
        }
        if let extensions = element["requiredExtensions"], !extensions.isEmpty { return false }
        if let features = element["requiredFeatures"], features.isEmpty { return false }
        return true
    }

    /// Whether an element holds more than white space.
    private func hasText(_ node: Int) -> Bool {
        let element = document.nodes[node]
        return element.text.contains { !$0.isWhitespace } || element.children.contains { hasText($0) }
    }

    private func switched(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        guard let child = chosen(in: node) else { return [] }
        return try render(child, context)
    }

    /// The child that a `switch` shows: the first whose conditions hold. A `foreignObject` that isn't drawn counts only if
    /// nothing else does.
    func chosen(in node: Int) -> Int? {
        let children = document.nodes[node].children.filter { document.nodes[$0].isSVG && passesConditions($0) }
        if drawsForeign { return children.first }
        return children.first { document.nodes[$0].name != "foreignObject" } ?? children.first
    }
}

extension Style {
    /// Whether the element is drawn by itself before it's combined with the picture.
    fileprivate var needsGroup: Bool {
        own.opacity < 1 || own.clipPath != nil || own.mask != nil || own.filter != nil || own.blendMode != .normal
            || own.isIsolated
    }
}

extension AffineTransform {
    var largestEntry: Double { [a, b, c, d, tx, ty].reduce(0) { max($0, abs($1)) } }

    /// Whether the map keeps the shape of figures: it moves, turns, flips and scales evenly.
    var isSimilarity: Bool {
        let scale = max(abs(a) + abs(b), abs(c) + abs(d))
        let (sameSide, otherSide) = (abs(a - d) + abs(b + c), abs(a + d) + abs(b - c))
        return min(sameSide, otherSide) <= 1e-9 * scale
    }
}

/// The frame in whose unit coordinates points are points.
let unitFrame = Rect(x: 0, y: 0, width: 1, height: 1)

extension Layer {
    /// A layer that groups others in coordinates that a transform maps to the parent's.
    static func group(_ sublayers: [Layer], _ transform: AffineTransform = .identity) -> Layer {
        Layer(frame: .zero, transform: transform, sublayers: sublayers)
    }

    /// Places a layer with a frame by a map of the parent's coordinates.
    func placed(_ frame: Rect, by map: AffineTransform) -> Layer {
        var layer = self
        layer.frame = frame
        guard map != .identity else { return layer }
        layer.transform = map
        layer.anchorPoint = Point(
            frame.width > 0 ? -frame.minX / frame.width : 0, frame.height > 0 ? -frame.minY / frame.height : 0)
        return layer
    }
}

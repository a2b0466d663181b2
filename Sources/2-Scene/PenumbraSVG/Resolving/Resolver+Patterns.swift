import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The most tiles of one pattern.
    private static let mostTiles = 20_000.0
    /// The number of tiles from which only those near the picture are drawn.
    private static let manyTiles = 1000.0
    /// The largest side of tiles, in pixels of the document, that are drawn in the place of finer ones.
    private static let largestStandIn = 3.0

    /// Resolves a pattern to layers that cover an area. Nil means that the paint's fallback counts.
    func pattern(
        _ node: Int, _ opacity: Double, _ user: Int, _ context: Context, box: Rect, painting area: Rect
    ) throws(SVGError) -> ResolvedPaint? {
        var chain: [Int] = []
        var next: Int? = node
        while let here = next, !chain.contains(here), chain.count < 32, document.nodes[here].name == "pattern" {
            chain.append(here)
            next = hrefTarget(here)
        }
        func text(_ name: String) -> String? {
            for node in chain { if let text = document.nodes[node][name] { return text } }
            return nil
        }
        func isDrawn(_ child: Int) -> Bool { document.nodes[child].isSVG }
        guard let source = chain.first(where: { document.nodes[$0].children.contains(where: isDrawn) }) else {
            return nil
        }
        let style = styleOutsideTree(source)
        let isInBox = text("patternUnits") != "userSpaceOnUse"
        let contentInBox = text("patternContentUnits") == "objectBoundingBox"
        if isInBox || contentInBox { guard box.width > 0, box.height > 0 else { return nil } }
        let whole = isInBox ? Size(width: 1, height: 1) : context.viewport
        func length(_ name: String, _ axis: Axis) -> Double {
            text(name).flatMap { Length($0) }.map { resolved($0, axis, style, whole) } ?? 0
        }
        var tile = Rect(
            x: length("x", .horizontal), y: length("y", .vertical), width: length("width", .horizontal),
            height: length("height", .vertical))
        if isInBox {
            tile = Rect(
                x: box.minX + tile.minX * box.width, y: box.minY + tile.minY * box.height, width: tile.width * box.width,
                height: tile.height * box.height)
        }
        guard tile.width > 0, tile.height > 0, tile.isFinite else { return nil }
        var turn = text("patternTransform").flatMap { TransformAttribute.parse($0, box: context.viewport) } ?? .identity
        if let place = style.own.transformOrigin { turn = turn.about(origin(place, context.viewport, style)) }
        guard turn.isFinite, var grid = TileGrid(tile, turn, covering: area) else { return nil }
        guard grid.columns >= 1, grid.rows >= 1 else { return ResolvedPaint.none }
        var area = area
        if grid.count > Self.manyTiles {
            area = nearPart(of: area, context)
            guard !area.isEmpty, let near = TileGrid(tile, turn, covering: area) else { return ResolvedPaint.none }
            grid = near
        }
        if grid.count > Self.mostTiles {
            // Tiles finer than pixels look like their mean colour, which larger ones have too.
            let factor = (grid.count / Self.mostTiles).squareRoot().rounded(.up) + 1
            let side =
                (tile.width * tile.height * abs(turn.concatenating(context.ctm).concatenating(context.outer).determinant))
                .squareRoot()
            turn = AffineTransform.scale(factor, factor).about(tile.origin).concatenating(turn)
            guard factor <= 10_000, factor * side <= Self.largestStandIn, let coarse = TileGrid(tile, turn, covering: area),
                coarse.count <= Self.mostTiles
            else {
                throw error(node, "the pattern is repeated more than \(Int(Self.mostTiles)) times; make its tile larger")
            }
            warn(
                node,
                "the detail of a pattern with tiles finer than pixels, which are drawn \(Int(factor)) times as wide and high")
            grid = coarse
        }
        let (first, columns, rows) = (grid.first, grid.columns, grid.rows)
        var inner = context
        inner.style = style.inherited
        inner.depth += 1
        inner.isRepeated = true
        var map = AffineTransform.identity
        if let given = Rect(viewBox: text("viewBox")) {
            guard let fitted = AspectRatio(text("preserveAspectRatio")).transform(from: given, to: tile.size) else {
                return nil
            }
            map = fitted
            inner.viewport = given.size
        } else if contentInBox {
            map = .scale(box.width, box.height)
            inner.viewport = Size(width: 1, height: 1)
        }
        inner.ctm = .identity
        inner.outer = turn.concatenating(context.ctm).concatenating(context.outer)
        let corner = Point(tile.minX + first.x * tile.width, tile.minY + first.y * tile.height)
        let layers = try following(node, from: user, orElse: []) { () throws(SVGError) in
            try self.tile(Rect(origin: corner, size: tile.size), map, source, inner)
        }
        guard !layers.isEmpty else { return ResolvedPaint.none }
        try count(layers: Int(columns * rows) * 2, at: node)
        var result = layers
        if columns * rows > 1 {
            // Tiles share the pixels along their sides. There, only their sum is the whole pixel.
            if layers.count > 1 || layers[0].blendMode != .normal { result = [.group(layers)] }
            result[0].blendMode = .plusLighter
        }
        func repeated(_ number: Double, _ step: AffineTransform) {
            guard number > 1 else { return }
            var group = Layer.group(result)
            group.replication = Replication(count: Int(number), transform: step)
            result = [group]
        }
        repeated(columns, .translation(tile.width, 0))
        repeated(rows, .translation(0, tile.height))
        if turn != .identity { result = [.group(result, turn)] }
        return .layers(result, opacity: opacity)
    }

    /// The layers of one tile. What stays inside of the tile isn't cut, because its edges would count twice.
    private func tile(
        _ rect: Rect, _ map: AffineTransform, _ source: Int, _ context: Context
    ) throws(SVGError) -> [Layer] {
        guard let back = map.inverted else { return [] }
        let area = Rect(origin: .zero, size: rect.size).transformed(by: back)
        var parts: [(isCut: Bool, nodes: [Int])] = []
        for child in document.nodes[source].children {
            let isCut = try !staysInside(child, area, context.style, context.viewport)
            if parts.last?.isCut != isCut { parts.append((isCut, [])) }
            parts[parts.count - 1].nodes.append(child)
        }
        var layers: [Layer] = []
        for part in parts {
            layers += try clipped(to: rect, if: part.isCut, map, source, context) { [self] inner throws(SVGError) in
                var layers: [Layer] = []
                for node in part.nodes { layers += try render(node, inner) }
                return layers
            }
        }
        return layers
    }

    /// Whether an element certainly paints nothing outside of an area.
    private func staysInside(_ node: Int, _ area: Rect, _ parent: Style, _ viewport: Size) throws(SVGError) -> Bool {
        let element = document.nodes[node]
        guard element.isSVG else { return true }
        let style = cascade.style(of: node, parent: parent)
        switch element.name {
        case "rect", "circle", "ellipse", "path", "polygon", "polyline", "image":
            guard style.own.filter == nil, style.stroke == .none else { return false }
            guard style.markerStart ?? style.markerMid ?? style.markerEnd == nil,
                let box = try boundingBox(node, .identity, viewport: viewport, style: parent)
            else { return false }
            let slack = 1e-9 * max(area.width, area.height)
            return box.minX >= area.minX - slack && box.minY >= area.minY - slack && box.maxX <= area.maxX + slack
                && box.maxY <= area.maxY + slack
        default: return false
        }
    }
}

/// The tiles of a pattern that cover an area.
private struct TileGrid {
    /// The column and the row of the first tile, counted from the pattern's own tile.
    var first: Point
    var columns: Double
    var rows: Double

    var count: Double { columns * rows }

    /// Nil if the pattern's transform has no inverse.
    init?(_ tile: Rect, _ turn: AffineTransform, covering area: Rect) {
        guard let back = turn.inverted else { return nil }
        let covered = area.transformed(by: back)
        first = Point(
            ((covered.minX - tile.minX) / tile.width).rounded(.down), ((covered.minY - tile.minY) / tile.height).rounded(.down))
        columns = ((covered.maxX - tile.minX) / tile.width).rounded(.up) - first.x
        rows = ((covered.maxY - tile.minY) / tile.height).rounded(.up) - first.y
    }
}

import PenumbraGeometry
import PenumbraScene

extension Resolver {
    /// The path of a basic shape or of a path element, in its own coordinates. Nil if the element isn't drawn.
    func path(_ node: Int, _ style: Style, _ viewport: Size) throws(SVGError) -> Path? {
        let element = document.nodes[node]
        func length(_ name: String, _ axis: Axis) -> Double { self.length(node, name, axis, style, viewport) ?? 0 }
        let path: Path
        switch element.name {
        case "rect":
            let (width, height) = (length("width", .horizontal), length("height", .vertical))
            guard width > 0, height > 0 else { return nil }
            let (rx, ry) = radii(node, style, viewport)
            let rect = Rect(x: length("x", .horizontal), y: length("y", .vertical), width: width, height: height)
            path = Path(rect, rx: min(rx ?? ry ?? 0, width / 2), ry: min(ry ?? rx ?? 0, height / 2))
        case "circle":
            let radius = length("r", .diagonal)
            guard radius > 0 else { return nil }
            path = Path(circleAt: Point(length("cx", .horizontal), length("cy", .vertical)), radius: radius)
        case "ellipse":
            let given = radii(node, style, viewport)
            let (rx, ry) = (given.0 ?? given.1 ?? 0, given.1 ?? given.0 ?? 0)
            guard rx > 0, ry > 0 else { return nil }
            let (x, y) = (length("cx", .horizontal), length("cy", .vertical))
            path = Path(ellipseIn: Rect(x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry))
        case "line":
            var line = Path()
            line.move(to: Point(length("x1", .horizontal), length("y1", .vertical)))
            line.addLine(to: Point(length("x2", .horizontal), length("y2", .vertical)))
            path = line
        case "polyline", "polygon":
            guard let points = points(element["points"] ?? ""), points.count >= 2 else { return nil }
            var line = Path()
            line.move(to: points[0])
            for point in points.dropFirst() { line.addLine(to: point) }
            if element.name == "polygon" { line.close() }
            path = line
        case "path":
            var data = element["d"] ?? ""
            if let own = style.own.geometry["d"], own.hasPrefix("path(") {
                data = own.dropFirst(5).filter { $0 != "\"" && $0 != "'" && $0 != ")" }
            }
            let most = max(0, options.limits.pathSegments)
            // A path with a mistake is drawn up to the mistake.
            path = Path.leading(svgPathData: data, upTo: most + 1).path.withoutTinyControls
            // A single point is drawn only by markers and by caps of closed lines.
            guard path.elements.count > 1 else { return nil }
        default: return nil
        }
        guard path.isFinite else { return nil }
        try count(path, at: node)
        return path
    }

    /// The radii of a rectangle or of an ellipse. Nil is automatic, and so are negative radii.
    private func radii(_ node: Int, _ style: Style, _ viewport: Size) -> (Double?, Double?) {
        func radius(_ name: String, _ axis: Axis) -> Double? {
            length(node, name, axis, style, viewport).flatMap { $0 < 0 ? nil : $0 }
        }
        return (radius("rx", .horizontal), radius("ry", .vertical))
    }

    /// The points of a polygon, up to the first mistake.
    private func points(_ text: String) -> [Point]? {
        var scanner = ValueScanner(text)
        var points: [Point] = []
        scanner.skipSpace()
        while let x = scanner.number() {
            scanner.skipSeparator()
            guard let y = scanner.number() else { break }
            scanner.skipSeparator()
            points.append(Point(x, y))
            if points.count > options.limits.pathSegments { break }
        }
        return points
    }

    func shape(_ node: Int, _ context: Context) throws(SVGError) -> [Layer] {
        let style = context.style
        guard let path = try path(node, style, context.viewport) else { return [] }
        return try painted(path, node, style, context, box: path.bounds)
    }

    /// A path with its fill, its stroke and its markers.
    ///
    /// - Parameters:
    ///   - box: the bounding box that paints refer to.
    ///   - isElement: whether the path is the whole element, with its markers and its `pathLength`.
    func painted(
        _ path: Path, _ node: Int, _ style: Style, _ context: Context, box: Rect, isElement: Bool = true
    ) throws(SVGError) -> [Layer] {
        var style = style
        // Letters and their lines stay smooth.
        if !isElement { style.isAntialiased = true }
        var stroke = self.stroke(style, context.viewport)
        if isElement, !stroke.lineDashPattern.isEmpty { try scaleDashes(of: &stroke, along: path, node) }
        var fill = ResolvedPaint.none
        var line = ResolvedPaint.none
        let reach = stroke.lineWidth / 2 * max(stroke.lineJoin == .miter ? stroke.miterLimit : 1, 1.5)
        let near = nearArea(of: path, reach: style.stroke == .none ? 0 : reach, context.whole, context)
        if style.isVisible {
            let area = try near.map { near throws(SVGError) in try nearPart(of: path, in: near, node).bounds } ?? path.bounds
            fill = try paint(style.fill, style.fillOpacity, node, style, context, box: box, painting: area)
            if stroke.lineWidth > 0 {
                line = try paint(
                    style.stroke, style.strokeOpacity, node, style, context, box: box,
                    painting: near?.own ?? path.bounds.inset(by: -min(reach, SVGLimits.coordinate)))
            }
        }
        if let near {
            return try paintedNear(
                path, near, node, style, context, fill, line, stroke, isElement: isElement, box: box)
        }
        if style.own.keepsStrokeWidth, line.isVisible {
            return try paintedWithConstantStroke(path, node, style, context, fill, line, stroke)
        }
        let markers = isElement ? try elementMarkers(path, node, style, context, box: box) : []
        // Fill and stroke are one layer if nothing comes between them.
        if style.paintOrder.firstIndex(of: .fill).map({ $0 + 1 }) == style.paintOrder.firstIndex(of: .stroke),
            let fillPaint = fill.plain, let linePaint = line.plain, fillPaint.paint != nil || linePaint.paint != nil
        {
            try count(layers: 1, at: node)
            let both = Shape(
                path: path, fillRule: style.fillRule, fillColor: fillPaint.paint, strokeColor: linePaint.paint,
                stroke: linePaint.paint == nil ? StrokeStyle() : stroke, isAntialiased: style.isAntialiased)
            let layer = Layer.shape(both, context.ctm)
            return style.paintOrder.first == .markers ? markers + [layer] : [layer] + markers
        }
        var result: [Layer] = []
        for part in style.paintOrder {
            switch part {
            case .fill:
                result += try layers(fill, .filled(path, style), node, context)
            case .stroke:
                result += try layers(line, .stroked(path, stroke, style), node, context)
            case .markers: result += markers
            }
        }
        return result
    }

    /// The markers of an element that may have some.
    func elementMarkers(
        _ path: Path, _ node: Int, _ style: Style, _ context: Context, box: Rect
    ) throws(SVGError) -> [Layer] {
        guard Self.markable.contains(document.nodes[node].name) else { return [] }
        return try markers(path, node, style, context, box: box)
    }

    private static let markable: Set<String> = ["path", "line", "polyline", "polygon"]

    /// A stroke of the same width everywhere: the path is drawn in the points of the picture.
    private func paintedWithConstantStroke(
        _ path: Path, _ node: Int, _ style: Style, _ context: Context, _ fill: ResolvedPaint, _ line: ResolvedPaint,
        _ stroke: StrokeStyle
    ) throws(SVGError) -> [Layer] {
        var result = try layers(fill, .filled(path, style), node, context)
        let whole = context.ctm.concatenating(context.outer)
        guard let back = context.outer.inverted, case .color(let color) = line else {
            warn(node, "vector-effect with a gradient or a pattern isn't supported")
            return result
        }
        try count(layers: 1, at: node)
        var shape = Shape.stroked(path.applying(whole), stroke, style)
        shape.strokeColor = .color(color)
        result.append(.shape(shape, back))
        return result
    }

    /// Scales dashes by the length that an element gives for its path.
    private func scaleDashes(of stroke: inout StrokeStyle, along path: Path, _ node: Int) throws(SVGError) {
        guard let given = document.nodes[node]["pathLength"].flatMap({ ValueScanner.numbers($0) }), given.count == 1,
            given[0] >= 0
        else { return }
        let pieces = path.flattenedSegmentCount(tolerance: 0.01)
        guard pieces <= 1_000_000 else { return }
        try spend(pieces / 8, at: node)
        let length = path.flattened(tolerance: 0.01).reduce(0) { sum, line in
            let ends = zip(line.points, line.points.dropFirst() + (line.isClosed ? line.points.prefix(1) : []))
            return ends.reduce(sum) { $0 + ($1.1 - $1.0).length }
        }
        // A length of 0 makes each dash and each gap endless.
        let scale = given[0] > 0 ? length / given[0] : .infinity
        func scaled(_ value: Double) -> Double {
            value == 0 ? 0 : max(-SVGLimits.coordinate, min(SVGLimits.coordinate, value * scale))
        }
        stroke.lineDashPattern = stroke.lineDashPattern.map(scaled)
        stroke.lineDashPhase = scale.isFinite ? scaled(stroke.lineDashPhase) : 0
    }

    /// The pen of an element.
    func stroke(_ style: Style, _ viewport: Size) -> StrokeStyle {
        let width = resolved(style.strokeWidth, .diagonal, style, viewport)
        var dashes = style.dashes.prefix(SceneLimits.dashLengths).map { resolved($0, .diagonal, style, viewport) }
        if dashes.contains(where: { $0 < 0 }) || dashes.allSatisfy({ $0 == 0 }) { dashes = [] }
        var phase = dashes.isEmpty ? 0 : resolved(style.dashOffset, .diagonal, style, viewport)
        Self.separate(&dashes, &phase)
        return StrokeStyle(
            lineWidth: max(0, width), lineCap: style.lineCap, lineJoin: style.lineJoin,
            miterLimit: min(style.miterLimit, SVGLimits.coordinate), lineDashPattern: dashes, lineDashPhase: phase)
    }

    /// Widens gaps of 0 a little. In SVG, each dash has a shape of its own, but in scenes, dashes without a gap are one.
    private static func separate(_ dashes: inout [Double], _ phase: inout Double) {
        if dashes.count % 2 == 1, dashes.contains(0) { dashes += dashes }
        let gap = 1e-7 * dashes.reduce(0, +)
        for index in stride(from: 1, to: dashes.count, by: 2) where dashes[index] == 0 {
            let next = (index + 1) % dashes.count
            guard min(dashes[index - 1], dashes[next]) > gap else { continue }
            // Both dashes end a little earlier, so that none of them turns round a corner between them.
            dashes[index - 1] -= gap / 2
            dashes[next] -= gap / 2
            dashes[index] = gap
            if next == 0 { phase -= gap / 2 }
        }
    }
}

extension Layer {
    /// A layer with a path in coordinates that a transform maps to the parent's.
    static func shape(_ shape: Shape, _ transform: AffineTransform) -> Layer {
        var layer = Layer(kind: .shape(shape), frame: .zero, transform: transform)
        if shape.hasGradient {
            // Unit coordinates of this frame are points.
            layer.frame = unitFrame
            if transform != .identity { layer.anchorPoint = .zero }
        }
        return layer
    }
}

extension Shape {
    fileprivate var hasGradient: Bool {
        [fillColor, strokeColor].contains { if case .gradient? = $0 { true } else { false } }
    }
}

extension Path {
    /// The path with control points on the ends of their curves where they nearly lie there. Such control points are errors of
    /// rounding, and would turn the ends of strokes.
    fileprivate var withoutTinyControls: Path {
        guard elements.contains(where: \.isCurve) else { return self }
        var result = Path()
        var last = Point.zero
        var start = Point.zero
        func snapped(_ point: Point, to end: Point, _ size: Double) -> Point {
            (point - end).length < min(Self.tiny, 1e-4 * size) ? end : point
        }
        for element in elements {
            switch element {
            case .move(let to):
                result.move(to: to)
                (last, start) = (to, to)
            case .line(let to):
                result.addLine(to: to)
                last = to
            case .quadratic(let to, let control):
                let size = max((to - last).length, (control - last).length)
                result.addQuadratic(to: to, control: snapped(snapped(control, to: last, size), to: to, size))
                last = to
            case .cubic(let to, let control1, let control2):
                let size = max((to - last).length, (control1 - last).length, (control2 - last).length)
                result.addCubic(
                    to: to, control1: snapped(control1, to: last, size), control2: snapped(control2, to: to, size))
                last = to
            case .arc(let arc):
                result.addArc(arc)
                last = arc.endPoint
            case .close:
                result.close()
                last = start
            }
        }
        return result
    }

    /// The distance below which two points are one, as in Skia: 1/4096 of a unit.
    private static let tiny = 1.0 / 4096
}

extension Shape {
    /// A path filled with black.
    static func filled(_ path: Path, _ style: Style) -> Shape {
        Shape(path: path, fillRule: style.fillRule, fillColor: .black, isAntialiased: style.isAntialiased)
    }

    /// A path stroked with black.
    static func stroked(_ path: Path, _ stroke: StrokeStyle, _ style: Style) -> Shape {
        Shape(path: path, fillColor: nil, strokeColor: .black, stroke: stroke, isAntialiased: style.isAntialiased)
    }
}

extension Path.Element {
    /// Whether the element is drawn by control points.
    fileprivate var isCurve: Bool {
        switch self {
        case .quadratic, .cubic: true
        case .move, .line, .arc, .close: false
        }
    }
}

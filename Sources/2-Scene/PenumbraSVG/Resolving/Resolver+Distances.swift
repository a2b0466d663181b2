import PenumbraGeometry
import PenumbraScene

/// The surroundings of the picture, to which shapes that reach far beyond it are cut.
struct NearArea {
    /// The rectangle in the picture's coordinates.
    let rect: Rect
    /// The map from the shape's coordinates to the picture's.
    let map: AffineTransform
    /// The rectangle's bounds in the shape's coordinates.
    let own: Rect
    /// Points closer than this to each other are one, in the shape's coordinates.
    let tolerance: Double
}

extension Resolver {
    /// How many sizes of the picture a shape may lie away from it and stay whole. Layers have a limit for coordinates.
    private static let mostSizes = 16.0

    /// The surroundings of the picture, if a shape reaches far beyond them. Nil for all other shapes.
    ///
    /// - Parameters:
    ///   - reach: how far the shape's stroke reaches from its path.
    ///   - map: the map from the shape's coordinates to the picture's.
    func nearArea(of path: Path, reach: Double, _ map: AffineTransform, _ context: Context) -> NearArea? {
        let side = max(size.width, size.height)
        let picture = Rect(origin: .zero, size: size)
        guard side > 0, !context.isRepeated, !path.isEmpty, let back = map.inverted else { return nil }
        let bounds = path.bounds.transformed(by: map)
        let limit = picture.inset(by: -Self.mostSizes * side)
        guard bounds.isFinite,
            bounds.minX < limit.minX || bounds.minY < limit.minY || bounds.maxX > limit.maxX || bounds.maxY > limit.maxY
        else { return nil }
        let scale = max(map.a.magnitude + map.c.magnitude, map.b.magnitude + map.d.magnitude)
        let rect = picture.inset(by: -side - min(reach * scale, SVGLimits.coordinate))
        return NearArea(rect: rect, map: map, own: rect.transformed(by: back), tolerance: 1e-5 * side / max(scale, 1e-300))
    }

    /// The part of an area in the surroundings of the picture. What shows at several places is not cut.
    func nearPart(of area: Rect, _ context: Context) -> Rect {
        let side = max(size.width, size.height)
        guard side > 0, !context.isRepeated, let back = context.whole.inverted else { return area }
        return area.intersection(Rect(origin: .zero, size: size).inset(by: -side).transformed(by: back))
    }

    /// The part of a filled path in an area.
    func nearPart(of path: Path, in near: NearArea, _ node: Int) throws(SVGError) -> Path {
        guard let back = near.map.inverted else { return path }
        var result = Path()
        for line in try lines(path, near, node) {
            let points = line.points.map { $0.applying(near.map) }.clipped(to: near.rect)
            if points.count > 2 { result.append(Path(polygon: points.map { $0.applying(back) })) }
        }
        try count(result, at: node)
        return result
    }

    private func lines(_ path: Path, _ near: NearArea, _ node: Int) throws(SVGError) -> [Polyline] {
        let pieces = path.flattenedSegmentCount(tolerance: near.tolerance)
        guard pieces <= 2_000_000 else {
            throw error(node, "the path reaches too far beyond the picture; use smaller coordinates")
        }
        try spend(pieces / 8, at: node)
        return path.flattened(tolerance: near.tolerance)
    }

    /// A shape that reaches far beyond the picture, cut to the surroundings of the picture.
    func paintedNear(
        _ path: Path, _ near: NearArea, _ node: Int, _ style: Style, _ context: Context, _ fill: ResolvedPaint,
        _ line: ResolvedPaint, _ stroke: StrokeStyle, isElement: Bool, box: Rect
    ) throws(SVGError) -> [Layer] {
        if style.own.keepsStrokeWidth, line.isVisible {
            warn(node, "vector-effect on a path far beyond the picture isn't supported")
        }
        var result: [Layer] = []
        for part in style.paintOrder {
            switch part {
            case .fill where fill.isVisible:
                let cut = try nearPart(of: path, in: near, node)
                guard !cut.isEmpty else { continue }
                result += try layers(fill, .filled(cut, style), node, context)
            case .stroke where line.isVisible && !style.own.keepsStrokeWidth:
                var shapes: [Shape] = []
                for cut in try nearStrokes(of: path, stroke, in: near, node) {
                    var stroke = stroke
                    if !stroke.lineDashPattern.isEmpty { stroke.lineDashPhase += cut.start }
                    shapes.append(.stroked(cut.path, stroke, style))
                }
                for shape in shapes { result += try layers(line, shape, node, context) }
            case .markers where isElement:
                result += try elementMarkers(path, node, style, context, box: box)
            case .fill, .stroke, .markers: break
            }
        }
        return result
    }

    /// The parts of a stroked path in an area, each with its distance from the start of its subpath. Without dashes, all parts
    /// are one path.
    private func nearStrokes(
        of path: Path, _ stroke: StrokeStyle, in near: NearArea, _ node: Int
    ) throws(SVGError) -> [(path: Path, start: Double)] {
        var result: [(path: Path, start: Double)] = []
        for line in try lines(path, near, node) {
            var parts = near.parts(of: line)
            if line.isClosed, parts.count == 1, parts[0].isWhole {
                result.append((Path(polygon: line.points), 0))
                continue
            }
            if line.isClosed, stroke.lineDashPattern.isEmpty, parts.count > 1, parts[0].start == 0, let last = parts.last,
                last.points.last == line.points.first
            {
                // The line goes on over its start.
                parts[0].points = last.points + parts[0].points.dropFirst()
                parts.removeLast()
            }
            for part in parts {
                var path = Path()
                path.move(to: part.points[0])
                for point in part.points.dropFirst() { path.addLine(to: point) }
                result.append((path, part.start))
            }
        }
        if stroke.lineDashPattern.isEmpty, result.count > 1 {
            result = [(result.reduce(into: Path()) { $0.append($1.path) }, 0)]
        }
        for part in result { try count(part.path, at: node) }
        return result
    }
}

extension NearArea {
    /// A part of a line, and its distance from the start of the line.
    fileprivate struct Part {
        var points: [Point]
        var start: Double
        var isWhole = false
    }

    /// The parts of a line that lie in the area.
    fileprivate func parts(of line: Polyline) -> [Part] {
        let points = line.isClosed ? line.points + line.points.prefix(1) : line.points
        var parts: [Part] = []
        var (distance, isOpen, isWhole) = (0.0, false, true)
        for (from, to) in zip(points, points.dropFirst()) {
            let length = (to - from).length
            if let inside = rect.inside(from.applying(map), to.applying(map)) {
                let start = from + inside.lowerBound * (to - from)
                let end = inside.upperBound == 1 ? to : from + inside.upperBound * (to - from)
                if isOpen, inside.lowerBound == 0, let last = parts.indices.last {
                    parts[last].points.append(end)
                } else {
                    if !parts.isEmpty || inside.lowerBound > 0 { isWhole = false }
                    parts.append(Part(points: [start, end], start: distance + inside.lowerBound * length))
                }
                isOpen = inside.upperBound == 1
                if !isOpen { isWhole = false }
            } else {
                (isOpen, isWhole) = (false, false)
            }
            distance += length
        }
        if parts.count == 1 { parts[0].isWhole = isWhole }
        return parts
    }
}

extension Rect {
    /// The share of a line that lies in the rectangle: the algorithm of Liang and Barsky. Nil outside.
    fileprivate func inside(_ from: Point, _ to: Point) -> ClosedRange<Double>? {
        let step = to - from
        var (low, high) = (0.0, 1.0)
        for (speed, room) in [
            (-step.x, from.x - minX), (step.x, maxX - from.x), (-step.y, from.y - minY), (step.y, maxY - from.y),
        ] {
            if speed == 0 {
                if room < 0 { return nil }
            } else if speed < 0 {
                low = max(low, room / speed)
            } else {
                high = min(high, room / speed)
            }
        }
        return low <= high ? low...high : nil
    }
}

extension [Point] {
    /// The polygon inside a rectangle: the algorithm of Sutherland and Hodgman, which keeps winding numbers.
    fileprivate func clipped(to rect: Rect) -> [Point] {
        let sides: [(Point) -> Double] = [
            { $0.x - rect.minX }, { rect.maxX - $0.x }, { $0.y - rect.minY }, { rect.maxY - $0.y },
        ]
        return sides.reduce(self) { polygon, room in
            guard var last = polygon.last else { return [] }
            var result: [Point] = []
            for point in polygon {
                let (before, after) = (room(last), room(point))
                if (before < 0) != (after < 0) { result.append(last + before / (before - after) * (point - last)) }
                if after >= 0 { result.append(point) }
                last = point
            }
            return result
        }
    }
}

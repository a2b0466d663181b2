/// Writes paths in the shortest notation that reads back as an equal path.
enum PathNotation {
    /// Returns a rectangle, ellipse or circle if the path is exactly that shape, an array if its subpaths are, and SVG path
    /// data otherwise.
    static func json(_ path: Path) -> JSONValue {
        if !path.elements.contains(where: { if case .arc = $0 { true } else { false } }) {
            return shape(path) ?? .string(path.svgPathData)
        }
        var pieces: [JSONValue] = []
        var run = Path()
        func finishRun() {
            if !run.isEmpty { pieces.append(.string(run.svgPathData)) }
            run = Path()
        }
        for subpath in subpaths(path) {
            if let shape = shape(subpath) {
                finishRun()
                pieces.append(shape)
            } else {
                run.append(subpath)
            }
        }
        finishRun()
        if let only = pieces.first, pieces.count == 1 { return only }
        return .array(pieces)
    }

    private static func subpaths(_ path: Path) -> [Path] {
        var result: [Path] = []
        for element in path.elements {
            if case .move = element { result.append(Path()) }
            guard !result.isEmpty else { continue }
            result[result.count - 1].append(element)
        }
        return result
    }

    private static func shape(_ path: Path) -> JSONValue? {
        let elements = path.elements
        guard elements.last == .close, elements.count <= 10 else { return nil }
        if elements.count == 3, case .arc(let arc) = elements[1] { return ellipse(arc, path) }
        // Uses only the ends of straight sides, because the ends of arcs have rounding errors of their own.
        let bounds = Rect(
            bounding: elements.compactMap { element -> Point? in
                switch element {
                case .move(let to), .line(let to): to
                default: nil
                }
            })
        guard bounds.isFinite else { return nil }
        if path == Path(bounds) { return ["rect": numbers(bounds)] }
        return roundedRect(path, bounds)
    }

    private static func ellipse(_ arc: Path.Arc, _ path: Path) -> JSONValue? {
        let (rx, ry) = (arc.xAxis.x, arc.yAxis.y)
        // The decoder computes the centre with sums that may round. Moving the corner by an ulp or two compensates for that.
        for x in neighbours(arc.center.x - rx) {
            for y in neighbours(arc.center.y - ry) {
                let rect = Rect(x: x, y: y, width: 2 * rx, height: 2 * ry)
                guard rect.isFinite, path == Path(ellipseIn: rect) else { continue }
                if rx == ry, path == Path(circleAt: arc.center, radius: rx) {
                    return ["circle": ["center": [.number(arc.center.x), .number(arc.center.y)], "radius": .number(rx)]]
                }
                return ["ellipse": numbers(rect)]
            }
        }
        return nil
    }

    private static func neighbours(_ value: Double) -> [Double] {
        [value, value.nextUp, value.nextDown, value.nextUp.nextUp, value.nextDown.nextDown]
    }

    private static func roundedRect(_ path: Path, _ bounds: Rect) -> JSONValue? {
        let arcs = path.elements.compactMap { if case .arc(let arc) = $0 { arc } else { nil } }
        func radius(_ startAngle: Double) -> Double { arcs.first { $0.startAngle == startAngle }?.xAxis.x ?? 0 }
        let radii = CornerRadii(
            topLeft: radius(.pi), topRight: radius(-.pi / 2), bottomRight: radius(0), bottomLeft: radius(.pi / 2))
        guard !radii.isZero, let start = path.elements.first, case .move(let to) = start else { return nil }
        // The decoder computes the sides as sums of corner and size. Sizes that are an ulp or two off compensate for the
        // rounding.
        for width in neighbours(bounds.width) where width >= 0 {
            for height in neighbours(bounds.height) where height >= 0 {
                let rect = Rect(x: bounds.minX, y: to.y, width: width, height: height)
                guard path == Path(rect, radii: radii) else { continue }
                let list = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
                return [
                    "rect": numbers(rect),
                    "radius": radii == CornerRadii(radii.topLeft)
                        ? .number(radii.topLeft) : .array(list.map { .number($0) }),
                ]
            }
        }
        return nil
    }

    private static func numbers(_ rect: Rect) -> JSONValue {
        [.number(rect.minX), .number(rect.minY), .number(rect.width), .number(rect.height)]
    }
}

extension Path {
    fileprivate mutating func append(_ element: Element) {
        switch element {
        case .move(let to): move(to: to)
        case .line(let to): addLine(to: to)
        case .quadratic(let to, let control): addQuadratic(to: to, control: control)
        case .cubic(let to, let control1, let control2): addCubic(to: to, control1: control1, control2: control2)
        case .arc(let arc): addArc(arc)
        case .close: close()
        }
    }
}

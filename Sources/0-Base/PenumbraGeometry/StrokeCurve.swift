import PenumbraElementary

/// A curve that a stroke follows, with its exact tangents.
enum StrokeCurve {
    case quadratic(Point, Point, Point)
    case cubic(Point, Point, Point, Point)
    case arc(Path.Arc)

    func point(_ t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .quadratic(let p0, let p1, let p2): return (s * s) * p0 + (2 * s * t) * p1 + (t * t) * p2
        case .cubic(let p0, let p1, let p2, let p3):
            return (s * s * s) * p0 + (3 * s * s * t) * p1 + (3 * s * t * t) * p2 + (t * t * t) * p3
        case .arc(let arc): return arc.point(at: arc.startAngle + t * arc.sweep)
        }
    }

    /// Computes the first derivative, up to a positive factor that is the same everywhere on the curve.
    private func first(_ t: Double) -> Point {
        let s = 1 - t
        switch self {
        case .quadratic(let p0, let p1, let p2): return s * (p1 - p0) + t * (p2 - p1)
        case .cubic(let p0, let p1, let p2, let p3):
            return (s * s) * (p1 - p0) + (2 * s * t) * (p2 - p1) + (t * t) * (p3 - p2)
        case .arc(let arc):
            let (cosine, sine) = Path.Arc.cosineAndSine(arc.startAngle + t * arc.sweep)
            return arc.sweep * (cosine * arc.yAxis - sine * arc.xAxis)
        }
    }

    private func second(_ t: Double) -> Point {
        switch self {
        case .quadratic(let p0, let p1, let p2): return p0 - 2 * p1 + p2
        case .cubic(let p0, let p1, let p2, let p3): return (1 - t) * (p0 - 2 * p1 + p2) + t * (p1 - 2 * p2 + p3)
        case .arc(let arc):
            let (cosine, sine) = Path.Arc.cosineAndSine(arc.startAngle + t * arc.sweep)
            return (-arc.sweep * arc.sweep) * (cosine * arc.xAxis + sine * arc.yAxis)
        }
    }

    private func third(_ t: Double) -> Point {
        switch self {
        case .quadratic: .zero
        case .cubic(let p0, let p1, let p2, let p3): p3 - p0 + 3 * (p1 - p2)
        case .arc: .zero
        }
    }

    /// Returns the radius of the circle that fits the curve best; infinite where the curve is straight.
    func radius(_ t: Double) -> Double {
        let along = first(t)
        let bend = abs(along.cross(second(t)))
        guard bend > 0 else { return .infinity }
        let length = along.length
        let cube = length * length * length
        switch self {
        case .quadratic: return 2 * cube / bend
        case .cubic: return 1.5 * cube / bend
        case .arc: return cube / bend
        }
    }

    /// The point at a place, the directions around it, and the radius. Nil if the curve is a point.
    ///
    /// The values are those of `point`, `directions` and `radius`. An arc's cosine and sine are computed once for all of them.
    func look(_ t: Double) -> (point: Point, before: Point, after: Point, radius: Double)? {
        guard case .arc(let arc) = self else {
            guard let (before, after) = directions(t) else { return nil }
            return (point(t), before, after, radius(t))
        }
        let size = size
        guard size > 0 else { return nil }
        let (cosine, sine) = Path.Arc.cosineAndSine(arc.startAngle + t * arc.sweep)
        let outward = cosine * arc.xAxis + sine * arc.yAxis
        let first = arc.sweep * (cosine * arc.yAxis - sine * arc.xAxis)
        let second = (-arc.sweep * arc.sweep) * outward
        let place = arc.center + cosine * arc.xAxis + sine * arc.yAxis
        let (bend, length) = (abs(first.cross(second)), first.length)
        let radius = bend > 0 ? length * length * length / bend : .infinity
        if let along = first.unit(above: Self.negligible * size) { return (place, along, along, radius) }
        if let along = second.unit(above: Self.negligible * size) { return (place, -along, along, radius) }
        return nil
    }

    /// The scale against which derivatives are told from rounding errors.
    private var size: Double {
        switch self {
        case .quadratic(let p0, let p1, let p2): (p1 - p0).length + (p2 - p1).length
        case .cubic(let p0, let p1, let p2, let p3): (p1 - p0).length + (p2 - p1).length + (p3 - p2).length
        case .arc(let arc): abs(arc.sweep) * (arc.xAxis.length + arc.yAxis.length)
        }
    }

    /// Returns the directions in which the curve arrives and leaves. They differ where the curve stops and turns back. If a
    /// control point lies on an end, the next control point away from the end gives the direction. Nil if the curve is a
    /// point.
    func directions(_ t: Double) -> (before: Point, after: Point)? {
        let size = size
        guard size > 0 else { return nil }
        let derivative = first(t)
        if let along = derivative.unit(above: Self.negligible * size) { return (along, along) }
        if let along = second(t).unit(above: Self.negligible * size) { return (-along, along) }
        if let along = third(t).unit(above: Self.negligible * size) { return (along, along) }
        return nil
    }

    private static let negligible = 1e-9

    /// The places to examine first, so that no turn is missed. A cubic's loops and cusps lie where it is slowest.
    var firstLooks: [Double] {
        var result = [0, 0.25, 0.5, 0.75, 1]
        switch self {
        case .quadratic: break
        case .cubic(let p0, let p1, let p2, let p3): result += Self.slowest(p1 - p0, p0 - 2 * p1 + p2, p3 - p0 + 3 * (p1 - p2))
        case .arc(let arc):
            let quarters = (abs(arc.sweep) / (.pi / 2)).rounded(.up)
            if quarters > 4, quarters < 1e6 { result = (0...Int(quarters)).map { Double($0) / quarters } }
        }
        return result.sorted()
    }

    /// Finds the places of least speed on the cubic with the derivative a + 2bt + ct².
    private static func slowest(_ a: Point, _ b: Point, _ c: Point) -> [Double] {
        func dot(_ u: Point, _ v: Point) -> Double { u.x * v.x + u.y * v.y }
        // Half the derivative of the squared speed is a cubic itself. Between its own extremes it has at most one zero.
        let (k0, k1, k2, k3) = (dot(a, b), dot(a, c) + 2 * dot(b, b), 3 * dot(b, c), dot(c, c))
        func slope(_ t: Double) -> Double { k0 + t * (k1 + t * (k2 + t * k3)) }
        var bounds = [0.0, 1]
        let discriminant = k2 * k2 - 3 * k1 * k3
        if k3 > 0, discriminant > 0 {
            let root = discriminant.squareRoot()
            bounds += [(-k2 - root) / (3 * k3), (-k2 + root) / (3 * k3)].filter { $0 > 0 && $0 < 1 }
            bounds.sort()
        }
        return zip(bounds, bounds.dropFirst()).compactMap { low, high in
            guard slope(low) < 0, slope(high) > 0 else { return nil }
            var (low, high) = (low, high)
            for _ in 0..<54 {
                let middle = (low + high) / 2
                if slope(middle) < 0 { low = middle } else { high = middle }
            }
            return (low + high) / 2
        }
    }

    /// Measures the length between two places that are close enough for chords to measure it.
    func length(from start: Double, to end: Double) -> Double {
        let (p, m, q) = (point(start), point((start + end) / 2), point(end))
        return Self.length(p, m, q)
    }

    /// Extrapolates a length from chords: the share by which chords are too short falls by four when they are halved.
    static func length(_ start: Point, _ middle: Point, _ end: Point) -> Double {
        let halves = (middle - start).length + (end - middle).length
        return halves + (halves - (end - start).length) / 3
    }
}

extension Point {
    /// The vector after a quarter turn, to the left where y grows upward.
    var turned: Point { Point(-y, x) }

    func dot(_ other: Point) -> Double { x * other.x + y * other.y }
    /// The cross product, above zero if `other` is turned towards `turned`.
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// Returns the vector of length 1 in this direction; nil if this vector is no longer than `limit`.
    func unit(above limit: Double) -> Point? {
        let largest = max(abs(x), abs(y))
        guard largest > limit, largest > 0 else { return nil }
        let scaled = Point(x / largest, y / largest)
        return (1 / scaled.length) * scaled
    }
}

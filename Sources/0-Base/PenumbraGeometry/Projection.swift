/// A map of a plane into another plane as an eye sees it: straight lines stay straight, and distant parts shrink.
///
///     x′ = (a·x + c·y + tx) / w     y′ = (b·x + d·y + ty) / w     w = g·x + h·y + k
///
/// The letters match `AffineTransform`. Points with w at or below zero lie behind the eye. `limits` cuts them off.
public struct Projection: Hashable, Sendable {
    /// The coefficients of x′·w, y′·w and w: of x, of y, and without either.
    public var u: SIMD3<Double>
    public var v: SIMD3<Double>
    public var w: SIMD3<Double>
    /// Half planes in front of which points are seen: `limit.x·x + limit.y·y + limit.z ≥ 0`.
    public var limits: [SIMD3<Double>]

    public init(u: SIMD3<Double>, v: SIMD3<Double>, w: SIMD3<Double>, limits: [SIMD3<Double>] = []) {
        self.u = u
        self.v = v
        self.w = w
        self.limits = limits
    }

    public init(_ map: AffineTransform) {
        self.init(u: SIMD3(map.a, map.c, map.tx), v: SIMD3(map.b, map.d, map.ty), w: SIMD3(0, 0, 1))
    }

    /// Flattens what a transform makes of the plane z = 0.
    public init(_ transform: Transform3D) {
        self.init(
            u: SIMD3(transform.x.x, transform.y.x, transform.origin.x),
            v: SIMD3(transform.x.y, transform.y.y, transform.origin.y),
            w: SIMD3(transform.x.w, transform.y.w, transform.origin.w))
    }

    /// The same map, if it does not shrink with distance. Nil for maps that do, and for planes behind the eye.
    public var affine: AffineTransform? {
        guard w.x == 0, w.y == 0, w.z > 0 else { return nil }
        return AffineTransform(
            a: u.x / w.z, b: v.x / w.z, c: u.y / w.z, d: v.y / w.z, tx: u.z / w.z, ty: v.z / w.z)
    }

    /// The value of a linear function at a point.
    private static func value(_ function: SIMD3<Double>, _ point: Point) -> Double {
        function.x * point.x + function.y * point.y + function.z
    }

    /// The depth of a point: 1 in the plane of the picture, less near the eye, and 0 or less behind it.
    public func depth(at point: Point) -> Double { Self.value(w, point) }

    /// Maps a point, which must lie before the eye.
    public func applied(to point: Point) -> Point {
        let depth = depth(at: point)
        return Point(Self.value(u, point) / depth, Self.value(v, point) / depth)
    }

    /// Returns the map that applies `self` first and `next` second. The limits of both hold.
    public func concatenating(_ next: Projection) -> Projection {
        func through(_ function: SIMD3<Double>) -> SIMD3<Double> { function.x * u + function.y * v + function.z * w }
        return Projection(
            u: through(next.u), v: through(next.v), w: through(next.w), limits: limits + next.limits.map(through))
    }

    public func concatenating(_ next: AffineTransform) -> Projection { concatenating(Projection(next)) }

    public var isFinite: Bool { [u, v, w].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite } }

    private var determinant: Double {
        u.x * (v.y * w.z - v.z * w.y) - u.y * (v.x * w.z - v.z * w.x) + u.z * (v.x * w.y - v.y * w.x)
    }

    /// The map back, whose depth is above zero for all points before the eye. It has no limits. Nil if the map flattens the
    /// plane to a line.
    public var inverted: Projection? {
        let determinant = self.determinant
        guard isFinite, determinant != 0, (1 / determinant).isFinite else { return nil }
        let scale = determinant < 0 ? -1.0 : 1
        return Projection(
            u: scale * SIMD3(v.y * w.z - v.z * w.y, u.z * w.y - u.y * w.z, u.y * v.z - u.z * v.y),
            v: scale * SIMD3(v.z * w.x - v.x * w.z, u.x * w.z - u.z * w.x, u.z * v.x - u.x * v.z),
            w: scale * SIMD3(v.x * w.y - v.y * w.x, u.y * w.x - u.x * w.y, u.x * v.y - u.y * v.x))
    }

    /// The largest growth of lengths at a point before the eye.
    public func largestScale(at point: Point) -> Double {
        let depth = depth(at: point)
        let place = applied(to: point)
        let (a, b) = ((u.x - place.x * w.x) / depth, (v.x - place.y * w.x) / depth)
        let (c, d) = ((u.y - place.x * w.y) / depth, (v.y - place.y * w.y) / depth)
        // The larger singular value of the derivative.
        let (sum, difference) = (a * a + b * b + c * c + d * d, a * d - b * c)
        return ((sum + max(0, sum * sum - 4 * difference * difference).squareRoot()) / 2).squareRoot()
    }

    // MARK: - Cutting

    /// Returns the limit that cuts off points nearer to the eye than a depth.
    public func limit(ofDepth depth: Double) -> SIMD3<Double> { SIMD3(w.x, w.y, w.z - depth) }

    /// Returns the limits that cut off points which land outside a rectangle.
    public func limits(to rect: Rect) -> [SIMD3<Double>] {
        [u - rect.minX * w, rect.maxX * w - u, v - rect.minY * w, rect.maxY * w - v]
    }

    /// Cuts a closed polygon at half planes. Windings inside all of them stay as they are (Sutherland and Hodgman, 1974).
    private static func cut(_ polygon: [Point], at limits: [SIMD3<Double>]) -> [Point] {
        var result = polygon
        for limit in limits {
            guard !result.isEmpty else { return [] }
            let points = result
            let values = points.map { value(limit, $0) }
            if values.allSatisfy({ $0 >= 0 }) { continue }
            result.removeAll(keepingCapacity: true)
            for index in points.indices {
                let next = index + 1 == points.count ? 0 : index + 1
                if values[index] >= 0 { result.append(points[index]) }
                if (values[index] >= 0) != (values[next] >= 0) {
                    let share = values[index] / (values[index] - values[next])
                    result.append(points[index] + share * (points[next] - points[index]))
                }
            }
        }
        return result
    }

    /// Returns the corners of the part of a rectangle that is seen.
    public func seen(_ rect: Rect, within others: [SIMD3<Double>] = []) -> [Point] {
        Self.cut(rect.corners, at: limits + others)
    }

    /// Returns the bounds of the image of a rectangle, as far as it is seen. Zero if nothing is.
    public func bounds(of rect: Rect) -> Rect {
        guard !rect.isEmpty else { return .zero }
        return Rect(bounding: seen(rect).map { applied(to: $0) })
    }

    /// The growth beyond which curves get no finer lines.
    private static let largestGrowth = 32.0
    /// The number of lines beyond which curves get coarser.
    private static let mostSegments = 1 << 20

    /// Returns the image of a path, as far as it is seen. The image consists of straight lines.
    ///
    /// - Parameter tolerance: the largest distance of a line from its curve, in the unit of the result. Where the map enlarges
    ///   a part of a path many times, the distance grows too.
    public func applied(to path: Path, tolerance: Double = Path.flatteningTolerance) -> Path {
        let area = path.controlPointBounds
        let corners = seen(Rect(x: area.minX, y: area.minY, width: max(area.width, 1e-9), height: max(area.height, 1e-9)))
        guard !corners.isEmpty else { return Path() }
        // Depth is linear, so the largest growth is at a corner.
        let scale = corners.reduce(0) { max($0, largestScale(at: $1)) }
        guard scale > 0, scale.isFinite else { return Path() }
        var own = tolerance / min(scale, Self.largestGrowth)
        while own < 1e9, path.flattenedSegmentCount(tolerance: own) > Self.mostSegments { own *= 4 }
        var result = Path()
        for line in path.flattened(tolerance: own) {
            let points = Self.cut(line.points, at: limits)
            guard points.count > 1 else { continue }
            result.move(to: applied(to: points[0]))
            for point in points.dropFirst() { result.addLine(to: applied(to: point)) }
            result.close()
        }
        return result
    }
}

import PenumbraGeometry

/// A path's subpaths as closed polygons on the grid. `vertices` holds the vertices of all polygons, one polygon after the
/// other.
///
/// No two neighbours in a polygon are equal. Polygons of fewer than three vertices enclose nothing and are left out.
struct GridContours: Hashable {
    var vertices: [FixedPoint] = []
    /// One past the last vertex of each polygon.
    var ends: [Int] = []

    init(
        _ path: Path, tolerance: Double, mostSegments: Int = Boundary.maximumSegments
    ) throws(TessellationError) {
        guard tolerance > 0 else { throw .badTolerance(found: tolerance) }
        // With a tolerance below a quarter of a grid step, extra pieces would change nothing that survives the rounding.
        let tolerance = max(tolerance, 0.25 / Double(FixedPoint.unitsPerPixel))
        try Self.checkCoordinates(of: path)
        let count = path.flattenedSegmentCount(tolerance: tolerance)
        guard count <= mostSegments else { throw .tooManySegments(found: count, allowed: mostSegments) }
        vertices.reserveCapacity(count + 1)
        path.flatten(tolerance: tolerance) { points, _ in append(points) }
    }

    func hash(into hasher: inout Hasher) {
        vertices.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    static func == (a: GridContours, b: GridContours) -> Bool {
        guard a.ends == b.ends, a.vertices.count == b.vertices.count else { return false }
        return a.vertices.withUnsafeBufferPointer { a in
            b.vertices.withUnsafeBufferPointer { b in
                for index in a.indices where a[index].x != b[index].x || a[index].y != b[index].y { return false }
                return true
            }
        }
    }

    /// A number for the vertices, quicker than a hasher's. It differs from process to process, so nobody can choose paths of
    /// one number.
    var quickHash: Int {
        vertices.withUnsafeBufferPointer { vertices in
            var hash = Self.seed
            for vertex in vertices {
                let word = UInt64(UInt32(bitPattern: vertex.x)) << 32 | UInt64(UInt32(bitPattern: vertex.y))
                let product = (hash ^ word).multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
                hash = product.high ^ product.low
            }
            return Int(truncatingIfNeeded: hash)
        }
    }

    private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize()) | 1

    private mutating func append(_ points: UnsafeBufferPointer<Point>) {
        let polygon = [FixedPoint](unsafeUninitializedCapacity: points.count) { polygon, count in
            for point in points {
                let vertex = FixedPoint(rounding: point)
                if count > 0, polygon[count - 1] == vertex { continue }
                polygon.initializeElement(at: count, to: vertex)
                count += 1
            }
            while count > 1, polygon[count - 1] == polygon[0] { count -= 1 }
        }
        guard polygon.count >= 3 else { return }
        vertices += polygon
        ends.append(vertices.count)
    }

    private static func checkCoordinates(of path: Path) throws(TessellationError) {
        let limit = FixedPoint.largestCoordinate
        for (index, element) in path.elements.enumerated() {
            switch element {
            case .move(let to), .line(let to):
                try check(to, index)
            case .quadratic(let to, let control):
                try check(control, index)
                try check(to, index)
            case .cubic(let to, let control1, let control2):
                try check(control1, index)
                try check(control2, index)
                try check(to, index)
            case .arc(let arc):
                guard arc.center.isFinite, arc.xAxis.isFinite, arc.yAxis.isFinite,
                    arc.startAngle.isFinite, arc.sweep.isFinite
                else { throw .notFinite(element: index) }
                // The corners of a box around the whole ellipse are, in effect, the arc's control points.
                let reachX = abs(arc.center.x) + abs(arc.xAxis.x) + abs(arc.yAxis.x)
                let reachY = abs(arc.center.y) + abs(arc.xAxis.y) + abs(arc.yAxis.y)
                guard max(reachX, reachY) <= limit else {
                    throw .coordinateTooLarge(element: index, found: max(reachX, reachY), allowed: limit)
                }
            case .close:
                break
            }
        }
    }

    private static func check(_ point: Point, _ element: Int) throws(TessellationError) {
        let limit = FixedPoint.largestCoordinate
        if abs(point.x) <= limit, abs(point.y) <= limit { return }
        guard point.isFinite else { throw .notFinite(element: element) }
        let found = abs(point.x) > abs(point.y) ? point.x : point.y
        throw .coordinateTooLarge(element: element, found: found, allowed: limit)
    }
}

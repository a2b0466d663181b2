import Penumbra

/// A projective map of a layer's plane to the plane of the canvas. A point is a row `[x y 1]` times the matrix.
struct PlaneMap {
    private var x: SIMD3<Double>
    private var y: SIMD3<Double>
    private var origin: SIMD3<Double>

    static let identity = PlaneMap(.identity)

    /// Takes the plane z = 0, and leaves out where it lies afterwards in depth.
    init(_ map: Transform3D) {
        x = SIMD3(map.x.x, map.x.y, map.x.w)
        y = SIMD3(map.y.x, map.y.y, map.y.w)
        origin = SIMD3(map.origin.x, map.origin.y, map.origin.w)
    }

    private func row(_ row: SIMD3<Double>) -> SIMD3<Double> { row.x * x + row.y * y + row.z * origin }

    /// Returns the map that applies `self` first and `next` second.
    func concatenating(_ next: PlaneMap) -> PlaneMap {
        var result = self
        (result.x, result.y, result.origin) = (next.row(x), next.row(y), next.row(origin))
        return result
    }

    /// The place of a point. Nil for points behind the eye.
    func place(of point: Point) -> Point? {
        let image = row(SIMD3(point.x, point.y, 1))
        guard image.z > 1e-9, image.x.isFinite, image.y.isFinite else { return nil }
        return Point(image.x / image.z, image.y / image.z)
    }
}

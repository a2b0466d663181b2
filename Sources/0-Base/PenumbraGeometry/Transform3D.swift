import PenumbraElementary

/// A map of space in homogeneous coordinates, as CSS `matrix3d()` and `CATransform3D` write it.
///
/// A point is a row: `[x y z 1]` times the matrix gives `[x′ y′ z′ w′]`, and the point lies at `x′ / w′`, `y′ / w′`.
public struct Transform3D: Hashable, Sendable {
    /// The images of the x, y and z axes and of the origin: m11…m14, m21…m24, m31…m34 and m41…m44.
    public var x: SIMD4<Double>
    public var y: SIMD4<Double>
    public var z: SIMD4<Double>
    public var origin: SIMD4<Double>

    public init(x: SIMD4<Double>, y: SIMD4<Double>, z: SIMD4<Double>, origin: SIMD4<Double>) {
        self.x = x
        self.y = y
        self.z = z
        self.origin = origin
    }

    public static let identity = Transform3D(
        x: SIMD4(1, 0, 0, 0), y: SIMD4(0, 1, 0, 0), z: SIMD4(0, 0, 1, 0), origin: SIMD4(0, 0, 0, 1))

    public init(_ map: AffineTransform) {
        self.init(
            x: SIMD4(map.a, map.b, 0, 0), y: SIMD4(map.c, map.d, 0, 0), z: SIMD4(0, 0, 1, 0),
            origin: SIMD4(map.tx, map.ty, 0, 1))
    }

    public static func translation(_ x: Double, _ y: Double, _ z: Double) -> Transform3D {
        var result = identity
        result.origin = SIMD4(x, y, z, 1)
        return result
    }

    public static func scale(_ x: Double, _ y: Double, _ z: Double) -> Transform3D {
        Transform3D(x: SIMD4(x, 0, 0, 0), y: SIMD4(0, y, 0, 0), z: SIMD4(0, 0, z, 0), origin: SIMD4(0, 0, 0, 1))
    }

    /// Makes a turn about an axis through the origin, clockwise for an eye that looks along the axis. An axis without a length
    /// turns nothing, as in CSS. The formula is that of CSS Transforms Level 2, section 12.
    public static func rotation(about axis: SIMD3<Double>, degrees: Double) -> Transform3D {
        let largest = max(abs(axis.x), abs(axis.y), abs(axis.z))
        guard largest > 0, largest.isFinite else { return identity }
        // Scaling first keeps squares within the range of doubles.
        let scaled = axis / largest
        let n = scaled / (scaled * scaled).sum().squareRoot()
        let (cosine, sine) = Elementary.cosineAndSine(degrees: degrees)
        let rest = 1 - cosine
        return Transform3D(
            x: SIMD4(
                1 - rest * (n.y * n.y + n.z * n.z), rest * n.x * n.y + sine * n.z, rest * n.x * n.z - sine * n.y, 0),
            y: SIMD4(
                rest * n.x * n.y - sine * n.z, 1 - rest * (n.x * n.x + n.z * n.z), rest * n.y * n.z + sine * n.x, 0),
            z: SIMD4(
                rest * n.x * n.z + sine * n.y, rest * n.y * n.z - sine * n.x, 1 - rest * (n.x * n.x + n.y * n.y), 0),
            origin: SIMD4(0, 0, 0, 1))
    }

    /// Makes the view of an eye at a distance from the plane z = 0. Distances below 1 count as 1, as in CSS.
    public static func perspective(_ distance: Double) -> Transform3D {
        var result = identity
        result.z.w = -1 / max(1, distance)
        return result
    }

    private func applied(to row: SIMD4<Double>) -> SIMD4<Double> {
        row.x * x + row.y * y + row.z * z + row.w * origin
    }

    /// Returns the map that applies `self` first and `next` second.
    public func concatenating(_ next: Transform3D) -> Transform3D {
        Transform3D(
            x: next.applied(to: x), y: next.applied(to: y), z: next.applied(to: z), origin: next.applied(to: origin))
    }

    /// Returns this map made about `anchor` instead of the origin.
    public func about(_ anchor: Point) -> Transform3D {
        Transform3D.translation(-anchor.x, -anchor.y, 0)
            .concatenating(self)
            .concatenating(.translation(anchor.x, anchor.y, 0))
    }

    /// The sixteen numbers in the order of CSS `matrix3d()`.
    public var entries: [Double] { [x, y, z, origin].flatMap { [$0.x, $0.y, $0.z, $0.w] } }

    /// Creates a map from sixteen numbers in the order of CSS `matrix3d()`.
    public init(entries: [Double]) {
        func row(_ first: Int) -> SIMD4<Double> {
            SIMD4(entries[first], entries[first + 1], entries[first + 2], entries[first + 3])
        }
        self.init(x: row(0), y: row(4), z: row(8), origin: row(12))
    }

    public var isFinite: Bool { entries.allSatisfy(\.isFinite) }

    /// The same map of the plane, if the map leaves the z axis alone.
    public var affine: AffineTransform? {
        guard z == SIMD4(0, 0, 1, 0), x.z == 0, x.w == 0, y.z == 0, y.w == 0, origin.z == 0, origin.w == 1 else { return nil }
        return AffineTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }

    /// Whether the eye sees the back of the plane z = 0. The inverse of the matrix then turns the z axis away from it, as CSS
    /// Transforms Level 2 puts it.
    public var showsBack: Bool {
        /// The determinant of three rows' components x, y and w.
        func determinant(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ i: [Int]) -> Double {
            a[i[0]] * (b[i[1]] * c[i[2]] - b[i[2]] * c[i[1]]) - a[i[1]] * (b[i[0]] * c[i[2]] - b[i[2]] * c[i[0]])
                + a[i[2]] * (b[i[0]] * c[i[1]] - b[i[1]] * c[i[0]])
        }
        let cofactor = determinant(x, y, origin, [0, 1, 3])
        // Expansion along the third row.
        let whole =
            z.x * determinant(x, y, origin, [1, 2, 3]) - z.y * determinant(x, y, origin, [0, 2, 3])
            + z.z * cofactor - z.w * determinant(x, y, origin, [0, 1, 2])
        return cofactor * whole < 0
    }
}

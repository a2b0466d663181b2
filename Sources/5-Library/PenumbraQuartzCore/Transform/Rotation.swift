import PenumbraElementary
import PenumbraGeometry

/// A turn in space as a quaternion of length 1: cos(θ/2) and sin(θ/2) times the axis.
package struct Rotation: Hashable, Sendable {
    package var real: Double
    package var axis: SIMD3<Double>

    package static let none = Rotation(real: 1, axis: .zero)

    package init(real: Double, axis: SIMD3<Double>) {
        (self.real, self.axis) = (real, axis)
    }

    /// Creates a turn by an angle in radians. An axis without a length turns nothing.
    package init(angle: Double, about axis: SIMD3<Double>) {
        let largest = max(abs(axis.x), abs(axis.y), abs(axis.z))
        guard largest > 0, largest.isFinite, angle.isFinite else {
            self = .none
            return
        }
        // Scaling first keeps squares within the range of doubles.
        let scaled = axis / largest
        let (cosine, sine) = Elementary.cosineAndSine(angle / 2)
        self.init(real: cosine, axis: sine / (scaled * scaled).sum().squareRoot() * scaled)
    }

    /// Creates the turn of three perpendicular rows of length 1.
    package init(rows x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        // The largest of the four squares decides the branch, which keeps all digits.
        let trace = x.x + y.y + z.z
        if trace > 0 {
            let root = (1 + trace).squareRoot()
            self.init(real: root / 2, axis: SIMD3(y.z - z.y, z.x - x.z, x.y - y.x) / (2 * root))
        } else if x.x >= y.y, x.x >= z.z {
            let root = max(0, 1 + x.x - y.y - z.z).squareRoot()
            let rest = root > 0 ? 1 / (2 * root) : 0
            self.init(
                real: (y.z - z.y) * rest, axis: SIMD3(root / 2, (x.y + y.x) * rest, (x.z + z.x) * rest))
        } else if y.y >= z.z {
            let root = max(0, 1 + y.y - x.x - z.z).squareRoot()
            let rest = root > 0 ? 1 / (2 * root) : 0
            self.init(
                real: (z.x - x.z) * rest, axis: SIMD3((x.y + y.x) * rest, root / 2, (y.z + z.y) * rest))
        } else {
            let root = max(0, 1 + z.z - x.x - y.y).squareRoot()
            let rest = root > 0 ? 1 / (2 * root) : 0
            self.init(
                real: (x.y - y.x) * rest, axis: SIMD3((x.z + z.x) * rest, (y.z + z.y) * rest, root / 2))
        }
    }

    package var matrix: Transform3D {
        let (w, n) = (real, axis)
        return Transform3D(
            x: SIMD4(
                1 - 2 * (n.y * n.y + n.z * n.z), 2 * (n.x * n.y + w * n.z), 2 * (n.x * n.z - w * n.y), 0),
            y: SIMD4(
                2 * (n.x * n.y - w * n.z), 1 - 2 * (n.x * n.x + n.z * n.z), 2 * (n.y * n.z + w * n.x), 0),
            z: SIMD4(
                2 * (n.x * n.z + w * n.y), 2 * (n.y * n.z - w * n.x), 1 - 2 * (n.x * n.x + n.y * n.y), 0),
            origin: SIMD4(0, 0, 0, 1))
    }

    /// The angles in radians of turns about x, y and z that make this turn, in that order.
    package var angles: SIMD3<Double> {
        let matrix = self.matrix
        let sine = -matrix.x.z
        if abs(sine) > 1 - 1e-12 {
            return SIMD3(Elementary.atan2(-matrix.z.y, matrix.y.y), sine > 0 ? .pi / 2 : -.pi / 2, 0)
        }
        return SIMD3(
            Elementary.atan2(matrix.y.z, matrix.z.z), Elementary.asin(sine), Elementary.atan2(matrix.x.y, matrix.x.x))
    }

    /// Creates the turn that turns about x, then about y, then about z, by angles in radians.
    package init(angles: SIMD3<Double>) {
        let x = Rotation(angle: angles.x, about: SIMD3(1, 0, 0))
        let y = Rotation(angle: angles.y, about: SIMD3(0, 1, 0))
        let z = Rotation(angle: angles.z, about: SIMD3(0, 0, 1))
        self = x.followed(by: y).followed(by: z)
    }

    package func followed(by next: Rotation) -> Rotation {
        let (a, b) = (next, self)
        let cross = SIMD3(
            a.axis.y * b.axis.z - a.axis.z * b.axis.y, a.axis.z * b.axis.x - a.axis.x * b.axis.z,
            a.axis.x * b.axis.y - a.axis.y * b.axis.x)
        return Rotation(
            real: a.real * b.real - (a.axis * b.axis).sum(), axis: a.real * b.axis + b.real * a.axis + cross)
    }

    /// The turn at a fraction of the shorter way to another turn, at a constant speed.
    package func interpolated(to end: Rotation, at fraction: Double) -> Rotation {
        var cosine = real * end.real + (axis * end.axis).sum()
        let sign: Double = cosine < 0 ? -1 : 1
        cosine = min(1, abs(cosine))
        var weights = (1 - fraction, fraction)
        let angle = Elementary.acos(cosine)
        let sine = Elementary.sin(angle)
        if sine > 1e-9 {
            weights = (Elementary.sin((1 - fraction) * angle) / sine, Elementary.sin(fraction * angle) / sine)
        }
        return Rotation(
            real: weights.0 * real + sign * weights.1 * end.real, axis: weights.0 * axis + sign * weights.1 * end.axis)
    }
}

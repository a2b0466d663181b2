import PenumbraGeometry

/// The parts of a map of space: first a scale, then a skew, a turn, a translation and a perspective.
///
/// The rows of a matrix are the images of the axes. The method of Gram and Schmidt makes them perpendicular.
package struct TransformParts: Hashable, Sendable {
    package var translation = SIMD3<Double>.zero
    package var scale = SIMD3<Double>(1, 1, 1)
    /// The shares of xy, xz and yz.
    package var skew = SIMD3<Double>.zero
    package var rotation = Rotation.none
    package var perspective = SIMD4<Double>(0, 0, 0, 1)

    package init() {}

    /// Nil if the matrix flattens space or has no finite parts.
    package init?(_ matrix: Transform3D) {
        guard matrix.isFinite, matrix.origin.w != 0 else { return nil }
        let unit = 1 / matrix.origin.w
        var rows = [matrix.x * unit, matrix.y * unit, matrix.z * unit]
        let origin = matrix.origin * unit
        if rows[0].w != 0 || rows[1].w != 0 || rows[2].w != 0 {
            var linear = matrix
            (linear.x, linear.y, linear.z, linear.origin) = (rows[0], rows[1], rows[2], origin)
            for axis in 0..<3 { rows[axis].w = 0 }
            let parallel = Transform3D(x: rows[0], y: rows[1], z: rows[2], origin: SIMD4(origin.x, origin.y, origin.z, 1))
            guard let inverse = CATransform3D(parallel).inverse?.matrix else { return nil }
            // The column of w, as the parallel map sees it.
            let column = SIMD4(linear.x.w, linear.y.w, linear.z.w, linear.origin.w)
            perspective = SIMD4(
                (inverse.x * column).sum(), (inverse.y * column).sum(), (inverse.z * column).sum(),
                (inverse.origin * column).sum())
        }
        translation = SIMD3(origin.x, origin.y, origin.z)
        var axes = rows.map { SIMD3($0.x, $0.y, $0.z) }
        func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
        func length(_ a: SIMD3<Double>) -> Double { dot(a, a).squareRoot() }
        scale.x = length(axes[0])
        guard scale.x > 0 else { return nil }
        axes[0] /= scale.x
        skew.x = dot(axes[0], axes[1])
        axes[1] -= skew.x * axes[0]
        scale.y = length(axes[1])
        guard scale.y > 0 else { return nil }
        axes[1] /= scale.y
        skew.x /= scale.y
        skew.y = dot(axes[0], axes[2])
        axes[2] -= skew.y * axes[0]
        skew.z = dot(axes[1], axes[2])
        axes[2] -= skew.z * axes[1]
        scale.z = length(axes[2])
        guard scale.z > 0 else { return nil }
        axes[2] /= scale.z
        (skew.y, skew.z) = (skew.y / scale.z, skew.z / scale.z)
        let cross = SIMD3(
            axes[1].y * axes[2].z - axes[1].z * axes[2].y, axes[1].z * axes[2].x - axes[1].x * axes[2].z,
            axes[1].x * axes[2].y - axes[1].y * axes[2].x)
        if dot(axes[0], cross) < 0 {
            scale = -scale
            axes = axes.map { -$0 }
        }
        // A mirrored plane has one negative scale in the plane, as seen by the eye: −x −y −z is a half turn and −z.
        if scale.z < 0, axes[2].z < 0 { turnMirror(&axes) }
        rotation = Rotation(rows: axes[0], axes[1], axes[2])
    }

    /// Moves the mirroring of z to the axis of the plane that points further from where it was.
    private mutating func turnMirror(_ axes: inout [SIMD3<Double>]) {
        let mirrored = axes[0].x > axes[1].y ? 0 : 1
        for axis in [1 - mirrored, 2] {
            scale[axis] = -scale[axis]
            axes[axis] = -axes[axis]
        }
        // Shares change their sign where one of their two axes did.
        skew.x = -skew.x
        if mirrored == 0 { skew.y = -skew.y } else { skew.z = -skew.z }
    }

    package var matrix: Transform3D {
        let turn = rotation.matrix
        var result = Transform3D.identity
        let x = turn.x
        let y = turn.y + skew.x * x
        let z = turn.z + skew.y * turn.x + skew.z * turn.y
        (result.x, result.y, result.z) = (scale.x * x, scale.y * y, scale.z * z)
        result.origin = SIMD4(translation.x, translation.y, translation.z, 1)
        guard perspective != SIMD4(0, 0, 0, 1) else { return result }
        // The parallel map comes first, so that w is a sum of the images.
        func w(_ row: SIMD4<Double>) -> Double { (row * perspective).sum() }
        (result.x.w, result.y.w, result.z.w) = (w(result.x), w(result.y), w(result.z))
        result.origin.w = w(result.origin)
        return result
    }

    package func interpolated(to end: TransformParts, at fraction: Double) -> TransformParts {
        var result = self
        result.translation += fraction * (end.translation - translation)
        result.scale += fraction * (end.scale - scale)
        result.skew += fraction * (end.skew - skew)
        result.perspective += fraction * (end.perspective - perspective)
        result.rotation = rotation.interpolated(to: end.rotation, at: fraction)
        return result
    }
}

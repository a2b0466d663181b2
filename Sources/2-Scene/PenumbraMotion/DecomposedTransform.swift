import PenumbraElementary
import PenumbraGeometry

/// The parts of an affine map as CSS Transforms decomposes matrices: first a scale, then a skew, a turn and a translation.
///
/// The linear part is turn · [1 skew; 0 1] · scale, by the method of Gram and Schmidt. A map that mirrors has one negative scale.
struct DecomposedTransform: Hashable {
    var translation = Point.zero
    var scale = Point(1, 1)
    /// Clockwise where y points down, like `AffineTransform.rotation(degrees:)`.
    var degrees = 0.0
    /// How far x moves for each y, where both are scaled already.
    var skew = 0.0

    /// Nil if the map is not finite, or flattens the plane onto a line that is no image of an axis.
    init?(_ map: AffineTransform) {
        guard map.isFinite else { return nil }
        translation = Point(map.tx, map.ty)
        var first = Point(map.a, map.b)
        let second = Point(map.c, map.d)
        var lengths = Point(Elementary.hypot(map.a, map.b), Elementary.hypot(map.c, map.d))
        guard lengths.isFinite else { return nil }
        let isMirrored = map.determinant < 0
        // The axis that points further from where it was is the mirrored one.
        let flipsX = isMirrored && map.a < map.d
        if lengths.x > 0 {
            first = (flipsX ? -1 : 1) / lengths.x * first
        } else if lengths.y > 0 {
            // Only the second axis knows the turn.
            first = 1 / lengths.y * Point(second.y, -second.x)
        } else {
            (first, lengths) = (Point(1, 0), .zero)
        }
        degrees = Self.degrees(first)
        let along = first.x * second.x + first.y * second.y
        let across = first.x * second.y - first.y * second.x
        scale = Point(flipsX ? -lengths.x : lengths.x, across)
        if across != 0 {
            skew = along / across
        } else if abs(along) > 1e-12 * lengths.y {
            return nil
        }
        guard skew.isFinite else { return nil }
    }

    /// The direction of a vector, exact along the axes.
    private static func degrees(_ vector: Point) -> Double {
        if vector.y == 0 { return vector.x < 0 ? 180 : 0 }
        if vector.x == 0 { return vector.y < 0 ? -90 : 90 }
        return Elementary.atan2(vector.y, vector.x) * (180 / .pi)
    }

    var transform: AffineTransform {
        AffineTransform(a: scale.x, b: 0, c: skew * scale.y, d: scale.y, tx: 0, ty: 0)
            .concatenating(.rotation(degrees: degrees))
            .concatenating(.translation(translation.x, translation.y))
    }

    /// The same map in parts that lie nearest to those of another map: the shorter way around, and without two mirrorings that
    /// are a half turn.
    func near(_ other: DecomposedTransform) -> DecomposedTransform {
        var result = self
        let isMirroredOtherwise =
            (scale.x < 0 && other.scale.y < 0) || (scale.y < 0 && other.scale.x < 0)
        if isMirroredOtherwise {
            result.scale = -result.scale
            result.degrees += result.degrees < 0 ? 180 : -180
        }
        // A half turn is left as it is.
        let turns = ((result.degrees - other.degrees) / 360).rounded(.toNearestOrAwayFromZero)
        if abs(result.degrees - other.degrees) > 180 { result.degrees -= 360 * turns }
        return result
    }

    /// The sum of parts times weights.
    static func mixed(_ parts: [DecomposedTransform], weights: [Double]) -> DecomposedTransform {
        var result = parts[0]
        func sum(_ path: (DecomposedTransform) -> Double) -> Double { Double.mixed(parts.map(path), weights: weights) }
        result.translation = Point(sum { $0.translation.x }, sum { $0.translation.y })
        result.scale = Point(sum { $0.scale.x }, sum { $0.scale.y })
        result.degrees = sum { $0.degrees }
        result.skew = sum { $0.skew }
        return result
    }

    func interpolated(to end: DecomposedTransform, at fraction: Double) -> DecomposedTransform {
        let end = end.near(self)
        var result = self
        result.translation = translation.interpolated(to: end.translation, at: fraction)
        result.scale = scale.interpolated(to: end.scale, at: fraction)
        result.degrees = degrees.interpolated(to: end.degrees, at: fraction)
        result.skew = skew.interpolated(to: end.skew, at: fraction)
        return result
    }
}

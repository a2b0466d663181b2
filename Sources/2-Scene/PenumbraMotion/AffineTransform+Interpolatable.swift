import PenumbraGeometry

/// Transforms animate by their parts, as CSS animates matrices: translation, scale, turn the shorter way around, and skew.
///
/// A full turn between equal matrices cannot be seen in them. It is an animation of `transform.rotation.z`.
extension AffineTransform: Interpolatable {
    /// If either map has no parts, the first map up to half of the way, then the second one, as in CSS.
    public func interpolated(to end: AffineTransform, at fraction: Double) -> AffineTransform {
        if fraction == 0 || self == end { return self }
        if fraction == 1 { return end }
        guard let start = DecomposedTransform(self), let parts = DecomposedTransform(end) else {
            return fraction < 0.5 ? self : end
        }
        return start.interpolated(to: parts, at: fraction).transform
    }

    public static func mixed(_ values: [AffineTransform], weights: [Double]) throws(MotionError) -> AffineTransform {
        var parts: [DecomposedTransform] = []
        for value in values {
            guard let own = DecomposedTransform(value) else {
                throw MotionError(
                    .values, "a transform that flattens the plane has no turn; scale by a small number instead of 0")
            }
            parts.append(parts.last.map(own.near) ?? own)
        }
        return DecomposedTransform.mixed(parts, weights: weights).transform
    }

    /// The change first and this map after it, like a CSS list of this map and the change.
    public func adding(_ change: AffineTransform) -> AffineTransform { change.concatenating(self) }

    /// The map applied a number of times. Fractions of times are part of the way from no change to the map.
    public func repeated(_ count: Double) throws(MotionError) -> AffineTransform {
        guard let whole = Int(exactly: count), abs(whole) <= 1 << 53 else {
            return AffineTransform.identity.interpolated(to: self, at: count)
        }
        guard var power = whole < 0 ? inverted : self else {
            throw MotionError(.by, "a transform that flattens the plane cannot be undone; give from and to")
        }
        var result = AffineTransform.identity
        var rest = abs(whole)
        while rest > 0 {
            if rest & 1 == 1 { result = result.concatenating(power) }
            rest >>= 1
            if rest > 0 { power = power.concatenating(power) }
        }
        guard result.isFinite else {
            throw MotionError(.cumulative, "the transform grows beyond all numbers; repeat it fewer times")
        }
        return result
    }

    /// The root of the sum of the squared differences of the six entries.
    public func distance(to other: AffineTransform) -> Double {
        let differences = [other.a - a, other.b - b, other.c - c, other.d - d, other.tx - tx, other.ty - ty]
        return differences.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

/// A number within a transform that Core Animation can animate by itself: `transform.rotation.z` and others.
///
/// A map that mirrors can be read in two ways, with a negative `scale.x` or with a negative `scale.y` and another turn. CSS's
/// rule decides: the axis that points further from where it was is the mirrored one.
public enum TransformComponent: String, Hashable, Sendable, CaseIterable {
    /// Clockwise, in degrees, −180…180. Core Animation has radians.
    case rotation
    /// Same as `rotation`.
    case rotationZ = "rotation.z"
    /// The average of both scales. Setting it sets both.
    case scale
    case scaleX = "scale.x"
    case scaleY = "scale.y"
    /// In points.
    case translationX = "translation.x"
    case translationY = "translation.y"

    /// The component of a map. A map without a turn of its own, such as one that flattens the plane onto a line, has none.
    public func value(of transform: AffineTransform) -> Double? {
        switch self {
        case .translationX: return transform.tx
        case .translationY: return transform.ty
        case .rotation, .rotationZ: return DecomposedTransform(transform)?.degrees
        case .scale: return DecomposedTransform(transform).map { ($0.scale.x + $0.scale.y) / 2 }
        case .scaleX: return DecomposedTransform(transform)?.scale.x
        case .scaleY: return DecomposedTransform(transform)?.scale.y
        }
    }

    /// The map with another value of the component. The other parts stay. A map that has no parts stays as it is.
    public func setting(_ value: Double, in transform: AffineTransform) -> AffineTransform {
        var result = transform
        switch self {
        case .translationX: result.tx = value
        case .translationY: result.ty = value
        case .rotation, .rotationZ, .scale, .scaleX, .scaleY:
            guard var parts = DecomposedTransform(transform) else { return transform }
            switch self {
            case .scale: parts.scale = Point(value, value)
            case .scaleX: parts.scale.x = value
            case .scaleY: parts.scale.y = value
            case .rotation, .rotationZ, .translationX, .translationY: parts.degrees = value
            }
            result = parts.transform
        }
        return result
    }
}

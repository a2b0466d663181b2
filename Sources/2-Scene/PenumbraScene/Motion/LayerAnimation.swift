import PenumbraMotion

/// An animation of one property of a layer.
public struct LayerAnimation: Hashable, Sendable {
    /// The animation, by the type of the property's values.
    public enum Values: Hashable, Sendable {
        /// Degrees for turns; otherwise the unit of the key.
        case number(Animation<Double>)
        case point(Animation<Point>)
        case rect(Animation<Rect>)
        case numbers(Animation<[Double]>)
        case color(Animation<Color>)
        case colors(Animation<[Color]>)
        case transform(Animation<AffineTransform>)
        case path(Animation<Path>)
        case text(Animation<Discrete<String>>)
        case flag(Animation<Discrete<Bool>>)
    }

    public var keyPath: AnimationKeyPath
    public var values: Values

    public init(_ keyPath: AnimationKeyPath, _ values: Values) {
        (self.keyPath, self.values) = (keyPath, values)
    }
}

/// One function of a CSS `filter`: done to the finished layer, shadows included.
public enum FilterFunction: Hashable, Sendable {
    /// σ in points; beyond the layer all is transparent.
    case blur(Sigma)
    /// A shadow behind the layer as it is by then, of its alpha.
    ///
    /// - Parameters:
    ///   - offset: points, in the layer's own space.
    ///   - radius: σ in points; here CSS, too, says σ.
    case dropShadow(offset: Point, radius: Sigma, color: Color)
}

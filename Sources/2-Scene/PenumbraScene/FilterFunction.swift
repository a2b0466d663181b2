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
    /// Every pixel's colour by itself; where the layer is transparent it stays so.
    ///
    /// - Parameter amount: 1 is all of it, 0 nothing, except that 1 is the plain picture for `brightness`, `contrast`, `opacity`
    ///   and `saturate`; for `hueRotate` degrees.
    case color(ColorFunction, amount: Double)

    /// The functions of W3C, *Filter Effects Level 1*, that are matrices, on straight sRGB-encoded colours.
    public enum ColorFunction: String, Hashable, Sendable, CaseIterable {
        case brightness
        case contrast
        case grayscale
        case hueRotate = "hue-rotate"
        case invert
        case opacity
        case saturate
        case sepia

        /// The most that is told from more.
        public var largestAmount: Double {
            switch self {
            case .grayscale, .invert, .opacity, .sepia: 1
            case .brightness, .contrast, .hueRotate, .saturate: .infinity
            }
        }
    }
}

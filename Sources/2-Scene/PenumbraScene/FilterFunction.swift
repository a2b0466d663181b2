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
    /// Changes each pixel's colour by itself. Transparent pixels stay transparent.
    ///
    /// - Parameter amount: the strength of the function. 0 changes nothing for `grayscale`, `invert` and `sepia`; 1 changes
    ///   nothing for `brightness`, `contrast`, `opacity` and `saturate`. For `hueRotate` it is an angle in degrees.
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

        /// The largest amount that differs from larger amounts.
        public var largestAmount: Double {
            switch self {
            case .grayscale, .invert, .opacity, .sepia: 1
            case .brightness, .contrast, .hueRotate, .saturate: .infinity
            }
        }
    }
}

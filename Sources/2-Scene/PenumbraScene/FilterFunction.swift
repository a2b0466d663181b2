/// One function of a CSS `filter`. It applies to the finished layer, shadows included.
public enum FilterFunction: Hashable, Sendable {
    /// A Gaussian blur with σ in points. Outside the layer everything counts as transparent.
    case blur(Sigma)
    /// A shadow behind the layer, cast by the layer's alpha after the preceding functions.
    ///
    /// - Parameters:
    ///   - offset: points, in the layer's own space.
    ///   - radius: σ in points. CSS also uses σ here.
    case dropShadow(offset: Point, radius: Sigma, color: Color)
    /// Changes each pixel's colour on its own. Transparent pixels stay transparent.
    ///
    /// - Parameter amount: the strength of the function. 0 changes nothing for `grayscale`, `invert` and `sepia`; 1 changes
    ///   nothing for `brightness`, `contrast`, `opacity` and `saturate`. For `hueRotate` it is an angle in degrees.
    case color(ColorFunction, amount: Double)
    /// Several steps, as SVG's `filter` element has them. CSS has no notation for it.
    case graph(FilterGraph)

    /// Whether the function reads beyond each pixel.
    package var isSpatial: Bool {
        switch self {
        case .blur, .dropShadow, .graph: true
        case .color: false
        }
    }

    /// The colour functions of W3C, *Filter Effects Level 1*: matrices on straight sRGB-encoded colours.
    public enum ColorFunction: String, Hashable, Sendable, CaseIterable {
        case brightness
        case contrast
        case grayscale
        case hueRotate = "hue-rotate"
        case invert
        case opacity
        case saturate
        case sepia

        /// The largest amount that has an effect of its own. Larger amounts act like this amount.
        public var largestAmount: Double {
            switch self {
            case .grayscale, .invert, .opacity, .sepia: 1
            case .brightness, .contrast, .hueRotate, .saturate: .infinity
            }
        }
    }
}

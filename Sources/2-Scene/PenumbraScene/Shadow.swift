import PenumbraBitmap

/// The standard deviation of a Gaussian. It is in points unless pixels are mentioned.
///
/// Shadow softness has three notations, and this type is the only place that converts them. A layer's shadow radius is σ
/// itself. The blur b of a context, of CSS or of Figma means σ = b/2. SVG and CSS filters use σ.
public struct Sigma: Hashable, Sendable {
    public var value: Double

    public init(_ value: Double) {
        self.value = value
    }

    public static let zero = Sigma(0)

    /// Converts a `CALayer.shadowRadius`: σ = r.
    public init(layerRadius: Double) {
        self.init(layerRadius)
    }

    /// Converts a blur of `CGContextSetShadow`, canvas `shadowBlur`, CSS `box-shadow` or Figma: σ = b / 2.
    public init(contextBlur: Double) {
        self.init(contextBlur / 2)
    }
}

/// A blurred, moved and coloured image of a caster's alpha.
///
/// For an outer shadow, the caster is the alpha of the layer with its sublayers, after its mask. For an inner shadow, the
/// caster is everything outside the layer's own alpha. The inner shadow is clipped to that alpha.
public struct Shadow: Hashable, Sendable {
    /// How an inner shadow treats the area beyond a layer's bounds.
    public enum Outside: String, Hashable, Sendable, CaseIterable {
        /// The area beyond the bounds casts shade, as in CSS and Figma. A shape that touches the bounds is shaded there too.
        case solid
        /// The area beyond the bounds casts no shade.
        case empty
    }

    public var color: Color
    /// The shadow's opacity, 0…1. It multiplies the colour's alpha.
    public var opacity: Double
    /// How the shadow is combined with the picture behind it, inside the layer's group.
    public var blendMode: BlendMode
    /// The shadow's offset in points, in the layer's own space: the layer's transform turns and scales it.
    public var offset: Point
    /// The height of the layer above the page, in points. Nil means that `offset` places the shadow.
    ///
    /// With a height, the scene's light places the shadow, however the layer is turned, and `offset` is ignored. The height
    /// scales with the layer's transform.
    public var elevation: Double?
    /// The σ of the shadow's blur. Zero gives a hard edge.
    public var radius: Sigma
    /// The points by which σ grows per point of distance from the anchor's line. Outer shadows only.
    ///
    /// The line is horizontal in the layer's own space, before `transform`. Rows beyond the path's bounds or, without a path,
    /// beyond the frame have the σ of the nearest row inside.
    public var penumbra: Double
    /// Points, in the layer's own space, by which a disc grows the caster before any other step. Negative values shrink the
    /// caster.
    ///
    /// Edges keep their sharpness. Corners of a growing caster become round.
    public var spread: Double
    /// The graininess of the shadow, 0…1.
    ///
    /// Each grain is one point wide, in a grid that starts at the layer's origin. The visible share of the shadow at each grain
    /// is random, between 1 − noise and 1. The pattern is always the same.
    public var noise: Double
    /// A path that casts the shadow instead of the layer's alpha, in the layer's own coordinates.
    public var path: Path?
    public var fillRule: FillRule
    /// Whether the caster counts as opaque wherever it has any alpha. An inner shadow is then clipped to this hard alpha, too.
    public var hardAlpha: Bool
    /// Whether the shadow is cut out where its caster is, before spread, transform and offset. Outer shadows only.
    public var knockout: Bool
    /// Distorts the caster before the blur and the offset. Outer shadows only.
    public var transform: AffineTransform
    /// The fixed point of `transform`, in unit coordinates of the frame.
    ///
    /// Nil means the bottom centre of the path's bounds or, without a path, of the frame.
    public var anchor: Point?
    /// The treatment of the area beyond the layer's bounds. Inner shadows only.
    public var outside: Outside

    public init(
        color: Color = .black, opacity: Double = 1, blendMode: BlendMode = .normal, offset: Point = .zero,
        elevation: Double? = nil, radius: Sigma = Sigma(3), penumbra: Double = 0, spread: Double = 0, noise: Double = 0,
        path: Path? = nil,
        fillRule: FillRule = .nonzero, hardAlpha: Bool = false, knockout: Bool = false,
        transform: AffineTransform = .identity, anchor: Point? = nil, outside: Outside = .solid
    ) {
        self.color = color
        self.opacity = opacity
        self.blendMode = blendMode
        self.offset = offset
        self.elevation = elevation
        self.radius = radius
        self.penumbra = penumbra
        self.spread = spread
        self.noise = noise
        self.path = path
        self.fillRule = fillRule
        self.hardAlpha = hardAlpha
        self.knockout = knockout
        self.transform = transform
        self.anchor = anchor
        self.outside = outside
    }
}

import PenumbraGeometry

/// The standard deviation of a Gaussian, in points unless it says pixels.
///
/// Shadow softness has three notations; this is the one place that converts them. A layer's shadow radius is σ itself; a
/// context's, CSS's or Figma's blur b is σ = b/2; SVG and CSS filters say σ.
public struct Sigma: Hashable, Sendable {
    public var value: Double

    public init(_ value: Double) {
        self.value = value
    }

    /// `CALayer.shadowRadius`: σ = r.
    public init(layerRadius: Double) {
        self.init(layerRadius)
    }

    /// `CGContextSetShadow`, canvas `shadowBlur`, CSS `box-shadow`, Figma: σ = b / 2.
    public init(contextBlur: Double) {
        self.init(contextBlur / 2)
    }
}

/// A blurred, moved and coloured image of a caster's alpha, behind the layer.
public struct Shadow: Hashable, Sendable {
    public var color: Color
    /// 0…1, multiplies the colour's alpha.
    public var opacity: Double
    /// Points, in the layer's own space: turns and grows with its transform.
    public var offset: Point
    /// Zero is a hard edge.
    public var radius: Sigma
    /// The caster, in the layer's own coordinates; nil casts the alpha of the layer with its sublayers.
    public var path: Path?
    public var fillRule: FillRule

    public init(
        color: Color = .black, opacity: Double = 1, offset: Point = .zero, radius: Sigma = Sigma(3),
        path: Path? = nil, fillRule: FillRule = .nonzero
    ) {
        self.color = color
        self.opacity = opacity
        self.offset = offset
        self.radius = radius
        self.path = path
        self.fillRule = fillRule
    }
}

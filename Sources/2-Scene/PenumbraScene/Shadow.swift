/// The standard deviation of a Gaussian, in points unless it says pixels.
///
/// Shadow softness has three notations; this is the one place that converts them. A layer's shadow radius is σ itself; a
/// context's, CSS's or Figma's blur b is σ = b/2; SVG and CSS filters say σ.
public struct Sigma: Hashable, Sendable {
    public var value: Double

    public init(_ value: Double) {
        self.value = value
    }

    public static let zero = Sigma(0)

    /// `CALayer.shadowRadius`: σ = r.
    public init(layerRadius: Double) {
        self.init(layerRadius)
    }

    /// `CGContextSetShadow`, canvas `shadowBlur`, CSS `box-shadow`, Figma: σ = b / 2.
    public init(contextBlur: Double) {
        self.init(contextBlur / 2)
    }
}

/// A blurred, moved and coloured image of a caster's alpha.
///
/// Behind a layer the caster is the alpha of the layer with its sublayers, after its mask. Inside one it is everything outside
/// the layer's own alpha, and the result is clipped to that alpha.
public struct Shadow: Hashable, Sendable {
    /// What counts as lying beyond a layer's bounds when an inner shadow is cast.
    public enum Outside: String, Hashable, Sendable, CaseIterable {
        /// A shape that touches the bounds is shaded there too, as in CSS and Figma.
        case solid
        /// No shade comes from beyond the bounds.
        case empty
    }

    public var color: Color
    /// 0…1, multiplies the colour's alpha.
    public var opacity: Double
    /// Points, in the layer's own space: turns and grows with its transform.
    public var offset: Point
    /// How far the layer stands off the page, in points: the scene's light then says where the shadow falls, however the layer
    /// is turned, and `offset` is not used. It grows with the layer's transform. Nil uses `offset`.
    public var elevation: Double?
    /// Zero is a hard edge.
    public var radius: Sigma
    /// How far the caster is grown by a disc before anything else is done to it, in points of the layer's own space; below zero
    /// it shrinks. Edges stay as sharp and as smooth as they are; corners of a caster that grows become round.
    public var spread: Double
    /// How grainy the shadow is, 0…1: at each grain of one point, in a grid that starts at the layer's origin, between 1 −
    /// noise and all of it shows, at random and always the same.
    public var noise: Double
    /// The caster, in the layer's own coordinates, instead of the alpha.
    public var path: Path?
    public var fillRule: FillRule
    /// Whether the shadow is kept out of its caster as it stands, before spread, transform and offset. Outer shadows only.
    public var knockout: Bool
    /// Distorts the caster before it is blurred and moved. Outer shadows only.
    public var transform: AffineTransform
    /// What `transform` is about, in unit coordinates of the frame; nil is the bottom centre of the path's bounds or, without a
    /// path, of the frame.
    public var anchor: Point?
    /// Inner shadows only.
    public var outside: Outside

    public init(
        color: Color = .black, opacity: Double = 1, offset: Point = .zero, elevation: Double? = nil, radius: Sigma = Sigma(3),
        spread: Double = 0, noise: Double = 0, path: Path? = nil, fillRule: FillRule = .nonzero, knockout: Bool = false,
        transform: AffineTransform = .identity, anchor: Point? = nil, outside: Outside = .solid
    ) {
        self.color = color
        self.opacity = opacity
        self.offset = offset
        self.elevation = elevation
        self.radius = radius
        self.spread = spread
        self.noise = noise
        self.path = path
        self.fillRule = fillRule
        self.knockout = knockout
        self.transform = transform
        self.anchor = anchor
        self.outside = outside
    }
}

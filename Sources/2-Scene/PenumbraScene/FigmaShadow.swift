import PenumbraBitmap

/// A drop shadow or inner shadow in the effects of a Figma node.
public struct FigmaShadow: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case drop = "DROP_SHADOW"
        case inner = "INNER_SHADOW"
    }

    public var kind: Kind
    public var color: Color
    /// How the shadow is combined with the picture behind it.
    public var blendMode: BlendMode
    /// The shadow's offset in points, in the layer's own space.
    public var offset: Point
    /// The σ of the shadow's blur. Figma's radius is twice this value.
    public var radius: Sigma
    /// Points by which a disc grows the caster of the shadow. Negative values shrink the caster.
    public var spread: Double
    /// Whether a drop shadow is visible through translucent parts of its layer. If false, the shadow is kept out of the layer.
    public var showsBehindNode: Bool

    public init(
        _ kind: Kind, color: Color, blendMode: BlendMode = .normal, offset: Point = .zero, radius: Sigma = .zero,
        spread: Double = 0, showsBehindNode: Bool = false
    ) {
        self.kind = kind
        self.color = color
        self.blendMode = blendMode
        self.offset = offset
        self.radius = radius
        self.spread = spread
        self.showsBehindNode = showsBehindNode
    }

    /// The equivalent outer or inner shadow of a layer. Figma's shadows are cast by a hard alpha.
    public var shadow: Shadow {
        Shadow(
            color: color, blendMode: blendMode, offset: offset, radius: radius, spread: spread,
            hardAlpha: true, knockout: kind == .drop && !showsBehindNode)
    }
}

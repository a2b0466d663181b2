/// A shadow among the effects of a Figma node.
public struct FigmaShadow: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case drop = "DROP_SHADOW"
        case inner = "INNER_SHADOW"
    }

    public var kind: Kind
    public var color: Color
    /// Points, in the layer's own space.
    public var offset: Point
    /// Figma's radius is twice this.
    public var radius: Sigma
    /// Points by which a disc grows what casts it, or shrinks it where negative.
    public var spread: Double
    /// Whether a drop shadow shows through what is translucent in front of it; else it is kept out of the layer.
    public var showsBehindNode: Bool

    public init(
        _ kind: Kind, color: Color, offset: Point = .zero, radius: Sigma = .zero, spread: Double = 0,
        showsBehindNode: Bool = false
    ) {
        self.kind = kind
        self.color = color
        self.offset = offset
        self.radius = radius
        self.spread = spread
        self.showsBehindNode = showsBehindNode
    }

    /// The same as an outer or inner shadow of a layer.
    public var shadow: Shadow {
        Shadow(
            color: color, offset: offset, radius: radius, spread: spread, knockout: kind == .drop && !showsBehindNode)
    }
}

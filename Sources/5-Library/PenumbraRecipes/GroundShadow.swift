import PenumbraScene

/// A picture, a text or a path that stands on the ground and casts its shadow there.
///
/// All lengths are in points. The artwork is painted above its shadow, and the canvas grows to hold both.
public struct GroundShadow: Sendable {
    public enum Style: String, Sendable, CaseIterable {
        /// The silhouette, skewed about the foot and flattened.
        case ground
        /// A soft, flat ellipse under the foot.
        case contact
        /// The unchanged silhouette, offset and soft, as if the artwork hovered before a wall.
        case lifted
    }

    public var artwork: Artwork
    public var style: Style
    /// The point where the artwork touches the ground, in the artwork's coordinates. Nil is the bottom centre of its frame.
    public var foot: Point?
    /// The height of the shadow as a share of the artwork's: 1 is upright, 0 is nothing. Negative values fall towards the
    /// viewer.
    public var flatten = 0.5
    /// The angle in degrees by which the shadow leans before it is flattened. −30 leans to the right, away from a light on the
    /// left.
    public var skew = -30.0
    /// The height of the contact ellipse. Nil means a tenth of the artwork's width.
    public var contactDepth: Double?
    public var shadowColor = Color.black
    /// The shadow's opacity, 0…1.
    public var shadowOpacity = 0.4
    /// An additional offset of the shadow. The default is (0, 8) for `lifted` and zero otherwise.
    public var shadowOffset: Point
    /// The shadow's σ in points. The default is 3 for `ground`, 4 for `contact` and 8 for `lifted`.
    public var shadowRadius: Double
    /// The growth of σ per point above the foot, so that the shadow is crisp at the foot. 0 is the same σ everywhere.
    public var shadowPenumbra = 0.0
    /// Extra space on all four sides, in addition to the space that artwork and shadow need.
    public var padding = 0.0
    /// Pixels per point.
    public var scale = 1.0
    /// The colour behind everything. Nil is transparent.
    public var canvasColor: Color?

    public init(_ artwork: Artwork, style: Style = .ground) {
        self.artwork = artwork
        self.style = style
        switch style {
        case .ground: (shadowOffset, shadowRadius) = (.zero, 3)
        case .contact: (shadowOffset, shadowRadius) = (.zero, 4)
        case .lifted: (shadowOffset, shadowRadius) = (Point(0, 8), 8)
        }
    }

    // MARK: - Geometry

    private var footPoint: Point { foot ?? Point(artwork.size.width / 2, artwork.size.height) }

    /// The transform of the `ground` shadow, CSS `scaleY(flatten) skewX(skew)`: the skew is applied first.
    public var shadowTransform: AffineTransform {
        AffineTransform.skew(xDegrees: skew, yDegrees: 0).concatenating(.scale(1, flatten))
    }

    /// The path of the `contact` ellipse in the artwork's coordinates, nine tenths as wide as the artwork.
    public var contactPath: Path {
        let depth = contactDepth ?? artwork.size.width / 10
        let width = 0.9 * artwork.size.width
        return Path(ellipseIn: Rect(x: footPoint.x - width / 2, y: footPoint.y - depth / 2, width: width, height: depth))
    }

    public var shadow: Shadow {
        var shadow = Shadow(
            color: shadowColor, opacity: shadowOpacity, offset: shadowOffset, radius: Sigma(layerRadius: shadowRadius),
            penumbra: shadowPenumbra)
        switch style {
        case .ground:
            shadow.transform = shadowTransform
            if foot != nil, artwork.size.width > 0, artwork.size.height > 0 {
                shadow.anchor = Point(footPoint.x / artwork.size.width, footPoint.y / artwork.size.height)
            }
        case .contact: shadow.path = contactPath
        case .lifted: break
        }
        return shadow
    }

    /// The painted area in the artwork's coordinates. It always includes the artwork's frame.
    public var reach: Rect {
        var caster = artwork.bounds
        switch style {
        case .ground: caster = caster.transformed(by: shadowTransform.about(footPoint))
        case .contact: caster = contactPath.bounds
        case .lifted: break
        }
        let shadow = shadow
        let rows = shadow.path?.bounds ?? Rect(origin: .zero, size: artwork.size)
        let line = shadow.anchor == nil ? rows.maxY : footPoint.y
        let cast = caster.offset(by: shadowOffset).holding(blur: shadow.softest(over: rows, line: line))
        return artwork.bounds.union(cast)
    }

    public var scene: Scene {
        let fit = CanvasFit(reach, padding: padding)
        let layer = Layer(
            kind: artwork.kind, name: "artwork", frame: Rect(origin: fit.shift, size: artwork.size), shadows: [shadow])
        return Scene(canvas: Canvas(size: fit.size, scale: scale, background: canvasColor.map(Paint.color)), layers: [layer])
    }
}

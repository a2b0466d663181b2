import PenumbraScene

/// A picture, a text or a path that stands on the ground and casts its shadow there.
///
/// All lengths are points. The artwork is painted above its shadow; the canvas grows to hold both.
public struct GroundShadow: Sendable {
    public enum Style: String, Sendable, CaseIterable {
        /// The silhouette, flattened and skewed about the foot.
        case ground
        /// A soft, flat ellipse under the foot.
        case contact
        /// The silhouette as it is, offset and soft: hovering before a wall.
        case lifted
    }

    public var artwork: Artwork
    public var style: Style
    /// Where the artwork touches the ground, in its own coordinates; nil is the bottom centre of its frame.
    public var foot: Point?
    /// How high the shadow is, as a share of the artwork: 1 is upright, 0 nothing; below zero it falls towards the viewer.
    public var flatten = 0.5
    /// Degrees by which the shadow leans before it is flattened; −30 leans to the right, away from a light on the left.
    public var skew = -30.0
    /// The height of the contact ellipse; nil is a tenth of the artwork's width.
    public var contactDepth: Double?
    public var shadowColor = Color.black
    /// 0…1.
    public var shadowOpacity = 0.4
    /// Where the shadow falls, besides; (0, 8) for `lifted` unless set.
    public var shadowOffset: Point
    /// σ; 3 for `ground`, 4 for `contact`, 8 for `lifted` unless set.
    public var shadowRadius: Double
    /// Room on all four sides besides what artwork and shadow need.
    public var padding = 0.0
    /// Pixels a point.
    public var scale = 1.0
    /// Behind everything; nil is transparent.
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

    /// CSS `scaleY(flatten) skewX(skew)`: the skew is done first.
    public var shadowTransform: AffineTransform {
        AffineTransform.skew(xDegrees: skew, yDegrees: 0).concatenating(.scale(1, flatten))
    }

    /// The ellipse of `contact`, nine tenths as wide as the artwork, in the artwork's coordinates.
    public var contactPath: Path {
        let depth = contactDepth ?? artwork.size.width / 10
        let width = 0.9 * artwork.size.width
        return Path(ellipseIn: Rect(x: footPoint.x - width / 2, y: footPoint.y - depth / 2, width: width, height: depth))
    }

    public var shadow: Shadow {
        var shadow = Shadow(
            color: shadowColor, opacity: shadowOpacity, offset: shadowOffset, radius: Sigma(layerRadius: shadowRadius))
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

    /// Everything that is painted, in the artwork's coordinates; its frame counts.
    public var reach: Rect {
        var caster = artwork.bounds
        switch style {
        case .ground: caster = caster.transformed(by: shadowTransform.about(footPoint))
        case .contact: caster = contactPath.bounds
        case .lifted: break
        }
        let cast = caster.offset(by: shadowOffset).holding(blur: Sigma(layerRadius: shadowRadius))
        return artwork.bounds.union(cast)
    }

    public var scene: Scene {
        let fit = CanvasFit(reach, padding: padding)
        let layer = Layer(
            kind: artwork.kind, name: "artwork", frame: Rect(origin: fit.shift, size: artwork.size), shadows: [shadow])
        return Scene(canvas: Canvas(size: fit.size, scale: scale, background: canvasColor), layers: [layer])
    }
}

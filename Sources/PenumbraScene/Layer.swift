import PenumbraGeometry

/// One node of the layer tree: a rectangle with a background, contents, border, shadows and sublayers.
///
/// The names are those of Core Animation's `CALayer`. Order of painting: shadows, background, contents,
/// sublayers, border; the whole then as one group with `opacity`.
public struct Layer: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Nothing but what every layer has.
        case layer
        case image(ImageContents)
        case shape(Shape)
    }

    public var kind: Kind
    public var name: String?
    public var isHidden: Bool
    /// In the parent's coordinates; nil is the parent's bounds. Contents and sublayers use its top left as origin.
    public var frame: Rect?
    /// About `anchorPoint`.
    public var transform: AffineTransform
    /// In unit coordinates of the frame.
    public var anchorPoint: Point
    /// 0…1, of the layer with its sublayers and shadows as one group.
    public var opacity: Double
    public var backgroundColor: Color?
    public var cornerRadii: CornerRadii
    /// Points, inside the bounds, above contents and sublayers.
    public var borderWidth: Double
    public var borderColor: Color
    /// Clips contents and sublayers, and the background, to the rounded bounds; never the shadows.
    public var masksToBounds: Bool
    /// Front-most first; behind the layer.
    public var shadows: [Shadow]
    /// Back to front.
    public var sublayers: [Layer]

    public init(
        kind: Kind = .layer, name: String? = nil, isHidden: Bool = false, frame: Rect? = nil,
        transform: AffineTransform = .identity, anchorPoint: Point = Point(0.5, 0.5), opacity: Double = 1,
        backgroundColor: Color? = nil, cornerRadii: CornerRadii = .zero, borderWidth: Double = 0,
        borderColor: Color = .black, masksToBounds: Bool = false, shadows: [Shadow] = [],
        sublayers: [Layer] = []
    ) {
        self.kind = kind
        self.name = name
        self.isHidden = isHidden
        self.frame = frame
        self.transform = transform
        self.anchorPoint = anchorPoint
        self.opacity = opacity
        self.backgroundColor = backgroundColor
        self.cornerRadii = cornerRadii
        self.borderWidth = borderWidth
        self.borderColor = borderColor
        self.masksToBounds = masksToBounds
        self.shadows = shadows
        self.sublayers = sublayers
    }
}

/// A path filled with one colour.
public struct Shape: Hashable, Sendable {
    /// In the layer's own coordinates.
    public var path: Path
    public var fillRule: FillRule
    /// Nil paints nothing.
    public var fillColor: Color?

    public init(path: Path, fillRule: FillRule = .nonzero, fillColor: Color? = .black) {
        self.path = path
        self.fillRule = fillRule
        self.fillColor = fillColor
    }
}

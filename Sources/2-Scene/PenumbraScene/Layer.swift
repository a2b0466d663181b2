import PenumbraBitmap

/// One node of the layer tree: a rectangle with a background, contents, border, shadows and sublayers.
///
/// The names are those of Core Animation's `CALayer`. Order of painting: shadows, backdrop, background, contents, inner
/// shadows, sublayers, border; then mask, blur, opacity and blend of the whole as one group. Shadows are cast by the masked
/// result and stand outside mask and `masksToBounds`.
public struct Layer: Hashable, Sendable {
    // Stored elsewhere, so that a layer is small: whatever walks layers nested deeply has several on the stack at each depth.
    public enum Kind: Hashable, Sendable {
        /// Nothing but what every layer has.
        case layer
        indirect case image(ImageContents)
        /// Fills the (rounded) bounds.
        indirect case gradient(Gradient)
        indirect case shape(Shape)
        indirect case text(Text)
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
    /// Among the layers beside it those with less are painted first, and those with as much in the order they stand in.
    public var zPosition: Double
    /// How the layer and what lies behind it become one. With a mode other than `normal` the layer is composited by itself
    /// first.
    public var blendMode: BlendMode
    /// Fills the (rounded) bounds.
    public var backgroundColor: Paint?
    public var cornerRadii: CornerRadii
    public var cornerCurve: CornerCurve
    /// Points, inside the bounds, above contents and sublayers.
    public var borderWidth: Double
    public var borderColor: Color
    /// Clips contents and sublayers, and the background, to the rounded bounds; never the shadows.
    public var masksToBounds: Bool
    /// A layer whose alpha multiplies this one's background, contents, border and sublayers; nil, or hidden, is none. Its frame
    /// is in this layer's bounds.
    public var mask: Layer? {
        get { maskStorage.first }
        set { maskStorage = newValue.map { [$0] } ?? [] }
    }
    // A value cannot contain itself, an array can.
    private var maskStorage: [Layer]
    /// Front-most first; behind the layer.
    public var shadows: [Shadow]
    /// Front-most first; above background and contents, below sublayers and border, and inside the layer's own alpha.
    public var innerShadows: [Shadow]
    /// Front-most first; behind `shadows` and `innerShadows`, but otherwise in the same places.
    public var boxShadows: [BoxShadow]
    /// Back to front, as Figma writes them; behind all other shadows of their kind.
    public var effects: [FigmaShadow]
    /// False: background and contents only cast and cut shadows, and are not painted.
    public var drawsContents: Bool
    /// Whether what casts inner shadows and knocks out outer ones is hard: everything with an alpha above 1/255.
    public var clipForAnyAlpha: Bool
    /// σ in points on the finished layer, shadows included; beyond the layer all is transparent.
    public var blur: Sigma
    /// Done to the finished layer after `blur`, the first function first.
    public var filter: [FilterFunction]
    /// Blurs what lies behind; nil does not.
    public var backdropBlur: BackdropBlur?
    /// Back to front.
    public var sublayers: [Layer]

    public init(
        kind: Kind = .layer, name: String? = nil, isHidden: Bool = false, frame: Rect? = nil,
        transform: AffineTransform = .identity, anchorPoint: Point = Point(0.5, 0.5), zPosition: Double = 0,
        opacity: Double = 1,
        blendMode: BlendMode = .normal, backgroundColor: Paint? = nil, cornerRadii: CornerRadii = .zero,
        cornerCurve: CornerCurve = .circular, borderWidth: Double = 0,
        borderColor: Color = .black, masksToBounds: Bool = false, mask: Layer? = nil, shadows: [Shadow] = [],
        innerShadows: [Shadow] = [], boxShadows: [BoxShadow] = [], effects: [FigmaShadow] = [], drawsContents: Bool = true,
        clipForAnyAlpha: Bool = false, blur: Sigma = .zero, filter: [FilterFunction] = [],
        backdropBlur: BackdropBlur? = nil, sublayers: [Layer] = []
    ) {
        self.kind = kind
        self.name = name
        self.isHidden = isHidden
        self.frame = frame
        self.transform = transform
        self.anchorPoint = anchorPoint
        self.zPosition = zPosition
        self.opacity = opacity
        self.blendMode = blendMode
        self.backgroundColor = backgroundColor
        self.cornerRadii = cornerRadii
        self.cornerCurve = cornerCurve
        self.borderWidth = borderWidth
        self.borderColor = borderColor
        self.masksToBounds = masksToBounds
        maskStorage = mask.map { [$0] } ?? []
        self.shadows = shadows
        self.innerShadows = innerShadows
        self.boxShadows = boxShadows
        self.effects = effects
        self.drawsContents = drawsContents
        self.clipForAnyAlpha = clipForAnyAlpha
        self.blur = blur
        self.filter = filter
        self.backdropBlur = backdropBlur
        self.sublayers = sublayers
    }
}

/// A path, filled and stroked.
public struct Shape: Hashable, Sendable {
    /// In the layer's own coordinates.
    public var path: Path
    public var fillRule: FillRule
    /// Nil paints nothing.
    public var fillColor: Paint?
    /// Painted over the filling; nil paints nothing.
    public var strokeColor: Paint?
    public var stroke: StrokeStyle

    public init(
        path: Path, fillRule: FillRule = .nonzero, fillColor: Paint? = .black, strokeColor: Paint? = nil,
        stroke: StrokeStyle = StrokeStyle()
    ) {
        self.path = path
        self.fillRule = fillRule
        self.fillColor = fillColor
        self.strokeColor = strokeColor
        self.stroke = stroke
    }
}

/// A Gaussian on what lies behind a layer, shown through the layer's shape and mask.
///
/// The canvas counts as repeated beyond its edges. What shows is sharp·(1 − s) + blurred·s with s = shape × mask × opacity.
public struct BackdropBlur: Hashable, Sendable {
    /// σ in points.
    public var radius: Sigma
    /// Whether the mask scales σ at each place instead of mixing two pictures; the layer must have one.
    public var isProgressive: Bool

    public init(radius: Sigma, isProgressive: Bool = false) {
        self.radius = radius
        self.isProgressive = isProgressive
    }
}

import PenumbraBitmap

/// One node of the layer tree: a rectangle with a background, contents, border, shadows and sublayers.
///
/// The names come from Core Animation's `CALayer`. The order of painting is shadows, backdrop, background, contents, inner
/// shadows, sublayers, border. Mask, blur, opacity and blend mode then apply to the whole layer as one group. The masked result
/// casts the shadows. Neither the mask nor `masksToBounds` clips the shadows.
public struct Layer: Hashable, Sendable {
    // Indirect cases keep a layer small: code that walks deeply nested layers holds several layers on the stack per level.
    public enum Kind: Hashable, Sendable {
        /// A layer without contents of its own.
        case layer
        indirect case image(ImageContents)
        /// A gradient that fills the (rounded) bounds.
        indirect case gradient(Gradient)
        indirect case shape(Shape)
        indirect case text(Text)

        /// The value of the layer's `type` in a scene.
        package var typeName: String {
            switch self {
            case .layer: "layer"
            case .image: "image"
            case .gradient: "gradient"
            case .shape: "shape"
            case .text: "text"
            }
        }
    }

    public var kind: Kind
    public var name: String?
    public var isHidden: Bool
    /// The layer's rectangle in the parent's coordinates. Nil means the parent's bounds, unless a layout places the layer.
    /// Contents and sublayers use its top left corner as their origin.
    public var frame: Rect?
    /// The keys that let a layout place the layer and its sublayers. Nil for a layer that has none.
    public var layout: LayerLayout? {
        get { layoutStorage.first }
        set { layoutStorage = newValue.map { [$0] } ?? [] }
    }
    // An array keeps a layer small.
    private var layoutStorage: [LayerLayout] = []
    /// Whether there is a `layout`, which would be copied to be compared with nil.
    var hasLayout: Bool { !layoutStorage.isEmpty }
    /// Values that follow from the layer's size. Nil where there are none.
    var relativeValues: RelativeValues? {
        layoutStorage.isEmpty || layoutStorage[0].relative.isEmpty ? nil : layoutStorage[0].relative
    }
    /// The distances in points from the frame to the area of a text or of an image. Zero or more.
    public var contentInsets: Insets {
        get { rareStorage.isEmpty ? .zero : rareStorage[0].insets.first ?? .zero }
        set { if !rareStorage.isEmpty || newValue != .zero { rare.insets = newValue == .zero ? [] : [newValue] } }
    }
    /// The transform around `anchorPoint`, in the plane of the layer. It replaces `transform3D`.
    public var transform: AffineTransform {
        didSet { if !rareStorage.isEmpty, !rareStorage[0].space.isEmpty { space.transform = nil } }
    }
    /// The transform around `anchorPoint`, in space. The result is flattened into the plane of the parent.
    public var transform3D: Transform3D {
        get { space.transform ?? Transform3D(transform) }
        set {
            transform = newValue.affine ?? .identity
            space.transform = newValue.affine == nil ? newValue : nil
        }
    }
    /// The distance in points from which the sublayers are seen. Below 1, it counts as 1. Nil sees them from infinitely far.
    public var perspective: Double? {
        get { space.perspective }
        set { space.perspective = newValue }
    }
    /// The place in front of the eye that `perspective` describes, in unit coordinates of the frame.
    public var perspectiveOrigin: Point {
        get { space.perspectiveOrigin }
        set { space.perspectiveOrigin = newValue }
    }
    /// Whether the layer is seen from behind.
    public var backfaceVisibility: BackfaceVisibility {
        get { space.backfaceVisibility }
        set { space.backfaceVisibility = newValue }
    }
    /// Whether the sublayers stand in the space around the layer, or in its plane.
    ///
    /// An opacity below 1, a blend mode, a filter, a backdrop filter, a mask, `masksToBounds` and copies make one picture of
    /// the layer, so that its sublayers are flat in any case.
    public var transformStyle: TransformStyle {
        get { space.transformStyle }
        set { space.transformStyle = newValue }
    }
    private var space: LayerInSpace {
        get { rareStorage.isEmpty ? LayerInSpace() : rareStorage[0].space.first ?? LayerInSpace() }
        set {
            let isStandard = newValue == LayerInSpace()
            if !rareStorage.isEmpty || !isStandard { rare.space = isStandard ? [] : [newValue] }
        }
    }
    /// The fixed point of `transform`, in unit coordinates of the frame.
    public var anchorPoint: Point
    /// The opacity of the layer with its sublayers and shadows as one group, 0…1.
    public var opacity: Double
    /// The order among sibling layers. Lower values are painted first. Equal values keep the order of the array.
    public var zPosition: Double
    /// The order among layers of one `zPosition`, in scenes that were laid out: the `order` of an item. Lower values are
    /// painted first.
    package internal(set) var paintingOrder = 0
    /// How the layer is combined with the picture behind it. A layer with a mode other than `normal` is composited by itself
    /// first.
    public var blendMode: BlendMode
    /// The paint that fills the (rounded) bounds.
    public var backgroundColor: Paint?
    public var cornerRadii: CornerRadii
    public var cornerCurve: CornerCurve
    /// The width of the border in points. The border lies inside the bounds, above contents and sublayers.
    public var borderWidth: Double
    public var borderColor: Color
    /// Clips contents, sublayers and background to the rounded bounds. Shadows are never clipped.
    public var masksToBounds: Bool
    /// A layer whose alpha multiplies this layer's background, contents, border and sublayers.
    ///
    /// Nil or a hidden layer means no mask. The mask's frame is relative to this layer's bounds.
    public var mask: Layer? {
        get { rareStorage.isEmpty ? nil : rareStorage[0].mask.first }
        set { if !rareStorage.isEmpty || newValue != nil { rare.mask = newValue.map { [$0] } ?? [] } }
    }
    /// The part of this layer that counts if it is the mask of another layer.
    public var maskType = MaskType.alpha
    /// Shadows behind the layer, front-most first.
    public var shadows: [Shadow]
    /// Shadows inside the layer's own alpha, front-most first. They lie above background and contents, and below sublayers and
    /// border.
    public var innerShadows: [Shadow] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].innerShadows }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.innerShadows = newValue } }
        _modify { yield &rare.innerShadows }
    }
    /// Shadows of the layer's box, front-most first. They lie behind `shadows` and `innerShadows`, but otherwise in the same
    /// places.
    public var boxShadows: [BoxShadow] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].boxShadows }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.boxShadows = newValue } }
        _modify { yield &rare.boxShadows }
    }
    /// Figma's shadows, back to front as Figma writes them. They lie behind all other shadows of their kind.
    public var effects: [FigmaShadow] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].effects }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.effects = newValue } }
        _modify { yield &rare.effects }
    }
    /// Whether background and contents are painted. If false, they only cast and cut shadows.
    public var drawsContents: Bool
    /// Whether inner shadows and knockouts of outer shadows use a hard shape: everything with an alpha above 1/255.
    public var clipForAnyAlpha: Bool
    /// The σ in points of a blur of the finished layer, shadows included. Outside the layer everything counts as transparent.
    public var blur: Sigma
    /// A blur of another shape, before `blur`. Nil means none.
    public var shapedBlur: ShapedBlur? {
        get { rareStorage.isEmpty ? nil : rareStorage[0].shapedBlur.first }
        set { if !rareStorage.isEmpty || newValue != nil { rare.shapedBlur = newValue.map { [$0] } ?? [] } }
    }
    /// The CSS filter functions for the finished layer, after `blur`. The first function applies first.
    public var filter: [FilterFunction] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].filter }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.filter = newValue } }
        _modify { yield &rare.filter }
    }
    /// A blur of the picture behind the layer. Nil means no blur.
    public var backdropBlur: BackdropBlur?
    /// The CSS filter functions for the picture behind the layer, after `backdropBlur`. The first function applies first.
    ///
    /// `opacity` sets how much of the result replaces the picture. Blurs and drop shadows have no effect after a progressive
    /// `backdropBlur`.
    public var backdropFilter: [FilterFunction] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].backdropFilter }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.backdropFilter = newValue } }
        _modify { yield &rare.backdropFilter }
    }
    /// The copies of contents and sublayers. Nil draws them once.
    public var replication: Replication? {
        get { rareStorage.isEmpty ? nil : rareStorage[0].replication.first }
        set { if !rareStorage.isEmpty || newValue != nil { rare.replication = newValue.map { [$0] } ?? [] } }
    }
    /// The colour that multiplies a copy of a replicated layer. Empty for every layer of a scene: planning makes the copies.
    package var copyColors: [Color] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].copyColors }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.copyColors = newValue } }
        _modify { yield &rare.copyColors }
    }
    /// The animations of properties, in the order in which they apply.
    public var animations: [LayerAnimation] {
        get { rareStorage.isEmpty ? [] : rareStorage[0].animations }
        set { if !rareStorage.isEmpty || !newValue.isEmpty { rare.animations = newValue } }
        _modify { yield &rare.animations }
    }
    /// The layers inside this layer, back to front.
    public var sublayers: [Layer]

    /// The properties that most layers leave alone. Empty if this layer leaves all of them alone.
    ///
    /// Layers are copied often, and each array of its own would make a copy slower.
    private var rareStorage: [RareProperties] = []
    private var rare: RareProperties {
        get { rareStorage.first ?? RareProperties() }
        _modify {
            if rareStorage.isEmpty { rareStorage.append(RareProperties()) }
            defer { if rareStorage[0].isEmpty { rareStorage = [] } }
            yield &rareStorage[0]
        }
    }

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
        self.shadows = shadows
        self.drawsContents = drawsContents
        self.clipForAnyAlpha = clipForAnyAlpha
        self.blur = blur
        self.backdropBlur = backdropBlur
        self.sublayers = sublayers
        self.mask = mask
        self.innerShadows = innerShadows
        self.boxShadows = boxShadows
        self.effects = effects
        self.filter = filter
    }
}

/// The part of a mask that multiplies the masked layer's alpha, as in SVG's `mask-type`.
public enum MaskType: String, Hashable, Sendable, CaseIterable {
    case alpha
    /// The luminance of the mask's colours, times its alpha: 0.2125 red + 0.7154 green + 0.0721 blue.
    case luminance
}

/// A path, filled and stroked.
public struct Shape: Hashable, Sendable {
    /// The path in the layer's own coordinates.
    public var path: Path
    public var fillRule: FillRule
    /// The paint of the fill. Nil paints no fill.
    public var fillColor: Paint?
    /// The paint of the stroke, which is painted over the fill. Nil paints no stroke.
    public var strokeColor: Paint?
    public var stroke: StrokeStyle
    /// Whether pixels at the edges of fill and stroke are painted in part. If false, each pixel whose middle lies inside is
    /// painted whole, and no other pixel is.
    public var isAntialiased: Bool

    public init(
        path: Path, fillRule: FillRule = .nonzero, fillColor: Paint? = .black, strokeColor: Paint? = nil,
        stroke: StrokeStyle = StrokeStyle(), isAntialiased: Bool = true
    ) {
        self.path = path
        self.fillRule = fillRule
        self.fillColor = fillColor
        self.strokeColor = strokeColor
        self.stroke = stroke
        self.isAntialiased = isAntialiased
    }
}

/// A Gaussian blur of the picture behind a layer, visible through the layer's shape and mask.
///
/// The canvas counts as repeated beyond its edges. The result is sharp·(1 − s) + blurred·s with s = shape × mask × opacity.
public struct BackdropBlur: Hashable, Sendable {
    /// The σ of the blur in points.
    public var radius: Sigma
    /// Whether the mask scales σ at each place instead of mixing two pictures. If true, the layer must have a mask.
    public var isProgressive: Bool

    public init(radius: Sigma, isProgressive: Bool = false) {
        self.radius = radius
        self.isProgressive = isProgressive
    }
}

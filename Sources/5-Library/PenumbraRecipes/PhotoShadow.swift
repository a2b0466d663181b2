import PenumbraScene

/// A bordered photo whose shadow is cast by a separate path, such as a corner curl.
///
/// All lengths are in points. The scene uses only general features: a layer with a background, a border and a shadow path, and
/// an image layer inside it.
public struct PhotoShadow: Sendable {
    /// The shape of the shadow.
    public enum Style: String, Sendable, CaseIterable {
        /// Shadows at the two lower corners, as if the corners lifted off the page.
        case curl
        /// A flat ellipse under the lower edge.
        case contact
        /// A shadow that widens towards the viewer, as if the photo were lit from behind.
        case trapezoid
        /// A plain shadow, offset and soft.
        case lifted
    }

    /// How the photo fits inside the border.
    public enum Fit: String, Sendable, CaseIterable {
        /// The photo fills the inner rectangle and keeps its aspect ratio. Parts outside the rectangle are cut off.
        case fill
        /// The whole photo fits into the inner rectangle and keeps its aspect ratio.
        case fit
        /// A side longer than the inner rectangle's is squeezed to it, each side by itself. A smaller photo keeps its size,
        /// centred.
        case squeeze
    }

    public var photo: ImageSource
    /// The photo's size in pixels. Only `squeeze` uses it.
    public var photoSize: Size
    /// The size of the bordered picture, without the shadow.
    public var size: Size
    public var borderWidth = 3.0
    public var borderColor = Color.white
    /// The colour behind the photo, by default light gray (2/3).
    public var backgroundColor = Color(white: 2.0 / 3)
    public var style = Style.curl
    public var fit = Fit.fill
    /// How far the shadow path reaches below the picture.
    public var shadowDepth = 10.0
    /// The control points (cx, cy) of the curve: cx is measured from the left and from the right, cy from the top. Nil means 30
    /// % of the width and 70 % of the height.
    public var controlPointOffset: Point?
    public var shadowColor = Color.black
    /// The shadow's opacity, 0…1.
    public var shadowOpacity = 0.4
    public var shadowOffset = Point(0, 4)
    /// The shadow's σ in points.
    public var shadowRadius = 3.0
    /// The growth of σ per point of distance from the edge where the photo touches the page. 0 is the same σ everywhere.
    ///
    /// This edge is the upper one of a `curl` or a `trapezoid`, and the lower one of a `contact` or a `lifted` shadow.
    public var shadowPenumbra = 0.0
    /// The space around the picture on all four sides. Nil leaves as much as the shadow needs.
    public var margin: Double?
    /// Pixels per point.
    public var scale = 1.0
    /// The colour behind everything. Nil is transparent.
    public var canvasColor: Color?

    public init(photo: ImageSource, photoSize: Size, size: Size = Size(width: 100, height: 100)) {
        self.photo = photo
        self.photoSize = photoSize
        self.size = size
    }

    /// The path that casts the shadow, in the bordered picture's own coordinates.
    public var shadowPath: Path {
        let (w, h, d) = (size.width, size.height, shadowDepth)
        let control = controlPointOffset ?? Point(0.3 * w, 0.7 * h)
        var path = Path()
        switch style {
        case .curl:
            path.move(to: Point(0, control.y))
            path.addLine(to: Point(w, control.y))
            path.addLine(to: Point(w, h + d))
            path.addCubic(
                to: Point(0, h + d), control1: Point(w - control.x, control.y),
                control2: Point(control.x, control.y))
            path.close()
        case .contact:
            path = Path(ellipseIn: Rect(x: 0.05 * w, y: h - d / 2, width: 0.9 * w, height: d))
        case .trapezoid:
            path = Path(polygon: [
                Point(control.x, control.y), Point(w - control.x, control.y), Point(w + d, h + d), Point(-d, h + d),
            ])
        case .lifted:
            path = Path(Rect(origin: .zero, size: size))
        }
        return path
    }

    /// The margin that the shadow needs on its widest side, in whole points.
    public var neededMargin: Double {
        let rows = shadowPath.bounds
        let softest = shadow.softest(over: rows, line: touchesAbove ? rows.minY : rows.maxY)
        let cast = rows.offset(by: shadowOffset).inset(by: -4 * softest.value)
        let widest = max(-cast.minX, -cast.minY, cast.maxX - size.width, cast.maxY - size.height, 0)
        return widest.rounded(.up)
    }

    /// Whether the photo touches the page at the shadow's upper edge.
    private var touchesAbove: Bool {
        switch style {
        case .curl, .trapezoid: true
        case .contact, .lifted: false
        }
    }

    private var shadow: Shadow {
        let path = shadowPath
        let top = touchesAbove && shadowPenumbra > 0 && size.height > 0 ? Point(0.5, path.bounds.minY / size.height) : nil
        return Shadow(
            color: shadowColor, opacity: shadowOpacity, offset: shadowOffset, radius: Sigma(layerRadius: shadowRadius),
            penumbra: shadowPenumbra, path: path, anchor: top)
    }

    public var scene: Scene {
        let margin = self.margin ?? neededMargin
        let frame = Layer(
            name: "frame", frame: Rect(origin: Point(margin, margin), size: size),
            backgroundColor: .color(isBorderOpaque ? borderColor : backgroundColor),
            borderWidth: isBorderOpaque ? 0 : borderWidth, borderColor: borderColor,
            shadows: [shadow],
            sublayers: [photoLayer])
        let canvas = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
        return Scene(canvas: Canvas(size: canvas, scale: scale, background: canvasColor.map(Paint.color)), layers: [frame])
    }

    /// An opaque border is drawn as the frame's own background, with the photo's background on top. This way no third colour
    /// appears at edges that don't end on whole pixels.
    private var isBorderOpaque: Bool { borderColor.alpha >= 1 }

    private var photoLayer: Layer {
        let inner = Rect(origin: .zero, size: size).inset(by: borderWidth)
        let behind = isBorderOpaque ? Paint.color(backgroundColor) : nil
        var image = Layer(
            kind: .image(ImageContents(source: photo, gravity: gravity)), name: "photo", frame: inner,
            backgroundColor: behind, masksToBounds: true)
        guard fit == .squeeze else { return image }
        // Centres a photo that is smaller than its frame.
        let (width, height) = (min(photoSize.width, inner.width), min(photoSize.height, inner.height))
        image.frame = Rect(x: (inner.width - width) / 2, y: (inner.height - height) / 2, width: width, height: height)
        image.backgroundColor = nil
        return Layer(name: "inside", frame: inner, backgroundColor: behind, sublayers: [image])
    }

    private var gravity: ContentsGravity {
        switch fit {
        case .fill: .resizeAspectFill
        case .fit: .resizeAspect
        case .squeeze: .resize
        }
    }
}

import PenumbraScene

/// A bordered photo with a shadow cast by a path of its own: the corner curl and its relatives.
///
/// All lengths are points. The result is a scene made of general features only: a layer with a background, a border and a
/// shadow path, and an image layer inside it.
public struct PhotoShadow: Sendable {
    /// Where the shadow shows.
    public enum Style: String, Sendable, CaseIterable {
        /// At the two lower corners, as if they lifted off the page.
        case curl
        /// In a flat ellipse under the lower edge.
        case contact
        /// Widening towards the viewer, as if lit from behind.
        case trapezoid
        /// Plain, offset and soft.
        case lifted
    }

    /// How the photo sits inside the border.
    public enum Fit: String, Sendable, CaseIterable {
        /// Fills the inner rectangle and keeps its aspect ratio; what sticks out is cut off.
        case fill
        /// Fits into the inner rectangle and keeps its aspect ratio.
        case fit
        /// Each side squeezed to the inner rectangle's when larger; a photo that is smaller keeps its own size, centred.
        case squeeze
    }

    public var photo: ImageSource
    /// The photo's pixels; only `squeeze` asks for them.
    public var photoSize: Size
    /// Of the bordered picture, without the shadow.
    public var size: Size
    public var borderWidth = 3.0
    public var borderColor = Color.white
    /// Behind the photo; light gray is 2/3.
    public var backgroundColor = Color(white: 2.0 / 3)
    public var style = Style.curl
    public var fit = Fit.fill
    /// How far the caster reaches below the picture.
    public var shadowDepth = 10.0
    /// Where the curve's control points lie: (cx, cy) from the left, and from the right, and from the top. Nil is 30 % of the
    /// width and 70 % of the height.
    public var controlPointOffset: Point?
    public var shadowColor = Color.black
    /// 0…1.
    public var shadowOpacity = 0.4
    public var shadowOffset = Point(0, 4)
    /// σ in points.
    public var shadowRadius = 3.0
    /// Room around the picture on all four sides; nil is as much as the shadow needs.
    public var margin: Double?
    /// Pixels a point.
    public var scale = 1.0
    /// Behind everything; nil is transparent.
    public var canvasColor: Color?

    public init(photo: ImageSource, photoSize: Size, size: Size = Size(width: 100, height: 100)) {
        self.photo = photo
        self.photoSize = photoSize
        self.size = size
    }

    /// The caster, in the bordered picture's own coordinates.
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

    /// As much room as the shadow needs on its widest side, in whole points.
    public var neededMargin: Double {
        let cast = shadowPath.bounds.offset(by: shadowOffset).inset(by: -4 * shadowRadius)
        let widest = max(-cast.minX, -cast.minY, cast.maxX - size.width, cast.maxY - size.height, 0)
        return widest.rounded(.up)
    }

    public var scene: Scene {
        let margin = self.margin ?? neededMargin
        let frame = Layer(
            name: "frame", frame: Rect(origin: Point(margin, margin), size: size),
            backgroundColor: .color(isBorderOpaque ? borderColor : backgroundColor),
            borderWidth: isBorderOpaque ? 0 : borderWidth, borderColor: borderColor,
            shadows: [
                Shadow(
                    color: shadowColor, opacity: shadowOpacity, offset: shadowOffset,
                    radius: Sigma(layerRadius: shadowRadius), path: shadowPath)
            ],
            sublayers: [photoLayer])
        let canvas = Size(width: size.width + 2 * margin, height: size.height + 2 * margin)
        return Scene(canvas: Canvas(size: canvas, scale: scale, background: canvasColor), layers: [frame])
    }

    /// An opaque border is drawn as the frame's own background with the photo's background upon it: at sizes that do not end
    /// on whole pixels no third colour then shows at the edges.
    private var isBorderOpaque: Bool { borderColor.alpha >= 1 }

    private var photoLayer: Layer {
        let inner = Rect(origin: .zero, size: size).inset(by: borderWidth)
        let behind = isBorderOpaque ? Paint.color(backgroundColor) : nil
        var image = Layer(
            kind: .image(ImageContents(source: photo, gravity: gravity)), name: "photo", frame: inner,
            backgroundColor: behind, masksToBounds: true)
        guard fit == .squeeze else { return image }
        // A photo smaller than its frame lies in the middle of it.
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

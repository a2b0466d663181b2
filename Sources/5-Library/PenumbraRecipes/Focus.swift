import PenumbraScene

/// A photo that is dimmed or blurred outside a circle.
///
/// All lengths are points, the circle's centre is in unit coordinates of the picture.
public struct Focus: Sendable {
    /// What happens outside the circle.
    public enum Style: String, Sendable, CaseIterable {
        /// Black lies over the photo.
        case dim
        /// The photo is blurred; in the feather the sharp and the blurred one are mixed.
        case blur
        /// The photo is blurred, in the feather less and less towards the circle.
        case progressive
    }

    /// Where the photo is clear.
    public struct Circle: Hashable, Sendable {
        /// In unit coordinates of the picture: (0.5, 0.5) is its middle.
        public var center: Point
        /// Points; nil is the picture's shorter side.
        public var diameter: Double?

        public init(center: Point = Point(0.5, 0.5), diameter: Double? = nil) {
            self.center = center
            self.diameter = diameter
        }
    }

    public var photo: ImageSource
    /// Of the picture. The photo fills it and keeps its proportions; what sticks out is cut off.
    public var size: Size
    public var style: Style
    public var circle = Circle()
    /// How far the gradient at the circle's edge reaches outward.
    public var feather = 50.0
    /// Where in that gradient the full strength is reached, 0…1: by default 20 points outside the circle.
    public var featherLocation = 0.4
    /// Whether the circle has no feather at all.
    public var isSharp = false
    public var dimColor = Color.black
    /// 0…1, of `dimColor` or of the blurred photo.
    public var strength: Double
    /// σ of the blur.
    public var blurRadius = 10.0
    /// Pixels a point.
    public var scale = 1.0

    public init(photo: ImageSource, size: Size, style: Style = .dim) {
        self.photo = photo
        self.size = size
        self.style = style
        strength = style == .dim ? 0.5 : 1
    }

    // MARK: - Geometry

    /// Points.
    public var center: Point { Point(circle.center.x * size.width, circle.center.y * size.height) }

    /// The radius up to which the photo is untouched, in points.
    public var clearRadius: Double { (circle.diameter ?? min(size.width, size.height)) / 2 }

    /// The smallest distance from the centre where the effect has its full strength, in points.
    public var fullRadius: Double { isSharp ? clearRadius : clearRadius + max(0, feather * featherLocation) }

    // MARK: - Scenes

    public var scene: Scene {
        let bounds = Rect(origin: .zero, size: size)
        let photoLayer = Layer(
            kind: .image(ImageContents(source: photo, gravity: .resizeAspectFill)), name: "photo", frame: bounds,
            masksToBounds: true)
        return Scene(canvas: Canvas(size: size, scale: scale), layers: [photoLayer, effect(bounds)])
    }

    private func effect(_ bounds: Rect) -> Layer {
        // A gradient without length cannot be antialiased; a path can.
        let hasFeather = fullRadius > clearRadius
        switch style {
        case .dim where !hasFeather:
            var layer = outside(bounds, .color(dimColor))
            layer.name = "dimming"
            layer.opacity = strength
            return layer
        case .dim:
            return Layer(
                name: "dimming", frame: bounds, opacity: strength, backgroundColor: .color(dimColor), mask: feathering(bounds))
        case .blur, .progressive:
            return Layer(
                name: "blur", frame: bounds, opacity: strength, mask: hasFeather ? feathering(bounds) : outside(bounds, .black),
                backdropBlur: BackdropBlur(radius: Sigma(blurRadius), isProgressive: style == .progressive))
        }
    }

    /// Everything but the circle: one path of two subpaths, which the even-odd rule turns into a hole.
    private func outside(_ bounds: Rect, _ color: Paint) -> Layer {
        var path = Path(bounds)
        if clearRadius > 0 { path.append(Path(circleAt: center, radius: clearRadius)) }
        return Layer(kind: .shape(Shape(path: path, fillRule: .evenOdd, fillColor: color)), name: "outside", frame: bounds)
    }

    /// Nothing inside the circle, everything beyond the feather.
    private func feathering(_ bounds: Rect) -> Layer {
        let circles = Gradient.Geometry.circles(
            center: center, startRadius: clearRadius, endRadius: clearRadius + feather)
        return Layer(
            kind: .gradient(
                Gradient(circles, colors: [.transparent, .black], locations: [0, min(1, featherLocation)])),
            name: "feather", frame: bounds)
    }

    /// The scene for each place and size of the circle.
    public func scenes(following circles: [Circle]) -> [Scene] {
        circles.map { circle in
            var moved = self
            moved.circle = circle
            return moved.scene
        }
    }
}

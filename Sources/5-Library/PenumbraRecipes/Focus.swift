import PenumbraScene

/// A photo that is dimmed or blurred outside a circle.
///
/// All lengths are in points. The circle's centre is in unit coordinates of the picture.
public struct Focus: Sendable {
    /// The effect outside the circle.
    public enum Style: String, Sendable, CaseIterable {
        /// The photo is covered with black.
        case dim
        /// The photo is blurred. In the feather, the sharp and the blurred photo are mixed.
        case blur
        /// The photo is blurred. In the feather, the blur decreases towards the circle.
        case progressive
    }

    /// The area where the photo stays clear.
    public struct Circle: Hashable, Sendable {
        /// The centre in unit coordinates of the picture: (0.5, 0.5) is the middle.
        public var center: Point
        /// The diameter in points. Nil means the picture's shorter side.
        public var diameter: Double?

        public init(center: Point = Point(0.5, 0.5), diameter: Double? = nil) {
            self.center = center
            self.diameter = diameter
        }
    }

    public var photo: ImageSource
    /// The size of the picture. The photo fills it and keeps its proportions; parts outside are cut off.
    public var size: Size
    public var style: Style
    public var circle = Circle()
    /// How far the gradient at the circle's edge reaches outward.
    public var feather = 50.0
    /// The position in that gradient where the effect reaches full strength, 0…1. The default is 20 points outside the circle.
    public var featherLocation = 0.4
    /// True gives the circle a sharp edge without a feather.
    public var isSharp = false
    public var dimColor = Color.black
    /// The strength of the dimming or of the blurred photo, 0…1.
    public var strength: Double
    /// The blur's σ in points.
    public var blurRadius = 10.0
    /// Pixels per point.
    public var scale = 1.0

    public init(photo: ImageSource, size: Size, style: Style = .dim) {
        self.photo = photo
        self.size = size
        self.style = style
        strength = style == .dim ? 0.5 : 1
    }

    // MARK: - Geometry

    /// The circle's centre in points.
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
        // A gradient of zero length cannot be antialiased, but a path can.
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

    /// A layer that covers everything but the circle: one path with two subpaths, which the even-odd rule turns into a hole.
    private func outside(_ bounds: Rect, _ color: Paint) -> Layer {
        let path = outline(hasCircle: clearRadius > 0)
        return Layer(kind: .shape(Shape(path: path, fillRule: .evenOdd, fillColor: color)), name: "outside", frame: bounds)
    }

    /// The picture's bounds, and the circle.
    func outline(hasCircle: Bool) -> Path {
        var path = Path(Rect(origin: .zero, size: size))
        if hasCircle { path.append(Path(circleAt: center, radius: clearRadius)) }
        return path
    }

    /// A layer that is empty inside the circle and covers everything beyond the feather.
    private func feathering(_ bounds: Rect) -> Layer {
        let circles = Gradient.Geometry.circles(
            center: center, startRadius: clearRadius, endRadius: clearRadius + feather)
        return Layer(
            kind: .gradient(
                Gradient(circles, colors: [.transparent, .black], locations: [0, min(1, featherLocation)])),
            name: "feather", frame: bounds)
    }

    /// One scene for each position and size of the circle.
    public func scenes(following circles: [Circle]) -> [Scene] {
        circles.map { circle in
            var moved = self
            moved.circle = circle
            return moved.scene
        }
    }
}

import PenumbraScene

/// A drawn cloud that casts a flattened shadow on the ground, and floats along a path if it is to.
///
/// All lengths are points. The outline is that of eight quadratic curves through places relative to a box; its shadow is the
/// same outline at half the height.
public struct Cloud: Sendable {
    /// Of the box the outline is drawn in; the outline stays about a tenth away from the box's sides.
    public var size: Size
    /// At the top of the box.
    public var innerColor = Color.white
    /// At the bottom of the box.
    public var outerColor = Color(red: 0.78, green: 0.84, blue: 0.91)
    /// Of the stroke, of which only the inner half shows.
    public var lineThickness = 2.0
    public var strokeColor = Color(red: 0.55, green: 0.63, blue: 0.73)
    /// How far the shadow lies below the cloud; nil is 1.8 times the box's height.
    public var shadowDistance: Double?
    public var shadowColor = Color.black
    /// 0…1; what shows is this times `opacity`.
    public var shadowOpacity = 0.4
    /// σ.
    public var shadowRadius = 3.0
    /// Of cloud and shadow together.
    public var opacity = 0.9
    /// Room on all four sides besides what cloud and shadow need.
    public var padding = 0.0
    /// Pixels a point.
    public var scale = 1.0
    /// The sky; nil is transparent.
    public var canvasColor: Color?

    public init(size: Size = Size(width: 200, height: 120)) {
        self.size = size
    }

    // MARK: - Geometry

    /// The outline in a box of that size.
    public static func outline(in size: Size) -> Path {
        func place(_ x: Double, _ y: Double) -> Point { Point(x * size.width, y * size.height) }
        var path = Path()
        path.move(to: place(0.4, 0.2))
        path.addQuadratic(to: place(0.6, 0.2), control: place(0.5, 0.1))
        path.addQuadratic(to: place(0.8, 0.4), control: place(0.8, 0.2))
        path.addQuadratic(to: place(0.8, 0.6), control: place(0.9, 0.5))
        path.addQuadratic(to: place(0.6, 0.8), control: place(0.8, 0.8))
        path.addQuadratic(to: place(0.4, 0.8), control: place(0.5, 0.9))
        path.addQuadratic(to: place(0.2, 0.6), control: place(0.2, 0.8))
        path.addQuadratic(to: place(0.2, 0.4), control: place(0.1, 0.5))
        path.addQuadratic(to: place(0.4, 0.2), control: place(0.2, 0.2))
        path.close()
        return path
    }

    /// In the box's coordinates.
    public var path: Path { Self.outline(in: size) }

    /// The caster, in the box's coordinates: flat, from the box's top left corner.
    public var shadowPath: Path { Self.outline(in: Size(width: size.width, height: size.height / 2)) }

    public var shadowOffset: Point { Point(0, shadowDistance ?? 1.8 * size.height) }

    /// Everything that is painted, in the box's coordinates; the box counts.
    public var reach: Rect {
        Rect(origin: .zero, size: size)
            .union(shadowPath.bounds.offset(by: shadowOffset).holding(blur: Sigma(layerRadius: shadowRadius)))
    }

    // MARK: - Scenes

    /// The cloud at rest, on a canvas that just holds it and its shadow.
    public var scene: Scene {
        let fit = CanvasFit(reach, padding: padding)
        return scene(at: fit.shift, canvas: fit.size)
    }

    /// The cloud with its box's top left corner at `origin` of a canvas.
    public func scene(at origin: Point, canvas: Size) -> Scene {
        Scene(canvas: Canvas(size: canvas, scale: scale, background: canvasColor), layers: [layer(at: origin)])
    }

    /// A scene for each of `count` places of the box's top left corner, evenly spaced along a path.
    ///
    /// - Parameters:
    ///   - canvas: the size of every frame; the path is then in its coordinates. Nil is the smallest that holds the whole
    ///     flight.
    public func scenes(along path: Path, count: Int, canvas: Size? = nil) -> [Scene] {
        let origins = MotionPath(path).positions(count: count)
        if let canvas { return origins.map { scene(at: $0, canvas: canvas) } }
        let flight = Rect(bounding: origins.flatMap { reach.offset(by: $0).corners })
        let fit = CanvasFit(flight, padding: padding)
        return origins.map { scene(at: $0 + fit.shift, canvas: fit.size) }
    }

    /// One layer: its contents are the gradient, its only sublayer the stroke, and the outline cuts both at once, so that the
    /// edge is antialiased once.
    private func layer(at origin: Point) -> Layer {
        let box = Rect(origin: .zero, size: size)
        let stroke = Layer(
            kind: .shape(
                Shape(
                    path: path, fillColor: nil, strokeColor: lineThickness > 0 ? .color(strokeColor) : nil,
                    stroke: StrokeStyle(lineWidth: lineThickness))),
            name: "stroke", frame: box)
        return Layer(
            kind: .gradient(Gradient(colors: [innerColor, outerColor])), name: "cloud",
            frame: Rect(origin: origin, size: size), opacity: opacity,
            mask: Layer(kind: .shape(Shape(path: path)), name: "outline", frame: box),
            shadows: [
                Shadow(
                    color: shadowColor, opacity: shadowOpacity, offset: shadowOffset,
                    radius: Sigma(layerRadius: shadowRadius), path: shadowPath)
            ],
            sublayers: lineThickness > 0 ? [stroke] : [])
    }
}

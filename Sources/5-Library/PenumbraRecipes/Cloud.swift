import PenumbraScene

/// A drawn cloud that casts a flattened shadow on the ground and can float along a path.
///
/// All lengths are in points. The outline consists of eight quadratic curves, placed relative to a box. The shadow is the same
/// outline at half the height.
public struct Cloud: Sendable {
    /// The size of the box that holds the outline. The outline stays about a tenth away from the box's sides.
    public var size: Size
    /// The fill colour at the top of the box.
    public var innerColor = Color.white
    /// The fill colour at the bottom of the box.
    public var outerColor = Color(red: 0.78, green: 0.84, blue: 0.91)
    /// The width of the stroke. Only its inner half is visible.
    public var lineThickness = 2.0
    public var strokeColor = Color(red: 0.55, green: 0.63, blue: 0.73)
    /// The distance from the cloud down to its shadow. Nil means 1.8 times the box's height.
    public var shadowDistance: Double?
    public var shadowColor = Color.black
    /// The shadow's own opacity, 0…1. It is multiplied by `opacity`.
    public var shadowOpacity = 0.4
    /// The shadow's σ in points.
    public var shadowRadius = 3.0
    /// The growth of σ per point above the shadow's lower edge. 0 is the same σ everywhere.
    public var shadowPenumbra = 0.0
    /// The opacity of cloud and shadow together.
    public var opacity = 0.9
    /// Extra space on all four sides, in addition to the space that cloud and shadow need.
    public var padding = 0.0
    /// Pixels per point.
    public var scale = 1.0
    /// The colour of the sky. Nil is transparent.
    public var canvasColor: Color?

    public init(size: Size = Size(width: 200, height: 120)) {
        self.size = size
    }

    // MARK: - Geometry

    /// The cloud's outline in a box of a given size.
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

    /// The cloud's outline in the box's coordinates.
    public var path: Path { Self.outline(in: size) }

    /// The path that casts the shadow, in the box's coordinates: the flattened outline, from the box's top left corner.
    public var shadowPath: Path { Self.outline(in: Size(width: size.width, height: size.height / 2)) }

    public var shadowOffset: Point { Point(0, shadowDistance ?? 1.8 * size.height) }

    /// The painted area in the box's coordinates. It always includes the box.
    public var reach: Rect {
        let rows = shadowPath.bounds
        return Rect(origin: .zero, size: size)
            .union(rows.offset(by: shadowOffset).holding(blur: shadow.softest(over: rows, line: rows.maxY)))
    }

    private var shadow: Shadow {
        Shadow(
            color: shadowColor, opacity: shadowOpacity, offset: shadowOffset, radius: Sigma(layerRadius: shadowRadius),
            penumbra: shadowPenumbra, path: shadowPath)
    }

    // MARK: - Scenes

    /// The cloud at rest, on the smallest canvas that holds it and its shadow.
    public var scene: Scene {
        let fit = CanvasFit(reach, padding: padding)
        return scene(at: fit.shift, canvas: fit.size)
    }

    /// The cloud on a given canvas, with its box's top left corner at `origin`.
    public func scene(at origin: Point, canvas: Size) -> Scene {
        Scene(canvas: Canvas(size: canvas, scale: scale, background: canvasColor.map(Paint.color)), layers: [layer(at: origin)])
    }

    /// One scene for each of `count` evenly spaced positions along a path. The path moves the box's top left corner.
    ///
    /// - Parameters:
    ///   - canvas: the size of every frame; the path is then in canvas coordinates. Nil picks the smallest canvas that holds
    ///     the whole flight.
    public func scenes(along path: Path, count: Int, canvas: Size? = nil) -> [Scene] {
        let origins = MotionPath(path).positions(count: count)
        if let canvas { return origins.map { scene(at: $0, canvas: canvas) } }
        let flight = Rect(bounding: origins.flatMap { reach.offset(by: $0).corners })
        let fit = CanvasFit(flight, padding: padding)
        return origins.map { scene(at: $0 + fit.shift, canvas: fit.size) }
    }

    /// The cloud as one layer, with the gradient as contents and the stroke as the only sublayer. The outline clips both at
    /// once, so the edge is antialiased only once.
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
            shadows: [shadow],
            sublayers: lineThickness > 0 ? [stroke] : [])
    }
}

import Penumbra

/// A scene that is measured at several sizes.
public struct BenchmarkScene: Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        case curl, indent, cloud, table, focus, card
        /// A soft shadow on a canvas of 2048², for each σ.
        case shadow
    }

    public var kind: Kind
    /// Pixels per point. The canvas has 1200×630 points; the canvas of `shadow` has 2048².
    public var scale: Double
    /// The σ of `shadow` in pixels; nil for all other scenes.
    public var sigma: Double?

    public init(_ kind: Kind, scale: Double, sigma: Double? = nil) {
        self.kind = kind
        self.scale = scale
        self.sigma = sigma
    }

    /// The name of the photo in scenes.
    public static let photo = ImageSource.file("photo.jpg")

    static let size = Size(width: 1200, height: 630)
    static let shadowSide = 2048.0

    public var showsPhoto: Bool { kind != .cloud && kind != .shadow }

    /// Returns the scene that is measured.
    ///
    /// - Parameter photoSize: the photo's size in pixels.
    public func scene(photoSize: Size) throws(SceneError) -> Scene {
        switch kind {
        case .curl: return curl(photoSize)
        case .indent: return indent
        case .cloud: return cloud
        case .table: return table
        case .focus: return focus
        case .card: return try Self.card(scale)
        case .shadow: return shadow
        }
    }

    private func canvas(_ color: Color) -> Canvas { Canvas(size: Self.size, scale: scale, background: .color(color)) }

    private func curl(_ photoSize: Size) -> Scene {
        var recipe = PhotoShadow(photo: Self.photo, photoSize: photoSize, size: Size(width: 1120, height: 550))
        recipe.scale = scale
        recipe.margin = 40
        recipe.borderWidth = 12
        recipe.shadowDepth = 16
        recipe.shadowRadius = 7
        recipe.canvasColor = Color(white: 0.97)
        return recipe.scene
    }

    private var indent: Scene {
        var path = Path(circleAt: Point(255, 255), radius: 235)
        path.append(Path(circleAt: Point(255, 255), radius: 120))
        path.append(Path(Rect(x: 560, y: 20, width: 500, height: 200), radii: CornerRadii(60)))
        path.append(
            Path(polygon: (0..<5).map { Point(810, 375) + Point(135, 0).applying(.rotation(degrees: Double($0) * 144 - 90)) }))
        var recipe = Indent(.path(path, fillRule: .evenOdd, size: Size(width: 1080, height: 510)))
        recipe.fill = .image(Self.photo)
        recipe.insideShadow = ContextShadow(offset: Point(0, 10), blur: 24, color: Color(white: 0, alpha: 0.75))
        recipe.outsideShadow = ContextShadow(offset: Point(0, 3), blur: 4, color: Color(white: 1, alpha: 0.8))
        return placed(recipe.scene, on: Color(red: 0.84, green: 0.86, blue: 0.89))
    }

    /// The layers of a recipe, placed in the middle of the canvas.
    private func placed(_ scene: Scene, on color: Color) -> Scene {
        let size = scene.canvas.size
        let origin = Point(((Self.size.width - size.width) / 2).rounded(), ((Self.size.height - size.height) / 2).rounded())
        return Scene(canvas: canvas(color), layers: [Layer(frame: Rect(origin: origin, size: size), sublayers: scene.layers)])
    }

    private var cloud: Scene {
        func cloud(_ size: Size, _ origin: Point, _ distance: Double) -> Layer {
            var recipe = Cloud(size: size)
            recipe.shadowDistance = distance
            recipe.shadowRadius = 8
            recipe.lineThickness = 5
            return Layer(frame: Rect(origin: origin, size: size), sublayers: recipe.scene(at: .zero, canvas: size).layers)
        }
        let sky = Layer(
            kind: .gradient(
                Gradient(colors: [Color(red: 0.42, green: 0.68, blue: 0.93), Color(red: 0.82, green: 0.92, blue: 0.98)])),
            frame: Rect(x: 0, y: 0, width: 1200, height: 400))
        let meadow = Layer(
            kind: .gradient(
                Gradient(colors: [Color(red: 0.58, green: 0.76, blue: 0.42), Color(red: 0.36, green: 0.58, blue: 0.28)])),
            frame: Rect(x: 0, y: 400, width: 1200, height: 230))
        return Scene(
            canvas: canvas(.white),
            layers: [
                sky, meadow, cloud(Size(width: 330, height: 200), Point(70, 60), 370),
                cloud(Size(width: 440, height: 260), Point(690, 40), 400),
                cloud(Size(width: 500, height: 290), Point(300, 110), 330), ball,
            ])
    }

    /// A ball that casts a shadow on the ground.
    private var ball: Layer {
        let color = Paint.gradient(
            Gradient(
                .radial(startPoint: Point(0.38, 0.32), endPoint: Point(1.05, 1)),
                colors: [Color(red: 1, green: 0.86, blue: 0.55), Color(red: 0.66, green: 0.26, blue: 0.06)]))
        var recipe = GroundShadow(
            Artwork(
                kind: .shape(Shape(path: Path(circleAt: Point(70, 70), radius: 70), fillColor: color)),
                size: Size(width: 140, height: 140)))
        recipe.flatten = 0.35
        recipe.skew = -50
        let scene = recipe.scene
        return Layer(frame: Rect(origin: Point(120, 440), size: scene.canvas.size), sublayers: scene.layers)
    }

    private var table: Scene {
        func row(_ top: Double, _ bottom: Double) -> ShadowTable.Row {
            ShadowTable.Row(
                height: 66, content: .paint(.gradient(Gradient(colors: [Color(white: top), Color(white: bottom)]))))
        }
        var table = ShadowTable(
            rows: [ShadowTable.Row(height: 180, content: .image(Self.photo))]
                + (0..<4).map { row(0.99 - 0.02 * Double($0), 0.93) })
        table.separatorColor = Color(white: 0.8)
        table.width = 1200
        table.height = 630
        table.scrollOffset = -70
        table.scale = scale
        var scene = table.scene
        // Edges that lie between pixels let some of the background through.
        scene.canvas.background = .white
        return scene
    }

    private var focus: Scene {
        var recipe = Focus(photo: Self.photo, size: Self.size, style: .blur)
        recipe.circle = Focus.Circle(center: Point(0.66, 0.4), diameter: 330)
        recipe.feather = 90
        recipe.scale = scale
        return recipe.scene
    }

    private var shadow: Scene {
        let side = Self.shadowSide
        let card = Layer(
            frame: Rect(x: side / 4, y: side / 4, width: side / 2, height: side / 2),
            backgroundColor: .color(.white), cornerRadii: CornerRadii(64),
            shadows: [Shadow(opacity: 0.6, offset: Point(0, 24), radius: Sigma(sigma ?? 0))])
        return Scene(
            canvas: Canvas(size: Size(width: side, height: side), scale: 1, background: .color(Color(white: 0.95))),
            layers: [card])
    }

    /// The caller chooses the sizes, so only the limits of the renderers apply.
    static let limits = SceneLimits(canvas: CanvasLimits(side: CanvasLimits.longestSide, pixels: CanvasLimits.mostPixels))

    /// A link preview card: a photo with shadows on both sides of its edge, and two lines of text.
    private static func card(_ scale: Double) throws(SceneError) -> Scene {
        try Scene(json: Array(cardDocument.utf8), scaleOverride: scale, limits: limits)
    }

    /// Examples/card/card.json contains the same scene.
    static let cardDocument = """
        {
          "canvas": {"width": 1200, "height": 630, "background": "#eef1f6"},
          "parameters": {
            "photo": "photo.jpg", "title": "A walk along the ridge", "subtitle": "Twelve kilometres, two passes, one hut"
          },
          "layers": [
            {
              "type": "image", "frame": [60, 48, 1080, 420], "contents": "${photo}",
              "contentsGravity": "resizeAspectFill", "cornerRadius": 24, "masksToBounds": true,
              "shadows": [
                {"radius": 24, "offset": [0, 16], "opacity": 0.25}, {"radius": 4, "offset": [0, 2], "opacity": 0.2}
              ],
              "innerShadows": [{"radius": 6, "offset": [0, 2], "opacity": 0.4}]
            },
            {
              "type": "text", "frame": [60, 500, 1080, 52], "string": "${title}",
              "font": "DejaVu Sans:bold", "fontSize": 40, "color": "#1b2330", "maximumLines": 1
            },
            {
              "type": "text", "frame": [60, 556, 1080, 36], "string": "${subtitle}",
              "font": "DejaVu Sans", "fontSize": 24, "color": "#5a6577", "maximumLines": 1
            }
          ]
        }
        """
}

extension Scene {
    /// The scene without its texts, for hosts without fonts.
    func withoutTexts() -> Scene {
        var scene = self
        scene.layers.removeAll { layer in
            if case .text = layer.kind { true } else { false }
        }
        return scene
    }
}

import Penumbra

/// A loop that the motion benchmark measures. Each takes two seconds and fills a canvas of 1920×1080 points.
public enum MotionLoop: String, Sendable, CaseIterable {
    /// A cloud that floats with its shadow.
    case cloud
    /// A list that scrolls under its shadows.
    case table
    /// A circle that follows a track and grows, on a blurred photo.
    case focus
    /// A photo whose corners lift off the page.
    case curl
    /// Letters pressed into the page, whose light turns.
    case indent
    /// A board of 200 cards with shadows, one of which moves.
    case board
    /// The same board at rest. Its frames cost no drawing.
    case still

    static let size = Size(width: 1920, height: 1080)
    private static let seconds = 2.0

    /// - Parameter photoSize: the size of the photo in pixels.
    func scene(photoSize: Size) throws -> Scene {
        var scene =
            switch self {
            case .cloud: try Self.cloud()
            case .table: try Self.table()
            case .focus: try Self.focus()
            case .curl: try Self.curl(photoSize)
            case .indent: try Self.indent()
            case .board: try Self.board(isMoving: true)
            case .still: try Self.board(isMoving: false)
            }
        scene.canvas.duration = Self.seconds
        return scene
    }

    private static func layer(_ top: Color, _ bottom: Color, y: Double, height: Double) -> Layer {
        Layer(
            kind: .gradient(Gradient(colors: [top, bottom])), frame: Rect(x: 0, y: y, width: size.width, height: height))
    }

    private static func cloud() throws -> Scene {
        var recipe = Cloud(size: Size(width: 480, height: 290))
        recipe.shadowDistance = 560
        recipe.shadowRadius = 10
        recipe.lineThickness = 5
        let path = try Path(svgPathData: "M240 110C700 40 1000 240 1200 130C1000 20 700 260 240 110Z")
        var scene = try recipe.scene(along: path, count: 120, rate: .sixty, canvas: size)
        scene.canvas.background = .color(.white)
        scene.layers.insert(
            contentsOf: [
                layer(
                    Color(red: 0.42, green: 0.68, blue: 0.93), Color(red: 0.82, green: 0.92, blue: 0.98), y: 0, height: 680),
                layer(
                    Color(red: 0.58, green: 0.76, blue: 0.42), Color(red: 0.36, green: 0.58, blue: 0.28), y: 680, height: 400),
            ], at: 0)
        return scene
    }

    private static func table() throws -> Scene {
        var recipe = ShadowTable(
            rows: [ShadowTable.Row(height: 320, content: .image(BenchmarkScene.photo))]
                + (0..<12).map { index in
                    let top = 0.99 - 0.01 * Double(index)
                    return ShadowTable.Row(
                        height: 132,
                        content: .paint(.gradient(Gradient(colors: [Color(white: top), Color(white: top - 0.06)]))))
                })
        recipe.separatorColor = Color(white: 0.8)
        recipe.width = size.width
        recipe.height = size.height
        recipe.scrollOffset = -120
        var scene = try recipe.scene(scrollingTo: 900, duration: seconds)
        scene.canvas.background = .color(.white)
        return scene
    }

    private static func focus() throws -> Scene {
        var recipe = Focus(photo: BenchmarkScene.photo, size: size, style: .blur)
        recipe.feather = 120
        func key(_ time: Double, _ x: Double, _ y: Double, _ diameter: Double) -> FocusTrack.Keyframe {
            FocusTrack.Keyframe(time: time, circle: Focus.Circle(center: Point(x, y), diameter: diameter))
        }
        let keys = [key(0, 0.3, 0.4, 300), key(0.7, 0.6, 0.5, 460), key(1.4, 0.7, 0.6, 260), key(2, 0.3, 0.4, 300)]
        guard let track = FocusTrack(keys) else { return recipe.scene }
        return try recipe.scene(following: track, rate: .sixty)
    }

    private static func curl(_ photoSize: Size) throws -> Scene {
        var recipe = PhotoShadow(photo: BenchmarkScene.photo, photoSize: photoSize, size: Size(width: 1760, height: 900))
        recipe.margin = 80
        recipe.borderWidth = 20
        recipe.shadowDepth = 14
        recipe.shadowRadius = 9
        recipe.canvasColor = Color(white: 0.97)
        var scene = recipe.scene
        scene.canvas.size = size
        var lifted = recipe
        lifted.shadowDepth = 44
        let timing = try Timing(duration: seconds / 2, autoreverses: true)
        let paths = try BasicValues(from: recipe.shadowPath, to: lifted.shadowPath)
        scene.layers[0].animations = [
            LayerAnimation(
                AnimationKeyPath(pattern: "shadows[].path", indices: [0]),
                .path(Animation(.basic(paths), timing: timing, timingFunction: .cubicBezier(.easeInOut))))
        ]
        return scene
    }

    private static func indent() throws -> Scene {
        var path = Path(circleAt: Point(400, 400), radius: 380)
        path.append(Path(circleAt: Point(400, 400), radius: 190))
        path.append(Path(Rect(x: 860, y: 40, width: 800, height: 320), radii: CornerRadii(100)))
        path.append(Path(Rect(x: 860, y: 440, width: 800, height: 320), radii: CornerRadii(20)))
        var recipe = Indent(.path(path, fillRule: .evenOdd, size: Size(width: 1700, height: 800)))
        recipe.insideShadow = ContextShadow(offset: Point(0, 14), blur: 30, color: Color(white: 0, alpha: 0.75))
        recipe.outsideShadow = ContextShadow(offset: Point(0, 5), blur: 6, color: Color(white: 1, alpha: 0.8))
        recipe.padding = 110
        recipe.canvasColor = Color(red: 0.84, green: 0.86, blue: 0.89)
        let readings = (0...40).map { index in
            let share = Double(index) / 40
            return TiltSample(time: seconds * share, x: 1.6 * (share < 0.5 ? share : 1 - share) - 0.4, y: -0.8)
        }
        var scene = try recipe.scene(tilting: readings, rate: .sixty)
        scene.canvas.size = size
        return scene
    }

    private static func board(isMoving: Bool) throws -> Scene {
        var cards = (0..<200).map { index in
            Layer(
                frame: Rect(x: 14 + 95 * Double(index % 20), y: 20 + 105 * Double(index / 20), width: 80, height: 80),
                backgroundColor: .color(.white), cornerRadii: CornerRadii(12),
                shadows: [Shadow(opacity: 0.4, offset: Point(0, 4), radius: Sigma(6))])
        }
        if isMoving {
            let timing = try Timing(duration: seconds / 2, autoreverses: true)
            cards[110].animations = [
                LayerAnimation(
                    AnimationKeyPath(pattern: "transform.translation.x"),
                    .number(Animation(.basic(try BasicValues(from: 0, to: 60)), timing: timing)))
            ]
        }
        return Scene(canvas: Canvas(size: size, scale: 1, background: .color(Color(white: 0.95))), layers: cards)
    }
}

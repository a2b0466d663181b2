import Penumbra

/// The gallery's effects besides the curl, each made by its recipe.
extension GalleryPicture {
    static let font = "DejaVu Sans:bold"
    private static let page = Color(red: 0.84, green: 0.86, blue: 0.89)
    private static let width = 440.0
    private static let height = 320.0

    /// The layers of a recipe's scene, moved to a position on a canvas of the gallery's size.
    private static func placed(_ scene: Scene, at origin: Point, name: String) -> Layer {
        Layer(name: name, frame: Rect(origin: origin, size: scene.canvas.size), sublayers: scene.layers)
    }

    private static func picture(
        _ name: String, _ title: String, _ caption: String, _ scale: Double, _ background: Color, _ layers: [Layer]
    ) -> GalleryPicture {
        GalleryPicture(
            name: name, title: title, caption: caption, command: nil,
            scene: Scene(
                canvas: Canvas(size: Size(width: width, height: height), scale: scale, background: background), layers: layers))
    }

    /// The same, centred on the gallery's canvas.
    private static func centered(
        _ name: String, _ title: String, _ caption: String, _ scale: Double, _ background: Color, _ recipe: Scene
    ) -> GalleryPicture {
        let size = recipe.canvas.size
        let origin = Point(((width - size.width) / 2).rounded(), ((height - size.height) / 2).rounded())
        return picture(name, title, caption, scale, background, [placed(recipe, at: origin, name: name)])
    }

    // MARK: - Indent

    static func indents(_ photo: ImageSource, _ scale: Double) -> [GalleryPicture] {
        func word(_ string: String, _ size: Double) -> Artwork {
            .text(
                Text(string: string, font: font, fontSize: size, alignment: .center),
                size: Size(width: 400, height: (size * 1.2).rounded(.up)))
        }
        var pressed = Indent.label(word("Indent", 96))
        pressed.padding = 10
        var filled = Indent(word("PHOTO", 98))
        filled.fill = .image(photo)
        filled.insideShadow = ContextShadow(offset: Point(0, 4), blur: 8, color: Color(white: 0, alpha: 0.75))
        filled.outsideShadow = ContextShadow(offset: Point(0, 1.5), blur: 2, color: Color(white: 1, alpha: 0.7))
        var raised = Indent(word("Emboss", 92))
        raised.style = .relief
        raised.outsideShadow = ContextShadow(offset: Point(0, 2), blur: 3, color: Color(white: 1, alpha: 0.8))
        raised.insideShadow = ContextShadow(offset: Point(0, 2), blur: 4, color: Color(white: 0, alpha: 0.45))
        return [
            centered(
                "indent", "Indent", "A label pressed into the page: the inverted alpha, blurred, shades what lies inside.",
                scale,
                page, pressed.scene),
            centered(
                "indent-photo", "Indented photo", "The pressed region is filled with a photo, between both shadows.", scale,
                Color(red: 0.93, green: 0.93, blue: 0.91), filled.scene),
            centered(
                "emboss", "Emboss", "The same, raised: the colours of both shadows change places.", scale,
                Color(red: 0.79, green: 0.84, blue: 0.80), raised.scene),
        ]
    }

    // MARK: - Cloud and ground

    static func grounds(_ scale: Double) -> [GalleryPicture] {
        let sky = Layer(
            kind: .gradient(
                Gradient(colors: [Color(red: 0.42, green: 0.68, blue: 0.93), Color(red: 0.82, green: 0.92, blue: 0.98)])),
            name: "sky", frame: Rect(x: 0, y: 0, width: width, height: 220))
        let meadow = Layer(
            kind: .gradient(
                Gradient(colors: [Color(red: 0.58, green: 0.76, blue: 0.42), Color(red: 0.36, green: 0.58, blue: 0.28)])),
            name: "meadow", frame: Rect(x: 0, y: 220, width: width, height: 100))
        func cloud(_ size: Size, _ origin: Point, _ distance: Double) -> Layer {
            var recipe = Cloud(size: size)
            recipe.shadowDistance = distance
            recipe.lineThickness = 3
            return Layer(
                name: "cloud", frame: Rect(origin: origin, size: size),
                sublayers: recipe.scene(at: .zero, canvas: size).layers)
        }
        let clouds = [
            cloud(Size(width: 120, height: 72), Point(18, 36), 176),
            cloud(Size(width: 180, height: 108), Point(236, 22), 200),
            cloud(Size(width: 230, height: 140), Point(84, 74), 170),
        ]
        let text = Text(
            string: "Ground", font: "DejaVu Serif:bold", fontSize: 92, color: .rgb(0.75, 0.22, 0.17), alignment: .center)
        var ground = GroundShadow(.text(text, size: Size(width: 400, height: 111)))
        // Letters touch the ground at their baseline, 0.928 of the size below the top.
        ground.foot = Point(200, 85.4)
        ground.skew = -35
        ground.shadowOpacity = 0.45
        let ball = Path(circleAt: Point(50, 50), radius: 50)
        func ballScene(_ style: GroundShadow.Style) -> GroundShadow {
            var layer = GroundShadow(
                Artwork(
                    kind: .shape(
                        Shape(
                            path: ball,
                            fillColor: .gradient(
                                Gradient(
                                    .radial(startPoint: Point(0.38, 0.32), endPoint: Point(1.05, 1)),
                                    colors: [
                                        Color(red: 1, green: 0.86, blue: 0.55), Color(red: 0.96, green: 0.55, blue: 0.16),
                                        Color(red: 0.66, green: 0.26, blue: 0.06),
                                    ], locations: [0, 0.5, 1])))),
                    size: Size(width: 100, height: 100)),
                style: style)
            layer.flatten = 0.35
            layer.skew = -50
            return layer
        }
        let floor = Color(red: 0.90, green: 0.88, blue: 0.85)
        let balls = zip(GroundShadow.Style.allCases, [30.0, 170, 310]).map { style, x -> Layer in
            let recipe = ballScene(style)
            return placed(
                recipe.scene, at: Point(x + recipe.reach.minX.rounded(.down), 110 + recipe.reach.minY.rounded(.down)),
                name: "\(style)")
        }
        return [
            picture(
                "cloud", "Cloud", "A drawn shape floats; its flattened shadow lies on the ground below.", scale, .white,
                [sky, meadow] + clouds),
            centered(
                "ground", "Ground shadow", "Any caster, here text, flattened and skewed by the direction of the light.", scale,
                floor, ground.scene),
            picture(
                "ground-styles", "Ground, contact, lifted", "Three ways to stand: a cast shadow, a touch, a hover.", scale,
                floor,
                balls),
        ]
    }

    // MARK: - Table

    static func tables(_ photo: ImageSource, _ scale: Double) -> [GalleryPicture] {
        func row(_ title: String, _ top: Color, _ bottom: Color) -> ShadowTable.Row {
            ShadowTable.Row(height: 46, content: .paint(.gradient(Gradient(colors: [top, bottom]))), title: title)
        }
        let light = Color(white: 0.99)
        let grey = Color(white: 0.93)
        var table = ShadowTable(rows: [
            row("Monday", light, grey), row("Tuesday", light, grey), row("Wednesday", light, grey),
            row("Thursday", light, grey),
        ])
        table.navigationBarTitle = "Pulled down"
        table.font = "DejaVu Sans"
        table.fontSize = 15
        table.separatorColor = Color(white: 0.8)
        table.width = 200
        table.height = 288
        table.scrollOffset = -34
        var scrolled = table
        scrolled.rows.insert(ShadowTable.Row(height: 80, content: .image(photo)), at: 0)
        scrolled.navigationBarTitle = "Scrolled"
        scrolled.scrollOffset = 70
        return [
            picture(
                "table", "Table", "Gradient shadows lift a list off its background; rows take theirs along.", scale,
                Color(red: 0.55, green: 0.59, blue: 0.66),
                [
                    placed(table.scene, at: Point(14, 16), name: "pulled"),
                    placed(scrolled.scene, at: Point(226, 16), name: "scrolled"),
                ])
        ]
    }

    // MARK: - Focus

    static func focuses(_ photo: ImageSource, _ scale: Double) -> [GalleryPicture] {
        func focus(_ style: Focus.Style, _ change: (inout Focus) -> Void = { _ in }) -> Scene {
            var recipe = Focus(photo: photo, size: Size(width: width, height: height), style: style)
            recipe.circle = Focus.Circle(center: Point(0.68, 0.36), diameter: 150)
            recipe.scale = scale
            change(&recipe)
            return recipe.scene
        }
        func picture(
            _ name: String, _ title: String, _ caption: String, _ options: String, _ scene: Scene
        ) -> GalleryPicture {
            GalleryPicture(
                name: name, title: title, caption: caption,
                command: "penumbra focus photo.png --size 440x320 --center 0.68,0.36 --diameter 150 --scale \(Int(scale))"
                    + "\(options) -o \(name).png",
                scene: scene)
        }
        return [
            picture("focus-dim", "Focus, dimmed", "Dark outside a feathered circle.", "", focus(.dim)),
            picture(
                "focus-sharp", "Focus, sharp", "One path, rectangle and circle, filled by the even-odd rule.", " --sharp",
                focus(.dim) { $0.isSharp = true }),
            picture(
                "focus-blur", "Focus, blurred", "The photo itself, out of focus outside the circle; inside it is untouched.",
                " --style blur", focus(.blur)),
            picture(
                "focus-progressive", "Focus, progressive", "σ grows with the distance: no double picture in between.",
                " --style progressive --feather 260 --feather-location 1 --blur-radius 12",
                focus(.progressive) {
                    $0.feather = 260
                    $0.featherLocation = 1
                    $0.blurRadius = 12
                }),
        ]
    }
}

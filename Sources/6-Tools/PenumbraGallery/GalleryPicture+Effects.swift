import Penumbra

/// The effects beside the curl, each made by its recipe.
extension GalleryMaker {
    private static let width = 440.0
    private static let height = 320.0

    /// The layers of a recipe's scene, at a place on a canvas of the gallery's size.
    private func placed(_ scene: Scene, at origin: Point, name: String) -> Layer {
        Layer(name: name, frame: Rect(origin: origin, size: scene.canvas.size), sublayers: scene.layers)
    }

    private func effect(
        _ name: String, _ title: String, _ caption: String, _ top: Color, _ bottom: Color, _ layers: [Layer]
    ) throws(SceneError) -> GalleryPicture {
        let size = Size(width: Self.width, height: Self.height)
        let page = Layer(
            kind: .gradient(Gradient(colors: [top, bottom])), name: "page", frame: Rect(origin: .zero, size: size))
        return try picture(
            name, title, caption, Scene(canvas: Canvas(size: size, scale: scale), layers: [page] + layers))
    }

    /// A recipe's scene in the middle of the gallery's canvas.
    private func centered(
        _ name: String, _ title: String, _ caption: String, _ top: Color, _ bottom: Color, _ recipe: Scene
    ) throws(SceneError) -> GalleryPicture {
        let size = recipe.canvas.size
        let origin = Point(((Self.width - size.width) / 2).rounded(), ((Self.height - size.height) / 2).rounded())
        return try effect(name, title, caption, top, bottom, [placed(recipe, at: origin, name: name)])
    }

    private func bytes(_ red: Int, _ green: Int, _ blue: Int) -> Color {
        Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
    }

    // MARK: - Indent

    func indents() throws(SceneError) -> [GalleryPicture] {
        func word(_ string: String, _ size: Double) -> Artwork {
            .text(
                Text(string: string, font: font, fontSize: size, alignment: .center),
                size: Size(width: 420, height: (size * 1.25).rounded(.up)))
        }
        var pressed = Indent.label(word("Letterpress", 72))
        pressed.insideShadow = ContextShadow(offset: Point(0, 2), blur: 5, color: Color(white: 0, alpha: 0.6))
        pressed.padding = 10
        var filled = Indent(word("COFFEE", 96))
        filled.fill = .image(photoSource)
        filled.insideShadow = ContextShadow(offset: Point(0, 4), blur: 9, color: Color(white: 0, alpha: 0.8))
        filled.outsideShadow = ContextShadow(offset: Point(0, 1.5), blur: 2, color: Color(white: 1, alpha: 0.8))
        var raised = Indent(word("Emboss", 96))
        raised.style = .relief
        raised.outsideShadow = ContextShadow(offset: Point(0, 2), blur: 4, color: Color(white: 1, alpha: 0.85))
        raised.insideShadow = ContextShadow(offset: Point(0, 3), blur: 7, color: Color(white: 0, alpha: 0.4))
        return [
            try centered(
                "indent", "Indent", "A label pressed into the page: its inverted alpha, blurred, shades the inside.",
                bytes(226, 222, 216), bytes(206, 200, 192), pressed.scene),
            try centered(
                "indent-photo", "Indented photo", "A photo fills the pressed letters, between both shadows.",
                bytes(248, 244, 238), bytes(232, 224, 213), filled.scene),
            try centered(
                "emboss", "Emboss", "The same, raised: both shadows exchange their colours.",
                bytes(205, 217, 209), bytes(184, 201, 191), raised.scene),
        ]
    }

    // MARK: - Cloud and ground

    func grounds() throws(SceneError) -> [GalleryPicture] {
        let meadow = Layer(
            kind: .gradient(Gradient(colors: [bytes(190, 214, 150), bytes(104, 152, 84)])),
            name: "meadow", frame: Rect(x: 0, y: 222, width: Self.width, height: 98))
        func cloud(_ size: Size, _ origin: Point, _ distance: Double) -> Layer {
            var recipe = Cloud(size: size)
            recipe.shadowDistance = distance
            recipe.shadowRadius = 7
            recipe.shadowOpacity = 0.3
            recipe.outerColor = bytes(214, 230, 246)
            recipe.strokeColor = Color(white: 1)
            recipe.lineThickness = 2
            recipe.opacity = 0.97
            return Layer(
                name: "cloud", frame: Rect(origin: origin, size: size),
                sublayers: recipe.scene(at: .zero, canvas: size).layers)
        }
        let clouds = [
            cloud(Size(width: 120, height: 72), Point(22, 34), 182),
            cloud(Size(width: 180, height: 108), Point(238, 20), 206),
            cloud(Size(width: 230, height: 140), Point(84, 72), 176),
        ]
        let text = Text(
            string: "Ground", font: font, fontSize: 96, color: .rgb(0.80, 0.33, 0.16), alignment: .center)
        var ground = GroundShadow(.text(text, size: Size(width: 400, height: 116)))
        // Inter's letters stand on their baseline, 0.9688 of the size below the top.
        ground.foot = Point(200, 93)
        ground.skew = -38
        ground.flatten = 0.6
        ground.shadowOpacity = 0.38
        ground.shadowRadius = 3.5
        let ball = Path(circleAt: Point(50, 50), radius: 50)
        func ballScene(_ style: GroundShadow.Style) -> GroundShadow {
            let shine = Gradient(
                .radial(startPoint: Point(0.36, 0.3), endPoint: Point(1.05, 1)),
                colors: [bytes(255, 232, 190), bytes(242, 140, 48), bytes(150, 58, 14)], locations: [0, 0.45, 1])
            var layer = GroundShadow(
                Artwork(
                    kind: .shape(Shape(path: ball, fillColor: .gradient(shine))), size: Size(width: 100, height: 100)),
                style: style)
            layer.flatten = 0.35
            layer.skew = -50
            return layer
        }
        let balls = zip(GroundShadow.Style.allCases, [34.0, 174, 314]).map { style, x -> Layer in
            let recipe = ballScene(style)
            return placed(
                recipe.scene, at: Point(x + recipe.reach.minX.rounded(.down), 112 + recipe.reach.minY.rounded(.down)),
                name: "\(style)")
        }
        return [
            try effect(
                "cloud", "Cloud", "Drawn shapes float; their flattened shadows lie on the ground below.",
                bytes(92, 164, 240), bytes(226, 240, 252), [meadow] + clouds),
            try centered(
                "ground", "Ground shadow", "Any artwork casts a shadow, flattened and skewed by the light's direction.",
                bytes(247, 243, 238), bytes(222, 212, 200), ground.scene),
            try effect(
                "ground-styles", "Ground, contact, lifted", "Three ways to stand: a cast shadow, a touch, a hover.",
                bytes(247, 243, 238), bytes(222, 212, 200), balls),
        ]
    }

    // MARK: - Cards

    func layouts() throws(SceneError) -> [GalleryPicture] {
        func card(
            _ name: String, _ title: String, _ caption: String, _ options: String, _ change: (inout Card) -> Void
        ) throws(SceneError) -> GalleryPicture {
            var recipe = Card(title: "Espresso, twice as slow")
            recipe.subtitle = "Lower pressure, finer grounds and a minute of patience."
            recipe.author = "Rachel Adeyemi"
            recipe.tags = ["Coffee", "5 min"]
            recipe.photo = photoSource
            recipe.font = font
            recipe.scale = scale
            change(&recipe)
            return try picture(
                name, title, caption,
                command: "card '\(recipe.title)' --subtitle '\(recipe.subtitle)' --author '\(recipe.author)'"
                    + " --tag Coffee --tag '5 min' --photo \(photo) --font \(GalleryFiles.font)"
                    + " --scale \(scaleText)\(options)",
                recipe.scene)
        }
        return [
            try card(
                "card", "Card", "Flexbox makes room for the title, however long; the picture is as high as the card.", "",
            ) { _ in },
            try card(
                "card-wide", "Link preview", "The same card in the size of a link preview.", " --style dark --size 600x315",
            ) {
                $0.style = .dark
                ($0.width, $0.height) = (600, 315)
            },
            try card(
                "card-glass", "Glass card", "The photo fills the page and is blurred behind the card.", " --style glass"
            ) { $0.style = .glass },
        ]
    }

    // MARK: - Table

    func tables() throws(SceneError) -> [GalleryPicture] {
        func row(_ title: String) -> ShadowTable.Row { ShadowTable.Row(height: 46, title: title) }
        var table = ShadowTable(rows: [row("Espresso"), row("Cortado"), row("Flat white"), row("Filter")])
        table.navigationBarTitle = "Pulled down"
        table.navigationBarColor = .color(bytes(122, 52, 24))
        table.backgroundColor = bytes(226, 219, 211)
        table.font = font
        table.lineHeight = 18
        table.fontSize = 15
        table.textColor = bytes(60, 42, 32)
        table.separatorColor = bytes(228, 220, 212)
        table.width = 200
        table.height = 288
        table.scrollOffset = -34
        var scrolled = table
        scrolled.rows.insert(ShadowTable.Row(height: 120, content: .image(photoSource)), at: 0)
        scrolled.navigationBarTitle = "Scrolled"
        scrolled.scrollOffset = 50
        return [
            try effect(
                "table", "Table", "Gradient shadows lift a list off its background and move with its rows.",
                bytes(196, 184, 172), bytes(170, 155, 141),
                [
                    placed(table.scene, at: Point(14, 16), name: "pulled"),
                    placed(scrolled.scene, at: Point(226, 16), name: "scrolled"),
                ])
        ]
    }

    // MARK: - Focus

    func focuses() throws(SceneError) -> [GalleryPicture] {
        func focus(
            _ name: String, _ title: String, _ caption: String, _ options: String, _ style: Focus.Style,
            _ change: (inout Focus) -> Void = { _ in }
        ) throws(SceneError) -> GalleryPicture {
            var recipe = Focus(
                photo: photoSource, size: Size(width: Self.width, height: Self.height), style: style)
            recipe.circle = Focus.Circle(center: Point(0.48, 0.4), diameter: 170)
            recipe.scale = scale
            change(&recipe)
            return try picture(
                name, title, caption,
                command: "focus \(photo) --size 440x320 --center 0.48,0.4 --diameter 170"
                    + " --scale \(scaleText)\(options)",
                recipe.scene)
        }
        return [
            try focus(
                "focus-blur", "Focus, blurred", "The photo is out of focus outside the circle and untouched inside.",
                " --style blur", .blur),
            try focus(
                "focus-progressive", "Focus, progressive", "σ grows with the distance, without a double image in between.",
                " --style progressive --feather 260 --feather-location 1 --blur-radius 12", .progressive
            ) {
                $0.feather = 260
                $0.featherLocation = 1
                $0.blurRadius = 12
            },
            try focus("focus-dim", "Focus, dimmed", "A feathered circle in a dimmed photo.", "", .dim),
            try focus(
                "focus-sharp", "Focus, sharp", "One path, a rectangle and a circle, filled by the even-odd rule.",
                " --sharp", .dim
            ) { $0.isSharp = true },
        ]
    }
}

import Penumbra

/// One picture of the gallery.
public struct GalleryPicture: Sendable {
    /// The base name of the picture's files, without an extension.
    public let name: String
    public let title: String
    public let caption: String
    /// The command that makes the same picture from the gallery's photo. Nil if the picture is made from its scene.
    public let command: String?
    public let scene: Scene
}

extension GalleryPicture {
    /// All effects and variants, made from one photo.
    ///
    /// - Parameters:
    ///   - photo: the photo's source in the scenes.
    ///   - photoSize: the photo's size in pixels.
    ///   - scale: pixels per point.
    public static func all(photo: ImageSource, photoSize: Size, scale: Double) -> [GalleryPicture] {
        curls(photo, photoSize, scale) + grounds(scale) + indents(photo, scale) + tables(photo, scale) + focuses(photo, scale)
            + cards(photo, scale)
    }

    private static func curls(_ photo: ImageSource, _ photoSize: Size, _ scale: Double) -> [GalleryPicture] {
        func picture(
            _ name: String, _ title: String, _ caption: String, _ options: String, _ change: (inout PhotoShadow) -> Void
        ) -> GalleryPicture {
            var recipe = PhotoShadow(photo: photo, photoSize: photoSize, size: Size(width: 360, height: 240))
            recipe.borderWidth = 8
            recipe.canvasColor = .white
            recipe.scale = scale
            recipe.margin = 40
            change(&recipe)
            return GalleryPicture(
                name: name, title: title, caption: caption,
                command: "penumbra curl photo.png --size 360x240 --border-width 8 --margin 40 --background white"
                    + " --scale \(Int(scale))\(options) -o \(name).png",
                scene: recipe.scene)
        }
        return [
            picture(
                "curl", "Curl", "The corners lift off the page: the shadow's own path arches up under the photo.",
                " --shadow-depth 14 --shadow-radius 5"
            ) {
                $0.shadowDepth = 14
                $0.shadowRadius = 5
            },
            picture(
                "lifted", "Lifted", "A plain, offset, soft shadow.",
                " --shadow-style lifted --shadow-radius 14 --shadow-offset 0,12"
            ) {
                $0.style = .lifted
                $0.shadowRadius = 14
                $0.shadowOffset = Point(0, 12)
            },
            picture(
                "contact", "Contact", "A flat ellipse under the lower edge.",
                " --shadow-style contact --shadow-depth 22 --shadow-radius 6 --shadow-opacity 0.5"
            ) {
                $0.style = .contact
                $0.shadowDepth = 22
                $0.shadowRadius = 6
                $0.shadowOpacity = 0.5
            },
            picture(
                "trapezoid", "Trapezoid", "Light from behind: the shadow widens towards the viewer.",
                " --shadow-style trapezoid --shadow-depth 20 --shadow-radius 6"
            ) {
                $0.style = .trapezoid
                $0.shadowDepth = 20
                $0.shadowRadius = 6
            },
        ]
    }

    private static func cards(_ photo: ImageSource, _ scale: Double) -> [GalleryPicture] {
        let paper = Color(red: 0.93, green: 0.94, blue: 0.96)
        func canvas(_ color: Color = paper) -> Canvas {
            Canvas(size: Size(width: 440, height: 320), scale: scale, background: color)
        }
        func image(_ frame: Rect, _ radii: CornerRadii = .zero) -> Layer {
            Layer(
                kind: .image(ImageContents(source: photo, gravity: .resizeAspectFill)), name: "photo", frame: frame,
                cornerRadii: radii, masksToBounds: true)
        }
        let card = Layer(
            name: "card", frame: Rect(x: 60, y: 35, width: 320, height: 240), backgroundColor: .white,
            cornerRadii: CornerRadii(24),
            shadows: [
                Shadow(opacity: 0.20, offset: Point(0, 2), radius: Sigma(4)),
                Shadow(opacity: 0.25, offset: Point(0, 16), radius: Sigma(24)),
            ],
            sublayers: [image(Rect(x: 12, y: 12, width: 296, height: 216), CornerRadii(14))])
        let turned = (0..<3).map { index -> Layer in
            Layer(
                name: "print \(index + 1)", frame: Rect(x: 110, y: 66, width: 220, height: 180),
                transform: .rotation(degrees: Double(index) * 11 - 13), backgroundColor: .white,
                shadows: [Shadow(opacity: 0.35, offset: Point(0, 6), radius: Sigma(7))],
                sublayers: [image(Rect(x: 10, y: 10, width: 200, height: 140))])
        }
        var star = Path()
        for i in 0..<5 {
            let angle = Double(i) * 144 - 90
            let point = Point(220, 158) + Point(120, 0).applying(.rotation(degrees: angle))
            if i == 0 { star.move(to: point) } else { star.addLine(to: point) }
        }
        star.close()
        let shape = Layer(
            kind: .shape(Shape(path: star, fillRule: .evenOdd, fillColor: .rgb(0.98, 0.72, 0.15))),
            name: "star",
            shadows: [
                Shadow(color: Color(red: 0.5, green: 0.2, blue: 0), opacity: 0.5, offset: Point(0, 10), radius: Sigma(8))
            ])
        let avatar = Layer(
            name: "avatar", frame: Rect(x: 120, y: 56, width: 200, height: 200), backgroundColor: .white,
            cornerRadii: CornerRadii(100), borderWidth: 6, borderColor: .white,
            shadows: [Shadow(opacity: 0.35, offset: Point(0, 8), radius: Sigma(12))],
            sublayers: [image(Rect(x: 0, y: 0, width: 200, height: 200), CornerRadii(100))])
        return [
            GalleryPicture(
                name: "card", title: "Card", caption: "Two shadows, round corners, a clipped photo.", command: nil,
                scene: Scene(canvas: canvas(), layers: [card])),
            GalleryPicture(
                name: "prints", title: "Prints", caption: "Turned layers: offsets turn along, softness stays round.",
                command: nil,
                scene: Scene(canvas: canvas(Color(red: 0.80, green: 0.76, blue: 0.70)), layers: turned)),
            GalleryPicture(
                name: "avatar", title: "Avatar", caption: "A circle cut exactly, with a border and a shadow.", command: nil,
                scene: Scene(canvas: canvas(Color(red: 0.85, green: 0.90, blue: 0.95)), layers: [avatar])),
            GalleryPicture(
                name: "star", title: "Star", caption: "A self-crossing path with a hole casts a shadow with a hole.",
                command: nil,
                scene: Scene(canvas: canvas(.white), layers: [shape])),
        ]
    }
}

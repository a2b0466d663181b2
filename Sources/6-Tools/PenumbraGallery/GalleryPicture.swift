import CPenumbraEmbedded
import Penumbra

/// One picture of the gallery.
public struct GalleryPicture: Sendable {
    /// The name of the picture's files, without an ending.
    public let name: String
    public let title: String
    public let caption: String
    /// The command that makes the same picture from the gallery's photo. Nil means that the picture is made from its scene.
    public let command: String?
    public let scene: Scene
    /// The scene's document.
    public let json: String
}

extension GalleryPicture {
    /// The pictures of the gallery, the most showy first.
    ///
    /// - Parameters:
    ///   - photo: the file name of the photo in cards and effects, in `folder`.
    ///   - photoSize: the size of the photo in pixels.
    ///   - folder: the folder that holds the photo and `GalleryFiles`.
    ///   - scale: pixels per point.
    /// - Throws: `SceneError` if a scene cannot be read or written.
    public static func all(
        photo: String = GalleryFiles.photo, photoSize: Size, folder: String, scale: Double
    ) throws(SceneError) -> [GalleryPicture] {
        let maker = GalleryMaker(photo: photo, photoSize: photoSize, folder: folder, scale: scale)
        return try maker.cards() + maker.layouts() + maker.curls() + maker.indents() + maker.grounds() + maker.tables()
            + maker.focuses()
    }
}

/// Makes the pictures for one folder, photo and scale.
struct GalleryMaker {
    let photo: String
    let photoSize: Size
    let folder: String
    let scale: Double

    func path(_ file: String) -> String { "\(folder)/\(file)" }
    var photoSource: ImageSource { .file(path(photo)) }
    var font: String { path(GalleryFiles.font) }
    var scaleText: String { scale == scale.rounded() ? "\(Int(scale))" : "\(scale)" }

    func picture(
        _ name: String, _ title: String, _ caption: String, command: String? = nil, _ scene: Scene
    ) throws(SceneError) -> GalleryPicture {
        GalleryPicture(
            name: name, title: title, caption: caption, command: command.map { "penumbra \($0) -o \(name).png" },
            scene: scene, json: try scene.json(baseFolder: folder))
    }

    /// The scenes written by hand, as people would write them.
    func cards() throws(SceneError) -> [GalleryPicture] {
        func card(
            _ name: String, _ title: String, _ caption: String, _ document: penumbra_bytes
        ) throws(SceneError) -> GalleryPicture {
            var json = String(decoding: GalleryFiles.bytes(document), as: UTF8.self)
            json.replace("\"\(GalleryFiles.photo)\"", with: "\"\(photo)\"")
            json.replace("\"scale\": 2", with: "\"scale\": \(scaleText)")
            return GalleryPicture(
                name: name, title: title, caption: caption, command: nil,
                scene: try Scene(json: Array(json.utf8), baseFolder: folder), json: json)
        }
        return [
            try card(
                "product", "Product card", "Three layered shadows, continuous corners, a button with an inner highlight.",
                penumbra_embedded_product()),
            try card(
                "glass", "Frosted glass", "A panel blurs the photo behind it; fine inner shadows are its rim.",
                penumbra_embedded_glass()),
            try card(
                "screenshot", "Store screenshot", "One scene of gradients, texts and a phone; set other sizes by parameters.",
                penumbra_embedded_screenshot()),
            try card(
                "controls", "Soft controls", "Outer and inner shadows in pairs, and a stroke with a coloured shadow.",
                penumbra_embedded_controls()),
            try card(
                "prints", "Prints", "Shadow offsets turn with their layers; shadows stay equally soft in all directions.",
                penumbra_embedded_prints()),
        ]
    }

    func curls() throws(SceneError) -> [GalleryPicture] {
        func curl(
            _ name: String, _ title: String, _ caption: String, _ options: String, _ change: (inout PhotoShadow) -> Void
        ) throws(SceneError) -> GalleryPicture {
            var recipe = PhotoShadow(photo: photoSource, photoSize: photoSize, size: Size(width: 348, height: 232))
            recipe.borderWidth = 10
            recipe.canvasColor = Self.paper
            recipe.scale = scale
            recipe.margin = 46
            change(&recipe)
            return try picture(
                name, title, caption,
                command: "curl \(photo) --size 348x232 --border-width 10 --margin 46 --background '#f4efe8'"
                    + " --scale \(scaleText)\(options)",
                recipe.scene)
        }
        return [
            try curl(
                "curl", "Curl",
                "The photo's corners lift off the page: its shadow has a path of its own, arched below the photo.",
                " --shadow-depth 18 --shadow-radius 6 --shadow-opacity 0.45"
            ) {
                $0.shadowDepth = 18
                $0.shadowRadius = 6
                $0.shadowOpacity = 0.45
            },
            try curl(
                "lifted", "Lifted", "A plain, soft shadow below the photo.",
                " --shadow-style lifted --shadow-radius 16 --shadow-offset 0,14"
            ) {
                $0.style = .lifted
                $0.shadowRadius = 16
                $0.shadowOffset = Point(0, 14)
            },
            try curl(
                "contact", "Contact", "A flat ellipse under the lower edge.",
                " --shadow-style contact --shadow-depth 24 --shadow-radius 7 --shadow-opacity 0.5"
            ) {
                $0.style = .contact
                $0.shadowDepth = 24
                $0.shadowRadius = 7
                $0.shadowOpacity = 0.5
            },
            try curl(
                "trapezoid", "Trapezoid", "Light from behind: the shadow widens towards the viewer.",
                " --shadow-style trapezoid --shadow-depth 22 --shadow-radius 9"
            ) {
                $0.style = .trapezoid
                $0.shadowDepth = 22
                $0.shadowRadius = 9
            },
        ]
    }

    /// `#f4efe8`
    static let paper = Color(red: 244.0 / 255, green: 239.0 / 255, blue: 232.0 / 255)
}

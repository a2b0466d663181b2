import ArgumentParser
import Penumbra
import PenumbraGallery
import PenumbraSystem

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Render all effects, with a page that shows them.",
        discussion: """
            EXAMPLES
              penumbra gallery -o out
              penumbra gallery -o out --scale 3 --photo holiday.jpg
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Folder to write to; created if missing.", valueName: "folder"))
    var output: String

    @Option(help: ArgumentHelp("Photo to use instead of the built-in landscape.", valueName: "file"))
    var photo: String?

    @Option(help: ArgumentHelp("Pixels per point.", valueName: "factor")) var scale = 2.0

    @OptionGroup var renderer: RendererOptions

    func validate() throws {
        try check("--scale", scale, 0.25...8)
    }

    func run() throws {
        try makeFolder(output)
        let picture =
            try photo.map { try readPicture($0, limits: try renderer.limits().images) }
            ?? Landscape(width: 1800, height: 1200).picture()
        let source = ImageSource.file("\(output)/photo.png")
        var encoding = PictureEncoding.png
        renderer.drawing.apply(to: &encoding.options)
        try writePicture(picture, scale: nil, as: encoding, to: "\(output)/photo.png")
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let pictures = GalleryPicture.all(photo: source, photoSize: size, scale: scale)
        var scenes: [String] = []
        for entry in pictures {
            let json = try rethrowing(
                try entry.scene.json(baseFolder: output),
                as: { (error: SceneError) in CommandFailure(.internalError, "\(entry.name): \(error)") })
            scenes.append(json)
            try writeFile(json, to: "\(output)/\(entry.name).json")
            try renderer.draw(entry.scene, images: [source: picture], to: "\(output)/\(entry.name).png")
        }
        try writeFile(GalleryPage.html(pictures, scenes: scenes), to: "\(output)/index.html")
    }
}

import ArgumentParser
import PenumbraBitmap
import PenumbraCodecs
import PenumbraGallery
import PenumbraGeometry
import PenumbraScene

struct GalleryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gallery",
        abstract: "Renders every effect from a picture of its own making, with a page that shows them.",
        discussion: """
            EXAMPLES
              penumbra gallery -o out
              penumbra gallery -o out --scale 3 --photo holiday.jpg
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The folder to write to; it is made when it does not exist.", valueName: "folder"))
    var output: String

    @Option(help: ArgumentHelp("Start from this PNG, JPEG or WebP instead of the built-in landscape.", valueName: "file"))
    var photo: String?

    @Option(help: ArgumentHelp("Pixels a point.", valueName: "factor")) var scale = 2.0

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
        try writePNG(
            picture, scale: nil, effort: renderer.drawing.effort, threads: renderer.drawing.threads, to: "\(output)/photo.png")
        let size = Size(width: Double(picture.width), height: Double(picture.height))
        let pictures = GalleryPicture.all(photo: source, photoSize: size, scale: scale)
        var scenes: [String] = []
        for entry in pictures {
            do {
                scenes.append(try entry.scene.json(baseFolder: output))
            } catch {
                throw CommandFailure(.internalError, "\(entry.name): \(error)")
            }
            try writeFile(Array(scenes[scenes.count - 1].utf8), to: "\(output)/\(entry.name).json")
            try renderer.draw(entry.scene, images: [source: picture], to: "\(output)/\(entry.name).png")
        }
        try writeFile(Array(GalleryPage.html(pictures, scenes: scenes).utf8), to: "\(output)/index.html")
    }
}

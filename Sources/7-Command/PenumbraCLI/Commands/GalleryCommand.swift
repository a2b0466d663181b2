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

    @Option(help: ArgumentHelp("Photo to use instead of the cup of coffee.", valueName: "file"))
    var photo: String?

    @Option(help: ArgumentHelp("Pixels per point.", valueName: "factor")) var scale = 2.0

    @OptionGroup var renderer: RendererOptions

    func validate() throws {
        try check("--scale", scale, 0.25...8)
    }

    func run() throws {
        try makeFolder(output)
        var name = GalleryFiles.photo
        for file in GalleryFiles.all { try FileWriter.write(file.bytes, to: "\(output)/\(file.name)") }
        if let photo {
            name = "photo.png"
            var encoding = PictureEncoding.png
            renderer.drawing.apply(to: &encoding.options)
            let picture = try readPicture(photo, limits: try renderer.limits().images)
            try writePicture(picture, as: encoding, to: "\(output)/\(name)")
        }
        let size = try readPicture("\(output)/\(name)")
        let pictures = try rethrowing(
            try GalleryPicture.all(
                photo: name, photoSize: Size(width: Double(size.width), height: Double(size.height)), folder: output,
                scale: scale),
            as: { (error: SceneError) in CommandFailure(.internalError, "\(error)") })
        for entry in pictures {
            try writeFile(entry.json, to: "\(output)/\(entry.name).json")
            try renderer.draw(entry.scene, to: "\(output)/\(entry.name).png")
        }
        try writeFile(GalleryPage.html(pictures), to: "\(output)/index.html")
    }
}

import ArgumentParser

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Renders a scene to a PNG, JPEG or WebP.",
        discussion: """
            EXAMPLES
              penumbra render scene.json -o scene.png
              penumbra render card.json --set title="Hello" --set price=12 --scale 2 -o card@2x.png
              penumbra render card.json --quality 90 -o card.jpg
              penumbra render card.json --set photo=/srv/photos/a.jpg --root /srv/photos -o card.png
              penumbra curl photo.jpg --emit-scene - | penumbra render - -o - > curl.png
            """)

    @OptionGroup var input: SceneOptions
    @OptionGroup var renderer: RendererOptions

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The picture to write: .png, .jpg, .jpeg or .webp; \"-\" is standard output.", valueName: "file"))
    var output: String

    @OptionGroup var picture: ScenePictureOptions

    func validate() throws {
        try picture.format.check(output: output)
    }

    func run() throws {
        let scene = try input.read(try renderer.limits().scene)
        try renderer.draw(scene, files: try input.files(), as: try picture.encoding(for: output), to: output)
    }
}

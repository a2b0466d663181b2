import ArgumentParser

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Render a scene to a PNG, JPEG or WebP.",
        discussion: """
            EXAMPLES
              penumbra render scene.json -o scene.png
              penumbra render card.json --set title=Hello --scale 2 -o card@2x.png
              penumbra render card.json --set photo=/srv/a.jpg --root /srv -o card.jpg
              penumbra curl photo.jpg --emit-scene - | penumbra render - -o curl.png
            """)

    @OptionGroup(title: "Input") var input: SceneOptions
    @OptionGroup(title: "Input") var time: TimeOption
    @OptionGroup(title: "Output") var output: SceneOutputOptions
    @OptionGroup(title: "Rendering") var renderer: RendererOptions

    func run() throws {
        var scene = try input.read(try renderer.limits().scene)
        scene.time = time.at ?? .zero
        try renderer.draw(
            scene, files: try input.files(), as: try output.encoding(), to: output.file, name: input.name,
            isStrict: output.picture.strict)
    }
}

/// The output options for a scene's picture.
struct SceneOutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A .png, .jpg or .webp; \"-\" is standard output.", valueName: "file"))
    var file: String

    @OptionGroup var picture: ScenePictureOptions

    func validate() throws {
        try picture.format.check(output: file)
    }

    func encoding() throws -> PictureEncoding { try picture.encoding(for: file) }
}

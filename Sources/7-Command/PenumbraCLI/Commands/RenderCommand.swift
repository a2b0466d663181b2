import ArgumentParser
import Penumbra

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Render a scene, an HTML page or an SVG to a picture.",
        discussion: """
            EXAMPLES
              penumbra render scene.json -o scene.png
              penumbra render logo.svg -o logo.png --width 512
              penumbra render card.html -o card.png --width 1200 --height 630
              penumbra render card.html --set title=Hello -o card.png
              penumbra render card.json --set photo=/srv/a.jpg --root /srv -o card.jpg
            """)

    @OptionGroup(title: "Input") var input: SceneOptions
    @OptionGroup(title: "Input") var time: TimeOption
    @OptionGroup(title: "Documents") var vector: VectorOptions
    @OptionGroup(title: "Output") var output: SceneOutputOptions
    @OptionGroup(title: "Rendering") var renderer: RendererOptions

    func run() throws {
        let limits = try renderer.limits()
        let files = try input.files()
        let (bytes, parameters) = try input.contents(limits.scene)
        var scene: Scene
        if VectorOptions.isDocument(bytes, named: input.scene) {
            scene = try vector.scene(
                bytes, path: input.scene, files: files, limits: limits, scale: input.scale.scale,
                time: time.seconds, isStrict: output.picture.strict, values: parameters)
        } else {
            try vector.checkUnused()
            scene = try input.scene(bytes, parameters, limits.scene)
            scene.time = time.time(in: scene)
        }
        try renderer.draw(
            scene, files: files, as: try output.encoding(), to: output.file, name: input.name,
            isStrict: output.picture.strict)
    }
}

/// The output options for a scene's picture.
struct SceneOutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A .png, .jpg, .webp or .avif; \"-\" is standard output.", valueName: "file"))
    var file: String

    @OptionGroup var picture: ScenePictureOptions

    func validate() throws {
        try picture.format.check(output: file)
    }

    func encoding() throws -> PictureEncoding { try picture.encoding(for: file) }
}

import ArgumentParser

struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Renders a scene to a PNG.",
        discussion: """
            EXAMPLES
              penumbra render scene.json -o scene.png
              penumbra render card.json --set title="Hello" --set price=12 --scale 2 -o card@2x.png
              penumbra curl photo.jpg --emit-scene - | penumbra render - -o - > curl.png
            """)

    @OptionGroup var input: SceneOptions
    @OptionGroup var backend: BackendOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The PNG to write; \"-\" is standard output.", valueName: "file"))
    var output: String

    @Flag(
        help:
            "Cuts off rows and columns at the edges that are all transparent, or all of the canvas's background colour.")
    var trim = false

    func run() throws {
        try backend.draw(try input.read(), trims: trim, to: output)
    }
}

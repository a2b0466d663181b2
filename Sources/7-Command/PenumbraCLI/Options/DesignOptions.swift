import ArgumentParser

/// The options for documents of Figma's API as input.
struct DesignOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Figma node to convert. Default: the first frame.", valueName: "id or name"))
    var node: String?

    @Option(help: ArgumentHelp("Folder of a Figma file's pictures, named by imageRef.", valueName: "folder"))
    var images: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Folder for a scene of every top-level Figma frame.", valueName: "folder"))
    var output: String?

    var isUsed: Bool { node != nil || images != nil || output != nil }

    func validate() throws {
        guard node == nil || output == nil else { throw ValidationError("Give --node or --output, not both.") }
    }
}

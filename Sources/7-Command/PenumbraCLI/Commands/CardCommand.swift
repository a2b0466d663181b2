import ArgumentParser
import Penumbra

extension Card.Style: ExpressibleByArgument {}

struct CardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card",
        abstract: "Card with title, photo, tags and author.",
        discussion: """
            Lengths are points. Without a height in --size, the picture is as high as the
            card. For tables of cards, see Examples/card and penumbra batch.

            EXAMPLES
              penumbra card "Slow espresso" --photo photo.jpg --tag Coffee -o card.png
              penumbra card Hello --author "Ada Lovelace" --style dark -o dark.png
              penumbra card Hello --size 600x315 --scale 2 --style glass -o og.png
            """)

    @Argument(help: "The title.") var title: String
    @Option(help: ArgumentHelp("Text below the title.", valueName: "text")) var subtitle = ""
    @Option(help: ArgumentHelp("The author's name.", valueName: "name")) var author = ""
    @Option(help: ArgumentHelp("The author's picture. Default: initials.", valueName: "file")) var avatar: String?
    @Option(help: ArgumentHelp("A date, or any short text.", valueName: "text")) var date = ""
    @Option(help: ArgumentHelp("A tag; may be repeated.", valueName: "text")) var tag: [String] = []
    @Option(help: ArgumentHelp("A photo.", valueName: "file")) var photo: String?
    @Option(help: ArgumentHelp("A logo; only its alpha counts.", valueName: "file")) var logo: String?

    @Option(help: ArgumentHelp("Card style.", valueName: "style")) var style = Card.Style.light
    @Option(help: ArgumentHelp("Colour of logo and glow.", valueName: "color")) var accent: ColorArgument?
    @Option(help: ArgumentHelp("Font family, without a weight.", valueName: "font")) var font: String?
    @Option(help: ArgumentHelp("Width, or size: 504, 600x315.", valueName: "W[xH]")) var size: CardSize?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let size { try check("--size", SizeArgument(size: Size(width: size.width, height: size.height ?? 1))) }
    }

    func run() throws {
        let limits = try output.renderer.limits().images
        var images: [ImageSource: Bitmap] = [:]
        func read(_ file: String?) throws -> ImageSource? {
            guard let file else { return nil }
            let picture = try InputPicture(reading: file, limits: limits)
            images[picture.source] = picture.bitmap
            return picture.source
        }
        var recipe = Card(title: title, style: style)
        (recipe.subtitle, recipe.author, recipe.date, recipe.tags) = (subtitle, author, date, tag)
        recipe.photo = try read(photo)
        recipe.avatar = try read(avatar)
        recipe.logo = try read(logo)
        if let accent { recipe.accent = accent.color }
        if let font { recipe.font = font }
        if let size { (recipe.width, recipe.height) = (size.width, size.height) }
        recipe.scale = output.scale
        try output.write(recipe.scene, images: images)
    }
}

/// A width such as `504`, or a size such as `600x315`.
struct CardSize: ExpressibleByArgument {
    var width: Double
    var height: Double?

    init?(argument: String) {
        guard let size = SizeArgument(argument: argument)?.size else { return nil }
        width = size.width
        height = argument.contains("x") ? size.height : nil
    }
}

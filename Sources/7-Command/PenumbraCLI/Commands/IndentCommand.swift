import ArgumentParser
import Penumbra
import PenumbraSystem

extension Indent.Style: ExpressibleByArgument {}
extension Shadow.Outside: ExpressibleByArgument {}

struct IndentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "indent",
        abstract: "Presses a picture's silhouette, a text or a path into the page.",
        discussion: """
            A word that ends in .png, .jpg, .jpeg or .webp is a picture; any other is text. All lengths are points; --scale says how many \
            pixels a point has. A blur is a drawing context's: twice the standard deviation.

            Without --draws-original the hole shows the page; give it a colour, a gradient or a photo with --fill. --color draws a \
            text or a path in that colour. With --style emboss the shadows' colours change places and their offsets their sign, \
            as if lit from below; with relief only the colours change places, and the light stays above. --angle turns the \
            light: at 90 shadows fall to the left, at 180 upwards.

            --tilt reads the acceleration of a device, a line "time,ax,ay" in seconds and g for each frame, and writes numbered \
            pictures whose shadows fall to the ground: the angle is -atan2(ax, -ay), kept below 0.2 g and until it has changed by \
            0.1 radians. The number stands where the output's name has # characters or %04d, else before its ending.

            EXAMPLES
              penumbra indent "Hello" --background "#cfd6df" -o hello.png
              penumbra indent "Sale" --color "#b03030" --scale 2 -o sale.png
              penumbra indent logo.png --fill photo.jpg -o pressed.png
              penumbra indent "Hello" --fill '{"colors": ["#f80", "#c04"]}' -o hello.png
              penumbra indent --path "M0 40L40 0L80 40L40 80Z" --style relief -o tile.png
              penumbra indent "Hello" --label --font-size 17 -o label.png
              penumbra indent "Hello" --tilt tilt.csv -o hello-###.png
            """)

    @OptionGroup(title: "What is pressed in") var artwork: ArtworkOptions

    @Flag(help: "The preset for small type: deeper and softer, with --clip-for-any-alpha.") var label = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Where the outside shadow falls. Default: 0,1.", valueName: "x,y"))
    var outsideOffset: PointArgument?
    @Option(help: ArgumentHelp("Twice the outside shadow's standard deviation. Default: 2, with --label 1.", valueName: "blur"))
    var outsideBlur: Double?
    @Option(help: ArgumentHelp("Default: rgb(255 255 255 / 40%).", valueName: "color")) var outsideColor: ColorArgument?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the inside shadow falls. Default: 0,2, with --label 0,4.", valueName: "x,y"))
    var insideOffset: PointArgument?
    @Option(help: ArgumentHelp("Twice the inside shadow's standard deviation. Default: 2, with --label 6.", valueName: "blur"))
    var insideBlur: Double?
    @Option(help: ArgumentHelp("Default: rgb(0 0 0 / 75%).", valueName: "color")) var insideColor: ColorArgument?
    @Option(
        help: ArgumentHelp(
            "What lies beyond the frame: solid casts a shadow inwards, empty does not.", valueName: "solid|empty"))
    var outside = Shadow.Outside.solid

    @Flag(help: "Every pixel with an alpha above 1/255 counts as inside for the shadows: no gray fringes.")
    var clipForAnyAlpha = false
    @Flag(help: "Draw the picture, text or path itself. Goes without saying with --color and without --fill.")
    var drawsOriginal = false
    @Option(
        help: ArgumentHelp(
            "What the hole shows: a picture's file, a CSS colour, or a gradient as scenes write it.", valueName: "fill"))
    var fill: String?
    @Option(help: ArgumentHelp("indent, emboss or relief.", valueName: "style")) var style = Indent.Style.indent
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Turns both offsets, clockwise; 0 leaves them as they are.", valueName: "degrees"))
    var angle = 0.0
    @Option(help: ArgumentHelp("A CSV file of time,ax,ay: one numbered picture a row.", valueName: "file")) var tilt: String?

    @Option(help: ArgumentHelp("Room on all four sides. Default: as much as the shadow needs.", valueName: "length"))
    var padding: Double?
    @Option(help: ArgumentHelp("Colour of the page. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--outside-offset", outsideOffset, Limits.offset)
        try check("--inside-offset", insideOffset, Limits.offset)
        try check("--outside-blur", outsideBlur, Limits.length)
        try check("--inside-blur", insideBlur, Limits.length)
        try check("--angle", angle, Limits.degrees)
        try check("--padding", padding, Limits.length)
    }

    func run() throws {
        // Small mistakes are told before pictures are read.
        let samples = try tilt.map { file in
            try KeyframeRows.read(file, columns: ["time", "ax", "ay"]).rows.map {
                TiltSample(time: $0[0], x: $0[1], y: $0[2])
            }
        }
        let limits = try output.renderer.limits()
        let loaded = try artwork.load(limits)
        var images = loaded.images
        var recipe = label ? Indent.label(loaded.artwork) : Indent(loaded.artwork)
        if let fill { recipe.fill = try readFill(fill, into: &images, limits.images) }
        if let outsideOffset { recipe.outsideShadow.offset = outsideOffset.point }
        if let outsideBlur { recipe.outsideShadow.blur = outsideBlur }
        if let outsideColor { recipe.outsideShadow.color = outsideColor.color }
        if let insideOffset { recipe.insideShadow.offset = insideOffset.point }
        if let insideBlur { recipe.insideShadow.blur = insideBlur }
        if let insideColor { recipe.insideShadow.color = insideColor.color }
        recipe.outside = outside
        recipe.clipForAnyAlpha = recipe.clipForAnyAlpha || clipForAnyAlpha
        recipe.drawsOriginal = drawsOriginal || (artwork.color != nil && fill == nil)
        recipe.style = style
        recipe.angle = angle
        recipe.padding = padding
        recipe.scale = output.scale
        recipe.canvasColor = background?.color
        guard let samples else { return try output.write(recipe.scene, images: images) }
        let scenes = recipe.scenes(tilting: samples)
        try output.writeFrames(scenes.count, images: images) { scenes[$0] }
    }

    private func readFill(_ fill: String, into images: inout [ImageSource: Bitmap], _ limits: ImageLimits) throws -> Indent.Fill
    {
        if fill == "-" || InputPicture.isPictureName(fill) {
            let picture = try InputPicture(reading: fill, limits: limits)
            images[picture.source] = picture.bitmap
            return .image(picture.source)
        }
        return try rethrowing(
            .paint(try DocumentValue(argument: fill, place: "--fill").paint()),
            as: { (error: SceneError) in CommandFailure(.usage, "\(error); or name a picture's file") })
    }
}

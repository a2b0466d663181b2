import ArgumentParser
import Penumbra
import PenumbraSystem

extension Indent.Style: ExpressibleByArgument {}
extension Shadow.Outside: ExpressibleByArgument {}

struct IndentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "indent",
        abstract: "Picture, text or path pressed into the page.",
        discussion: """
            Lengths are points; --scale sets pixels per point. Blurs are 2σ. The hole shows
            the page, or --fill. Style emboss swaps colours and offsets of the two shadows,
            relief only the colours. --tilt turns the light by lines "time,ax,ay": in one
            .webp, .apng, .gif or .y4m, or in a picture per line, numbered at # or %04d.

            EXAMPLES
              penumbra indent "Hello" --background "#cfd6df" -o hello.png
              penumbra indent logo.png --fill photo.jpg -o pressed.png
              penumbra indent --path "M0 40L40 0L80 40L40 80Z" --style relief -o tile.png
              penumbra indent "Hello" --tilt tilt.csv -o hello-###.png
            """)

    @OptionGroup(title: "Input") var artwork: ArtworkOptions

    @Flag(help: ArgumentHelp("Preset for small type: deeper and softer.", visibility: .hidden)) var label = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Outside shadow offset. Default: 0,1.", valueName: "x,y", visibility: .hidden))
    var outsideOffset: PointArgument?
    @Option(help: ArgumentHelp("Outside blur, 2σ. Default: 2; with --label 1.", valueName: "blur"))
    var outsideBlur: Double?
    @Option(help: ArgumentHelp("Outside colour. Default: rgb(255 255 255 / 40%).", valueName: "color", visibility: .hidden))
    var outsideColor: ColorArgument?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Inside shadow offset. Default: 0,2; with --label 0,4.", valueName: "x,y"))
    var insideOffset: PointArgument?
    @Option(help: ArgumentHelp("Inside blur, 2σ. Default: 2; with --label 6.", valueName: "blur"))
    var insideBlur: Double?
    @Option(help: ArgumentHelp("Inside colour. Default: rgb(0 0 0 / 75%).", valueName: "color", visibility: .hidden))
    var insideColor: ColorArgument?
    @Option(
        help: ArgumentHelp(
            "Beyond the frame: solid casts inwards, empty doesn't.", valueName: "solid|empty", visibility: .hidden))
    var outside = Shadow.Outside.solid

    @Flag(help: ArgumentHelp("Treat any alpha as inside: no gray fringes.", visibility: .hidden))
    var clipForAnyAlpha = false
    @Flag(help: "Draw the artwork, too; so does --color alone.")
    var drawsOriginal = false
    @Option(
        help: ArgumentHelp(
            "Fill: a picture, a CSS colour or a scene gradient.", valueName: "fill"))
    var fill: String?
    @Option(help: ArgumentHelp("Style of the edge.", valueName: "style")) var style = Indent.Style.indent
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Turn the light clockwise; at 90, shadows fall to the left.", valueName: "degrees", visibility: .hidden))
    var angle = 0.0
    @Option(help: ArgumentHelp("CSV of time,ax,ay: the readings of a tilted device.", valueName: "file")) var tilt: String?
    @OptionGroup var motionRate: FrameRateOption

    @Option(help: ArgumentHelp("Room on all sides. Default: as the shadow needs.", valueName: "length", visibility: .hidden))
    var padding: Double?
    @Option(help: ArgumentHelp("Page colour. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--outside-offset", outsideOffset, Limits.offset)
        try check("--inside-offset", insideOffset, Limits.offset)
        try check("--outside-blur", outsideBlur, Limits.length)
        try check("--inside-blur", insideBlur, Limits.length)
        try check("--angle", angle, Limits.degrees)
        try check("--padding", padding, Limits.length)
        if motionRate.fps != nil { try motionRate.check(output, isMoving: tilt != nil, with: "--tilt") }
    }

    func run() throws {
        // Report small mistakes before pictures are read.
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
        if motionRate.makesAnimation(output) {
            let rate = motionRate.rate
            let scene = try motionRate.scene { () throws(MotionError) in try recipe.scene(tilting: samples, rate: rate) }
            return try output.writeAnimation(scene, rate: rate, images: images)
        }
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

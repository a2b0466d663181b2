import ArgumentParser
import Penumbra
import PenumbraSystem

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Draws a cloud that casts a flattened shadow on the ground, or its flight along a path.",
        discussion: """
            All lengths are points; --scale says how many pixels a point has. The canvas is as large as cloud and shadow need.

            --motion takes SVG path data and --frames a number: that many numbered pictures are written, with the top left corner \
            of the cloud's box at even distances along the path (once around a closed one). With --canvas the path is in its \
            coordinates; without it the canvas holds the whole flight. The number stands where the output's name has # characters \
            or %04d, else before its ending.

            EXAMPLES
              penumbra cloud --background "#bcd9f2" -o cloud.png
              penumbra cloud --size 320x180 --outer-color "#9db4cc" --scale 2 -o cloud.png
              penumbra cloud --motion "M0 60C200 0 300 120 500 40" --frames 48 -o c-###.png
            """)

    @Option(help: ArgumentHelp("Size of the box the cloud is drawn in.", valueName: "WxH"))
    var size = SizeArgument(size: Size(width: 200, height: 120))
    @Option(help: ArgumentHelp("At the top of the box. Default: white.", valueName: "color")) var innerColor: ColorArgument?
    @Option(help: ArgumentHelp("At the bottom of the box. Default: a pale blue.", valueName: "color"))
    var outerColor: ColorArgument?
    @Option(help: ArgumentHelp("Of the stroke, whose inner half shows.", valueName: "length")) var lineThickness = 2.0
    @Option(help: ArgumentHelp("Default: a gray blue.", valueName: "color")) var strokeColor: ColorArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the shadow lies below. Default: 1.8 times the box's height.", valueName: "length"))
    var shadowDistance: Double?
    @Option(help: ArgumentHelp("Any CSS colour. Default: black.", valueName: "color")) var shadowColor: ColorArgument?
    @Option(help: ArgumentHelp("0 to 1; --opacity multiplies it.", valueName: "opacity")) var shadowOpacity = 0.4
    @Option(help: ArgumentHelp("Softness, as the standard deviation of a Gaussian.", valueName: "sigma"))
    var shadowRadius = 3.0
    @Option(help: ArgumentHelp("0 to 1, of cloud and shadow together.", valueName: "opacity")) var opacity = 0.9

    @Option(help: ArgumentHelp("SVG path data: where the cloud flies.", valueName: "path")) var motion: String?
    @Option(help: ArgumentHelp("How many pictures of the flight.", valueName: "count")) var frames: Int?
    @Option(help: ArgumentHelp("Size of the pictures of the flight. Default: as large as the flight.", valueName: "WxH"))
    var canvas: SizeArgument?

    @Option(help: ArgumentHelp("Room on all four sides besides what cloud and shadow need.", valueName: "length"))
    var padding = 0.0
    @Option(help: ArgumentHelp("Colour behind everything. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--size", size)
        try check("--canvas", canvas)
        try check("--line-thickness", lineThickness, Limits.length)
        try check("--shadow-distance", shadowDistance, Limits.offset)
        try check("--shadow-opacity", shadowOpacity, Limits.unit)
        try check("--shadow-radius", shadowRadius, Limits.length)
        try check("--opacity", opacity, Limits.unit)
        try check("--padding", padding, Limits.length)
        try check("--frames", frames, 1...Limits.frames)
        if (motion == nil) != (frames == nil) {
            throw ValidationError("--motion and --frames go together: the path of the flight and how many pictures of it.")
        }
        if canvas != nil && motion == nil { throw ValidationError("--canvas goes with --motion; use --padding for more room.") }
    }

    func run() throws {
        var recipe = Cloud(size: size.size)
        if let innerColor { recipe.innerColor = innerColor.color }
        if let outerColor { recipe.outerColor = outerColor.color }
        recipe.lineThickness = lineThickness
        if let strokeColor { recipe.strokeColor = strokeColor.color }
        recipe.shadowDistance = shadowDistance
        if let shadowColor { recipe.shadowColor = shadowColor.color }
        recipe.shadowOpacity = shadowOpacity
        recipe.shadowRadius = shadowRadius
        recipe.opacity = opacity
        recipe.padding = padding
        recipe.scale = output.scale
        recipe.canvasColor = background?.color
        guard let motion, let frames else { return try output.write(recipe.scene, images: [:]) }
        let path = try rethrowing(
            try Path(svgPathData: motion), as: CommandFailure.badData("--motion"))
        if path.isEmpty { throw CommandFailure(.badData, "--motion: the path is empty") }
        let scenes = recipe.scenes(along: path, count: frames, canvas: canvas?.size)
        try output.writeFrames(scenes.count, images: [:]) { scenes[$0] }
    }
}

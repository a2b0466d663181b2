import ArgumentParser
import Penumbra
import PenumbraSystem

struct CloudCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud",
        abstract: "Cloud with its shadow on the ground, also in flight.",
        discussion: """
            Lengths are points; --scale sets pixels per point. --motion shows a flight
            along a path: as one .webp, .apng, .gif or .y4m, or as numbered pictures, with
            the number at # or %04d in their names.

            EXAMPLES
              penumbra cloud --background "#bcd9f2" -o cloud.png
              penumbra cloud --motion "M0 60C200 0 300 120 500 40" --frames 48 -o c-###.png
              penumbra cloud --motion "M0 9C90 0 90 60 0 9Z" --duration 4 -o cloud.webp
            """)

    @Option(help: ArgumentHelp("Size of the cloud.", valueName: "WxH"))
    var size = SizeArgument(size: Size(width: 200, height: 120))
    @Option(help: ArgumentHelp("Colour at the top. Default: white.", valueName: "color")) var innerColor: ColorArgument?
    @Option(help: ArgumentHelp("Colour at the bottom. Default: pale blue.", valueName: "color"))
    var outerColor: ColorArgument?
    @Option(help: ArgumentHelp("Stroke width; its inner half shows.", valueName: "length")) var lineThickness = 2.0
    @Option(help: ArgumentHelp("Stroke colour. Default: gray blue.", valueName: "color")) var strokeColor: ColorArgument?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Distance of the shadow. Default: 1.8 heights.", valueName: "length"))
    var shadowDistance: Double?
    @Option(help: ArgumentHelp("Shadow colour. Default: black.", valueName: "color")) var shadowColor: ColorArgument?
    @Option(help: ArgumentHelp("Shadow opacity, 0 to 1.", valueName: "opacity")) var shadowOpacity = 0.4
    @Option(help: ArgumentHelp("Shadow softness, σ of a Gaussian.", valueName: "sigma"))
    var shadowRadius = 3.0
    @Option(
        help: ArgumentHelp("Growth of σ per point from the foot.", valueName: "factor", visibility: .hidden))
    var shadowPenumbra = 0.0
    @Option(help: ArgumentHelp("Opacity of cloud and shadow.", valueName: "opacity")) var opacity = 0.9

    @Option(help: ArgumentHelp("SVG path along which the cloud flies.", valueName: "path")) var motion: String?
    @Option(help: ArgumentHelp("Number of pictures of the flight.", valueName: "count")) var frames: Int?
    @Option(help: ArgumentHelp("Time of the flight. Default: frames / 60.", valueName: "seconds")) var duration: Time?
    @OptionGroup var motionRate: FrameRateOption
    @Option(help: ArgumentHelp("Picture size. Default: as the flight needs.", valueName: "WxH"))
    var canvas: SizeArgument?

    @Option(help: ArgumentHelp("Extra room on all sides.", valueName: "length"))
    var padding = 0.0
    @Option(help: ArgumentHelp("Background. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--size", size)
        try check("--canvas", canvas)
        try check("--line-thickness", lineThickness, Limits.length)
        try check("--shadow-distance", shadowDistance, Limits.offset)
        try check("--shadow-opacity", shadowOpacity, Limits.unit)
        try check("--shadow-radius", shadowRadius, Limits.length)
        try check("--shadow-penumbra", shadowPenumbra, Limits.penumbra)
        try check("--opacity", opacity, Limits.unit)
        try check("--padding", padding, Limits.length)
        try check("--frames", frames, 1...Limits.frames)
        if duration != nil || motionRate.fps != nil {
            try motionRate.check(output, isMoving: motion != nil, with: "--motion", duration: duration)
            if frames != nil, duration != nil, motionRate.fps != nil {
                throw ValidationError("--frames, --duration and --fps: give two of them, and the third follows.")
            }
        } else if (motion == nil) != (frames == nil) {
            throw ValidationError(
                "--motion and --frames go together: the path of the flight and how many pictures of it. Or give --duration.")
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
        recipe.shadowPenumbra = shadowPenumbra
        recipe.shadowRadius = shadowRadius
        recipe.opacity = opacity
        recipe.padding = padding
        recipe.scale = output.scale
        recipe.canvasColor = background?.color
        guard let motion else { return try output.write(recipe.scene, images: [:]) }
        let path = try rethrowing(
            try Path(svgPathData: motion), as: CommandFailure.badData("--motion"))
        if path.isEmpty { throw CommandFailure(.badData, "--motion: the path is empty") }
        if motionRate.makesAnimation(output) {
            let (count, rate) = try motionRate.frames(count: frames, duration: duration)
            let scene = try motionRate.scene {
                () throws(MotionError) in try recipe.scene(along: path, count: count, rate: rate, canvas: canvas?.size)
            }
            return try output.writeAnimation(scene, rate: rate)
        }
        let scenes = recipe.scenes(along: path, count: frames ?? 0, canvas: canvas?.size)
        try output.writeFrames(scenes.count, images: [:]) { scenes[$0] }
    }
}

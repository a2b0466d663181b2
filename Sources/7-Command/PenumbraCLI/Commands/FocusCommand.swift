import ArgumentParser
import Penumbra

extension Focus.Style: ExpressibleByArgument {}

struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Photo dimmed or blurred outside a circle.",
        discussion: """
            Lengths are points; the centre is in shares of the picture, so 0.5,0.5 is its
            middle. Style dim lays a colour over the photo outside the circle, blur blurs
            it, progressive blurs it more and more. --track moves the circle along lines
            "time,centerX,centerY,diameter" of a CSV file: in one .webp, .apng, .gif or
            .y4m, or in numbered pictures, with the number at # or %04d in their name.

            EXAMPLES
              penumbra focus photo.jpg -o focus.png
              penumbra focus photo.jpg --style blur --center 0.4,0.3 -o focus.png
              penumbra focus photo.jpg --sharp --strength 0.7 --size 1200x630 -o focus.png
              penumbra focus photo.jpg --track circle.csv -o focus.webp
            """)

    @Argument(help: ArgumentHelp("A picture; \"-\" reads standard input.", valueName: "photo")) var photo: String

    @Option(help: ArgumentHelp("Effect outside the circle.", valueName: "style")) var style = Focus.Style.dim
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Centre, as shares of the size. Default: 0.5,0.5.", valueName: "x,y"))
    var center: PointArgument?
    @Option(help: ArgumentHelp("Circle diameter. Default: the shorter side.", valueName: "length"))
    var diameter: Double?
    @Option(help: ArgumentHelp("Width of the soft edge, outward.", valueName: "length"))
    var feather = 50.0
    @Option(help: ArgumentHelp("Share of the edge with full strength.", valueName: "share", visibility: .hidden))
    var featherLocation = 0.4
    @Flag(help: "Draw a sharp edge.") var sharp = false
    @Option(help: ArgumentHelp("Strength, 0 to 1. Default: dim 0.5, else 1.", valueName: "opacity")) var strength: Double?
    @Option(help: ArgumentHelp("Dimming colour. Default: black.", valueName: "color")) var dimColor: ColorArgument?
    @Option(help: ArgumentHelp("Blur, σ of a Gaussian.", valueName: "sigma")) var blurRadius = 10.0
    @Option(help: ArgumentHelp("Picture size; the photo fills it.", valueName: "WxH")) var size: SizeArgument?

    @Option(help: ArgumentHelp("CSV of time,centerX,centerY,diameter.", valueName: "file"))
    var track: String?
    @Option(
        help: ArgumentHelp(
            "Numbered pictures per second of --track. Default: one per row.", valueName: "count", visibility: .hidden))
    var framesPerSecond: Double?
    @OptionGroup var motionRate: FrameRateOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--center", center, -100...100)
        try check("--diameter", diameter, 0...65536)
        try check("--feather", feather, Limits.length)
        try check("--feather-location", featherLocation, Limits.unit)
        try check("--strength", strength, Limits.unit)
        try check("--blur-radius", blurRadius, Limits.length)
        try check("--size", size)
        try check("--frames-per-second", framesPerSecond, 0.001...1000)
        if motionRate.fps != nil { try motionRate.check(output, isMoving: track != nil, with: "--track") }
        if framesPerSecond != nil, track != nil, motionRate.makesAnimation(output) {
            throw ValidationError("--frames-per-second is for numbered pictures; use --fps.")
        }
        if framesPerSecond != nil && track == nil { throw ValidationError("--frames-per-second goes with --track.") }
        if track != nil && (center != nil || diameter != nil) {
            throw ValidationError("--track moves the circle; leave out --center and --diameter.")
        }
    }

    func run() throws {
        let keyframes = try track.map { try readTrack($0) }
        let picture = try InputPicture(reading: photo, limits: try output.renderer.limits().images)
        var recipe = Focus(photo: picture.source, size: size?.size ?? picture.size, style: style)
        recipe.circle = Focus.Circle(center: center?.point ?? Point(0.5, 0.5), diameter: diameter)
        recipe.feather = feather
        recipe.featherLocation = featherLocation
        recipe.isSharp = sharp
        if let strength { recipe.strength = strength }
        if let dimColor { recipe.dimColor = dimColor.color }
        recipe.blurRadius = blurRadius
        recipe.scale = output.scale
        let images = [picture.source: picture.bitmap]
        guard let keyframes else { return try output.write(recipe.scene, images: images) }
        if motionRate.makesAnimation(output), let track = FocusTrack(keyframes) {
            let rate = motionRate.rate
            let scene = try motionRate.scene { () throws(MotionError) in try recipe.scene(following: track, rate: rate) }
            return try output.writeAnimation(scene, rate: rate, images: images)
        }
        let scenes = recipe.scenes(following: try circles(keyframes))
        try output.writeFrames(scenes.count, images: images) { scenes[$0] }
    }

    private func readTrack(_ file: String) throws -> [FocusTrack.Keyframe] {
        let columns = ["time", "centerX", "centerY", "diameter"]
        let rows = try KeyframeRows.read(file, columns: columns, ranges: [nil, -100...100, -100...100, 0...65536]).rows
        return rows.map {
            FocusTrack.Keyframe(time: $0[0], circle: Focus.Circle(center: Point($0[1], $0[2]), diameter: $0[3]))
        }
    }

    /// The circles of numbered pictures.
    private func circles(_ keyframes: [FocusTrack.Keyframe]) throws -> [Focus.Circle] {
        guard let framesPerSecond else { return keyframes.map(\.circle) }
        guard let path = FocusTrack(keyframes),
            let times = path.times(framesPerSecond: framesPerSecond, limit: Limits.frames)
        else {
            throw CommandFailure(
                .badData,
                "\(track ?? ""): more than \(Limits.frames) pictures at \(framesPerSecond) a second; lower --frames-per-second")
        }
        return times.map(path.circle(at:))
    }
}

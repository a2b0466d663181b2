import ArgumentParser
import Penumbra

extension Focus.Style: ExpressibleByArgument {}

struct FocusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus",
        abstract: "Dims or blurs a photo outside a circle.",
        discussion: """
            The picture is as large as the photo, a point for each pixel, unless --size says otherwise. The circle's centre is in unit \
            coordinates of the picture (0.5,0.5 is its middle), so that it does not depend on its size; all lengths are points.

            --style dim lays black over the photo outside the circle, blur blurs it, progressive blurs it more and more. At the \
            circle's edge the effect sets in gently: it has its full strength at --feather times --feather-location, by default \
            20 points, outside the circle.

            --track reads a CSV file with a line "time,centerX,centerY,diameter" for each place of the circle and writes numbered \
            pictures: one a row, or with --frames-per-second as many as that between the first time and the last, the circle moving \
            on straight ways. The number stands where the output's name has # characters or %04d, else before its ending.

            EXAMPLES
              penumbra focus photo.jpg -o focus.png
              penumbra focus photo.jpg --style blur --center 0.4,0.3 --diameter 300 -o f.png
              penumbra focus photo.jpg --sharp --strength 0.7 --size 1200x630 -o focus.png
              penumbra focus photo.jpg --track circle.csv --frames-per-second 25 -o f-###.png
            """)

    @Argument(help: ArgumentHelp("A PNG, JPEG or WebP; \"-\" reads standard input.", valueName: "photo")) var photo: String

    @Option(help: ArgumentHelp("dim, blur or progressive.", valueName: "style")) var style = Focus.Style.dim
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The circle's centre, as shares of width and height. Default: 0.5,0.5.", valueName: "x,y"))
    var center: PointArgument?
    @Option(help: ArgumentHelp("Of the circle. Default: the picture's shorter side.", valueName: "length"))
    var diameter: Double?
    @Option(help: ArgumentHelp("How far the gradient at the circle's edge reaches outward.", valueName: "length"))
    var feather = 50.0
    @Option(help: ArgumentHelp("Where in that gradient the full strength is reached, 0 to 1.", valueName: "share"))
    var featherLocation = 0.4
    @Flag(help: "No gradient at the circle's edge.") var sharp = false
    @Option(help: ArgumentHelp("0 to 1. Default: 0.5 for dim, else 1.", valueName: "opacity")) var strength: Double?
    @Option(help: ArgumentHelp("What dims. Default: black.", valueName: "color")) var dimColor: ColorArgument?
    @Option(help: ArgumentHelp("The blur's standard deviation.", valueName: "sigma")) var blurRadius = 10.0
    @Option(help: ArgumentHelp("Size of the picture, which the photo fills.", valueName: "WxH")) var size: SizeArgument?

    @Option(help: ArgumentHelp("A CSV file of time,centerX,centerY,diameter: numbered pictures.", valueName: "file"))
    var track: String?
    @Option(help: ArgumentHelp("Pictures a second between the rows of --track. Default: one a row.", valueName: "count"))
    var framesPerSecond: Double?

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
        if framesPerSecond != nil && track == nil { throw ValidationError("--frames-per-second goes with --track.") }
        if track != nil && (center != nil || diameter != nil) {
            throw ValidationError("--track says where the circle is; leave out --center and --diameter.")
        }
    }

    func run() throws {
        let circles = try track.map { try readTrack($0) }
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
        guard let circles else { return try output.write(recipe.scene, images: images) }
        let scenes = recipe.scenes(following: circles)
        try output.writeFrames(scenes.count, images: images) { scenes[$0] }
    }

    private func readTrack(_ file: String) throws -> [Focus.Circle] {
        let columns = ["time", "centerX", "centerY", "diameter"]
        let rows = try KeyframeRows.read(file, columns: columns, ranges: [nil, -100...100, -100...100, 0...65536]).rows
        let keyframes = rows.map {
            FocusTrack.Keyframe(time: $0[0], circle: Focus.Circle(center: Point($0[1], $0[2]), diameter: $0[3]))
        }
        guard let framesPerSecond else { return keyframes.map(\.circle) }
        guard let track = FocusTrack(keyframes),
            let times = track.times(framesPerSecond: framesPerSecond, limit: Limits.frames)
        else {
            throw CommandFailure(
                .badData,
                "\(file): more than \(Limits.frames) pictures at \(framesPerSecond) a second; lower --frames-per-second")
        }
        return times.map(track.circle(at:))
    }
}

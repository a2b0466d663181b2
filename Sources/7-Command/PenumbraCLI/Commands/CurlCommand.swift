import ArgumentParser
import Penumbra

extension PhotoShadow.Style: ExpressibleByArgument {}
extension PhotoShadow.Fit: ExpressibleByArgument {}

struct CurlCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "curl",
        abstract: "Photo with a border whose corners lift off the page.",
        discussion: """
            Lengths are points; --scale sets pixels per point. Without --size the picture
            is as large as the photo, at most \(Int(largestDefaultSide)) points on its longer side.

            EXAMPLES
              penumbra curl photo.jpg -o curl.png
              penumbra curl photo.jpg --size 320x240 --scale 2 --background white -o c.png
              penumbra curl photo.jpg --shadow-style lifted --shadow-radius 12 -o l.png
              penumbra curl photo.jpg --emit-scene curl.json
            """)

    /// The longer side of the picture if no size was given.
    static let largestDefaultSide = 1200.0

    @Argument(help: ArgumentHelp("A picture; \"-\" reads standard input.", valueName: "photo")) var photo: String

    @Option(
        help: ArgumentHelp("Size without the shadow: 320x240, or 100.", valueName: "WxH"))
    var size: SizeArgument?

    @Option(help: ArgumentHelp("How the photo fills the frame.", valueName: "fit"))
    var fit = PhotoShadow.Fit.fill

    @Option(help: ArgumentHelp("Border width.", valueName: "length")) var borderWidth = 3.0
    @Option(help: ArgumentHelp("Border colour. Default: white.", valueName: "color")) var borderColor: ColorArgument?
    @Option(help: ArgumentHelp("Colour behind a photo that doesn't fill its frame.", valueName: "color", visibility: .hidden))
    var backgroundColor: ColorArgument?

    @Option(help: ArgumentHelp("Shadow style.", valueName: "style"))
    var shadowStyle = PhotoShadow.Style.curl
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Depth of the shadow below the photo.", valueName: "length", visibility: .hidden))
    var shadowDepth = 10.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Control points of the curve. Default: 30%, 70%.",
            valueName: "cx,cy", visibility: .hidden))
    var controlPointOffset: PointArgument?
    @Option(help: ArgumentHelp("Shadow colour.", valueName: "color")) var shadowColor: ColorArgument?
    @Option(help: ArgumentHelp("Shadow opacity, 0 to 1.", valueName: "opacity")) var shadowOpacity = 0.4
    @Option(parsing: .unconditional, help: ArgumentHelp("Shadow offset.", valueName: "x,y"))
    var shadowOffset: PointArgument?
    @Option(help: ArgumentHelp("Shadow softness, σ of a Gaussian.", valueName: "sigma"))
    var shadowRadius = 3.0
    @Option(
        help: ArgumentHelp("Growth of σ per point from the foot.", valueName: "factor", visibility: .hidden))
    var shadowPenumbra = 0.0

    @Option(help: ArgumentHelp("Room on all sides. Default: as the shadow needs.", valueName: "length"))
    var margin: Double?
    @Option(help: ArgumentHelp("Background. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--size", size)
        try check("--border-width", borderWidth, Limits.length)
        try check("--shadow-depth", shadowDepth, -16384...16384)
        try check("--shadow-opacity", shadowOpacity, Limits.unit)
        try check("--shadow-radius", shadowRadius, Limits.length)
        try check("--shadow-penumbra", shadowPenumbra, Limits.penumbra)
        try check("--margin", margin, Limits.length)
        try check("--shadow-offset", shadowOffset, Limits.offset)
        try check("--control-point-offset", controlPointOffset, Limits.offset)
    }

    func run() throws {
        let picture = try InputPicture(reading: photo, limits: try output.renderer.limits().images)
        try output.write(makeRecipe(picture.source, picture.size).scene, images: [picture.source: picture.bitmap])
    }

    private func makeRecipe(_ source: ImageSource, _ photoSize: Size) -> PhotoShadow {
        let longer = max(photoSize.width, photoSize.height)
        let shrink = min(1, Self.largestDefaultSide / longer)
        let natural = Size(
            width: max(1, (photoSize.width * shrink).rounded()), height: max(1, (photoSize.height * shrink).rounded()))
        var recipe = PhotoShadow(photo: source, photoSize: photoSize, size: size?.size ?? natural)
        recipe.scale = output.scale
        recipe.fit = fit
        recipe.borderWidth = borderWidth
        if let borderColor { recipe.borderColor = borderColor.color }
        if let backgroundColor { recipe.backgroundColor = backgroundColor.color }
        recipe.style = shadowStyle
        recipe.shadowDepth = shadowDepth
        recipe.controlPointOffset = controlPointOffset?.point
        if let shadowColor { recipe.shadowColor = shadowColor.color }
        recipe.shadowOpacity = shadowOpacity
        recipe.shadowPenumbra = shadowPenumbra
        if let shadowOffset { recipe.shadowOffset = shadowOffset.point }
        recipe.shadowRadius = shadowRadius
        recipe.margin = margin
        recipe.canvasColor = background?.color
        return recipe
    }
}

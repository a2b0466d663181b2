import ArgumentParser
import Penumbra

extension GroundShadow.Style: ExpressibleByArgument {}

struct GroundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ground",
        abstract: "Picture, text or path with a shadow on the ground.",
        discussion: """
            Lengths are points; --scale sets pixels per point. The shadow is the
            silhouette, flattened and skewed about its foot. --style contact draws a soft
            ellipse under the foot, lifted the silhouette itself, moved and soft.

            EXAMPLES
              penumbra ground tree.png --flatten 0.4 --skew -45 -o standing.png
              penumbra ground "Hello" --font "DejaVu Sans:bold" --color "#c22" -o hi.png
              penumbra ground --path "M50 0L79 90L2 35H98L21 90Z" --style contact -o s.png
            """)

    @OptionGroup(title: "Input") var artwork: ArtworkOptions

    @Option(help: ArgumentHelp("Shadow style.", valueName: "style")) var style = GroundShadow.Style.ground
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Shadow height; below 0: forwards.", valueName: "factor"))
    var flatten = 0.5
    @Option(
        parsing: .unconditional, help: ArgumentHelp("Lean of the shadow; below 0: right.", valueName: "degrees"))
    var skew = -30.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Contact point. Default: the lowest visible point.", valueName: "x,y"))
    var foot: PointArgument?
    @Option(help: ArgumentHelp("Height of the ellipse. Default: width / 10.", valueName: "length", visibility: .hidden))
    var contactDepth: Double?
    @Option(help: ArgumentHelp("Shadow colour. Default: black.", valueName: "color")) var shadowColor: ColorArgument?
    @Option(help: ArgumentHelp("Shadow opacity, 0 to 1.", valueName: "opacity")) var shadowOpacity = 0.4
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Shadow offset. Default: 0,0; lifted 0,8.", valueName: "x,y"))
    var shadowOffset: PointArgument?
    @Option(
        help: ArgumentHelp(
            "Softness, σ. Default: ground 3, contact 4, lifted 8.",
            valueName: "sigma"))
    var shadowRadius: Double?
    @Option(
        help: ArgumentHelp("Growth of σ per point from the foot.", valueName: "factor", visibility: .hidden))
    var shadowPenumbra = 0.0

    @Option(help: ArgumentHelp("Extra room on all sides.", valueName: "length", visibility: .hidden))
    var padding = 0.0
    @Option(help: ArgumentHelp("Background. Default: transparent.", valueName: "color"))
    var background: ColorArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--flatten", flatten, -4...4)
        try check("--skew", skew, -85...85)
        try check("--foot", foot, Limits.offset)
        try check("--contact-depth", contactDepth, Limits.length)
        try check("--shadow-opacity", shadowOpacity, Limits.unit)
        try check("--shadow-offset", shadowOffset, Limits.offset)
        try check("--shadow-radius", shadowRadius, Limits.length)
        try check("--shadow-penumbra", shadowPenumbra, Limits.penumbra)
        try check("--padding", padding, Limits.length)
    }

    func run() throws {
        let loaded = try artwork.load(try output.renderer.limits())
        var recipe = GroundShadow(loaded.artwork, style: style)
        recipe.foot = foot?.point ?? loaded.foot
        recipe.flatten = flatten
        recipe.skew = skew
        recipe.contactDepth = contactDepth
        if let shadowColor { recipe.shadowColor = shadowColor.color }
        recipe.shadowOpacity = shadowOpacity
        recipe.shadowPenumbra = shadowPenumbra
        if let shadowOffset { recipe.shadowOffset = shadowOffset.point }
        if let shadowRadius { recipe.shadowRadius = shadowRadius }
        recipe.padding = padding
        recipe.scale = output.scale
        recipe.canvasColor = background?.color
        try output.write(recipe.scene, images: loaded.images)
    }
}

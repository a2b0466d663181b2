import ArgumentParser
import Penumbra

extension GroundShadow.Style: ExpressibleByArgument {}

struct GroundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ground",
        abstract: "Lets a picture's silhouette, a text or a path cast its shadow on the ground.",
        discussion: """
            A word that ends in .png, .jpg, .jpeg or .webp is a picture; any other is text. All lengths are points; --scale says how many \
            pixels a point has. The canvas is as large as picture and shadow need.

            The shadow is the silhouette, flattened and skewed about its foot: the lowest visible pixel of a picture, the last \
            baseline of a text, the lower edge of a path. --style contact is a soft, flat ellipse under the foot instead; lifted \
            is the silhouette as it is, offset and soft.

            EXAMPLES
              penumbra ground logo.png -o standing.png
              penumbra ground tree.png --flatten 0.4 --skew -45 -o standing.png
              penumbra ground "Hello" --font "DejaVu Sans:bold" --color "#c22" -o hi.png
              penumbra ground --path "M50 0L79 90L2 35H98L21 90Z" --style contact -o s.png
            """)

    @OptionGroup(title: "What casts the shadow") var artwork: ArtworkOptions

    @Option(help: ArgumentHelp("ground, contact or lifted.", valueName: "style")) var style = GroundShadow.Style.ground
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The shadow's height as a share of the picture's; below 0 it falls forwards.", valueName: "factor"))
    var flatten = 0.5
    @Option(
        parsing: .unconditional, help: ArgumentHelp("How far the shadow leans; below 0 to the right.", valueName: "degrees"))
    var skew = -30.0
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the picture touches the ground. Default: its lowest visible place.", valueName: "x,y"))
    var foot: PointArgument?
    @Option(help: ArgumentHelp("Height of the contact ellipse. Default: a tenth of the width.", valueName: "length"))
    var contactDepth: Double?
    @Option(help: ArgumentHelp("Any CSS colour. Default: black.", valueName: "color")) var shadowColor: ColorArgument?
    @Option(help: ArgumentHelp("0 to 1.", valueName: "opacity")) var shadowOpacity = 0.4
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the shadow falls, besides. Default: 0,0; for lifted 0,8.", valueName: "x,y"))
    var shadowOffset: PointArgument?
    @Option(
        help: ArgumentHelp(
            "Softness, as the standard deviation of a Gaussian. Default: 3 for ground, 4 for contact, 8 for lifted.",
            valueName: "sigma"))
    var shadowRadius: Double?

    @Option(help: ArgumentHelp("Room on all four sides besides what picture and shadow need.", valueName: "length"))
    var padding = 0.0
    @Option(help: ArgumentHelp("Colour behind everything. Default: transparent.", valueName: "color"))
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
        if let shadowOffset { recipe.shadowOffset = shadowOffset.point }
        if let shadowRadius { recipe.shadowRadius = shadowRadius }
        recipe.padding = padding
        recipe.scale = output.scale
        recipe.canvasColor = background?.color
        try output.write(recipe.scene, images: loaded.images)
    }
}

import ArgumentParser
import Penumbra
import PenumbraSystem

extension Text.Alignment: ExpressibleByArgument {}

/// The artwork of an effect: a picture, a text or a path, given as one word or as an option.
struct ArtworkOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A picture file (.png, .jpg …), or else a text.", valueName: "picture-or-text"))
    var artwork: String?

    @Option(help: ArgumentHelp("A picture with any name; \"-\" reads standard input.", valueName: "file", visibility: .hidden))
    var image: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A text, even if it looks like a file name.", valueName: "string", visibility: .hidden))
    var text: String?
    @Option(help: ArgumentHelp("SVG path data, in points.", valueName: "data"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            "Frame size. Default: as large as the content.",
            valueName: "WxH"))
    var size: SizeArgument?

    @Option(help: ArgumentHelp("Text or path colour.", valueName: "color")) var color: ColorArgument?
    @Option(help: ArgumentHelp("Fill rule.", valueName: "rule", visibility: .hidden))
    var fillRule = FillRule.nonzero
    @Option(help: ArgumentHelp("Font pattern or font file.", valueName: "font"))
    var font = Text.standardFont
    @Option(help: ArgumentHelp("Font size.", valueName: "length")) var fontSize = 72.0
    @Option(help: ArgumentHelp("Alignment of the text.", valueName: "side", visibility: .hidden))
    var alignment = Text.Alignment.center

    func validate() throws {
        let given = [artwork, image, text, path].compactMap { $0 }
        if given.isEmpty {
            throw ValidationError("Nothing to draw: name a picture or a text, or use --image, --text or --path.")
        }
        if given.count > 1 { throw ValidationError("More than one thing to draw; name one picture, text or path.") }
        if artwork == "" || text == "" { throw ValidationError("The text is empty.") }
        try check("--size", size)
        try check("--font-size", fontSize, 0.1...16384)
    }

    /// The loaded artwork, with its picture if it is a picture.
    struct Loaded {
        var artwork: Artwork
        var picture: InputPicture?
        /// The point that touches the ground, in the artwork's own coordinates.
        var foot: Point

        var images: [ImageSource: Bitmap] { picture.map { [$0.source: $0.bitmap] } ?? [:] }
    }

    func load(_ limits: RenderLimits, defaultColor: Color = .black) throws -> Loaded {
        if let path { return try loadPath(path, color?.color ?? defaultColor, limits.scene) }
        if let file = image ?? artwork.flatMap({ InputPicture.isPictureName($0) ? $0 : nil }) {
            return try loadPicture(file, limits.images)
        }
        return try loadText(text ?? artwork ?? "", color?.color ?? defaultColor, limits.scene)
    }

    private func loadPicture(_ file: String, _ limits: ImageLimits) throws -> Loaded {
        let picture = try InputPicture(reading: file, limits: limits)
        let artwork = Artwork.image(picture.source, size: size?.size ?? picture.size)
        // The position of the lowest visible pixel within the frame.
        let shown = picture.visibleBounds ?? Rect(origin: .zero, size: picture.size)
        let scale = min(artwork.size.width / picture.size.width, artwork.size.height / picture.size.height)
        let left = (artwork.size.width - scale * picture.size.width) / 2
        let top = (artwork.size.height - scale * picture.size.height) / 2
        return Loaded(artwork: artwork, picture: picture, foot: Point(left + scale * shown.midX, top + scale * shown.maxY))
    }

    private func loadPath(_ data: String, _ color: Color, _ limits: SceneLimits) throws -> Loaded {
        let path = try readPath(data, name: "--path", limit: limits.pathSegments)
        let artwork: Artwork
        if let size {
            artwork = .path(path, fillRule: fillRule, color: color, size: size.size)
        } else {
            artwork = .path(fitting: path, fillRule: fillRule, color: color)
        }
        guard artwork.size.width > 0, artwork.size.height > 0 else {
            throw CommandFailure(.badData, "--path: the path covers nothing; it needs a width and a height")
        }
        let bounds = size == nil ? artwork.bounds : path.bounds
        return Loaded(artwork: artwork, foot: Point(bounds.midX, bounds.maxY))
    }

    private func loadText(_ string: String, _ color: Color, _ limits: SceneLimits) throws -> Loaded {
        guard string.utf8.count <= limits.textBytes else {
            throw CommandFailure(
                .badData,
                "the text has \(string.utf8.count) bytes, more than \(limits.textBytes); raise \(Limit.textLength.option)")
        }
        let files = try FileRoots([], files: FontStack(font).files)
        var text = Text(
            string: string, font: font, fontSize: fontSize, color: .color(color), alignment: alignment, isWrapped: size != nil)
        let layout = try TextShaper().layout(text, width: size?.size.width, files: files)
        // Letters may reach beyond their lines; a single line has room for that on both sides.
        let ink = layout.path.bounds
        let overhang = max(0, -ink.minX, ink.maxX - layout.size.width)
        if layout.lines.count <= 1 && size == nil { text.alignment = .center }
        let width = (layout.size.width + (text.alignment == .center ? 2 * overhang : overhang)).rounded(.up)
        let frame = size?.size ?? Size(width: max(1, width), height: max(1, max(layout.size.height, ink.maxY).rounded(.up)))
        let baseline = layout.lines.last?.baseline ?? frame.height
        return Loaded(artwork: .text(text, size: frame), foot: Point(frame.width / 2, baseline))
    }
}

/// Parses SVG path data from the command line.
///
/// - Parameters:
///   - name: the path's name in errors.
///   - limit: the maximum number of segments.
func readPath(_ data: String, name: String, limit: Int) throws -> Path {
    let path = try rethrowing(try Path(svgPathData: data, upTo: limit + 1), as: CommandFailure.badData(name))
    guard path.elements.count <= limit else {
        throw CommandFailure(.badData, "\(name): more than \(limit) segments; raise \(Limit.pathSegments.option)")
    }
    return path
}

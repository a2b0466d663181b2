import ArgumentParser
import Penumbra
import PenumbraSystem

struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "List lifted off its background by shadows.",
        discussion: """
            Rows are a JSON array of objects with "height", "title" and one of "color",
            "gradient" and "image". An object with "rows" may also set what the options of
            the table set, such as navigationBarHeight; options override it. Paths of
            pictures start at the file's folder. Lengths are points.

            EXAMPLES
              penumbra table rows.json --title Inbox -o list.png
              penumbra table rows.json --height 300 --scroll-offset -30 -o pulled.png
              penumbra table rows.json --height 300 --scroll 400 -o list.webp
            """)

    @Argument(help: ArgumentHelp("A JSON file of rows; \"-\" reads standard input.", valueName: "rows")) var rows: String

    @Option(help: ArgumentHelp("Width of the list. Default: 320.", valueName: "length")) var width: Double?
    @Option(help: ArgumentHelp("Picture height. Default: as the list needs.", valueName: "length"))
    var height: Double?
    @Option(help: ArgumentHelp("Bar height; 0 draws no bar. Default: 44.", valueName: "length")) var navigationBarHeight:
        Double?
    @Option(help: ArgumentHelp("Bar colour. Default: dark blue.", valueName: "color", visibility: .hidden))
    var navigationBarColor: ColorArgument?
    @Option(parsing: .unconditional, help: ArgumentHelp("Title in the navigation bar.", valueName: "text")) var title: String?
    @Option(help: ArgumentHelp("Title colour. Default: white.", valueName: "color", visibility: .hidden)) var titleColor:
        ColorArgument?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Scroll offset; below 0 pulls down. Default: 0.", valueName: "length"))
    var scrollOffset: Double?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Animate: scroll to this offset and back.", valueName: "length"))
    var scroll: Double?
    @Option(help: ArgumentHelp("Time of --scroll. Default: 2.", valueName: "seconds")) var duration: Time?
    @OptionGroup var motionRate: FrameRateOption
    @Option(help: ArgumentHelp("Background. Default: light gray.", valueName: "color")) var background: ColorArgument?
    @Option(help: ArgumentHelp("Line between rows. Default: none.", valueName: "color", visibility: .hidden))
    var separatorColor: ColorArgument?
    @Option(help: ArgumentHelp("Font pattern or font file.", valueName: "font")) var font: String?
    @Option(help: ArgumentHelp("Font size. Default: 17.", valueName: "length")) var fontSize: Double?
    @Option(help: ArgumentHelp("Row title colour. Default: black.", valueName: "color")) var textColor: ColorArgument?

    @OptionGroup var roots: RootOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--width", width, Limits.side)
        try check("--height", height, 1...32768)
        try check("--navigation-bar-height", navigationBarHeight, Limits.length)
        try check("--scroll-offset", scrollOffset, -1e9...1e9)
        try check("--font-size", fontSize, 0.1...16384)
        try check("--scroll", scroll, -1e9...1e9)
        if scroll != nil || duration != nil || motionRate.fps != nil {
            try motionRate.check(output, isMoving: scroll != nil, with: "--scroll", duration: duration)
        }
    }

    func run() throws {
        let limits = try output.renderer.limits()
        let bytes = try readFile(rows, limit: limits.scene.documentBytes, raisedBy: .sceneSize)
        var recipe = try rethrowing(
            try ShadowTable(json: bytes, baseFolder: ScenePath.folder(of: rows)),
            as: CommandFailure.badData(name))
        if let width { recipe.width = width }
        if let height { recipe.height = height }
        if let navigationBarHeight { recipe.navigationBarHeight = navigationBarHeight }
        if let navigationBarColor { recipe.navigationBarColor = .color(navigationBarColor.color) }
        if let title { recipe.navigationBarTitle = title }
        if let titleColor { recipe.navigationBarTitleColor = titleColor.color }
        if let scrollOffset { recipe.scrollOffset = scrollOffset }
        if let background { recipe.backgroundColor = background.color }
        if let separatorColor { recipe.separatorColor = separatorColor.color }
        if let font { recipe.font = font }
        if let fontSize { recipe.fontSize = fontSize }
        if let textColor { recipe.textColor = textColor.color }
        recipe.scale = output.scale
        let files = try roots.files(from: ScenePath.folder(of: rows), and: font.map { FontStack($0).files } ?? [])
        recipe.lineHeight = try lineHeight(recipe, files)
        let images = try images(of: recipe, limits.images, files)
        guard let scroll else { return try output.write(recipe.scene, images: images, files: files) }
        let scene = try motionRate.scene { () throws(MotionError) in
            try recipe.scene(scrollingTo: scroll, duration: duration?.seconds ?? 2)
        }
        try output.writeAnimation(scene, rate: motionRate.rate, images: images, files: files)
    }

    /// The line height of the titles' font; nil if there are no titles.
    private func lineHeight(_ recipe: ShadowTable, _ files: FileRoots) throws -> Double? {
        guard recipe.navigationBarTitle != nil || recipe.rows.contains(where: { $0.title != nil }) else { return nil }
        let text = Text(string: "x", font: recipe.font, fontSize: recipe.fontSize)
        return try TextShaper().layout(text, files: files).size.height
    }

    /// The rows' pictures. Each picture is decoded once.
    private func images(of recipe: ShadowTable, _ limits: ImageLimits, _ files: FileRoots) throws -> [ImageSource: Bitmap] {
        var images: [ImageSource: Bitmap] = [:]
        for (index, row) in recipe.rows.enumerated() {
            guard case .image(let source) = row.content, images[source] == nil else { continue }
            do {
                images[source] = try InputPicture(source, limits: limits, files: files).bitmap
            } catch {
                guard let failure = CommandFailure(error) else { throw error }
                throw CommandFailure(failure.status, "\(name): rows[\(index)].image: \(failure.message)")
            }
        }
        return images
    }

    private var name: String { rows == "-" ? "standard input" : rows }
}

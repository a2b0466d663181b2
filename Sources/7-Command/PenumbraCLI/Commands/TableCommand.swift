import ArgumentParser
import Penumbra
import PenumbraSystem

struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "table",
        abstract: "Draws a list that gradient shadows lift off its background.",
        discussion: """
            The rows are a JSON array of objects with a "height", one of "color", "gradient" and "image", and a "title". Or they stand \
            under "rows" in an object that may say, besides: width, height, navigationBarHeight, navigationBarColor, title, titleColor, \
            scrollOffset, background, separatorColor, font, fontSize, textColor. Options win over the file. Paths of pictures start \
            at the file's folder. All lengths are points; --scale says how many pixels a point has.

            Three shadows lie on the background: one 20 high, stuck under the navigation bar, which shows when the list is pulled down (a \
            --scroll-offset below 0); one 20 high below the last row; one 10 high above the first row while that is visible.

            EXAMPLES
              penumbra table rows.json -o list.png
              penumbra table rows.json --scroll-offset -30 --title Inbox --scale 2 -o pulled.png
              echo '[{"height": 44}, {"height": 60, "color": "#eef"}]' | penumbra table - -o a.png
            """)

    @Argument(help: ArgumentHelp("A JSON file of rows; \"-\" reads standard input.", valueName: "rows")) var rows: String

    @Option(help: ArgumentHelp("Of the list. Default: 320.", valueName: "length")) var width: Double?
    @Option(help: ArgumentHelp("Of the picture. Default: what bar, rows and the last shadow take.", valueName: "length"))
    var height: Double?
    @Option(help: ArgumentHelp("0 draws no bar. Default: 44.", valueName: "length")) var navigationBarHeight: Double?
    @Option(help: ArgumentHelp("Any CSS colour. Default: a dark blue.", valueName: "color"))
    var navigationBarColor: ColorArgument?
    @Option(help: ArgumentHelp("In the navigation bar.", valueName: "text")) var title: String?
    @Option(help: ArgumentHelp("Of the bar's title. Default: white.", valueName: "color")) var titleColor: ColorArgument?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the rows are scrolled up; below 0 they are pulled down. Default: 0.", valueName: "length"))
    var scrollOffset: Double?
    @Option(help: ArgumentHelp("Behind the rows. Default: a light gray.", valueName: "color")) var background: ColorArgument?
    @Option(help: ArgumentHelp("Of a line between rows. Default: no line.", valueName: "color"))
    var separatorColor: ColorArgument?
    @Option(help: ArgumentHelp("Of all titles: a fontconfig pattern, or a font file.", valueName: "font")) var font: String?
    @Option(help: ArgumentHelp("Of all titles. Default: 17.", valueName: "length")) var fontSize: Double?
    @Option(help: ArgumentHelp("Of the titles in rows. Default: black.", valueName: "color")) var textColor: ColorArgument?

    @OptionGroup var roots: RootOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        try check("--width", width, Limits.side)
        try check("--height", height, 1...32768)
        try check("--navigation-bar-height", navigationBarHeight, Limits.length)
        try check("--scroll-offset", scrollOffset, -1e9...1e9)
        try check("--font-size", fontSize, 0.1...16384)
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
        let files = try roots.files(from: ScenePath.folder(of: rows), and: font.map { [$0] } ?? [])
        recipe.lineHeight = try lineHeight(recipe, files)
        try output.write(recipe.scene, images: try images(of: recipe, limits.images, files), files: files)
    }

    /// Of the titles' font; nil where there are no titles.
    private func lineHeight(_ recipe: ShadowTable, _ files: FileRoots) throws -> Double? {
        guard recipe.navigationBarTitle != nil || recipe.rows.contains(where: { $0.title != nil }) else { return nil }
        let text = Text(string: "x", font: recipe.font, fontSize: recipe.fontSize)
        return try TextShaper().layout(text, files: files).size.height
    }

    /// The rows' pictures, each decoded once.
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

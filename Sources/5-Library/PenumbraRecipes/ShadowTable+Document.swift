import PenumbraScene

extension ShadowTable {
    /// Reads a table from a JSON document: an array of rows, or an object with the key `rows` and the table's other keys.
    ///
    /// A row has a `height`, at most one of `color`, `gradient` and `image`, and an optional `title`. A row without `color`,
    /// `gradient` and `image` is white. Image files are not opened.
    ///
    /// - Parameter baseFolder: the folder of the document, where relative picture paths start.
    /// - Throws: one error that names the place, the value found and the values allowed.
    public init(json: [UInt8], baseFolder: String = "") throws(SceneError) {
        let document = try DocumentValue(json: json, list: "rows", baseFolder: baseFolder)
        if document.isArray {
            self.init(rows: try Self.rows(document))
            return
        }
        let members = try document.members(of: "a table", keys: Self.keys)
        self.init(rows: try Self.rows(try members.required("rows", "an array of rows")))
        width = try members["width"]?.number(1...16384) ?? width
        height = try members["height"]?.number(1...32768)
        navigationBarHeight = try members["navigationBarHeight"]?.number(0...16384) ?? navigationBarHeight
        navigationBarColor = try members["navigationBarColor"]?.paint() ?? navigationBarColor
        navigationBarTitle = try members["title"]?.string("a string")
        navigationBarTitleColor = try members["titleColor"]?.color() ?? navigationBarTitleColor
        scrollOffset = try members["scrollOffset"]?.number(-1e9...1e9) ?? scrollOffset
        backgroundColor = try members["background"]?.color() ?? backgroundColor
        separatorColor = try members["separatorColor"]?.color()
        font = try members["font"]?.string("a font's name") ?? font
        fontSize = try members["fontSize"]?.number(0.1...16384) ?? fontSize
        textColor = try members["textColor"]?.color() ?? textColor
    }

    private static let keys = [
        "rows", "width", "height", "navigationBarHeight", "navigationBarColor", "title", "titleColor", "scrollOffset",
        "background", "separatorColor", "font", "fontSize", "textColor",
    ]

    private static func rows(_ list: DocumentValue) throws(SceneError) -> [Row] {
        let values = try list.elements("an array of rows")
        if values.isEmpty { throw list.error("found an empty array, expected at least one row") }
        let most = SceneLimits.default.layerCount
        if values.count > most { throw list.error("more than \(most) rows") }
        var rows: [Row] = []
        rows.reserveCapacity(values.count)
        for value in values { rows.append(try row(value)) }
        return rows
    }

    private static func row(_ value: DocumentValue) throws(SceneError) -> Row {
        let members = try value.members(of: "a row", keys: ["height", "color", "gradient", "image", "title"])
        var row = Row(height: try members.required("height", "a number from 0.1 to 16384").number(0.1...16384))
        let (color, gradient, image) = (try members["color"], try members["gradient"], try members["image"])
        if [color, gradient, image].count(where: { $0 != nil }) > 1 {
            throw value.error("found more than one of `color`, `gradient` and `image`, expected one of them")
        }
        if let color { row.content = .paint(.color(try color.color())) }
        if let gradient {
            guard case .gradient(let paint) = try gradient.paint() else {
                throw gradient.error("found a colour, expected a gradient object with \"colors\"")
            }
            row.content = .paint(.gradient(paint))
        }
        if let image { row.content = .image(try image.imageSource()) }
        row.title = try members["title"]?.string("a string")
        return row
    }
}

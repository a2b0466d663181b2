import PenumbraElementary
import PenumbraLayout

/// The keys of a `layout`. Names and meanings are those of CSS, without the prefixes `flex-` and `grid-`.
extension LayoutArrangement {
    static let keys = Keys(LayoutArrangement(), moving: .beforeLayout) {
        Key("display", \.display, .choice).help("Flex puts items beside each other. Grid puts them into rows and columns.")
        Key("direction", \.flex.direction, .choice).help("Where items of a flexible box follow each other.")
        Key("wrap", \.flex.wrap, .choice).help("Whether items of a flexible box go on in another line.")
        Key("templateColumns", \.grid.columns, .tracks).help(
            "The columns of a grid, as in CSS: 80px 1fr, repeat(3, 1fr), minmax(80px, auto).")
        Key("templateRows", \.grid.rows, .tracks).help("The rows of a grid, like templateColumns.")
        Key("templateAreas", \.grid.areas, .areas).help(
            "Named areas of a grid: a text for each row, with a name or a dot for each column.")
        Key("autoColumns", \.grid.autoColumns, .trackSizes).help("The widths of columns that templateColumns doesn't have.")
        Key("autoRows", \.grid.autoRows, .trackSizes).help("The heights of rows that templateRows doesn't have.")
        Key("autoFlow", \.autoFlow, .choice).help("Where a grid puts items without a place. Dense fills earlier holes.")
        Key("justifyContent", \.flex.justifyContent, .choice).help("Where free space goes along a line, or beside columns.")
        Key("justifyItems", \.justifyItems, .choice).help("Where items of a grid lie in the width of their area.")
        Key("alignItems", \.flex.alignItems, .choice).help("Where items lie across their line, or in the height of their area.")
        Key("alignContent", \.flex.alignContent, .choice).help("Where free space goes between lines or rows.")
        Key("gap", \.gap, .gap).help("Points between items and between lines: one number, or [row, column].")
        Key("roundsToPixels", \.flex.roundsToPixels, .flag).help(
            "Whether the items' edges are moved to whole pixels, as in browsers.")
    }

    enum AutoFlow: String, Hashable, Sendable, CaseIterable {
        case row, column
        case denseRow = "row dense"
        case denseColumn = "column dense"
    }

    fileprivate var autoFlow: AutoFlow {
        get { grid.autoFlow == .row ? grid.isDense ? .denseRow : .row : grid.isDense ? .denseColumn : .column }
        set {
            grid.autoFlow = newValue == .row || newValue == .denseRow ? .row : .column
            grid.isDense = newValue == .denseRow || newValue == .denseColumn
        }
    }

    fileprivate var justifyItems: ItemAlignment {
        get { grid.justifyItems == .normal ? .stretch : grid.justifyItems }
        set { grid.justifyItems = newValue == .stretch ? .normal : newValue }
    }

    /// The gaps of rows and of columns.
    fileprivate var gap: [Double] {
        get { [flex.rowGap, flex.columnGap] }
        set { (flex.rowGap, flex.columnGap) = (newValue[0], newValue[1]) }
    }
}

extension KeyTable {
    static let layout = KeyTable(
        "a layout", "layout", "CSS's flexbox or grid: how a layer arranges its sublayers.", LayoutArrangement.keys.meanings)
}

extension Form where Value == LayoutArrangement {
    static var arrangement: Form {
        let form = object(LayoutArrangement.keys, .layout)
        return Form(
            form.schema, wanted: form.wanted,
            read: { node throws(SceneError) in
                let result = try form.read(node)
                if result.display == .flex, result.grid != GridContainer() {
                    throw node.place.error("found keys of a grid; add \"display\": \"grid\"")
                }
                if result.display == .grid, result.flex.direction != .row || result.flex.wrap != .nowrap {
                    throw node.place.error("found `direction` or `wrap` beside a grid; write `autoFlow` and tracks instead")
                }
                return result
            }, write: form.write, motion: form.motion)
    }
}

// MARK: - Forms

extension Form where Value == GridTemplate {
    fileprivate static var tracks: Form {
        Form(.tracks) { node throws(SceneError) in
            try node.grid("tracks such as \"80px 1fr\"") { parser throws(NotationError) in try parser.template() }
        } write: { template, members throws(SceneError) in
            .string(try GridWriter(members).text(template))
        }
    }
}

extension Form where Value == [GridTrackSize] {
    fileprivate static var trackSizes: Form {
        Form(.tracks) { node throws(SceneError) in
            try node.grid("sizes such as \"80px auto\"") { parser throws(NotationError) in try parser.sizes() }
        } write: { sizes, members throws(SceneError) in
            .string(try GridWriter(members).text(sizes.map { .track($0) }))
        }
    }
}

extension Form where Value == GridAreas {
    fileprivate static var areas: Form {
        Form(.array(of: .string, 0...GridNotation.mostRows)) { node throws(SceneError) in
            let rows = try node.list("an array of texts", atMost: GridNotation.mostRows, "rows") { node throws(SceneError) in
                try node.string("a row of names such as \"head head\"").split(whereSeparator: \.isWhitespace)
                    .map { cell -> String? in cell.allSatisfy { $0 == "." } ? nil : String(cell) }
            }
            if rows.isEmpty { return GridAreas() }
            guard let areas = GridAreas(rows) else {
                throw node.place.error("found areas that are no rectangles, or rows of different lengths")
            }
            return areas
        } write: { areas, _ in
            .array(areas.rowTexts.map { .string($0) })
        }
    }
}

extension Form where Value == GridSpan {
    /// The place of an item: a line, two lines with a slash between them, a span, or the name of an area.
    static var gridPlace: Form {
        Form(.any(of: .gridLine, .text(["type": "string", "examples": ["1 / 3", "span 2", "head"]])).orNull, skipsNull: true) {
            node throws(SceneError) in
            if case .number = node.value {
                guard let line = Int(exactly: try node.number()), line != 0, abs(line) <= GridNotation.farthestLine else {
                    throw node.mismatch(GridNotation.wantedPlace)
                }
                return GridSpan(start: .line(line))
            }
            return try node.grid(GridNotation.wantedPlace) { parser throws(NotationError) in try parser.span() }
        } write: { span, _ in
            .string(GridWriter.text(span))
        }
    }
}

extension ValueSchema {
    fileprivate static let tracks = text(["type": "string", "examples": ["80px 1fr", "repeat(3, 1fr)"]])
}

extension Node {
    fileprivate func grid<Value>(
        _ wanted: String, _ read: (inout GridNotation) throws(NotationError) -> Value
    ) throws(SceneError) -> Value {
        var parser = GridNotation(try string(wanted))
        do throws(NotationError) {
            let value = try read(&parser)
            try parser.finish()
            return value
        } catch {
            throw place.error("\(error), expected \(wanted)")
        }
    }
}

extension ValueSchema {
    /// The number of a grid's line, from the start or, if negative, from the end.
    fileprivate static let gridLine: ValueSchema = {
        let most = Double(GridNotation.farthestLine)
        return bound([
            ["type": "integer", "minimum": 1, "maximum": .number(most)],
            ["type": "integer", "minimum": .number(-most), "maximum": -1],
        ])
    }()
}

import PenumbraGeometry
import PenumbraLayout
import PenumbraScene
import TestSupport
import Testing

/// Tests the keys of layouts. `PenumbraLayoutTests` tests what layouts do.
@Suite(.timed) struct LayoutKeyTests {
    private func layer(_ members: String, canvas: String = #""width": 100, "height": 50"#) throws -> Layer {
        let json = #"{"canvas": {\#(canvas)}, "layers": [{\#(members)}]}"#
        return try #require(try Scene(json: Array(json.utf8)).layers.first)
    }

    @Test func layoutLengthsArePointsOrPercentages() throws {
        let style = try #require(
            try layer(
                #""width": "25%", "height": 30, "minWidth": "auto", "maxHeight": null, "padding": [4, "10%"], "margin": ["auto", 1, -2, "-5%"], "inset": [null, 3, null, "auto"]"#
            ).layout?.style)
        #expect(style.width == .fraction(0.25) && style.height == .points(30))
        #expect(style.minWidth == .auto && style.maxHeight == .auto)
        #expect(
            style.padding
                == LayoutEdges(top: .points(4), right: .fraction(0.1), bottom: .points(4), left: .fraction(0.1)))
        #expect(
            style.margin
                == LayoutEdges(top: .auto, right: .points(1), bottom: .points(-2), left: .fraction(-0.05)))
        #expect(style.inset == LayoutEdges(top: .auto, right: .points(3), bottom: .auto, left: .auto))
    }

    @Test func layoutItemKeysAreRead() throws {
        let style = try #require(
            try layer(
                #""flexGrow": 2, "flexShrink": 0, "flexBasis": "content", "alignSelf": "flex-end", "aspectRatio": "16/9", "order": -3, "position": "absolute""#
            ).layout?.style)
        #expect(style.flexGrow == 2 && style.flexShrink == 0 && style.flexBasis == .content)
        #expect(style.alignSelf == .flexEnd && style.order == -3 && style.position == .absolute)
        #expect(style.aspectRatio == 16.0 / 9)
    }

    @Test func layoutContainerKeysHaveCSSNames() throws {
        let container = try #require(
            try layer(
                #""layout": {"direction": "column-reverse", "wrap": "wrap", "justifyContent": "space-evenly", "alignItems": "baseline", "alignContent": "flex-start", "gap": [3, 5], "roundsToPixels": true}"#
            ).layout?.container)
        #expect(container.direction == .columnReverse && container.wrap == .wrap)
        #expect(container.justifyContent == .spaceEvenly && container.alignItems == .baseline)
        #expect(container.alignContent == .flexStart && container.rowGap == 3 && container.columnGap == 5)
        #expect(container.roundsToPixels)
    }

    @Test func gridKeysHaveCSSNames() throws {
        let layout = try #require(
            try layer(
                #""layout": {"display": "grid", "templateColumns": "[a] 20 repeat(2, minmax(10px, 1fr)) 25%", "templateRows": "none", "templateAreas": ["h h", ". b"], "autoRows": "8px auto", "autoFlow": "column dense", "justifyItems": "end", "alignItems": "center", "justifyContent": "space-between", "gap": [3, 0]}"#
            ).layout)
        let grid = try #require(layout.grid)
        #expect(layout.container == nil)
        #expect(
            grid.columns
                == .tracks([
                    .names(["a"]), .track(.breadth(.length(.points(20)))),
                    .repeated(.times(2), [.track(.minmax(.length(.points(10)), .flex(1)))]),
                    .track(.breadth(.length(.fraction(0.25)))),
                ]))
        #expect(grid.rows == .none && grid.areas.rowCount == 2)
        #expect(grid.areas.areas.map(\.name) == ["h", "b"])
        #expect(grid.autoRows == [.breadth(.length(.points(8))), .auto] && grid.autoFlow == .column && grid.isDense)
        #expect(grid.justifyItems == .end && grid.alignItems == .center && grid.justifyContent == .spaceBetween)
        #expect(grid.rowGap == .points(3) && grid.columnGap == .auto)
    }

    @Test func gridPlacesAreLinesSpansOrNames() throws {
        let style = try #require(
            try layer(#""gridColumn": "2 / span 3", "gridRow": -1, "justifySelf": "end""#).layout?.style)
        #expect(style.gridColumn == GridSpan(start: .line(2), end: .span(3)))
        #expect(style.gridRow == GridSpan(start: .line(-1)) && style.justifySelf == .end)
        let named = try #require(try layer(#""gridColumn": "head", "gridRow": "2 foot / span side""#).layout?.style)
        #expect(named.gridColumn == GridSpan(start: .name("head"), end: .name("head")))
        #expect(named.gridRow == GridSpan(start: .line(2, name: "foot"), end: .span(1, name: "side")))
    }

    @Test(
        arguments: [
            (#""layout": {"templateColumns": "1fr"}"#, #"layers[0].layout: found keys of a grid; add "display": "grid""#),
            (
                #""layout": {"display": "grid", "wrap": "wrap"}"#,
                "layers[0].layout: found `direction` or `wrap` beside a grid; write `autoFlow` and tracks instead"
            ),
            (
                #""layout": {"display": "grid", "templateColumns": "1fr 2em"}"#,
                #"layers[0].layout.templateColumns: found the unit "em"; write points, "%" or "fr", expected tracks such as "80px 1fr""#
            ),
            (
                #""layout": {"display": "grid", "templateColumns": "repeat(auto-fill, 1fr)"}"#,
                #"layers[0].layout.templateColumns: found automatic repetition of tracks without a length; write minmax(80px, 1fr), expected tracks such as "80px 1fr""#
            ),
            (
                #""layout": {"display": "grid", "templateAreas": ["a b", "b a"]}"#,
                "layers[0].layout.templateAreas: found areas that are no rectangles, or rows of different lengths"
            ),
            (
                #""gridRow": 0"#,
                #"layers[0].gridRow: found 0, expected a line, two lines such as "1 / 3", "span 2" or the name of an area"#
            ),
        ]
    ) func gridMistakesAreNamed(members: String, message: String) throws {
        let error = #expect(throws: SceneError.self) { try layer(members) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test func layersWithoutLayoutKeysHaveNoLayout() throws {
        #expect(try layer(#""frame": [0, 0, 5, 5]"#).layout == nil)
        #expect(try layer(#""width": "auto", "order": 0, "layout": null"#).layout == nil)
        // A text that has a frame knows its insets at once.
        let text = try layer(#""type": "text", "string": "a", "frame": [0, 0, 50, 50], "padding": [1, 2, 3, 4]"#)
        #expect(text.layout == nil && text.contentInsets == Insets(top: 1, right: 2, bottom: 3, left: 4))
    }

    @Test(
        arguments: [
            (#""width": "10px""#, #"width: found "10px", expected points, a percentage such as "50%", or "auto"; write 10"#),
            (#""width": -1"#, #"width: found -1, expected a number, 0 or more"#),
            (#""width": "-1%""#, #"width: found "-1%", expected points, a percentage such as "50%", or "auto""#),
            (#""width": 1e10"#, "width: found 10000000000, the largest allowed is 1e9"),
            (
                #""padding": [1, 2, 3]"#,
                #"padding: found an array of 3, expected points or a percentage such as "5%", or an array of two or four of them"#
            ),
            (
                #""padding": [1, "auto"]"#,
                #"padding[1]: found "auto", expected points or a percentage such as "5%", or an array of two or four of them"#
            ),
            (#""order": 1.5"#, "order: found 1.5, expected a whole number"),
            (#""aspectRatio": 0"#, "aspectRatio: found 0, expected a number above 0"),
            (#""aspectRatio": "1:2""#, #"aspectRatio: found "1:2", expected a number above 0, or a proportion such as "16/9""#),
            (#""flexGrow": -1"#, "flexGrow: found -1, expected a number, 0 or more"),
            (#""layout": "row""#, #"layout: found "row", expected a layout, which is an object"#),
            (
                #""layout": {"direction": "rows"}"#,
                #"layout.direction: found "rows", expected "row", "column", "row-reverse" or "column-reverse"; did you mean "row"?"#
            ),
            (#""layout": {"spacing": 4}"#, #"layout.spacing: unknown key, write "gap": 12"#),
            (
                #""type": "text", "string": "a", "layout": {}"#,
                "layout: `layout` belongs to the layer around a text; this is a text layer"
            ),
        ] as [(String, String)])
    func badLayoutKeysAreNamed(_ members: String, _ expected: String) {
        #expect(refusal(ofLayer: members) == "layers[0].\(expected)")
    }

    @Test(arguments: TestSeeds.all)
    func randomLayoutsRoundTrip(_ seed: UInt64) throws {
        for index in 0..<rounds(300 as UInt64) {
            var random = SeededGenerator(seed: seed &+ index)
            var layer = Layer(layout: random.layout(), kind: random.chance(0.5) ? .layer : .shape(Shape(path: Path())))
            layer.sublayers = [Layer(layout: random.layout())]
            let scene = Scene(canvas: Canvas(size: Size(width: 10, height: 10)), layers: [layer])
            let text = try scene.json()
            #expect(try Scene(json: Array(text.utf8)) == scene, "seed \(seed &+ index)\n\(text)")
        }
    }

    /// Percentages, circles and paths that follow a layout are written as they were read.
    @Test func relativeLayoutValuesRoundTrip() throws {
        let json = """
            {"canvas": {"width": 90, "height": 90}, "layers": [{"layout": {}, "sublayers": [
              {"type": "gradient", "gradientType": "radial", "endRadius": 9, "colors": ["red", "blue"],
               "transform": "translate(50%, 25%) rotate(10deg) matrix(1, 0, 0, 1, 3, 4)"},
              {"type": "shape", "path": "bounds", "shadows": [{"path": "bounds", "transform": "translateX(-5%)"}],
               "innerShadows": [{}, {"path": "bounds"}]}
            ]}]}
            """
        let scene = try Scene(json: Array(json.utf8))
        let text = try scene.json()
        #expect(try Scene(json: Array(text.utf8)) == scene, "\(text)")
        #expect(text.contains(#""translate(50%, 25%)"#) && text.components(of: #""path": "bounds""#) == 3, "\(text)")
        #expect(!text.contains(#""center""#))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { split(separator: part, omittingEmptySubsequences: false).count - 1 }
}

extension Layer {
    fileprivate init(layout: LayerLayout, kind: Kind = .layer) {
        self.init(kind: kind)
        self.layout = layout
    }
}

extension SeededGenerator {
    fileprivate mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }

    private mutating func pick<Choice: CaseIterable>(_ type: Choice.Type) -> Choice {
        type.allCases.randomElement(using: &self)!
    }

    private mutating func length(allowsAuto: Bool = true, isSigned: Bool = false) -> LayoutLength {
        let value = Double.random(in: (isSigned ? -100 : 0)...100, using: &self)
        return switch Int.random(in: 0...2, using: &self) {
        case 0 where allowsAuto: .auto
        case 1: .fraction(value / 100)
        default: .points(value)
        }
    }

    private mutating func edges(allowsAuto: Bool, isSigned: Bool) -> LayoutEdges {
        let all = length(allowsAuto: allowsAuto, isSigned: isSigned)
        guard chance(0.5) else { return LayoutEdges(all) }
        return LayoutEdges(
            top: all, right: length(allowsAuto: allowsAuto, isSigned: isSigned),
            bottom: length(allowsAuto: allowsAuto, isSigned: isSigned),
            left: length(allowsAuto: allowsAuto, isSigned: isSigned))
    }

    /// A grid in which something differs from the defaults.
    private mutating func grid() -> GridContainer {
        func breadth() -> GridBreadth {
            switch Int.random(in: 0...4, using: &self) {
            case 0: .flex(Double(Int.random(in: 0...4, using: &self)))
            case 1: .auto
            case 2: .minContent
            case 3: .length(.fraction(0.25))
            default: .length(.points(Double(Int.random(in: 0...90, using: &self))))
            }
        }
        func track() -> GridTrackEntry {
            switch Int.random(in: 0...3, using: &self) {
            case 0: .names(["a", "b-2"])
            case 1: .track(.minmax(.length(.points(3)), breadth()))
            case 2: .track(.fitContent(.points(40)))
            default: .track(.breadth(breadth()))
            }
        }
        var grid = GridContainer()
        grid.columns = .tracks([.track(.breadth(breadth())), track(), .repeated(.times(2), [track()])])
        if chance(0.5) { grid.rows = .tracks([.repeated(.autoFill, [.track(.breadth(.length(.points(20))))])]) }
        if chance(0.3) { grid.columns = .subgrid([.names(["x"])]) }
        if chance(0.3) { grid.areas = GridAreas([["a", nil], ["a", "b"]]) ?? GridAreas() }
        if chance(0.3) { grid.autoRows = [.breadth(breadth()), .auto] }
        grid.autoFlow = pick(GridContainer.Flow.self)
        grid.isDense = chance(0.5)
        (grid.justifyContent, grid.alignContent) = (pick(ContentAlignment.self), pick(ContentAlignment.self))
        grid.justifyItems = chance(0.5) ? .normal : .end
        grid.alignItems = chance(0.5) ? .normal : .baseline
        grid.rowGap = chance(0.5) ? .auto : .points(3)
        return grid
    }

    private mutating func gridSpan() -> GridSpan {
        switch Int.random(in: 0...4, using: &self) {
        case 0: .lines(1, -2)
        case 1: .span(3)
        case 2: GridSpan(start: .name("head"), end: .name("head"))
        case 3: GridSpan(start: .line(2, name: "side"), end: .span(2, name: "foot"))
        default: GridSpan(start: .name("a"), end: .line(4))
        }
    }

    /// A layout in which something differs from the defaults.
    fileprivate mutating func layout() -> LayerLayout {
        var layout = LayerLayout()
        layout.style.width = .points(7)
        if chance(0.5) { layout.style.height = length() }
        if chance(0.3) { layout.style.minWidth = length() }
        if chance(0.3) { layout.style.minHeight = length() }
        if chance(0.3) { layout.style.maxWidth = length() }
        if chance(0.3) { layout.style.maxHeight = length() }
        if chance(0.5) { layout.style.padding = edges(allowsAuto: false, isSigned: false) }
        if chance(0.5) { layout.style.margin = edges(allowsAuto: true, isSigned: true) }
        if chance(0.5) { layout.style.inset = edges(allowsAuto: true, isSigned: true) }
        if chance(0.3) { layout.style.flexGrow = Double.random(in: 0...3, using: &self) }
        if chance(0.3) { layout.style.flexShrink = Double.random(in: 0...3, using: &self) }
        if chance(0.3) { layout.style.flexBasis = chance(0.5) ? .content : .length(length()) }
        if chance(0.3) { layout.style.alignSelf = pick(ItemAlignment.self) }
        if chance(0.3) { layout.style.aspectRatio = Double.random(in: 0.1...9, using: &self) }
        if chance(0.3) { layout.style.order = Int.random(in: -9...9, using: &self) }
        if chance(0.3) { layout.style.position = .absolute }
        if chance(0.5) {
            var container = FlexContainer()
            container.direction = pick(FlexContainer.Direction.self)
            container.wrap = pick(FlexContainer.Wrap.self)
            container.justifyContent = pick(ContentAlignment.self)
            container.alignItems = pick(ItemAlignment.self)
            container.alignContent = pick(ContentAlignment.self)
            container.rowGap = Double(Int.random(in: 0...9, using: &self))
            container.columnGap = Double(Int.random(in: 0...9, using: &self))
            container.roundsToPixels = chance(0.5)
            layout.container = container
        } else if chance(0.5) {
            layout.grid = grid()
        }
        if chance(0.3) { layout.style.justifySelf = pick(ItemAlignment.self) }
        if chance(0.3) { layout.style.gridColumn = gridSpan() }
        if chance(0.3) { layout.style.gridRow = gridSpan() }
        return layout
    }
}

import PenumbraGeometry
import PenumbraLayout
import TestPlans
import TestSupport
import Testing

/// Grids and tables with the boxes that Chromium gives them. `scripts/studies/grid-vs-chromium` compares many more.
@Suite(.timed) struct GridTests {
    private static let file = Repository.bytes(of: "Tests/2-Scene/PenumbraLayoutTests/grids.json") ?? []

    @Test func gridAndTableFramesMatchChromium() throws {
        let trees = try CSSTree.trees(in: Self.file)
        #expect(trees.count == 202)
        for tree in trees {
            let difference = try tree.difference()
            // Chromium rounds every length to 1/64 pixel.
            #expect(difference.points <= 0.1, "\(tree.name), node \(difference.node)")
        }
    }

    private func frames(_ css: String, _ items: [String], width: Double = 600) throws -> [Rect] {
        var root = CSSBox()
        try root.read("display: grid;" + css)
        var nodes = [LayoutNode(style: root.style, content: root.content)]
        for item in items {
            var box = CSSBox()
            try box.read(item)
            nodes[0].children.append(nodes.count)
            nodes.append(LayoutNode(style: box.style))
        }
        return try Layout.solve(nodes, width: width, height: nil)
    }

    @Test func gridTracksAreBounded() throws {
        let frames = try frames(
            "grid-template-columns: repeat(100000, 1px); grid-template-rows: repeat(1000000, 1px)", ["height: 5px"])
        #expect(frames[0].height == 10_000)
    }

    @Test func gridLinesFarAwayAreMoved() throws {
        let far = try frames(
            "grid-auto-rows: 1px", ["grid-row: 1000000000", "grid-row: -1000000000", "grid-row: span 1000000000"])
        #expect(far[0].height <= 30_000)
    }

    @Test func largeItemsOfGridsAreAnError() {
        #expect(throws: LayoutError.self) {
            try frames("", Array(repeating: "grid-row: 1 / 10000; grid-column: 1 / 10000", count: 2000))
        }
    }

    @Test(arguments: [
        "grid-template-columns: 10px", "grid-template-columns: subgrid; grid-template-rows: subgrid",
        "grid-auto-rows: 1fr; aspect-ratio: 1",
    ])
    func gridsInsideGridsFitOnASmallStack(css: String) throws {
        var nodes: [LayoutNode] = []
        for index in 0..<LayoutLimits.deepestNode {
            var box = CSSBox()
            try box.read("display: grid;" + css)
            let isLast = index == LayoutLimits.deepestNode - 1
            nodes.append(LayoutNode(style: box.style, content: box.content, children: isLast ? [] : [index + 1]))
        }
        let tree = nodes
        SmallStack.run { #expect(throws: Never.self) { _ = try Layout.solve(tree, width: 600, height: nil) } }
    }

    @Test func areasMustBeRectangles() {
        #expect(GridAreas([["a", "a"], ["b", nil]])?.areas.count == 2)
        #expect(GridAreas([["a", "b"], ["b", "a"]]) == nil)
        #expect(GridAreas([["a", "b"], ["a"]]) == nil)
        #expect(GridAreas([["a", "b", "a"]]) == nil)
    }

    @Test func badTracksAreErrors() throws {
        var container = GridContainer()
        container.columns = .tracks([.track(.breadth(.flex(.nan)))])
        #expect(throws: LayoutError.self) {
            try Layout.solve([LayoutNode(content: .grid(container))], width: 100, height: nil)
        }
    }

    @Test func collapsedBordersAreGiven() throws {
        var container = TableContainer()
        container.isCollapsed = true
        var nodes = [
            LayoutNode(content: .table(container), children: [1]), LayoutNode(content: .tableRowGroup, children: [2]),
            LayoutNode(content: .tableRow, children: [3, 4]), LayoutNode(content: .block), LayoutNode(content: .block),
        ]
        nodes[3].style.border = LayoutEdges(.points(2))
        nodes[4].style.border = LayoutEdges(.points(6))
        let result = try Layout.result(nodes, width: nil, height: nil)
        let table = try #require(result.tables[0])
        #expect(
            table.verticalEdges == [
                [
                    TableEdge(width: 2, style: .solid, node: 3, side: .left),
                    TableEdge(width: 6, style: .solid, node: 4, side: .left),
                    TableEdge(width: 6, style: .solid, node: 4, side: .right),
                ]
            ])
        #expect(result.frames[3].width == 4)
        #expect(result.frames[4].width == 6)
    }
}

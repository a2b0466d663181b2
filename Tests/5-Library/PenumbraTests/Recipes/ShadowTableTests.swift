import PenumbraGeometry
import PenumbraRecipes
import PenumbraScene
import TestSupport
import Testing

/// Tests the table against its description: three gradients, 20, 20 and 10 high.
@Suite(.timed) struct ShadowTableTests {
    private let background = Color(red: 0.2, green: 0.4, blue: 0.6)

    /// Three rows of 40, 60 and 50 points in a picture of 320×244, of which the bar takes 44.
    private func recipe(scrolledBy offset: Double) -> ShadowTable {
        var recipe = ShadowTable(rows: [40, 60, 50].map { ShadowTable.Row(height: $0) })
        recipe.backgroundColor = background
        recipe.height = 244
        recipe.scrollOffset = offset
        return recipe
    }

    private func table(_ recipe: ShadowTable) throws -> Layer {
        let layer = try #require(recipe.scene.layers.first)
        #expect(layer.name == "table" && layer.masksToBounds && layer.backgroundColor == .color(recipe.backgroundColor))
        return layer
    }

    /// A shadow's rectangle in the picture, by its layer's name; nil if the layer doesn't exist.
    private func rect(_ name: String, in table: Layer) throws -> Rect? {
        let origin = try #require(table.frame).origin
        for layer in table.sublayers {
            let frame = try #require(layer.frame)
            if layer.name == name { return frame.offset(by: origin) }
            for inner in layer.sublayers where inner.name == name {
                return try #require(inner.frame).offset(by: frame.origin + origin)
            }
        }
        return nil
    }

    private func gradient(_ name: String, in table: Layer) throws -> Gradient {
        let all = table.sublayers + table.sublayers.flatMap(\.sublayers)
        guard case .gradient(let gradient) = try #require(all.first { $0.name == name }).kind else {
            throw Failure()
        }
        return gradient
    }

    private struct Failure: Error {}

    @Test func tableShadowsFadeFromBlackToTheClearBackground() throws {
        let table = try table(recipe(scrolledBy: 0))
        var clear = background
        clear.alpha = 0
        for name in ["origin shadow", "bottom shadow"] {
            let gradient = try gradient(name, in: table)
            #expect(gradient.colors == [Color(white: 0, alpha: 0.5), clear])
            #expect(gradient.interpolation == .straight && gradient.falloff == .linear && gradient.locations == nil)
            #expect(gradient.geometry == .axial(startPoint: Point(0.5, 0), endPoint: Point(0.5, 1)))
        }
        let inverse = try gradient("top shadow", in: table)
        #expect(inverse.colors == [clear, Color(white: 0, alpha: 0.25)] && inverse.interpolation == .straight)
    }

    @Test(arguments: [0.0, 20, 55, 200, -30, -300])
    func originShadowStaysUnderTheBar(offset: Double) throws {
        let table = try table(recipe(scrolledBy: offset))
        #expect(try rect("origin shadow", in: table) == Rect(x: 0, y: 44, width: 320, height: 20))
        // The rows lie above the shadow.
        #expect(table.sublayers.first?.name == "origin shadow")
    }

    @Test func tableRowsFollowEachOtherAndScroll() throws {
        for offset in [0.0, 20, -30] {
            let table = try table(recipe(scrolledBy: offset))
            #expect(try rect("row 1", in: table) == Rect(x: 0, y: 44 - offset, width: 320, height: 40))
            #expect(try rect("row 2", in: table) == Rect(x: 0, y: 84 - offset, width: 320, height: 60))
            #expect(try rect("row 3", in: table) == Rect(x: 0, y: 144 - offset, width: 320, height: 50))
        }
    }

    /// The shadow lies ten points above row 1 and disappears once that row is scrolled away.
    @Test(arguments: [(0.0, 34.0), (20, 14), (39.5, -5.5), (-30, 64), (-199, 233)])
    func topShadowIsAboveTheFirstRow(offset: Double, y: Double) throws {
        #expect(try rect("top shadow", in: try table(recipe(scrolledBy: offset))) == Rect(x: 0, y: y, width: 320, height: 10))
    }

    @Test(arguments: [40.0, 41, 90, 500, -200, -1000])
    func topShadowDisappearsWithTheFirstRow(offset: Double) throws {
        #expect(try rect("top shadow", in: try table(recipe(scrolledBy: offset))) == nil)
    }

    @Test(arguments: [(0.0, 194.0), (20, 174), (-30, 224), (149, 45), (160, 34)])
    func bottomShadowIsBelowTheLastRow(offset: Double, y: Double) throws {
        #expect(
            try rect("bottom shadow", in: try table(recipe(scrolledBy: offset))) == Rect(x: 0, y: y, width: 320, height: 20))
    }

    @Test func tableScrolledBeyondItsEndKeepsOnlyTheOriginShadow() throws {
        let table = try table(recipe(scrolledBy: 170))
        #expect(table.sublayers.map(\.name) == ["origin shadow"])
    }

    @Test func tableRowsHaveTheirShadowsAsSublayers() throws {
        let table = try table(recipe(scrolledBy: 0))
        let rows = table.sublayers.filter { $0.name?.hasPrefix("row") == true }
        #expect(rows.count == 3 && rows.allSatisfy { !$0.masksToBounds })
        #expect(rows[0].sublayers.map(\.name) == ["top shadow"])
        #expect(rows[1].sublayers.isEmpty)
        #expect(rows[2].sublayers.map(\.name) == ["bottom shadow"])
    }

    @Test func singleTableRowHasBothShadows() throws {
        let table = try table(ShadowTable(rows: [ShadowTable.Row(height: 44)]))
        #expect(try rect("top shadow", in: table)?.minY == 34)
        #expect(try rect("bottom shadow", in: table)?.minY == 88)
    }

    @Test func navigationBarIsAboveTheTable() throws {
        let scene = recipe(scrolledBy: 20).scene
        #expect(scene.layers.map(\.name) == ["table", "navigation bar"])
        #expect(scene.layers[0].frame == Rect(x: 0, y: 44, width: 320, height: 200))
        #expect(scene.layers[1].frame == Rect(x: 0, y: 0, width: 320, height: 44))
        var bare = recipe(scrolledBy: 0)
        bare.navigationBarHeight = 0
        #expect(bare.scene.layers.map(\.name) == ["table"])
        bare.height = nil
        // All rows and the shadow below them.
        #expect(bare.scene.canvas.size == Size(width: 320, height: 170))
    }

    @Test func rowPicturesAreClippedButNotRowShadows() throws {
        let recipe = ShadowTable(rows: [ShadowTable.Row(height: 80, content: .image(.file("a.jpg")), title: "A")])
        let row = try #require(try table(recipe).sublayers.last)
        #expect(!row.masksToBounds)
        #expect(row.sublayers.map(\.name) == ["picture", "title", "top shadow", "bottom shadow"])
        #expect(row.sublayers[0].masksToBounds && row.sublayers[0].frame == Rect(x: 0, y: 0, width: 320, height: 80))
    }

    @Test func tableRowsOutOfSightAreOmitted() throws {
        var recipe = ShadowTable(rows: (0..<100_000).map { _ in ShadowTable.Row(height: 10) })
        recipe.height = 244
        recipe.scrollOffset = 500_000
        // 200 points of rows, and the rows whose shadows could reach in.
        #expect((20...24).contains(try table(recipe).sublayers.count))
    }
}

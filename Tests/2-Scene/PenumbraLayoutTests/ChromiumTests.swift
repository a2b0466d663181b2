import TestPlans
import TestSupport
import Testing

/// Trees with the boxes that Chromium gives them; `scripts/layout-vs-chromium` makes them and compares many more.
@Suite(.timed) struct ChromiumTests {
    private static let file = Repository.bytes(of: "Tests/2-Scene/PenumbraLayoutTests/chromium.json") ?? []

    @Test func layoutFramesMatchChromium() throws {
        let trees = try JSONTree.trees(in: Self.file)
        #expect(trees.count == 150)
        for tree in trees {
            let difference = try tree.difference()
            // Chromium drew the trees 16 times larger, with 1/64 pixel for each length.
            #expect(difference.points <= 1.0 / 64, "\(tree.name), layer \(difference.layer)")
        }
    }

    @Test func layoutDifferenceNamesTheWrongBox() throws {
        var tree = try #require(try JSONTree.trees(in: Self.file).first)
        tree.boxes[2].origin.x += 1
        #expect(try tree.difference().layer == 2)
    }
}

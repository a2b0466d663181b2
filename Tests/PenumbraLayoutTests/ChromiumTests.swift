import PenumbraLayoutTrees
import Testing

/// Trees with the boxes that Chromium gives them; `scripts/layout-vs-chromium` makes them and compares many more.
struct ChromiumTests {
    @Test func framesAreThoseOfChromium() throws {
        let trees = try JSONTree.trees(in: PackageResources.chromium_json)
        #expect(trees.count == 150)
        for tree in trees {
            let difference = try tree.difference()
            // Chromium drew the trees 16 times larger, with 1/64 pixel for each length.
            #expect(difference.points <= 1.0 / 64, "\(tree.name), layer \(difference.layer)")
        }
    }

    @Test func aWrongBoxIsFound() throws {
        var tree = try #require(try JSONTree.trees(in: PackageResources.chromium_json).first)
        tree.boxes[2].origin.x += 1
        #expect(try tree.difference().layer == 2)
    }
}

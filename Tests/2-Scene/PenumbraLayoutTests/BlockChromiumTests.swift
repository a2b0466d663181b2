import TestPlans
import TestSupport
import Testing

/// Blocks, floats, lines and absolute boxes as Chromium places them; `scripts/studies/blocks-vs-chromium` makes the trees.
@Suite(.timed) struct BlockChromiumTests {
    private static let file = Repository.bytes(of: "Tests/2-Scene/PenumbraLayoutTests/blocks.json") ?? []

    @Test func blockFramesMatchChromium() throws {
        let trees = try BlockTree.trees(in: Self.file)
        #expect(trees.count == 240)
        for tree in trees {
            // Chromium rounds every length to 1/64 pixel.
            #expect(try tree.difference() <= 0.1, "\(tree.name)")
        }
    }
}

import Foundation
import PenumbraGeometry
import PenumbraLayout
import TestPlans
import TestSupport

// layout-trees FILE TOLERANCE [--boxes]   compares our boxes with Chromium's
// layout-trees --bench                    times layouts
// layout-trees --stack DEPTH              lays out deep trees on a stack of 512 KiB

let arguments = CommandLine.arguments
if arguments.dropFirst().first == "--bench" {
    try bench()
} else if arguments.dropFirst().first == "--stack", arguments.count == 3, let depth = Int(arguments[2]) {
    solveOnASmallStack(depth: depth)
} else if arguments.count >= 3, let tolerance = Double(arguments[2]),
    let data = FileManager.default.contents(atPath: arguments[1])
{
    try compare(data, tolerance: tolerance, showsBoxes: arguments.contains("--boxes"))
} else {
    print("usage: layout-trees FILE TOLERANCE [--boxes] | --bench")
    exit(64)
}

func compare(_ data: Data, tolerance: Double, showsBoxes: Bool) throws {
    let trees = try JSONTree.trees(in: data)
    var (failed, worst, layers) = (0, 0.0, 0)
    for tree in trees {
        let difference = try tree.difference()
        layers += tree.nodes.count - 1
        if difference.points <= tolerance {
            worst = max(worst, difference.points)
            continue
        }
        failed += 1
        print("FAIL \(tree.name) layer \(difference.layer) of \(tree.nodes.count): \(difference.points)")
        guard showsBoxes else { continue }
        for (index, (ours, theirs)) in zip(try tree.solvedBoxes(), tree.boxes).enumerated() {
            let mine = "\(ours.minX) \(ours.minY) \(ours.width) \(ours.height)"
            print("  \(index): ours \(mine) | chromium \(theirs.minX) \(theirs.minY) \(theirs.width) \(theirs.height)")
        }
    }
    print(
        "\(trees.count) trees, \(layers) layers, \(failed) differ by more than \(tolerance); largest other difference \(worst)")
}

/// Ends with a signal where the stack doesn't suffice.
func solveOnASmallStack(depth: Int) {
    for content in [LayoutContent.bounds, .image(Size(width: 1, height: 2))] {
        for wrap in FlexContainer.Wrap.allCases {
            var (nodes, words) = chain(depth: depth - 2, content: content)
            for index in nodes.indices {
                guard case .flex(var container) = nodes[index].content else { continue }
                container.wrap = wrap
                nodes[index].content = .flex(container)
            }
            SmallStack.run {
                do {
                    _ = try Layout.solve(nodes, width: 600, height: 400, text: words, limits: LayoutLimits(depth: depth))
                    print("\(depth) layers, \(wrap): ok")
                } catch {
                    print("\(depth) layers, \(wrap): \(error)")
                }
            }
        }
    }
}

func bench() throws {
    for (count, plain) in [(2000, true), (2000, false), (4000, false), (8000, false)] {
        let tree = RandomTree(seed: 7, count: count, plain: plain)
        try time("\(count) mixed layers\(plain ? ", plain" : "")", tree.nodes, tree.words)
    }
    for depth in [25, 50, 100, 200] {
        let (nodes, words) = chain(depth: depth)
        try time("chain of \(depth) containers", nodes, words)
        let images = chain(depth: depth, content: .image(Size(width: 1, height: 2)))
        try time("chain of \(depth) containers with images", images.nodes, images.words)
    }
}

/// Prints the shortest and the middle processor time of 40 layouts, and how often texts are measured.
func time(_ name: String, _ nodes: [LayoutNode], _ words: Words) throws {
    let limits = LayoutLimits(depth: 256)
    var times: [Double] = []
    for _ in 0..<40 {
        let start = clock()
        _ = try Layout.solve(nodes, width: 600, height: 400, text: words, limits: limits)
        times.append(Double(clock() - start) * 1000 / Double(CLOCKS_PER_SEC))
    }
    times.sort()
    let counted = CountedText(words)
    _ = try Layout.solve(nodes, width: 600, height: 400, text: counted, limits: limits)
    let lines = counted.lineCounts.values
    let mean = Double(lines.reduce(0, +)) / Double(max(1, lines.count))
    print("\(name): \(times[0]) ms, median \(times[20]) ms; lines per text \(mean), at most \(lines.max() ?? 0)")
}

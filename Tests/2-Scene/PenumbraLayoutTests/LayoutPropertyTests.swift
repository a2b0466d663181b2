import PenumbraGeometry
import PenumbraLayout
import TestPlans
import TestSupport
import Testing

/// Properties of random trees. A failing test names its seed.
@Suite(.timed) struct LayoutPropertyTests {
    private func frames(_ tree: RandomTree, factor: Double = 1) throws -> [Rect] {
        try Layout.solve(tree.nodes, width: 600 * factor, height: 400 * factor, text: tree.words)
    }

    @Test(arguments: seeds(rounds(200)))
    func layoutFramesAreFiniteAndNeverNegative(seed: UInt64) throws {
        let frames = try frames(RandomTree(seed: seed, count: 60))
        #expect(frames.count == 60)
        #expect(frames.allSatisfy { $0.isFinite && $0.width >= 0 && $0.height >= 0 })
    }

    @Test(arguments: seeds(rounds(40)))
    func layoutOfATreeIsDeterministic(seed: UInt64) throws {
        let tree = RandomTree(seed: seed, count: 80)
        #expect(try frames(tree) == frames(tree))
    }

    @Test(arguments: seeds(rounds(100)))
    func treeOfDoubleSizeHasFramesOfDoubleSize(seed: UInt64) throws {
        let tree = RandomTree(seed: seed, count: 60)
        var doubled = tree
        for index in doubled.nodes.indices { doubled.nodes[index].scale(2) }
        doubled.words.sizes = tree.words.sizes.mapValues { $0.map { Size(width: 2 * $0.width, height: 2 * $0.height) } }
        for (small, large) in zip(try frames(tree), try frames(doubled, factor: 2)) {
            let pairs = [
                (small.minX, large.minX), (small.minY, large.minY), (small.width, large.width), (small.height, large.height),
            ]
            for (one, two) in pairs { #expect(abs(2 * one - two) < 1e-6 * max(1, abs(two))) }
        }
    }

    @Test(arguments: seeds(rounds(100)))
    func layerOutOfTheFlowChangesNoOtherFrame(seed: UInt64) throws {
        let tree = RandomTree(seed: seed, count: 60)
        var more = tree
        var generator = SeededGenerator(seed: seed)
        let parent = generator.integer(0...59)
        var style = LayoutStyle()
        style.position = .absolute
        style.width = .points(1000)
        more.nodes[parent].children.append(60)
        more.nodes.append(LayoutNode(style: style))
        #expect(try frames(tree) == Array(frames(more).prefix(60)))
    }

    @Test(arguments: seeds(rounds(100)))
    func orderKeyEqualsListOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<8).map { _ in
            (width: Double(generator.integer(5...80)), grow: Double(generator.integer(0...2)), order: generator.integer(-2...2))
        }
        func boxes(_ order: [Int], keeps: Bool) -> Box {
            Box.flex(
                layout: { $0.wrap = .wrap },
                order.map { index in
                    Box.fixed(items[index].width, 10) {
                        $0.flexGrow = items[index].grow
                        if keeps { $0.order = items[index].order }
                    }
                })
        }
        let sorted = items.indices.sorted { (items[$0].order, $0) < (items[$1].order, $1) }
        let ordered = try boxes(Array(items.indices), keeps: true).frames(200, 100).rest
        let listed = try boxes(sorted, keeps: false).frames(200, 100).rest
        #expect(sorted.map { ordered[$0] } == listed)
    }

    @Test(arguments: seeds(rounds(100)))
    func growingItemsFillTheirContainer(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<generator.integer(1...9)).map { _ in
            Box.fixed(generator.number(0...50), 10) { $0.flexGrow = generator.number(1...4) }
        }
        let frames = try Box.flex(items).frames(700, 10)
        #expect(abs((frames.last?.maxX ?? 0) - 700) < 1e-9)
    }
}

extension LayoutNode {
    /// Multiplies all lengths in points.
    fileprivate mutating func scale(_ factor: Double) {
        func scaled(_ length: LayoutLength) -> LayoutLength {
            if case .points(let points) = length { .points(points * factor) } else { length }
        }
        func scaled(_ edges: LayoutEdges) -> LayoutEdges {
            LayoutEdges(
                top: scaled(edges.top), right: scaled(edges.right), bottom: scaled(edges.bottom), left: scaled(edges.left))
        }
        for key in [\LayoutStyle.width, \.height, \.minWidth, \.minHeight, \.maxWidth, \.maxHeight] {
            style[keyPath: key] = scaled(style[keyPath: key])
        }
        for key in [\LayoutStyle.inset, \.padding, \.margin] { style[keyPath: key] = scaled(style[keyPath: key]) }
        if case .length(let basis) = style.flexBasis { style.flexBasis = .length(scaled(basis)) }
        switch content {
        case .bounds, .text, .block, .inline, .replaced, .grid, .table, .tableRowGroup, .tableRow, .turned, .columns: break
        case .image(let size): content = .image(Size(width: factor * size.width, height: factor * size.height))
        case .flex(var container):
            container.rowGap *= factor
            container.columnGap *= factor
            content = .flex(container)
        }
    }
}

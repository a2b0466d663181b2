import PenumbraGeometry
import PenumbraLayout
import TestSupport

/// A random tree of layers, with the words of its texts.
public struct RandomTree {
    public var nodes: [LayoutNode] = [LayoutNode()]
    public var words = Words()
    private var generator: SeededGenerator
    private let plain: Bool

    /// - Parameters:
    ///   - count: about how many layers the tree has.
    ///   - plain: without proportions, percentages and negative margins.
    public init(seed: UInt64, count: Int, plain: Bool = false) {
        generator = SeededGenerator(seed: seed)
        self.plain = plain
        // Layers that may have sublayers, with their depths.
        var open = [(node: 0, depth: 1)]
        while nodes.count < count {
            let (parent, depth) = open[generator.integer(0...(open.count - 1))]
            let index = nodes.count
            nodes[parent].children.append(index)
            nodes.append(LayoutNode())
            nodes[index] = node(index)
            if case .flex = nodes[index].content, depth < 30 { open.append((index, depth + 1)) }
            if open.count > 40 { open.remove(at: generator.integer(0...(open.count - 1))) }
        }
    }

    private mutating func node(_ index: Int) -> LayoutNode {
        var node = LayoutNode(style: style())
        switch generator.integer(0...5) {
        case 0: node.content = .bounds
        case 1:
            node.content = .text
            words.sizes[index] = (0..<generator.integer(1...8)).map { _ in
                Size(width: Double(generator.integer(4...60)), height: Double(generator.integer(8...20)))
            }
        case 2:
            node.content = .image(
                Size(width: Double(generator.integer(10...100)), height: Double(generator.integer(10...100))))
        default: node.content = .flex(container())
        }
        return node
    }

    private mutating func container() -> FlexContainer {
        var container = FlexContainer()
        container.direction = pick(FlexContainer.Direction.allCases)
        if generator.chance(0.4) { container.wrap = pick(FlexContainer.Wrap.allCases) }
        if generator.chance(0.5) { container.justifyContent = pick(ContentAlignment.allCases) }
        if generator.chance(0.5) { container.alignItems = pick(ItemAlignment.allCases) }
        if generator.chance(0.5) { container.alignContent = pick(ContentAlignment.allCases) }
        if generator.chance(0.4) { container.rowGap = length(0, 12) }
        if generator.chance(0.4) { container.columnGap = length(0, 12) }
        return container
    }

    private mutating func style() -> LayoutStyle {
        var style = LayoutStyle()
        if generator.chance(0.3) { style.width = size() }
        if generator.chance(0.3) { style.height = size() }
        if generator.chance(0.1) { style.minWidth = size() }
        if generator.chance(0.1) { style.minHeight = size() }
        if generator.chance(0.1) { style.maxWidth = size() }
        if generator.chance(0.1) { style.maxHeight = size() }
        if generator.chance(0.3) { style.padding = edges(0, 12) }
        if generator.chance(0.3) { style.margin = edges(plain ? 0 : -8, 12) }
        if generator.chance(0.1) { style.margin.left = .auto }
        if generator.chance(0.4) { style.flexGrow = length(0, 3) }
        if generator.chance(0.4) { style.flexShrink = length(0, 3) }
        if generator.chance(0.3) { style.flexBasis = generator.chance(0.2) ? .content : .length(size()) }
        if generator.chance(0.2) { style.alignSelf = pick(ItemAlignment.allCases) }
        if !plain, generator.chance(0.1) { style.aspectRatio = generator.number(0.2...4) }
        if generator.chance(0.1) { style.order = generator.integer(-2...2) }
        if generator.chance(0.1) {
            style.position = .absolute
            style.inset = LayoutEdges(top: inset(), right: inset(), bottom: inset(), left: inset())
        }
        return style
    }

    private mutating func inset() -> LayoutLength { generator.chance(0.5) ? .auto : .points(length(-20, 60)) }

    private mutating func size() -> LayoutLength {
        !plain && generator.chance(0.3) ? .fraction(generator.number(0...1.2)) : .points(length(5, 200))
    }

    private mutating func edges(_ low: Double, _ high: Double) -> LayoutEdges {
        LayoutEdges(
            top: .points(length(low, high)), right: .points(length(low, high)), bottom: .points(length(low, high)),
            left: !plain && generator.chance(0.1) ? .fraction(generator.number(0...0.3)) : .points(length(low, high)))
    }

    private mutating func length(_ low: Double, _ high: Double) -> Double { (generator.number(low...high) * 4).rounded() / 4 }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[generator.integer(0...(values.count - 1))] }
}

/// Counts the questions that layout asks about texts.
public final class CountedText: TextMeasuring {
    private let text: Words
    public private(set) var widthCounts: [Int: Int] = [:]
    public private(set) var lineCounts: [Int: Int] = [:]

    public init(_ text: Words) { self.text = text }

    public func widths(ofText node: Int) -> TextWidths {
        widthCounts[node, default: 0] += 1
        return text.widths(ofText: node)
    }

    public func lines(ofText node: Int, width: Double) -> TextLines {
        lineCounts[node, default: 0] += 1
        return text.lines(ofText: node, width: width)
    }
}

/// Containers inside each other whose directions alternate, with a text and a box in each.
public func chain(depth: Int, content second: LayoutContent = .bounds) -> (nodes: [LayoutNode], words: Words) {
    var nodes = [LayoutNode()]
    var words = Words()
    var parent = 0
    for level in 0..<depth {
        var container = FlexContainer()
        container.direction = level % 2 == 0 ? .row : .column
        var style = LayoutStyle()
        style.flexGrow = 1
        style.padding = LayoutEdges(.points(0.25))
        if level == 0 { style.position = .absolute }
        let index = nodes.count
        nodes[parent].children.append(index)
        nodes.append(LayoutNode(style: style, content: .flex(container)))
        for content in [LayoutContent.text, second] {
            nodes[index].children.append(nodes.count)
            if content == .text { words.sizes[nodes.count] = [Size(width: 2, height: 4), Size(width: 1, height: 4)] }
            nodes.append(LayoutNode(content: content))
        }
        parent = index
    }
    return (nodes, words)
}

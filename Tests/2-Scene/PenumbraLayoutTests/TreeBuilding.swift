import PenumbraGeometry
import PenumbraLayout
import TestPlans

/// A tree of layers, written as nested calls.
struct Box {
    var style = LayoutStyle()
    var content = LayoutContent.bounds
    var words: [Size] = []
    var children: [Box] = []

    /// A layer with a layout.
    static func flex(
        _ direction: FlexContainer.Direction = .row, _ change: (inout LayoutStyle) -> Void = { _ in },
        layout: (inout FlexContainer) -> Void = { _ in }, _ children: [Box]
    ) -> Box {
        var container = FlexContainer()
        container.direction = direction
        layout(&container)
        return Box(style: styled(change), content: .flex(container), children: children)
    }

    static func flex(_ direction: FlexContainer.Direction, _ children: [Box]) -> Box { flex(direction, { _ in }, children) }

    static func flex(_ children: [Box]) -> Box { flex(.row, { _ in }, children) }

    /// A layer without a layout.
    static func box(_ change: (inout LayoutStyle) -> Void = { _ in }, _ children: [Box] = []) -> Box {
        Box(style: styled(change), children: children)
    }

    /// A layer of this size that neither grows nor shrinks.
    static func fixed(_ width: Double, _ height: Double, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Box {
        box {
            $0.width = .points(width)
            $0.height = .points(height)
            $0.flexShrink = 0
            change(&$0)
        }
    }

    /// A text of words that are boxes, with a line break allowed between any two of them.
    static func text(_ words: [Double], height: Double = 10, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Box {
        Box(style: styled(change), content: .text, words: words.map { Size(width: $0, height: height) })
    }

    static func image(_ width: Double, _ height: Double, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Box {
        Box(style: styled(change), content: .image(Size(width: width, height: height)))
    }

    private static func styled(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
        var style = LayoutStyle()
        change(&style)
        return style
    }

    /// The layers in the order of a walk, each before its sublayers.
    func nodes() -> (nodes: [LayoutNode], words: Words) {
        var nodes: [LayoutNode] = []
        var words = Words()
        func add(_ box: Box) {
            let index = nodes.count
            nodes.append(LayoutNode(style: box.style, content: box.content))
            if box.content == .text { words.sizes[index] = box.words }
            for child in box.children {
                nodes[index].children.append(nodes.count)
                add(child)
            }
        }
        add(self)
        return (nodes, words)
    }

    /// The frames of a tree whose first layer is as large as given.
    func frames(_ width: Double?, _ height: Double?, scale: Double = 1) throws -> [Rect] {
        let (nodes, words) = nodes()
        return try Layout.solve(nodes, width: width, height: height, scale: scale, text: words)
    }
}

extension [Rect] {
    var x: [Double] { map(\.minX) }
    var y: [Double] { map(\.minY) }
    var widths: [Double] { map(\.width) }
    var heights: [Double] { map(\.height) }
    /// All but the first.
    var rest: [Rect] { Array(dropFirst()) }
}

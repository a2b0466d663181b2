import PenumbraGeometry
import PenumbraLayout
import TestPlans

/// A tree of CSS boxes, written as nested calls. Styles have CSS's initial values.
struct Flow {
    enum Item {
        case text(Int)
        case space
        case lineBreak
        case box(Flow)
    }

    var style: LayoutStyle
    var content: LayoutContent
    var items: [Item] = []

    static func style(_ change: (inout LayoutStyle) -> Void) -> LayoutStyle {
        var style = LayoutStyle()
        (style.position, style.isContainingBlock, style.boxSizing) = (.static, false, .contentBox)
        change(&style)
        return style
    }

    /// A block container of blocks.
    static func block(_ change: (inout LayoutStyle) -> Void = { _ in }, _ children: [Flow] = []) -> Flow {
        Flow(style: style(change), content: .block, items: children.map { .box($0) })
    }

    /// A block container of lines.
    static func lines(_ change: (inout LayoutStyle) -> Void = { _ in }, _ items: [Item]) -> Flow {
        Flow(style: style(change), content: .inline, items: items)
    }

    static func flex(_ change: (inout LayoutStyle) -> Void = { _ in }, _ children: [Flow]) -> Flow {
        Flow(style: style(change), content: .flex(FlexContainer()), items: children.map { .box($0) })
    }

    static func picture(_ natural: NaturalSize, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Flow {
        Flow(style: style(change), content: .replaced(natural))
    }

    /// A block of this size.
    static func sized(_ width: Double, _ height: Double, _ change: (inout LayoutStyle) -> Void = { _ in }) -> Flow {
        block {
            $0.width = .points(width)
            $0.height = .points(height)
            change(&$0)
        }
    }

    /// The nodes in the order of a walk, the first one the canvas.
    func nodes() -> (nodes: [LayoutNode], text: SquareText) {
        var nodes = [LayoutNode(content: .block, children: [1])]
        var text = SquareText()
        func add(_ flow: Flow) {
            let index = nodes.count
            nodes.append(LayoutNode(style: flow.style, content: flow.content))
            for item in flow.items {
                switch item {
                case .text(let letters): text.content[index, default: []].append(.word(letters: letters))
                case .space: text.content[index, default: []].append(.space)
                case .lineBreak: text.content[index, default: []].append(.lineBreak)
                case .box(let child):
                    let isAtom = child.style.position != .absolute && child.style.float == .none
                    text.content[index, default: []].append(isAtom ? .atom(nodes.count) : .anchor(nodes.count))
                    nodes[index].children.append(nodes.count)
                    add(child)
                }
            }
        }
        add(self)
        return (nodes, text)
    }

    /// The frames in a canvas of 400 by 300 points, in the canvas's coordinates and without the canvas.
    func frames() throws -> [Rect] {
        let (nodes, text) = nodes()
        var frames = try Layout.solve(nodes, width: 400, height: 300, text: text)
        for (index, node) in nodes.enumerated() {
            for child in node.children { frames[child] = frames[child].offset(by: frames[index].origin) }
        }
        return Array(frames.dropFirst())
    }
}

import PenumbraGeometry
import PenumbraLayout
import PenumbraScene

/// The boxes of a page as nodes of a layout.
struct PageLayout {
    private(set) var nodes: [LayoutNode] = []
    /// The box of each node. Nil for the page itself, which is the first node.
    private(set) var boxes: [Int?] = []
    /// The node of each box.
    private(set) var nodeOfBox: [Int: Int] = [:]
    /// The nodes with the turned content of nodes whose writing mode differs from that of the box around them.
    private(set) var turnedContents: [Int: Int] = [:]
    /// The node around each node. -1 for the page.
    private(set) var parents: [Int] = [-1]

    /// - Parameter root: the box of the root element. Nil for an empty page.
    init(_ tree: BoxTree, root: Int?) {
        var page = LayoutNode()
        page.content = .block
        page.style.isContainingBlock = true
        page.style.isFlowRoot = true
        nodes.append(page)
        boxes.append(nil)
        guard let root else { return }
        var inlines: [Int: LayoutInline?] = [:]
        var open: [(box: Int, parent: Int, mode: WritingMode)] = [(root, 0, .horizontal)]
        while let (box, parent, around) = open.popLast() {
            let node = nodes.count
            nodeOfBox[box] = node
            boxes.append(box)
            parents.append(parent)
            nodes[parent].children.append(node)
            nodes.append(Self.node(tree, box, parent: parent == 0 ? nil : boxes[parent]))
            if tree.passesHeights, tree.boxes[box].passesHeight { nodes[node].style.passesHeight = true }
            // Margins don't collapse through the root element.
            if parent == 0 { nodes[node].style.isFlowRoot = true }
            let upright = nodes[node].style
            if around != .horizontal { nodes[node].turn(to: around) }
            nodes[node].style.inline = Self.inline(around: tree.boxes[box], tree, around, &inlines)
            var (holder, mode) = (node, around)
            let own = WritingMode(tree.boxes[box].style.text.writingMode)
            if tree.boxes[box].canTurn {
                if own.isVertical != around.isVertical {
                    holder = addTurnedContent(of: node, box, from: around, to: own)
                } else if own != around {
                    nodes[node].flip(upright, from: around, to: own)
                }
                mode = own
                // As in Chromium, modes that lay out alike are different, too.
                let word = boxes[parent].map { tree.boxes[$0].style.text.writingMode }
                if let word, word != tree.boxes[box].style.text.writingMode {
                    nodes[node].style.isFlowRoot = true
                    nodes[node].style.hasOtherMode = true
                }
            }
            for child in tree.boxes[box].children.reversed() { open.append((child, holder, mode)) }
        }
    }

    /// Adds the node with the content of a box whose writing mode differs from that of the box around it.
    private mutating func addTurnedContent(
        of node: Int, _ box: Int, from around: WritingMode, to own: WritingMode
    ) -> Int {
        var content = LayoutNode()
        content.content = nodes[node].content
        let style = nodes[node].style
        content.style.isFlowRoot = true
        content.style.isContainingBlock = false
        content.style.isRightToLeft = style.isRightToLeft
        content.style.alignContent = style.alignContent
        content.style.justifyItems = style.justifyItems
        content.style.lineAlignment = style.lineAlignment
        content.style.blockAlignment = style.blockAlignment
        // A cell moves its content along the axis in which the lines of the content follow each other.
        content.style.cell.verticalAlign = style.cell.verticalAlign
        nodes[node].style.alignContent = .normal
        nodes[node].style.isFlowRoot = true
        nodes[node].content = .turned(
            LayoutTurn(
                flipsX: around == .verticalFromRight || own == .upwardFromLeft,
                flipsY: own == .verticalFromRight || around == .upwardFromLeft, hasHorizontalLines: !own.isVertical))
        let inner = nodes.count
        turnedContents[node] = inner
        nodes.append(content)
        boxes.append(box)
        parents.append(node)
        nodes[node].children.append(inner)
        return inner
    }

    /// The node with the content of a node.
    func contentNode(_ node: Int) -> Int { turnedContents[node] ?? node }

    private static func node(_ tree: BoxTree, _ index: Int, parent: Int?) -> LayoutNode {
        let box = tree.boxes[index]
        var node = LayoutNode(style: LayoutStyle(box, parent: parent.map { tree.boxes[$0] }))
        switch box.content {
        case .blocks: node.content = .block
        case .table: node.content = .table(TableContainer(box, tree.styles))
        case .tableRowGroup: node.content = .tableRowGroup
        case .tableRow: node.content = .tableRow
        case .lines: node.content = .inline
        case .flex: node.content = .flex(FlexContainer(box.style))
        case .grid: node.content = .grid(GridContainer(box.style))
        case .columns: node.content = .columns(ColumnContainer(box.style))
        case .replaced(let content):
            // Controls have a size of their own, but fill the areas of grids and flexible lines as other boxes do.
            node.content =
                content.isControl
                ? .block
                : .replaced(
                    PenumbraLayout.NaturalSize(width: content.width, height: content.height, ratio: content.ratio))
        }
        return node
    }
}

/// The directions of lines and of blocks.
enum WritingMode {
    case horizontal
    /// Vertical lines that follow each other from left to right.
    case verticalFromLeft
    /// Vertical lines that follow each other from right to left.
    case verticalFromRight
    /// Lines that run from the lower edge to the upper, and follow each other from left to right.
    case upwardFromLeft

    init(_ word: String) {
        switch word {
        case "vertical-rl", "sideways-rl": self = .verticalFromRight
        case "vertical-lr": self = .verticalFromLeft
        case "sideways-lr": self = .upwardFromLeft
        default: self = .horizontal
        }
    }

    var isVertical: Bool { self != .horizontal }

    /// Whether the next line lies at the upper side of the letters.
    var startsUnder: Bool { self == .verticalFromLeft }

    /// The values of the upper, the right, the lower and the left side in the order of a line that is turned to run from left
    /// to right.
    func alongLine<Value>(_ sides: [Value]) -> [Value] {
        switch self {
        case .horizontal: sides
        case .verticalFromLeft, .verticalFromRight: [sides[1], sides[2], sides[3], sides[0]]
        case .upwardFromLeft: [sides[3], sides[0], sides[1], sides[2]]
        }
    }
}

extension PageBox {
    /// Whether the content of the box can have another writing mode than the box around it.
    fileprivate var canTurn: Bool {
        switch content {
        case .blocks, .lines, .flex, .grid, .columns: element != nil
        case .replaced, .table, .tableRowGroup, .tableRow: false
        }
    }
}

extension LayoutNode {
    /// Lets the content of a node in a vertical writing mode run against the content around it.
    ///
    /// - Parameter upright: the style before axes are swapped.
    fileprivate mutating func flip(_ upright: LayoutStyle, from around: WritingMode, to own: WritingMode) {
        let inner = upright.turned(isFlipped: own == .verticalFromRight, isUpward: own == .upwardFromLeft)
        (style.padding, style.border, style.borderStyles) = (inner.padding, inner.border, inner.borderStyles)
        style.flip = LayoutTurn(
            flipsX: (own == .upwardFromLeft) != (around == .upwardFromLeft),
            flipsY: (own == .verticalFromRight) != (around == .verticalFromRight))
        style.isFlowRoot = true
    }

    /// Swaps the axes of a node in a vertical writing mode.
    fileprivate mutating func turn(to mode: WritingMode) {
        style = style.turned(isFlipped: mode == .verticalFromRight, isUpward: mode == .upwardFromLeft)
        if case .replaced(let size) = content { content = .replaced(size.turned) }
        guard case .table(var table) = content, !table.columnBorders.isEmpty else { return }
        for index in table.columnBorders.indices {
            var line = LayoutStyle()
            (line.border, line.borderStyles) = (table.columnBorders[index].border, table.columnBorders[index].styles)
            line = line.turned(isFlipped: mode == .verticalFromRight, isUpward: mode == .upwardFromLeft)
            (table.columnBorders[index].border, table.columnBorders[index].styles) = (line.border, line.borderStyles)
        }
        content = .table(table)
    }
}

extension LayoutStyle {
    /// The keys of a box that decide its frame.
    init(_ page: PageBox, parent: PageBox?) {
        self.init()
        let (box, text) = (page.style.box, page.style.text)
        switch box.position {
        case .static: position = .static
        case .sticky: (position, isSticky) = (.static, true)
        case .relative: position = .relative
        case .absolute, .fixed: position = .absolute
        }
        isFixed = box.position == .fixed
        isContainingBlock = page.style.holdsPositionedBoxes
        containsFixed = page.style.holdsFixedBoxes
        switch text.align {
        case "-webkit-left": blockAlignment = .left
        case "-webkit-center": blockAlignment = .center
        case "-webkit-right": blockAlignment = .right
        default: break
        }
        switch page.content {
        case .blocks, .lines:
            alignContent = page.centersLines ? .center : BoxAlignment.content(box.alignment["align-content"])
            lineAlignment = Self.lineAlignment(text)
            justifyItems = BoxAlignment.item(box.alignment["justify-items"]) ?? .normal
        default: break
        }
        isInlineLevel = page.isAtom || (box.isOutOfFlow && box.wouldBeInline)
        isAnonymous = page.element == nil
        inset = box.inset.edges
        width = LayoutLength(box.width)
        height = LayoutLength(box.height)
        minWidth = LayoutLength(box.minWidth)
        minHeight = LayoutLength(box.minHeight)
        maxWidth = LayoutLength(box.maxWidth)
        maxHeight = LayoutLength(box.maxHeight)
        margin = box.margin.edges
        padding = box.padding.edges
        border = LayoutEdges(box.border)
        boxSizing = box.isBorderBox ? .borderBox : .contentBox
        isRightToLeft = text.isRightToLeft
        switch box.float {
        case .none: float = .none
        case .left: float = .left
        case .right: float = .right
        }
        // Shapes in vertical writing modes are those of their margin boxes.
        hasFloatShape = box.float != .none && box.hasShape && !WritingMode(text.writingMode).isVertical
        switch box.clear {
        case .none: clear = .none
        case .left: clear = .left
        case .right: clear = .right
        case .both: clear = .both
        }
        overflowX = LayoutOverflow(box.overflowX)
        overflowY = LayoutOverflow(box.overflowY)
        switch box.display {
        case .flowRoot, .inlineBlock, .tableCell, .tableCaption: isFlowRoot = true
        default: isFlowRoot = box.establishesFlow || box.isWebKitBox || box.containerAxes != .none
        }
        ignoresContentWidth = box.ignoresContentWidth || box.containerAxes != .none
        ignoresContentHeight = box.ignoresContentHeight || box.containerAxes == .both
        containedSize = box.containedSize
        hidesBaselines = box.hidesBaselines
        isControl = page.isControl
        baselineRule = page.baselineRule
        isLegend = page.isLegend
        if isLegend { legendAlignment = Self.legendAlignment(text) }
        flexGrow = box.flexGrow
        flexShrink = box.flexShrink
        flexBasis = box.flexBasis == .content ? .content : .length(LayoutLength(box.flexBasis))
        alignSelf = BoxAlignment.item(box.alignment["align-self"])
        justifySelf = BoxAlignment.item(box.alignment["justify-self"])
        order = box.order
        safe = SafeAlignment(box)
        if box.columns != ColumnValues() || text.orphans != 2 || text.widows != 2 { breaks = ColumnBreaks(page.style) }
        (gridRow, gridColumn) = (box.grid.row, box.grid.column)
        if box.display == .tableCell {
            (cell.columnSpan, cell.rowSpan) = (page.columnSpan, page.rowSpan)
            switch box.verticalAlign {
            case .top: cell.verticalAlign = .top
            case .middle: cell.verticalAlign = .middle
            case .bottom: cell.verticalAlign = .bottom
            default: cell.verticalAlign = .baseline
            }
        }
        isCaptionBelow = box.display == .tableCaption && text.isCaptionBelow
        borderStyles = TableBorderStyles(box.borderStyle)
        aspectRatio = box.aspectRatio
        isRatioOfContent = box.prefersOwnRatio
        if case .replaced(let content) = page.content {
            if box.prefersOwnRatio, content.ratio != nil || (content.width != nil && content.height != nil) {
                aspectRatio = nil
            }
        }
    }
}

extension LayoutStyle {
    /// Where `text-align` puts lines, from 0 at the left to 1 at the right. Nil for the start.
    private static func lineAlignment(_ text: TextValues) -> Double? {
        switch text.align {
        case "left", "-webkit-left": 0
        case "right", "-webkit-right": 1
        case "center", "-webkit-center": 0.5
        case "end": text.isRightToLeft ? 0 : 1
        default: nil
        }
    }

    /// Where `text-align` puts a legend. As in Chromium, the other values leave it at the start.
    private static func legendAlignment(_ text: TextValues) -> BlockAlignment {
        switch text.align {
        case "left": .left
        case "right": .right
        case "center": .center
        default: .none
        }
    }
}

extension StyleSides where Value == StyleLength {
    var edges: LayoutEdges {
        LayoutEdges(
            top: LayoutLength(top), right: LayoutLength(right), bottom: LayoutLength(bottom), left: LayoutLength(left))
    }
}

extension LayoutLength {
    init(_ length: StyleLength) {
        switch length {
        case .auto, .content: self = .auto
        case .amount(let points, let fraction):
            if fraction == 0, fraction.sign == .plus {
                self = .points(points)
            } else {
                self = points == 0 ? .fraction(fraction + 0) : .sum(points: points, fraction: fraction + 0)
            }
        case .calculation(let calculation):
            self = .calculated(
                LayoutCalculation(calculation) { StyleLength.calculation(calculation).resolved($0) ?? 0 })
        case .minContent: self = .minContent
        case .maxContent: self = .maxContent
        case .stretch: self = .stretch
        case .fitContent: self = .fitContent
        }
    }
}

extension LayoutOverflow {
    init(_ overflow: BoxValues.Overflow) {
        switch overflow {
        case .visible: self = .visible
        case .clip: self = .clip
        case .hidden, .scroll, .auto: self = .scroll
        }
    }
}

extension FlexContainer {
    init(_ style: HTMLStyle) {
        self.init()
        let box = style.box
        direction = Direction(rawValue: box.flexDirection) ?? .row
        safe = SafeAlignment(box)
        wrap = Wrap(rawValue: box.flexWrap) ?? .nowrap
        justifyContent = BoxAlignment.justification(style, isAcross: box.flexDirection.hasPrefix("column"))
        alignContent = BoxAlignment.content(box.alignment["align-content"])
        alignItems = BoxAlignment.item(box.alignment["align-items"]) ?? .stretch
        if case .amount(let points, let fraction) = box.rowGap { (rowGap, relativeRowGap) = (points, fraction) }
        if case .amount(let points, let fraction) = box.columnGap { (columnGap, relativeColumnGap) = (points, fraction) }
        if case .calculated(let gap) = LayoutLength(box.rowGap) { calculatedRowGap = gap }
        if case .calculated(let gap) = LayoutLength(box.columnGap) { calculatedColumnGap = gap }
    }
}

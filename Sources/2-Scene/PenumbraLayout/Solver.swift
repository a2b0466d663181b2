import PenumbraGeometry

/// The sizes under which a layer is laid out, and the key under which the outcome is kept.
struct Request: Equatable {
    /// The layer's own width, padding included.
    var width: Double
    /// The height that the parent imposes, padding included; nil leaves it to the layer.
    var height: Double?
    /// Whether percentages of sublayers may refer to the imposed height.
    var isHeightDefinite = true
    /// Whether limits that are the content's height hold for the imposed height, too.
    var isHeightLimited = false
    /// The containing block's width, to which percentages of the padding refer.
    var containerWidth: Double?
    /// The containing block's height, if it is definite.
    var containerHeight: Double?
    /// Whether the layer takes its content's height, whatever its style asks for.
    var ignoresHeight = false
    /// The tracks that a subgrid takes from its parent.
    var tracks: GridInheritedTracks?
}

/// A sublayer at its place in its parent.
struct Placement {
    var node: Int
    var origin: Point
    /// The part of `origin` by which insets move the box, besides its place in the flow.
    var shift = Point.zero
    /// The index of the sublayer's outcome.
    var outcome: Int
}

/// A layer that was laid out.
struct Outcome {
    var request: Request
    /// The index of the layer's previous outcome, or -1.
    var previous: Int
    var size: Size
    /// The height to which percentages inside a block refer, if it is definite.
    var definiteHeight: Double?
    /// The distance of the first baseline from the top, if the layer has one.
    var baseline: Double?
    /// The distance of the baseline from the top that the block around the layer sees as the last one.
    var lastBaseline: Double?
    /// The distance of the last baseline from the top, where it isn't the one above.
    var endBaseline: Double?
    var placements: [Placement] = []
    /// The lines of a grid, to which absolute boxes may refer.
    var grid: GridOutcome?
    /// The tracks of a table.
    var table: TableOutcome?
    /// The places that absolute boxes would have in the flow.
    var statics: [StaticPlace] = []
    var lines: [PlacedLine] = []
    /// The columns of a box whose content runs through columns.
    var columns: [ColumnRow] = []
    /// The parts of a box that columns cut.
    var fragments: [BoxFragment] = []
}

/// A node's properties that follow from its style and content once and for all.
struct Facts {
    /// Width over height, of the whole layer or of the box inside its padding.
    var ratio: Ratio?
    /// The natural size of a replaced box, with CSS's values for missing sides.
    var natural: Size?
    /// Whether a replaced box with a proportion but without a natural size takes the width of its container.
    var fillsWidth = false
    /// Whether the layer is in the flow of its parent's layout, if the parent has one.
    var isInFlow = false
    /// Whether margins and floats inside the box stay inside.
    var isIndependent = false
    /// Whether the layer is a float in a block container.
    var isFloat = false
    var border = Edges()
    /// Whether the box is a table whose borders collapse, which has no padding.
    var hasCollapsedBorders = false
    var isContentBox = false
    var hasWidthLimits = false
    /// Whether a limit of the height is the content's height.
    var hasContentHeightLimits = false
    var hasInset = false
    var hasRelativePadding = false
    /// The padding and the margin. Nil where they have percentages.
    var padding: Edges?
    var margin: Edges?
    var hasRelativeHeight = false
    /// Whether a cell, a flexible box or a grid is around the box, to which a table tells no shares of its columns.
    var isInItem = false
    /// Whether the box is laid out in a vertical writing mode, as if its lines were horizontal.
    var isTurned = false
    /// Whether the content's width can change with the layer's height.
    var widthFollowsHeight = false
    /// The latest outcome, or -1.
    var latest = -1
    /// The latest kept width of the content, or -1.
    var latestWidths = -1
    /// The latest kept lines of the text, or -1.
    var latestLines = -1
    var textWidths: ContentSizes?
    var isScrollContainer = false

    var isImage: Bool { natural != nil }

    struct Ratio: Equatable {
        var value: Double
        /// Whether the ratio is that of the box inside the padding.
        var isInside: Bool
    }
}

/// Lays out trees. Every node keeps its outcomes, so that nested layouts cost linear time.
struct Solver {
    let nodes: [LayoutNode]
    let text: any TextMeasuring
    let inline: (any InlineMeasuring)?
    var facts: [Facts]
    var outcomes: [Outcome] = []
    var keptWidths: [KeptWidths] = []
    var keptLines: [KeptLines] = []
    /// The structure of each table.
    var tables: [Int: TableStructure] = [:]
    /// The latest plan of each grid.
    var gridPlans: [Int: GridPlan] = [:]
    /// The tracks of all these plans.
    var gridTracks = 0
    /// The size of the page, for lines of any length in other writing modes than those of the boxes around them.
    var viewportWidth = Double.infinity
    var viewportHeight = Double.infinity
    /// Parts of boxes that columns cut.
    var columnWork = 0
    /// Steps of work on grids, which may be more than the tree is large.
    var gridWork = 0
    /// The distances by which relative inline boxes move what is inside them, by number.
    var inlineShifts: [Int: InlineShift] = [:]
    /// How often lines moved below floats.
    var movedLines = 0
    /// The work for lines with floats so far.
    var floatLineWork = 0

    /// The sizes of a layer's content for some height and some containing block.
    struct KeptWidths {
        var height: Double?
        var containerWidth: Double?
        var containerHeight: Double?
        var previous: Int
        var sizes: ContentSizes
    }

    /// The lines of a text in a box of some width.
    struct KeptLines {
        var width: Double
        var previous: Int
        var lines: TextLines
    }

    init(nodes: [LayoutNode], text: any TextMeasuring) {
        self.nodes = nodes
        self.text = text
        inline = text as? any InlineMeasuring
        facts = nodes.map { Facts($0) }
        for index in nodes.indices where nodes[index].content.isFlow {
            for child in nodes[index].children where facts[child].isInFlow {
                facts[child].isFloat = nodes[child].style.float != .none
            }
        }
        for index in nodes.indices {
            var isInItem = facts[index].isInItem
            switch nodes[index].content {
            case .flex, .grid, .tableRow: isInItem = true
            case .bounds, .text, .image, .replaced, .block, .inline, .table, .tableRowGroup, .turned, .columns: break
            }
            if isInItem { for child in nodes[index].children where facts[child].isInFlow { facts[child].isInItem = true } }
            var isTurned = facts[index].isTurned
            if case .turned = nodes[index].content { isTurned.toggle() }
            if isTurned { for child in nodes[index].children { facts[child].isTurned = true } }
        }
        for index in nodes.indices.reversed() where !facts[index].widthFollowsHeight {
            facts[index].widthFollowsHeight = nodes[index].children.contains { facts[$0].widthFollowsHeight }
        }
        outcomes.reserveCapacity(3 * nodes.count)
        keptWidths.reserveCapacity(2 * nodes.count)
    }

    /// The index of a layer's outcome under `wanted`.
    mutating func layout(_ node: Int, _ wanted: Request) throws(LayoutError) -> Int {
        let request = simplified(wanted, for: node)
        var known = facts[node].latest
        while known >= 0 {
            if outcomes[known].request == request { return known }
            known = outcomes[known].previous
        }
        let limit = max(LayoutLimits.leastOutcomes, LayoutLimits.outcomesPerNode * nodes.count)
        if outcomes.count + keptWidths.count >= limit { throw .tooComplex(node: node, limit: limit) }
        try compute(node, request)
        // Sublayers never lay out their parents, so `latest` is unchanged since the search.
        let index = outcomes.count - 1
        outcomes[index].previous = facts[node].latest
        if nodes[node].style.hidesBaselines { clearBaselines(of: index) }
        if outcomes[index].baseline == nil { giveBaseline(to: index, node) }
        facts[node].latest = index
        return index
    }

    private mutating func clearBaselines(of index: Int) {
        (outcomes[index].baseline, outcomes[index].lastBaseline, outcomes[index].endBaseline) = (nil, nil, nil)
    }

    /// Gives a control without lines the baseline that it has in all layouts.
    private mutating func giveBaseline(to index: Int, _ node: Int) {
        guard case .inside(let inset) = nodes[node].style.baselineRule else { return }
        let padding = padding(of: node, against: outcomes[index].request.containerWidth)
        let baseline = max(padding.top, outcomes[index].size.height - padding.bottom - inset)
        (outcomes[index].baseline, outcomes[index].lastBaseline) = (baseline, baseline)
    }

    /// The request without the parts that don't matter to the layer.
    private func simplified(_ wanted: Request, for node: Int) -> Request {
        var request = wanted
        if !facts[node].hasRelativePadding { request.containerWidth = nil }
        if !facts[node].hasRelativeHeight { request.containerHeight = nil }
        if request.height != nil {
            request.ignoresHeight = false
            if !facts[node].hasContentHeightLimits { request.isHeightLimited = false }
        } else {
            request.isHeightLimited = false
            request.isHeightDefinite = true
        }
        if request.ignoresHeight {
            let isFree =
                facts[node].ratio == nil && nodes[node].style.height.isAuto && nodes[node].style.minHeight.isAuto
                && nodes[node].style.maxHeight.isAuto
            if isFree { request.ignoresHeight = false }
        }
        return request
    }

    /// Adds the outcome of a layout.
    private mutating func compute(_ node: Int, _ request: Request) throws(LayoutError) {
        let padding = padding(of: node, against: request.containerWidth)
        switch nodes[node].content {
        case .flex: try layoutFlexible(node, request, padding: padding)
        case .grid: try layoutGrid(node, request, padding: padding)
        case .block, .inline: try layoutFlowRoot(node, request, padding: padding)
        case .table: try layoutTable(node, request, padding: padding)
        case .turned: try layoutTurned(node, request, padding: padding)
        case .columns: try layoutColumnBox(node, request, padding: padding)
        case .bounds, .text, .image, .replaced, .tableRowGroup, .tableRow: try layoutLeaf(node, request, padding: padding)
        }
    }

    // The containers would take room on the stack for boxes of all kinds.

    @inline(never)
    private mutating func layoutFlexible(_ node: Int, _ request: Request, padding: Edges) throws(LayoutError) {
        guard case .flex(let container) = nodes[node].content else { return }
        try layoutFlex(node, container, request, padding: padding)
    }

    @inline(never)
    private mutating func layoutColumnBox(_ node: Int, _ request: Request, padding: Edges) throws(LayoutError) {
        guard case .columns(let container) = nodes[node].content else { return }
        try layoutColumns(node, container, request, padding: padding)
    }

    @inline(never)
    private mutating func layoutLeaf(_ node: Int, _ request: Request, padding: Edges) throws(LayoutError) {
        var outcome = Outcome(
            request: request, previous: -1, size: Size(width: request.width, height: 0), baseline: nil)
        switch nodes[node].content {
        case .bounds, .flex, .grid, .block, .inline, .table, .tableRowGroup, .tableRow, .turned, .columns:
            outcome.size.height = height(of: node, request, padding: padding, contentHeight: padding.vertical)
        case .image, .replaced:
            let natural = facts[node].natural ?? .zero
            // The natural height only matters to an image without a proportion.
            let free = heightFromWidth(node, request.width, padding: padding) ?? natural.height + padding.vertical
            outcome.size.height =
                request.ignoresHeight ? free : height(of: node, request, padding: padding, contentHeight: free)
        case .text:
            let lines = try lines(of: node, width: request.width - padding.horizontal)
            outcome.size.height = height(of: node, request, padding: padding, contentHeight: lines.height + padding.vertical)
            outcome.baseline = lines.firstBaseline.map { $0 + padding.top }
            outcome.lastBaseline = outcome.baseline
        }
        outcomes.append(outcome)
    }
}

extension Facts {
    init(_ node: LayoutNode) {
        let style = node.style
        switch node.content {
        case .image(let size):
            natural = size
            if size.width > 0, size.height > 0 { ratio = Ratio(value: size.width / size.height, isInside: true) }
        case .replaced(let size):
            natural = size.completed
            fillsWidth = size.ratio != nil && size.width == nil && size.height == nil
            if let value = size.ratio, value > 0 { ratio = Ratio(value: value, isInside: true) }
        case .bounds, .flex, .grid, .text, .block, .inline, .table, .tableRowGroup, .tableRow, .turned, .columns: break
        }
        if let value = style.aspectRatio {
            ratio = Ratio(value: value, isInside: style.isRatioOfContent || style.boxSizing == .contentBox)
        }
        border = style.border.resolved(against: nil)
        isScrollContainer = style.overflowX == .scroll || style.overflowY == .scroll
        isIndependent =
            !node.content.isFlow || style.isFlowRoot || isScrollContainer || style.alignContent != .normal
        isContentBox = style.boxSizing == .contentBox
        hasContentHeightLimits = style.minHeight.isContentKeyword || style.maxHeight.isContentKeyword
        hasWidthLimits = style.minWidth != .auto || style.maxWidth != .auto
        isInFlow = style.position == .relative || style.position == .static
        hasInset = style.position == .relative && style.inset != .auto || style.inline != nil
        hasRelativePadding = style.padding.hasFraction
        if !hasRelativePadding { padding = style.padding.resolved(against: nil).withoutNegatives }
        if !style.margin.hasFraction { margin = style.margin.resolved(against: nil) }
        hasRelativeHeight =
            style.height.followsContainer || style.minHeight.followsContainer || style.maxHeight.followsContainer
            || style.passesHeight
        widthFollowsHeight = ratio != nil
        // Lines in turned boxes are no longer than the container is high.
        if case .turned = node.content { (widthFollowsHeight, hasRelativeHeight) = (true, true) }
        if case .flex(let container) = node.content, !container.isRow, container.wraps { widthFollowsHeight = true }
        // The height decides how many rows there are, and the rows how many columns.
        if case .grid(let container) = node.content, container.rows.repeatsAutomatically { widthFollowsHeight = true }
    }
}

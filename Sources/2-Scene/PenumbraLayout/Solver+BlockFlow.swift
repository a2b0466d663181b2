import PenumbraGeometry

/// Block formatting contexts (CSS 2.2, section 9.4.1).
extension Solver {
    /// Lays out a block container that establishes a block formatting context.
    mutating func layoutFlowRoot(_ node: Int, _ request: Request, padding: Edges) throws(LayoutError) {
        let box = BlockBox(
            node: node, parent: nil, context: FlowContext(), isRightToLeft: nodes[node].style.isRightToLeft, margin: Edges(),
            padding: padding, x: 0, width: request.width,
            containerHeight: request.containerHeight)
        box.isResolved = true
        box.y = padding.top
        setDefiniteHeight(of: box, request)
        try flow(box)
        var end = max(padding.top, box.clampEdge ?? box.nextEdge)
        end = max(end, box.context.floatsEdge)
        let height = height(of: node, request, padding: padding, contentHeight: end + padding.bottom)
        _ = alignContent(of: box, free: height - end - padding.bottom)
        keep(box, height: height, request)
    }

    /// Moves the content of a box whose height isn't the content's, and returns the distance.
    @inline(never)
    func alignContent(of box: BlockBox, free: Double) -> Double {
        var alignment = nodes[box.node].style.alignContent
        if alignment == .normal {
            switch nodes[box.node].style.cell.verticalAlign {
            case .middle: alignment = .center
            case .bottom: alignment = .end
            case .top, .baseline: break
            }
        }
        guard alignment != .normal, free > 0 else { return 0 }
        let distance = Distribution(alignment, free: free, count: 1, isReversed: false).start
        for index in box.placements.indices { box.placements[index].origin.y += distance }
        for index in box.statics.indices { box.statics[index].top += distance }
        for index in box.lines.indices { box.lines[index].frame.origin.y += distance }
        if let baseline = box.firstBaseline { box.firstBaseline = baseline + distance }
        if let baseline = box.lastBaseline { box.lastBaseline = baseline + distance }
        return distance
    }

    /// Sets the height to which percentages inside refer.
    func setDefiniteHeight(of box: BlockBox, _ request: Request) {
        if nodes[box.node].style.isAnonymous, request.height == nil {
            // Anonymous boxes are no containing blocks.
            box.definiteHeight = request.containerHeight
            return
        }
        var height = request.isHeightDefinite ? request.height : nil
        if request.height == nil, !request.ignoresHeight {
            height = definiteHeight(box.node, against: request.containerHeight, padding: box.padding)
            if height == nil, let proportional = heightFromWidth(box.node, box.width, padding: box.padding) {
                height = heightLimits(box.node, against: request.containerHeight, padding: box.padding).clamp(proportional)
            }
        }
        box.definiteHeight = height.map { max(0, $0 - box.padding.vertical) }
        if height == nil, request.height == nil, nodes[box.node].style.passesHeight {
            box.definiteHeight = request.containerHeight
        }
    }

    /// Adds the outcome of a finished box.
    @inline(never)
    mutating func keep(_ box: BlockBox, height: Double, _ request: Request) {
        outcomes.append(
            Outcome(
                request: request, previous: -1, size: Size(width: box.width, height: height),
                definiteHeight: box.definiteHeight, baseline: box.firstBaseline, lastBaseline: box.lastBaseline,
                placements: box.placements, statics: box.statics, lines: box.lines))
        box.outcome = outcomes.count - 1
    }

    /// Lays out the content of a box.
    mutating func flow(_ box: BlockBox) throws(LayoutError) {
        do throws(LayoutError) {
            if hasInlineContent(box.node) { return try flowLines(box) }
            for child in children(of: box.node) {
                if !facts[child].isInFlow {
                    addStaticPlace(child, in: box)
                } else if facts[child].isFloat {
                    try addFloat(child, in: box)
                } else if nodes[child].style.isLegend {
                    try flowLegend(child, in: box)
                } else if facts[child].isIndependent {
                    try flowIndependent(child, in: box)
                } else {
                    let inner = try open(child, in: box)
                    try flow(inner)
                    try close(inner, in: box)
                }
            }
        } catch {
            // Floats that wait hold their boxes, which hold them.
            box.pending = []
            throw error
        }
    }

    /// Remembers where an absolute box would be.
    @inline(never)
    func addStaticPlace(_ child: Int, in box: BlockBox) {
        let y = box.isResolved ? box.nextEdge - box.top : 0
        var (left, right) = (box.left, box.right)
        if nodes[child].style.isInlineLevel, box.isResolved {
            (left, right) = box.context.floats.room(at: box.nextEdge, height: 0, in: box)
        }
        if nodes[child].style.isInlineLevel {
            // The box would be all that a line has.
            left += (right - left) * (nodes[box.node].style.lineAlignment ?? (box.isRightToLeft ? 1 : 0))
            right = left
        }
        box.statics.append(StaticPlace(node: child, left: left - box.x, right: right - box.x, top: y))
    }

    /// Starts a box inside another one of the same context.
    @inline(never)
    private mutating func open(_ child: Int, in box: BlockBox) throws(LayoutError) -> BlockBox {
        let style = nodes[child].style
        var forcedTop = box.isResolved ? nil : box.forcedTop
        var clearance = box.clearance
        var clearsPending = false
        if style.clear != .none {
            clearsPending = try resolveToClear(child, in: box)
            // A box inside one that clears floats may clear further ones.
            if clearsPending || forcedTop != nil {
                forcedTop = max(forcedTop ?? -.infinity, box.context.floats.bottom(style.clear))
            }
            clearance = max(clearance ?? -.infinity, box.context.floats.bottom(style.clear))
        }
        let place = try blockPlace(child, left: box.left, right: box.right, in: box)
        let inner = BlockBox(
            node: child, parent: box, context: box.context, isRightToLeft: style.isRightToLeft, margin: place.margin,
            padding: padding(of: child, against: box.innerWidth), x: place.x, width: place.width,
            containerHeight: box.definiteHeight)
        inner.own.append(place.margin.top)
        inner.clearance = clearance
        inner.forcedTop = forcedTop
        inner.clearsPending = clearsPending
        setDefiniteHeight(of: inner, request(of: inner, in: box))
        if inner.padding.top > 0 {
            try resolve(inner)
            inner.y += inner.padding.top
        }
        return inner
    }

    private func request(of box: BlockBox, in parent: BlockBox) -> Request {
        Request(width: box.width, containerWidth: parent.innerWidth, containerHeight: box.containerHeight)
    }

    /// Finishes a box, and continues below it.
    @inline(never)
    private mutating func close(_ box: BlockBox, in parent: BlockBox) throws(LayoutError) {
        var end = 0.0
        if let edge = box.clampEdge {
            end = edge - box.top
            box.advance(to: edge, MarginStrut())
        } else if box.padding.bottom > 0 || box.endsWithClearance {
            try resolve(box)
            end = max(box.padding.top, box.nextEdge - box.top)
            box.advance(to: box.nextEdge, MarginStrut())
        } else if box.isResolved {
            end = max(box.padding.top, box.y - box.top)
        }
        let content = end + box.padding.bottom
        let request = request(of: box, in: parent)
        let height = height(of: box.node, request, padding: box.padding, contentHeight: content)
        if height > 0 { try resolve(box) }
        keep(box, height: height, request)

        guard box.isResolved else { return try closeEmpty(box, in: parent) }
        place(box, in: parent)
        let isAutomatic =
            styledHeight(box.node, against: box.containerHeight, padding: box.padding) == nil && facts[box.node].ratio == nil
        // A height that isn't the content's keeps margins inside.
        var margins = isAutomatic && height == content ? box.strut : MarginStrut()
        margins.append(box.margin.bottom)
        parent.advance(to: box.top + height, margins)
        if box.clampEdge != nil { parent.clampEdge = box.top + height }
        parent.endsWithClearance = false
    }

    /// Finishes a box without height, through which margins collapse.
    private mutating func closeEmpty(_ box: BlockBox, in parent: BlockBox) throws(LayoutError) {
        let edge = box.nextEdge
        // As in browsers, a box also counts as cleared where its margins alone, below the top of the parent, would need it.
        let least = (parent.isResolved ? parent.top : parent.y) + box.strut.sum
        // As in Chromium, no empty box clears floats inside one that is below floats already.
        let mayClear = parent.isResolved || parent.forcedTop == nil
        if mayClear, let clearance = clearance(of: box), box.clearsPending || least < clearance {
            let top = box.clearsPending ? clearance : max(edge, clearance)
            try resolve(parent)
            try settle(box, at: top)
            parent.advance(to: top - box.own.sum, box.own.appending(box.margin.bottom))
            parent.endsWithClearance = true
        } else {
            if parent.isResolved {
                try settle(box, at: edge)
            } else {
                parent.pending += box.pending
                box.pending = []
            }
            parent.own.append(box.own)
            parent.own.append(box.margin.bottom)
        }
        place(box, in: parent)
    }

    /// The edge that an empty box keeps below. The box around it may keep below further floats.
    private func clearance(of box: BlockBox) -> Double? {
        let clear = nodes[box.node].style.clear
        return clear == .none ? nil : max(box.context.floats.bottom(clear), box.clearance ?? -.infinity)
    }

    private mutating func place(_ box: BlockBox, in parent: BlockBox) {
        let y = box.isResolved && parent.isResolved ? box.top - parent.top : 0
        addPlacement(box.node, outcome: box.outcome, at: Point(box.x - parent.x, y), in: parent)
    }

    /// Adds a box in the flow to its parent, moved as relative boxes are.
    mutating func addPlacement(_ node: Int, outcome: Int, at origin: Point, in parent: BlockBox) {
        let first = firstBaseline(outcome, of: node)
        var last = outcomes[outcome].lastBaseline
        // As in browsers, the lines of a table aren't the last ones of the block around it.
        if case .table = nodes[node].content { last = nil }
        if nodes[node].style.hasOtherMode { last = nil }
        if facts[node].isScrollContainer {
            // As in browsers, the last baseline of a scroll container is its lower margin edge.
            let margin = margin(of: node, against: parent.innerWidth).bottom
            // Flexible boxes and grids keep the baselines of their items, as in browsers.
            let height = outcomes[outcome].size.height
            last = nodes[node].content.isFlow ? height + margin : last.map { max(0, min($0, height)) }
        }
        parent.takeBaselines(first: first, last: last, at: origin.y)
        let shift = shift(of: node, in: parent)
        parent.placements.append(Placement(node: node, origin: origin + shift, shift: shift, outcome: outcome))
    }

    mutating func shift(of node: Int, in parent: BlockBox) -> Point {
        relativeShift(
            of: node, width: parent.innerWidth, height: parent.definiteHeight,
            isRightToLeft: parent.isRightToLeft)
    }
}

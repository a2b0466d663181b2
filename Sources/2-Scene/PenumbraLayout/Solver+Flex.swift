import PenumbraGeometry

/// The container's side of a layout.
struct FlexBounds {
    let container: FlexContainer
    let isRow: Bool
    let isRightToLeft: Bool
    /// The container's sizes inside its padding; the height is nil while it is unknown.
    let innerWidth: Double
    let innerHeight: Double?
    /// The inner height, where percentages may refer to it.
    let definiteHeight: Double?
    /// The inner height at which columns break, if it is known.
    let breakHeight: Double?
    /// The limits of the inner height.
    let heightLimits: Limits
}

/// A layout while it is worked out. A class keeps it off the stack, on which all nested layouts lie.
final class FlexState {
    let bounds: FlexBounds
    var items: [FlexItem] = []
    var lines: [FlexLine] = []
    var mainSize = 0.0
    var crossSize = 0.0
    /// The height that the items need.
    var contentHeight = 0.0

    init(_ bounds: FlexBounds) { self.bounds = bounds }

    var container: FlexContainer { bounds.container }
    var isRow: Bool { bounds.isRow }
}

/// CSS Flexbox, section 9: the layout of a container.
extension Solver {
    mutating func layoutFlex(
        _ node: Int, _ container: FlexContainer, _ request: Request, padding: Edges
    ) throws(LayoutError) {
        var limits = heightLimits(node, against: request.containerHeight, padding: padding)
        var height = request.height
        var breakHeight: Double?
        if height == nil, request.ignoresHeight {
            // The content doesn't fill the height of the style, but columns break there.
            breakHeight = definiteHeight(node, against: request.containerHeight, padding: padding)
            let maximum = limits.maximum < .infinity ? limits.clamp(limits.maximum) : nil
            limits = Limits(minimum: padding.vertical)
            if let proportional = heightFromWidth(node, request.width, padding: padding) {
                limits.minimum = proportional
                breakHeight = breakHeight ?? proportional
            }
            breakHeight = breakHeight ?? maximum
        } else if height == nil {
            height = definiteHeight(node, against: request.containerHeight, padding: padding)
        }
        if height == nil, request.ignoresHeight {
            height = unresolvedProportionalHeight(node, request, padding: padding)
        }
        if height == nil, nodes[node].style.ignoresContentHeight { height = limits.clamp(contained(0, of: node, padding)) }
        var growsWithContent = false
        if height == nil, !request.ignoresHeight, let proportional = heightFromWidth(node, request.width, padding: padding) {
            height = limits.clamp(proportional)
            growsWithContent = growsWithItsContent(node)
        }
        let definite = request.height == nil || request.isHeightDefinite ? height : nil
        var state = try solve(
            node, container, request, padding: padding, height: height, definite: definite, breakHeight: breakHeight,
            limits: limits)
        let automatic = request.ignoresHeight ? nil : limits.clamp(state.contentHeight + padding.vertical)
        if facts[node].hasContentHeightLimits, let styled = height ?? automatic,
            request.height == nil || request.isHeightLimited
        {
            let limited = contentLimited(
                styled, of: node, request, contentHeight: state.contentHeight + padding.vertical, padding: padding)
            if limited != styled {
                height = limited
                state = try solve(
                    node, container, request, padding: padding, height: limited, definite: definite, breakHeight: nil,
                    limits: limits)
            }
        }
        let content = limits.clamp(state.contentHeight + padding.vertical)
        if growsWithContent, let proportional = height, content > proportional {
            height = content
            // As in browsers, percentages still refer to the height that the proportion gives.
            state = try solve(
                node, container, request, padding: padding, height: content, definite: definite, breakHeight: nil,
                limits: limits)
        }
        keep(node, state, request, height: height, padding: padding)
    }

    /// Adds the outcome of a finished layout.
    @inline(never)
    private mutating func keep(_ node: Int, _ state: FlexState, _ request: Request, height: Double?, padding: Edges) {
        let inner = state.isRow ? state.crossSize : state.mainSize
        let corner = Point(padding.left, padding.top)
        let isRightToLeft = nodes[node].style.isRightToLeft
        let baseline = baseline(of: state).map { $0 + padding.top }
        // As in browsers, the first baseline is also the last one.
        outcomes.append(
            Outcome(
                request: request, previous: -1, size: Size(width: request.width, height: height ?? inner + padding.vertical),
                baseline: baseline, lastBaseline: baseline, endBaseline: endBaseline(of: state).map { $0 + padding.top },
                placements: state.items.map { item in
                    let shift = relativeShift(
                        of: item.node, width: state.bounds.innerWidth, height: state.bounds.definiteHeight,
                        isRightToLeft: isRightToLeft)
                    let origin = state.origin(of: item) + corner + shift
                    return Placement(node: item.node, origin: origin, outcome: item.outcome)
                }))
    }

    /// The layout of a container whose height is `height`, padding included, or follows the content.
    private mutating func solve(
        _ node: Int, _ container: FlexContainer, _ request: Request, padding: Edges, height: Double?, definite: Double?,
        breakHeight: Double?, limits: Limits
    ) throws(LayoutError) -> FlexState {
        let inner = height.map { max(0, $0 - padding.vertical) }
        let innerWidth = max(0, request.width - padding.horizontal)
        let container = container.resolved(
            width: innerWidth, height: definite.map { max(0, $0 - padding.vertical) })
        let bounds = FlexBounds(
            container: container, isRow: container.isRow, isRightToLeft: nodes[node].style.isRightToLeft,
            innerWidth: innerWidth,
            innerHeight: inner, definiteHeight: definite.map { max(0, $0 - padding.vertical) },
            breakHeight: (definite ?? height ?? breakHeight).map { max(0, $0 - padding.vertical) },
            heightLimits: limits.inset(by: padding.vertical))
        let state = FlexState(bounds)
        state.items = try flexItems(
            of: node, container, innerWidth: state.bounds.innerWidth, innerHeight: state.bounds.definiteHeight)
        breakLines(state)
        flexLines(state)
        try measureCross(state)
        sizeLines(state)
        try stretchItems(state)
        alignMain(state)
        alignCross(state)
        return state
    }

    /// Section 9.3: collects items into lines.
    @inline(never)
    func breakLines(_ state: FlexState) {
        let isRow = state.isRow
        let gap = state.container.mainGap
        let height = state.bounds.breakHeight ?? state.bounds.heightLimits.clamp(.infinity)
        let space = (isRow ? state.bounds.innerWidth : height) + .smallestDifference
        var line = FlexLine(items: 0..<0)
        for index in state.items.indices {
            let outer = state.items[index].hypothetical + state.items[index].mainMargin(isRow)
            if state.container.wraps, !line.items.isEmpty, line.hypothetical + gap + outer > space {
                state.lines.append(line)
                line = FlexLine(items: index..<index)
            }
            line.hypothetical += outer + (line.items.isEmpty ? 0 : gap)
            line.items = line.items.lowerBound..<(index + 1)
        }
        if !line.items.isEmpty { state.lines.append(line) }
    }

    /// Sections 9.2.4 and 9.3.6: the container's main size, and the items' sizes along their lines.
    @inline(never)
    private func flexLines(_ state: FlexState) {
        let longest = state.lines.reduce(0) { max($0, $1.hypothetical) }
        if !state.isRow { state.contentHeight = longest }
        state.mainSize =
            state.isRow ? state.bounds.innerWidth : state.bounds.innerHeight ?? state.bounds.heightLimits.clamp(longest)
        for line in state.lines {
            let gaps = Double(line.items.count - 1) * state.container.mainGap
            FlexibleLengths.resolve(&state.items, line.items, space: state.mainSize - gaps, isRow: state.isRow)
        }
    }

    /// Section 9.4.7: the items' sizes across their lines.
    private mutating func measureCross(_ state: FlexState) throws(LayoutError) {
        for index in state.items.indices {
            let (node, main) = (state.items[index].node, state.items[index].main)
            if state.isRow {
                let height = state.bounds.innerHeight == nil ? nil : state.items[index].stretchedHeight
                let request = Request(
                    width: main, height: height, isHeightLimited: true, containerWidth: state.bounds.innerWidth,
                    containerHeight: state.bounds.definiteHeight)
                try place(index, of: state, request)
                continue
            }
            var width = state.items[index].width
            let hasRatio = facts[node].ratio != nil
            if hasRatio, nodes[node].style.width.isContentKeyword {
                width = try widthOfKeyword(state.items[index], state.bounds)
            } else if facts[node].widthFollowsHeight, !state.items[index].hasDefiniteWidth,
                hasRatio || isDefinite(state.items[index], state.bounds)
            {
                width = try fittedWidth(
                    node, available: state.bounds.innerWidth - state.items[index].margin.horizontal,
                    containerWidth: state.bounds.innerWidth,
                    containerHeight: state.bounds.definiteHeight, height: main)
            }
            try place(index, of: state, columnRequest(state.items[index], width: width, state.bounds))
        }
    }

    /// The width of an item of a column with a proportion. As in browsers, the final height gives it, whatever the keyword.
    @inline(never)
    private mutating func widthOfKeyword(_ item: FlexItem, _ bounds: FlexBounds) throws(LayoutError) -> Double {
        let limits = try widthLimits(
            item.node, against: bounds.innerWidth, containerHeight: bounds.definiteHeight, padding: item.padding)
        guard
            let width = try width(
                nodes[item.node].style.width, of: item.node, against: bounds.innerWidth,
                containerHeight: bounds.definiteHeight, height: item.main, padding: item.padding)
        else { return limits.clamp(item.width) }
        return limits.clamp(
            try proportionalWidth(
                width, of: item.node, against: bounds.innerWidth, containerHeight: bounds.definiteHeight,
                padding: item.padding))
    }

    /// Whether percentages may refer to the height of an item of a column (section 9.8).
    private func isDefinite(_ item: FlexItem, _ bounds: FlexBounds) -> Bool {
        bounds.definiteHeight != nil || !item.isContentBased
    }

    private func columnRequest(_ item: FlexItem, width: Double, _ bounds: FlexBounds) -> Request {
        Request(
            width: width, height: item.main, isHeightDefinite: isDefinite(item, bounds), containerWidth: bounds.innerWidth,
            containerHeight: bounds.definiteHeight)
    }

    /// Lays out an item, and takes over its cross size and its baseline.
    private mutating func place(_ index: Int, of state: FlexState, _ request: Request) throws(LayoutError) {
        // No access to `state` may be open during the layout: the runtime searches all open ones.
        let outcome = try layout(state.items[index].node, request)
        var baseline = firstBaseline(outcome, of: state.items[index].node)
        // Boxes without a baseline are aligned by their middles in vertical writing modes.
        if baseline == nil, facts[state.items[index].node].isTurned { baseline = outcomes[outcome].size.height / 2 }
        state.items[index].take(
            outcome, size: outcomes[outcome].size, baseline: baseline,
            lastBaseline: endBaseline(outcome, of: state.items[index].node), isRow: state.isRow,
            side: columnBaseline(state.items[index].node, isRightToLeft: state.bounds.isRightToLeft))
    }

    /// Where an item of a column has its baseline: 0 is the left edge, 1 the right edge.
    ///
    /// Left edges of a container that runs from right to left are right edges for now. In vertical writing modes, items are
    /// aligned by their middles.
    func columnBaseline(_ node: Int, isRightToLeft: Bool) -> Double { facts[node].isTurned ? 0.5 : isRightToLeft ? 1 : 0 }

    /// The first baseline of a box in its parent. That of a scroll container is inside its border box.
    func firstBaseline(_ outcome: Int, of node: Int) -> Double? {
        if nodes[node].style.hasOtherMode { return nil }
        guard facts[node].isScrollContainer else { return outcomes[outcome].baseline }
        return outcomes[outcome].baseline.map { max(0, min($0, outcomes[outcome].size.height)) }
    }

    /// The baseline by which a box is aligned to the last baselines of others.
    func endBaseline(_ outcome: Int, of node: Int) -> Double? {
        if nodes[node].style.hasOtherMode { return nil }
        let baseline = outcomes[outcome].endBaseline ?? outcomes[outcome].lastBaseline
        guard facts[node].isScrollContainer else { return baseline }
        return baseline.map { max(0, min($0, outcomes[outcome].size.height)) }
    }

    /// Sections 9.4.8, 9.4.9 and 9.4.15: the lines' sizes, and the container's cross size.
    @inline(never)
    private func sizeLines(_ state: FlexState) {
        let isRow = state.isRow
        let given = isRow ? state.bounds.innerHeight : state.bounds.innerWidth
        let limits = isRow ? state.bounds.heightLimits : Limits()
        for index in state.lines.indices {
            state.lines[index].measure(state.items, isRow: isRow)
            if isRow { state.contentHeight += state.lines[index].cross }
            if !state.container.wraps { state.lines[index].cross = given ?? limits.clamp(state.lines[index].cross) }
        }
        let gaps = Double(max(0, state.lines.count - 1)) * state.container.crossGap
        let sum = state.lines.reduce(0) { $0 + $1.cross } + gaps
        if isRow { state.contentHeight += gaps }
        state.crossSize = given ?? limits.clamp(sum)
        let isStretched = state.container.alignContent == .normal || state.container.alignContent == .stretch
        if state.container.wraps, isStretched, sum < state.crossSize {
            let share = (state.crossSize - sum) / Double(max(1, state.lines.count))
            for index in state.lines.indices { state.lines[index].cross += share }
        }
    }

    /// Section 9.4.11: items without a size of their own fill their line.
    private mutating func stretchItems(_ state: FlexState) throws(LayoutError) {
        for line in state.lines.indices {
            for index in state.lines[line].items {
                try stretch(index, of: state, to: state.lines[line].cross)
            }
        }
    }

    private mutating func stretch(_ index: Int, of state: FlexState, to line: Double) throws(LayoutError) {
        let bounds = state.bounds
        let (node, main, margin) = (state.items[index].node, state.items[index].main, state.items[index].margin)
        let hasSize = !(bounds.isRow ? nodes[node].style.height : nodes[node].style.width).isAuto
        if state.items[index].isStretched(bounds.isRow, hasSize: hasSize) {
            if bounds.isRow {
                let limits = heightLimits(node, against: bounds.definiteHeight, padding: state.items[index].padding)
                let height = limits.clamp(line - margin.vertical)
                // As in browsers, percentages still refer to the height that a proportion gave.
                if facts[node].ratio != nil, abs(state.items[index].cross - height) < .smallestDifference { return }
                let request = Request(
                    width: main, height: height, isHeightLimited: true, containerWidth: bounds.innerWidth,
                    containerHeight: bounds.definiteHeight)
                try place(index, of: state, request)
            } else {
                let limits = try widthLimits(node, against: bounds.innerWidth, padding: state.items[index].padding)
                let width = limits.clamp(line - margin.horizontal)
                try place(index, of: state, columnRequest(state.items[index], width: width, bounds))
            }
        } else if !bounds.isRow, bounds.container.wraps, nodes[node].style.width.isAuto {
            // Browsers fit such an item to its line.
            let isFixed = facts[node].ratio != nil || isDefinite(state.items[index], bounds)
            let width = try fittedWidth(
                node, available: line - margin.horizontal, containerWidth: bounds.innerWidth,
                containerHeight: bounds.definiteHeight, height: isFixed ? main : nil)
            try place(index, of: state, columnRequest(state.items[index], width: width, bounds))
        }
    }

    /// Section 8.5: the first baseline of a container, from the top of its content.
    private func baseline(of state: FlexState) -> Double? {
        guard let line = state.container.wrap == .wrapReverse ? state.lines.last : state.lines.first else { return nil }
        let items = state.items[line.items]
        let isReversed = state.container.isReversed
        var item = isReversed ? items.last : items.first
        if state.isRow {
            let sharing = items.filter { $0.sharesBaseline(true) }
            if sharing.isEmpty, let last = items.first(where: \.sharesLastBaseline) {
                return state.origin(of: last).y + last.lastBaseline
            }
            item = (isReversed ? sharing.last : sharing.first) ?? item
        }
        return item.map { state.origin(of: $0).y + $0.baseline }
    }

    /// The last baseline of a container, from the top of its content.
    private func endBaseline(of state: FlexState) -> Double? {
        guard let line = state.container.wrap == .wrapReverse ? state.lines.first : state.lines.last else { return nil }
        let items = state.items[line.items]
        if state.isRow {
            if let item = items.first(where: \.sharesLastBaseline) { return state.origin(of: item).y + item.lastBaseline }
            if let item = items.first(where: { $0.sharesBaseline(true) }) { return state.origin(of: item).y + item.baseline }
        }
        let item = state.container.isReversed ? items.first : items.last
        return item.map { state.origin(of: $0).y + $0.lastBaseline }
    }
}

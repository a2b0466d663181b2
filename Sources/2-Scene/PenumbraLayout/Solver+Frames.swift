import PenumbraGeometry

/// A box that absolute boxes refer to.
struct ContainingBlock {
    /// The corner of the padding box in the coordinates of the first node.
    var origin: Point
    /// The size of the padding box.
    var size: Size
    var isRightToLeft: Bool
    /// Whether blocks follow each other upwards, which turned boxes see.
    var isUpward = false
    /// The lines of a grid, which bound the boxes that name them.
    var grid: GridOutcome?
}

/// A box that waits for its frame.
struct OpenFrame {
    var placement: Placement
    /// The corner of the parent, and the same after rounding to pixels.
    var exact = Point.zero
    var final = Point.zero
    var isRounded = false
    /// The axes of the box around this one, and the size of that box.
    var axes = LayoutAxes.page
    var around = Size.zero
    /// The place on the page of turned content.
    var corner: Point?
    /// The indexes of the containing blocks of absolute and of fixed boxes.
    var container = 0
    var fixedContainer = 0
    /// The indexes of the containing blocks that inline boxes make, by their numbers.
    var inlineContainers: [Int: Int] = [:]
    /// The content box of the nearest scroll container, and the content box around this one.
    var port = Rect.zero
    var room = Rect.zero
}

extension ContainingBlock {
    /// The containing block as turned content sees it.
    ///
    /// - Parameter content: the frame of the content, in the coordinates of the containing block.
    fileprivate func turned(by turn: LayoutTurn, in content: Rect) -> ContainingBlock {
        let place = origin - content.origin
        var block = ContainingBlock(
            origin: Point(place.y, place.x), size: Size(width: size.height, height: size.width),
            isRightToLeft: isUpward != turn.flipsX, isUpward: isRightToLeft != turn.flipsY)
        if turn.flipsX { block.origin.x = content.height - block.origin.x - block.size.width }
        if turn.flipsY { block.origin.y = content.width - block.origin.y - block.size.height }
        return block
    }
}

extension ContainingBlock {
    /// The containing block as content sees it that runs against the content around it.
    ///
    /// - Parameter frame: the frame of the content's box, in the coordinates of the containing block.
    fileprivate func flipped(by flip: LayoutTurn, in frame: Rect) -> ContainingBlock {
        var block = self
        if flip.flipsX { block.origin.x = frame.minX + frame.maxX - origin.x - size.width }
        if flip.flipsY { block.origin.y = frame.minY + frame.maxY - origin.y - size.height }
        (block.isRightToLeft, block.isUpward) = (isRightToLeft != flip.flipsX, isUpward != flip.flipsY)
        return block
    }
}

extension LayoutAxes {
    /// The axes of content that runs against the content around it.
    fileprivate func flipped(by flip: LayoutTurn) -> LayoutAxes {
        LayoutAxes(flipsX: flipsX != flip.flipsX, flipsY: flipsY != flip.flipsY, swaps: swaps)
    }
}

extension OpenFrame {
    /// The frame of turned content whose corner lies at a place on the page, from the corner of the box around it.
    fileprivate func turned(by turn: LayoutTurn, at corner: Point) -> OpenFrame {
        var frame = self
        frame.axes = axes.turned(by: turn)
        frame.corner = corner
        frame.exact = .zero
        frame.final = .zero
        frame.placement.origin = .zero
        return frame
    }
}

/// The frames of all boxes, once the layouts are known. Absolute boxes are laid out here.
extension Solver {
    mutating func result(width: Double?, height: Double?, scale: Double) throws(LayoutError) -> LayoutResult {
        try collapseBorders()
        (viewportWidth, viewportHeight) = (width ?? .infinity, height ?? .infinity)
        var canvas = width ?? 0
        if width == nil { canvas = try contributedWidths(0, containerHeight: nil, stretched: height).maximum }
        let outcome = try layout(0, Request(width: canvas, height: height))
        var result = LayoutResult(
            frames: Array(repeating: .zero, count: nodes.count), lines: Array(repeating: [], count: nodes.count))
        let grid = PixelGrid(scale: scale)
        var containers: [ContainingBlock] = []
        // Parents come before their sublayers.
        var open = [OpenFrame(placement: Placement(node: 0, origin: .zero, outcome: outcome))]
        while let entry = open.popLast() {
            let (node, outcome) = (entry.placement.node, entry.placement.outcome)
            let size = outcomes[outcome].size
            let shift = nodes[node].style.isSticky ? stickyShift(of: node, entry, size: size) : .zero
            let exact = entry.exact + entry.placement.origin + shift
            var frame = Rect(origin: entry.placement.origin + shift + (entry.exact - entry.final), size: size)
            if entry.isRounded {
                let rounded = grid.rounded(Rect(origin: exact, size: size))
                frame = rounded.offset(by: -entry.final)
            }
            if entry.axes != .page || entry.corner != nil {
                frame = entry.axes.onPage(Rect(origin: entry.placement.origin, size: size), in: entry.around)
                if let corner = entry.corner { frame = Rect(origin: corner, size: entry.axes.onPage(size)) }
                result.axes[node] = entry.axes
            }
            guard frame.isFinite, exact.isFinite else { throw .overflow(node: node) }
            result.frames[node] = frame
            result.lines[node] = outcomes[outcome].lines
            if !outcomes[outcome].columns.isEmpty { result.columns[node] = outcomes[outcome].columns }
            if !outcomes[outcome].fragments.isEmpty { result.fragments[node] = outcomes[outcome].fragments }
            if let table = outcomes[outcome].table { result.tables[node] = table.geometry }
            var next = OpenFrame(
                placement: entry.placement, exact: exact, final: entry.final + frame.origin, container: entry.container,
                fixedContainer: entry.fixedContainer)
            (next.axes, next.around) = (entry.axes, size)
            // Turned content isn't rounded.
            if entry.corner != nil { next.final = exact }
            (next.port, next.room) = stickyRoom(in: node, Rect(origin: exact, size: size), outcome, entry.port)
            switch nodes[node].content {
            case .flex(let container): next.isRounded = container.roundsToPixels
            case .grid(let container): next.isRounded = container.roundsToPixels
            case .bounds, .text, .image, .replaced, .block, .inline, .table, .tableRowGroup, .tableRow, .turned, .columns: break
            }
            if nodes[node].style.isContainingBlock || nodes[node].style.containsFixed || containers.isEmpty {
                next.container = containers.count
                if nodes[node].style.containsFixed { next.fixedContainer = containers.count }
                containers.append(containingBlock(node, at: exact, size: size))
                containers[next.container].grid = outcomes[outcome].grid
            }
            let flip = nodes[node].style.flip
            if flip != LayoutTurn() {
                next.axes = entry.axes.flipped(by: flip)
                result.axes[node] = next.axes
                let frame = Rect(origin: exact, size: size)
                let outer = [next.container, next.fixedContainer].map { containers[$0].flipped(by: flip, in: frame) }
                if next.container == entry.container { next.container = containers.count }
                if next.fixedContainer == entry.fixedContainer { next.fixedContainer = containers.count + 1 }
                containers += outer
            }
            // The lines of anonymous blocks have parts of the inline boxes that begin or end outside of them.
            // The block around anonymous blocks knows all parts of inline boxes, of which some lie outside of them.
            if nodes[node].style.isAnonymous { next.inlineContainers = entry.inlineContainers }
            if next.inlineContainers.isEmpty {
                for (number, block) in inlineContainers(of: node, outcome, at: exact) {
                    next.inlineContainers[number] = containers.count
                    containers.append(block)
                }
            }
            let (around, aroundFixed) = (next.container, next.fixedContainer)
            func containingBlocks(of child: Int) -> (Int, Int) {
                guard let inline = nodes[child].style.inline else { return (around, aroundFixed) }
                let fixed = inline.fixed.flatMap { next.inlineContainers[$0] }
                return (next.inlineContainers[inline.number] ?? around, fixed ?? aroundFixed)
            }
            for placement in outcomes[outcome].placements {
                next.placement = placement
                (next.container, next.fixedContainer) = containingBlocks(of: placement.node)
                if case .turned(let turn) = nodes[node].content {
                    let content = outcomes[placement.outcome].size
                    let frame = Rect(
                        origin: placement.origin, size: Size(width: content.height, height: content.width))
                    let corner = entry.axes.onPage(frame, in: size)
                    var turned = next.turned(by: turn, at: corner.origin)
                    // Places inside are from the corner of the content, and so are those of the containing blocks.
                    turned.container = containers.count
                    turned.fixedContainer = containers.count + 1
                    for index in [next.container, next.fixedContainer] {
                        containers.append(containers[index].turned(by: turn, in: frame.offset(by: exact)))
                    }
                    open.append(turned)
                    continue
                }
                open.append(next)
            }
            var hint = 0
            for child in nodes[node].children where !isPlacedByLayout(child, in: node) {
                (next.container, next.fixedContainer) = containingBlocks(of: child)
                var container = containers[nodes[child].style.isFixed ? next.fixedContainer : next.container]
                if let grid = container.grid { narrow(&container, to: child, grid) }
                var place = staticPlace(child, in: node, outcome, &hint)
                if facts[child].hasInset {
                    let padding = padding(of: node, against: outcomes[outcome].request.containerWidth)
                    let shift = relativeShift(
                        of: child, width: max(0, size.width - padding.horizontal), height: outcomes[outcome].definiteHeight,
                        isRightToLeft: nodes[node].style.isRightToLeft)
                    place = (place.horizontal.offset(by: shift.x), place.vertical.offset(by: shift.y))
                }
                next.placement = try placeAbsolute(child, place, at: exact, in: container)
                open.append(next)
            }
        }
        return result
    }

    private func isPlacedByLayout(_ child: Int, in parent: Int) -> Bool {
        switch nodes[parent].content {
        case .flex, .grid, .block, .inline, .table, .tableRowGroup, .tableRow, .turned, .columns: facts[child].isInFlow
        case .bounds, .text, .image, .replaced: false
        }
    }

    func containingBlock(_ node: Int, at corner: Point, size: Size) -> ContainingBlock {
        let border = facts[node].border
        var block = ContainingBlock(
            origin: corner + Point(border.left, border.top),
            size: Size(
                width: max(0, size.width - border.horizontal), height: max(0, size.height - border.vertical)),
            isRightToLeft: nodes[node].style.isRightToLeft)
        if case .turned(let turn) = nodes[node].content {
            // The sides are those of the content.
            (block.isRightToLeft, block.isUpward) = (turn.flipsY, block.isRightToLeft != turn.flipsX)
        }
        return block
    }
}

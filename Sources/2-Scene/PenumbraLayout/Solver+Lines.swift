import PenumbraGeometry

/// The lines of a block container (CSS 2.2, section 9.4.2).
extension Solver {
    /// Lays out the lines of a block container with inline content.
    @inline(never)
    mutating func flowLines(_ box: BlockBox) throws(LayoutError) {
        let content = LineContent(box)
        content.hasFloats = children(of: box.node).contains { facts[$0].isFloat }
        try layoutAtoms(of: content)
        while let start = content.next {
            content.start = start
            try flowLine(content)
            guard content.next.map({ $0 > start }) ?? true else { throw .invalidText(node: box.node) }
            content.isFirst = false
        }
    }

    /// Lays out the atoms of all lines.
    private mutating func layoutAtoms(of content: LineContent) throws(LayoutError) {
        let box = content.box
        for child in children(of: box.node) where facts[child].isInFlow && !facts[child].isFloat {
            let margin = margin(of: child, against: box.innerWidth)
            let outcome = try layoutFitted(child, available: box.innerWidth - margin.horizontal, in: box)
            addAtom(child, outcome, margin: margin, to: content)
        }
    }

    @inline(never)
    private func addAtom(_ child: Int, _ outcome: Int, margin: Edges, to content: LineContent) {
        let size = outcomes[outcome].size
        content.outcomes[child] = outcome
        content.metrics[child] = AtomMetrics(
            size: Size(width: size.width + margin.horizontal, height: size.height + margin.vertical),
            baseline: atomBaseline(child, outcome).map { $0 + margin.top })
    }

    /// The baseline by which an atom is aligned. Nil is its lower margin edge.
    private func atomBaseline(_ node: Int, _ outcome: Int) -> Double? {
        if nodes[node].style.hasOtherMode { return nil }
        switch nodes[node].content {
        case .image, .replaced: return nil
        case .block, .inline: return lineBaseline(node, outcome)
        case .columns: return outcomes[outcome].lastBaseline ?? outcomes[outcome].baseline
        case .bounds, .flex, .grid, .text, .table, .tableRowGroup, .tableRow, .turned:
            return firstBaseline(outcome, of: node)
        }
    }

    private func lineBaseline(_ node: Int, _ outcome: Int) -> Double? {
        let last = outcomes[outcome].lastBaseline
        let height = outcomes[outcome].size.height
        switch nodes[node].style.baselineRule {
        case .box: return facts[node].isScrollContainer ? nil : last
        case .contentEdge: return last ?? height - padding(of: node, against: outcomes[outcome].request.containerWidth).bottom
        case .borderEdge: return height
        case .inside: return last
        }
    }

    /// Lays out the next line.
    private mutating func flowLine(_ content: LineContent) throws(LayoutError) {
        let box = content.box
        if !box.isResolved {
            // A line without height leaves the margins around it together.
            let line = try line(content, width: box.innerWidth, mustFit: false)
            if let line, line.isEmpty { return try addEmpty(line, of: content) }
            try resolve(box)
        }
        var y = content.edgeBeyondClamp ?? box.nextEdge
        var height = 0.0
        var end: Int?
        // As in Chromium, the floats in a line don't move it.
        var (isNarrow, hasOwnFloats) = (false, false)
        // A width in which nothing of the line fits.
        var refusedWidth: Double?
        content.startLine()
        try addFirstFloats(content, at: y)
        while true {
            let room = box.context.floats.lineRoom(at: y, height: height, in: box)
            let next = box.context.floats.nextLineTop(below: y)
            if box.context.floats.steps > LayoutLimits.floatSteps {
                throw .tooManyFloats(node: box.node)
            }
            if let refusedWidth, let next, room.right - room.left <= refusedWidth {
                // Shapes have many more rooms than there are floats.
                if box.context.floats.hasShapes { try countMove(box.node) }
                y = next
                continue
            }
            if !hasOwnFloats { isNarrow = room.right - room.left < box.innerWidth }
            let width = room.right - room.left
            let mustFit = isNarrow && next != nil
            let found = try line(content, width: width, mustFit: mustFit, end: end, isTrial: content.hasFloats)
            let isCrossed = found.map { box.context.floats.areCrossed(at: y, height: $0.height, in: box) } ?? false
            guard let line = found, line.isEmpty || !isCrossed || next == nil else {
                // The line moves below a float.
                guard let next else { throw .invalidText(node: box.node) }
                if found == nil { refusedWidth = width }
                try countMove(box.node)
                y = next
                (height, end, hasOwnFloats) = (0, nil, false)
                // Floats that waited for the end of the line may have room now.
                content.handled.subtract(content.deferred.map(\.node))
                content.deferred.removeAll(keepingCapacity: true)
                continue
            }
            if line.isEmpty {
                if content.hasFloats { _ = try self.line(content, width: width, mustFit: mustFit, end: end) }
                return try addEmpty(line, of: content)
            }
            switch try addFloats(of: line, content, at: y, width: width, mayMove: end == nil) {
            case .none: break
            case .added:
                hasOwnFloats = true
                continue
            case .moves(let earlier):
                end = earlier
                continue
            }
            if line.height > height {
                let inside = box.context.floats.lineRoom(at: y, height: line.height, in: box)
                height = line.height
                if inside != room { continue }
            }
            if content.hasFloats { _ = try self.line(content, width: width, mustFit: mustFit, end: end) }
            return try add(line, of: content, left: room.left, right: room.right, at: y)
        }
    }

    /// The line that starts where the content is.
    private mutating func line(
        _ content: LineContent, width: Double, mustFit: Bool, end: Int? = nil, isTrial: Bool = false
    ) throws(LayoutError) -> InlineLine? {
        guard let inline else { return nil }
        let node = content.box.node
        do {
            let line = try inline.line(
                ofInline: node,
                LineRequest(
                    start: content.start, width: max(0, width), isFirst: content.isFirst,
                    containerWidth: content.box.innerWidth, containerHeight: content.box.definiteHeight, atoms: content.metrics,
                    mustFit: mustFit, end: end, isTrial: isTrial))
            if let line {
                let isFinite = line.height.isFinite && line.baseline.isFinite && line.usedWidth.isFinite
                guard isFinite, line.height >= 0 else { throw LayoutError.invalidText(node: node) }
                if content.hasFloats { try spend(line, from: content.start, node) }
            } else if !mustFit {
                throw LayoutError.invalidText(node: node)
            }
            return line
        } catch let error as LayoutError {
            throw error
        } catch {
            throw .text(node: node, error: error)
        }
    }

    /// Counts a room below floats that is looked at for a line.
    private mutating func countMove(_ node: Int) throws(LayoutError) {
        movedLines += 1
        guard movedLines <= LayoutLimits.movedLines else { throw .tooManyFloats(node: node) }
    }

    /// Counts the work for a line with floats, since each of them may ask for the line again.
    private mutating func spend(_ line: InlineLine, from start: Int, _ node: Int) throws(LayoutError) {
        floatLineWork += line.anchors.count + (line.end.map { $0 - start } ?? 0)
        guard floatLineWork <= LayoutLimits.floatLineWork else {
            throw .tooManyFloats(node: node)
        }
    }

    /// Places the floats at the start of a line, before the line may move below other floats.
    private mutating func addFirstFloats(_ content: LineContent, at y: Double) throws(LayoutError) {
        let box = content.box
        guard content.hasFloats else { return }
        let room = box.context.floats.lineRoom(at: y, height: 0, in: box)
        guard let line = try line(content, width: room.right - room.left, mustFit: false, isTrial: true), !line.isEmpty else {
            return
        }
        for anchor in line.anchors where !anchor.followsContent && isFloat(anchor.node, in: box) {
            content.handled.insert(anchor.node)
            try addFloat(layoutFloat(anchor.node, in: box), below: y, in: box)
        }
    }

    /// The effect of the floats of a line.
    private enum FloatEffect {
        case none
        /// The line has less room now.
        case added
        /// The line ends before a place: the word around a float doesn't fit beside it, and takes it to the next line.
        case moves(Int)
    }

    /// Places those floats of a line that fit beside what precedes them, and leaves the others for after the line.
    private mutating func addFloats(
        of line: InlineLine, _ content: LineContent, at y: Double, width: Double, mayMove: Bool
    ) throws(LayoutError) -> FloatEffect {
        let box = content.box
        // The room beside those floats that leave all of the line where it is.
        var (room, hasAdded) = (width, false)
        for anchor in line.anchors where isFloat(anchor.node, in: box) && !content.handled.contains(anchor.node) {
            let float = try layoutFloat(anchor.node, in: box)
            let fits =
                anchor.advance + float.outerWidth <= room + .layoutUnit && box.context.floats.lastTop <= y
                && box.context.floats.bottom(nodes[anchor.node].style.clear) <= y
            let leavesLine =
                float.outerWidth <= 0
                || (line.usedWidth + float.outerWidth <= room && !nodes[anchor.node].style.hasFloatShape)
            if fits, leavesLine, content.deferred.isEmpty {
                content.handled.insert(anchor.node)
                try addFloat(float, below: y, in: box)
                (room, hasAdded) = (room - max(0, float.outerWidth), true)
                continue
            }
            if hasAdded { return .added }
            content.handled.insert(anchor.node)
            if content.deferred.isEmpty, fits || !anchor.followsContent {
                if mayMove, anchor.followsContent, !nodes[anchor.node].style.hasFloatShape,
                    let shorter = try self.line(content, width: width - float.outerWidth, mustFit: false, isTrial: true),
                    let end = shorter.end, !shorter.anchors.contains(where: { $0.node == anchor.node })
                {
                    content.handled.remove(anchor.node)
                    return .moves(end)
                }
                try addFloat(float, below: y, in: box)
                return .added
            }
            content.deferred.append(float)
        }
        return hasAdded ? .added : .none
    }

    private func isFloat(_ node: Int, in box: BlockBox) -> Bool {
        facts.indices.contains(node) && facts[node].isFloat
    }

    /// Takes over a line without height: its floats and absolute boxes are placed as among blocks.
    private mutating func addEmpty(_ line: InlineLine, of content: LineContent) throws(LayoutError) {
        let box = content.box
        for anchor in line.anchors {
            if !isFloat(anchor.node, in: box) {
                addStaticPlace(anchor.node, in: box)
            } else if !content.handled.contains(anchor.node) {
                content.handled.insert(anchor.node)
                try addFloat(anchor.node, in: box)
            }
        }
        // A box whose top isn't known yet is as high as its line.
        let y = box.isResolved ? box.nextEdge - box.top : 0
        let room = box.isResolved ? box.context.floats.room(at: box.nextEdge, height: 0, in: box) : (box.left, box.right)
        let frame = Rect(x: room.0 - box.x, y: y, width: max(0, room.1 - room.0), height: 0)
        box.lines.append(PlacedLine(start: content.start, frame: frame, line: line))
        content.next = line.end
    }

    private mutating func add(
        _ line: InlineLine, of content: LineContent, left: Double, right: Double, at y: Double
    ) throws(LayoutError) {
        let box = content.box
        let corner = Point(left - box.x, y - box.top)
        let width = max(0, right - left)
        for atom in line.atoms {
            guard let outcome = content.outcomes[atom.node] else { throw .invalidText(node: box.node) }
            let margin = margin(of: atom.node, against: box.innerWidth)
            let shift = shift(of: atom.node, in: box)
            let origin = corner + atom.origin + Point(margin.left, margin.top) + shift
            box.placements.append(Placement(node: atom.node, origin: origin, shift: shift, outcome: outcome))
        }
        for anchor in line.anchors where !isFloat(anchor.node, in: box) {
            guard facts.indices.contains(anchor.node) else { throw .invalidText(node: box.node) }
            var point = corner + Point(anchor.x, 0)
            let isInlineLevel = nodes[anchor.node].style.isInlineLevel
            if !isInlineLevel {
                // A block would start a line of its own.
                point.x = (box.isRightToLeft ? box.right : box.left) - box.x
                if anchor.followsContent { point.y += line.height }
            }
            box.statics.append(
                StaticPlace(
                    node: anchor.node, left: point.x, right: point.x, top: point.y, height: line.height,
                    isRightToLeft: isInlineLevel ? anchor.isRightToLeft : nil))
        }
        let frame = Rect(x: corner.x, y: corner.y, width: width, height: line.height)
        // As in Chromium, the first line of a later block counts for the height of that block.
        let isBeyondClamp = line.clamp == .beyond && !box.lines.isEmpty
        box.lines.append(PlacedLine(start: content.start, frame: frame, line: line))
        let baseline = corner.y + line.baseline
        if box.firstBaseline == nil { box.firstBaseline = baseline }
        if line.clamp == .last {
            box.clampEdge = y + line.height
            box.context.clampedFloats = box.context.floats.bottom(.both)
        }
        if isBeyondClamp {
            content.edgeBeyondClamp = y + line.height
        } else {
            box.lastBaseline = baseline
            box.advance(to: y + line.height, MarginStrut())
        }
        for float in content.deferred { try addFloat(float, below: y + line.height, in: box) }
        content.next = line.end
    }
}

/// The inline content of a block container while its lines are laid out.
final class LineContent {
    let box: BlockBox
    /// Outcomes and measures of the atoms by node.
    var outcomes: [Int: Int] = [:]
    var metrics: [Int: AtomMetrics] = [:]
    /// The place in the content at which the next line starts. Nil after the last line.
    var next: Int? = 0
    var start = 0
    var isFirst = true
    /// The lower edge of the lines that don't count for the height of the block. Nil while all count.
    var edgeBeyondClamp: Double?
    var hasFloats = false
    /// The floats of the line that have a place, or that wait for the end of the line.
    var handled: Set<Int> = []
    var deferred: [LaidFloat] = []

    init(_ box: BlockBox) { self.box = box }

    func startLine() {
        handled.removeAll(keepingCapacity: true)
        deferred.removeAll(keepingCapacity: true)
    }
}

import PenumbraGeometry

/// CSS Flexbox, sections 9.5 and 9.6: free space and alignment.
extension FlexState {
    /// The item's origin from the corner of the container's content.
    func origin(of item: FlexItem) -> Point {
        let isRow = isRow
        var main = item.mainOffset
        if container.isReversed { main = mainSize - main - item.outerMain(isRow) }
        var cross = item.crossOffset
        if container.wrap == .wrapReverse { cross = crossSize - cross - item.outerCross(isRow) }
        var point =
            isRow
            ? Point(main + item.margin.left, cross + item.margin.top)
            : Point(cross + item.margin.left, main + item.margin.top)
        if bounds.isRightToLeft {
            point.x = (isRow ? mainSize : crossSize) - point.x - (isRow ? item.main : item.cross)
        }
        return point
    }
}

/// The place of the first of several things in a line, and the extra space between them.
struct Distribution: Equatable {
    var start = 0.0
    var between = 0.0

    /// Everything at the start.
    init() {}

    /// - Parameters:
    ///   - free: the space that is left; negative where the things overflow.
    ///   - isReversed: whether the things run against the writing direction.
    ///   - isSafe: whether things that overflow lie at the start.
    init(_ alignment: ContentAlignment, free: Double, count: Int, isReversed: Bool, isSafe: Bool = false) {
        let alignment = isSafe && free < 0 ? .start : alignment
        let count = Double(count)
        switch alignment {
        case .normal, .stretch, .flexStart: break
        case .flexEnd: start = free
        case .center: start = free / 2
        case .start: start = isReversed ? free : 0
        case .end: start = isReversed ? 0 : free
        case .spaceBetween:
            if free > 0, count > 1 { between = free / (count - 1) }
        case .spaceAround:
            if free > 0 {
                between = free / count
                start = between / 2
            } else {
                start = isReversed ? free : 0
            }
        case .spaceEvenly:
            if free > 0 {
                between = free / (count + 1)
                start = between
            } else {
                start = isReversed ? free : 0
            }
        }
    }
}

extension Solver {
    /// Section 9.5: positions along the lines.
    func alignMain(_ state: FlexState) {
        let isRow = state.isRow
        let mainSides: AutoMargins = isRow ? .horizontal : .vertical
        for line in state.lines {
            var free = state.mainSize - Double(line.items.count - 1) * state.container.mainGap
            var autoCount = 0.0
            for index in line.items {
                free -= state.items[index].outerMain(isRow)
                autoCount += state.items[index].autoMargins.intersection(mainSides).countOfSides
            }
            if free > 0, autoCount > 0 {
                let share = free / autoCount
                for index in line.items { state.items[index].fillMargins(mainSides, share) }
                free = 0
            }
            let distribution = Distribution(
                state.container.justifyContent, free: free, count: line.items.count, isReversed: state.container.isReversed,
                isSafe: state.container.safe.contains(.justifyContent))
            var position = distribution.start
            for index in line.items {
                state.items[index].mainOffset = position
                position += state.items[index].outerMain(isRow) + state.container.mainGap + distribution.between
            }
        }
    }

    /// Section 9.6: positions of the lines, and of the items across them.
    func alignCross(_ state: FlexState) {
        let isFlipped = state.container.wrap == .wrapReverse
        if state.container.wraps {
            var free = state.crossSize - Double(max(0, state.lines.count - 1)) * state.container.crossGap
            for line in state.lines { free -= line.cross }
            let distribution = Distribution(
                state.container.alignContent, free: free, count: state.lines.count, isReversed: isFlipped,
                isSafe: state.container.safe.contains(.alignContent))
            var position = distribution.start
            for index in state.lines.indices {
                state.lines[index].crossOffset = position
                position += state.lines[index].cross + state.container.crossGap + distribution.between
            }
        }
        for line in state.lines {
            for index in line.items {
                let isSafe = isSafe(state.items[index].node, in: state.container.safe, across: true)
                alignCross(
                    &state.items[index], in: line, isRow: state.isRow, isFlipped: isFlipped, isSafe: isSafe)
            }
        }
    }

    private func alignCross(_ item: inout FlexItem, in line: FlexLine, isRow: Bool, isFlipped: Bool, isSafe: Bool) {
        let crossSides: AutoMargins = isRow ? .vertical : .horizontal
        let free = line.cross - item.outerCross(isRow)
        let count = item.autoMargins.intersection(crossSides).countOfSides
        var offset = 0.0
        if count > 0 {
            if free > 0 {
                item.fillMargins(crossSides, free / count)
            } else if isFlipped {
                // The item overflows at the end of the writing direction.
                offset = free
            }
        } else {
            switch isSafe && free < 0 ? .start : item.alignment {
            case .flexStart, .stretch, .normal, .selfStart, .selfEnd, .left, .right: break
            case .flexEnd: offset = free
            case .center: offset = free / 2
            case .start: offset = isFlipped ? free : 0
            case .end: offset = isFlipped ? 0 : free
            case .baseline:
                if let ascent = line.ascent, let descent = line.descent {
                    offset = isFlipped ? descent - (item.outerCross(isRow) - item.ascent) : ascent - item.ascent
                }
            case .lastBaseline:
                // Items that share their last baselines lie at the end of the line.
                if let ascent = line.lastAscent, let descent = line.lastDescent {
                    let above = item.margin.top + item.lastBaseline
                    offset =
                        isFlipped
                        ? line.cross - item.outerCross(isRow) - (ascent - above) : line.cross - descent - above
                }
            }
        }
        item.crossOffset = line.crossOffset + offset
    }
}

extension AutoMargins {
    var countOfSides: Double { Double(rawValue.nonzeroBitCount) }
}

extension FlexItem {
    /// Gives `share` to each of the automatic margins among `sides`.
    mutating func fillMargins(_ sides: AutoMargins, _ share: Double) {
        let filled = autoMargins.intersection(sides)
        if filled.contains(.top) {
            margin.top = share
        }
        if filled.contains(.bottom) { margin.bottom = share }
        if filled.contains(.left) { margin.left = share }
        if filled.contains(.right) { margin.right = share }
    }
}

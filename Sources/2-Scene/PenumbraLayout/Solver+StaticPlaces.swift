import PenumbraGeometry

/// The places that absolute boxes would have in the flow of their parents.
extension Solver {
    /// The place of an absolute box, from the corner of its parent.
    ///
    /// - Parameter hint: the position after the static place that was found last.
    func staticPlace(
        _ child: Int, in parent: Int, _ outcome: Int, _ hint: inout Int
    ) -> (horizontal: StaticRange, vertical: StaticRange) {
        var place = plainStaticPlace(child, in: parent, outcome, &hint)
        let safe = nodes[child].style.safe
        guard !safe.isEmpty else { return place }
        var (isSafeAlong, isSafeAcross) = (safe.contains(.justifySelf), safe.contains(.alignSelf))
        if case .flex(let container) = nodes[parent].content, !container.isRow {
            (isSafeAlong, isSafeAcross) = (isSafeAcross, isSafeAlong)
        }
        if isSafeAlong { place.horizontal.safeBias = isRightToLeft(parent) ? 1 : 0 }
        if isSafeAcross { place.vertical.safeBias = 0 }
        return place
    }

    private func plainStaticPlace(
        _ child: Int, in parent: Int, _ outcome: Int, _ hint: inout Int
    ) -> (horizontal: StaticRange, vertical: StaticRange) {
        let size = outcomes[outcome].size
        let padding = padding(of: parent, against: outcomes[outcome].request.containerWidth)
        if nodes[parent].content.isFlow {
            var place = StaticPlace(node: child, left: padding.left, right: padding.left, top: padding.top)
            let statics = outcomes[outcome].statics
            for offset in statics.indices {
                let index = (hint + offset) % statics.count
                if statics[index].node == child {
                    place = statics[index]
                    hint = index + 1
                    break
                }
            }
            return (
                StaticRange(start: place.left, end: place.right, bias: staticBiasInFlow(child, in: parent, place)),
                StaticRange(start: place.top, end: place.top + place.height, bias: staticBias(child, in: parent).vertical)
            )
        }
        if case .grid(let container) = nodes[parent].content {
            return gridStaticPlace(child, in: parent, container, outcome, padding: padding)
        }
        let bias = staticBias(child, in: parent)
        var bottom = padding.top
        if case .flex = nodes[parent].content { bottom = max(bottom, size.height - padding.bottom) }
        return (
            StaticRange(
                start: padding.left, end: max(padding.left, size.width - padding.right), bias: bias.horizontal),
            StaticRange(start: padding.top, end: bottom, bias: bias.vertical)
        )
    }

    /// Where a box without insets lies between the edges of a block container, from 0 at the left to 1 at the right.
    private func staticBiasInFlow(_ node: Int, in parent: Int, _ place: StaticPlace) -> Double {
        let isReversed = place.isRightToLeft ?? nodes[parent].style.isRightToLeft
        let alignment = nodes[node].style.justifySelf ?? nodes[parent].style.justifyItems
        return horizontalBias(alignment, of: node, isReversed: isReversed)
    }

    /// The place of a layer without insets, as if it were the only item of its parent (CSS Flexbox, section 4.1).
    func staticBias(_ node: Int, in parent: Int) -> (horizontal: Double, vertical: Double) {
        guard case .flex(let container) = nodes[parent].content else {
            // Without a layout, the layer is aligned to the point at which its parent's content starts.
            switch nodes[node].style.alignSelf?.inLine {
            case nil, .stretch, .flexStart, .start, .baseline, .normal, .selfStart, .selfEnd, .left, .right, .lastBaseline:
                return (0, 0)
            case .center: return (0, 0.5)
            case .flexEnd, .end: return (0, 1)
            }
        }
        let isFlipped = container.wrap == .wrapReverse
        var main: Double
        switch container.justifyContent {
        case .normal, .flexStart, .stretch, .spaceBetween: main = container.isReversed ? 1 : 0
        case .flexEnd: main = container.isReversed ? 0 : 1
        case .start: main = 0
        case .end: main = 1
        case .center, .spaceAround, .spaceEvenly: main = 0.5
        }
        let cross: Double
        var alignment = nodes[node].style.alignSelf ?? container.alignItems
        if !container.isRow, isRightToLeft(node) != nodes[parent].style.isRightToLeft {
            // The sides of the box's own are those of the column, the other way round.
            alignment = alignment == .selfStart ? .end : alignment == .selfEnd ? .start : alignment
        }
        switch alignment.inLine {
        case .normal, .selfStart, .selfEnd, .left, .right, .lastBaseline: cross = 0
        case .stretch, .flexStart: cross = isFlipped ? 1 : 0
        case .baseline: cross = 0
        case .flexEnd: cross = isFlipped ? 0 : 1
        case .center: cross = 0.5
        case .start: cross = 0
        case .end: cross = 1
        }
        let bias = container.isRow ? (main, cross) : (cross, main)
        return nodes[parent].style.isRightToLeft ? (1 - bias.0, bias.1) : bias
    }
}

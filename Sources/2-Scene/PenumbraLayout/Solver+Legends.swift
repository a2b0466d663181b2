import PenumbraGeometry

/// Legends of fieldsets: the HTML standard, section "The fieldset and legend elements".
extension Solver {
    /// Places a legend in the middle of the upper border of its fieldset, or at the border's edge if it's higher.
    mutating func flowLegend(_ child: Int, in box: BlockBox) throws(LayoutError) {
        try resolve(box)
        let border = facts[box.node].border.top
        let place = try legendPlace(child, in: box)
        let outcome = try layout(
            child, Request(width: place.width, containerWidth: box.innerWidth, containerHeight: box.definiteHeight))
        let height = outcomes[outcome].size.height
        let top = max(0, (border - height) / 2)
        addPlacement(child, outcome: outcome, at: Point(place.x - box.x, top), in: box)
        // What follows begins below the legend and the border, whatever its margin is.
        let end = max(border, top + height + place.margin.bottom)
        box.advance(to: box.top + end + box.padding.top - border, MarginStrut())
    }

    /// The horizontal place of a legend. As in Chromium, its own `text-align` decides, and no `justify-self`.
    private mutating func legendPlace(_ child: Int, in box: BlockBox) throws(LayoutError) -> BlockPlace {
        var place = try blockPlace(child, left: box.left, right: box.right, in: box)
        let style = nodes[child].style
        guard !style.margin.left.isAuto, !style.margin.right.isAuto else { return place }
        let rest = box.innerWidth - place.width
        let isReversed = box.isRightToLeft
        let toEnd = rest - (isReversed ? place.margin.left : place.margin.right)
        // The distance from the start, whose margin Chromium doesn't count here. Legends that are too wide stay at the start.
        let distance: Double =
            switch style.legendAlignment {
            case .none: 0
            case .left: isReversed ? toEnd : 0
            case .right: isReversed ? 0 : toEnd
            case .center: rest / 2
            }
        place.x =
            isReversed
            ? box.right - place.margin.right - place.width - max(0, distance)
            : box.left + place.margin.left + max(0, distance)
        return place
    }
}

import PenumbraGeometry

/// Legends of fieldsets: the HTML standard, section "The fieldset and legend elements".
extension Solver {
    /// Places a legend in the middle of the upper border of its fieldset, or at the border's edge if it's higher.
    mutating func flowLegend(_ child: Int, in box: BlockBox) throws(LayoutError) {
        try resolve(box)
        let border = facts[box.node].border.top
        let place = try blockPlace(child, left: box.left, right: box.right, in: box)
        let outcome = try layout(
            child, Request(width: place.width, containerWidth: box.innerWidth, containerHeight: box.definiteHeight))
        let height = outcomes[outcome].size.height
        let top = max(0, (border - height) / 2)
        addPlacement(child, outcome: outcome, at: Point(place.x - box.x, top), in: box)
        // What follows begins below the legend and the border, whatever its margin is.
        let end = max(border, top + height + place.margin.bottom)
        box.advance(to: box.top + end + box.padding.top - border, MarginStrut())
    }
}

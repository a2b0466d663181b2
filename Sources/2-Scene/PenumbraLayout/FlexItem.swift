/// A layer in the flow of a layout, while the layout is worked out. Sizes include the padding.
struct FlexItem {
    var node: Int
    /// The margins. Containers that run from right to left are laid out as mirror images.
    var margin: Edges
    var autoMargins: AutoMargins
    var padding: Edges
    var alignment: ItemAlignment
    var grow: Double
    var shrink: Double
    /// The flex base size.
    var base = 0.0
    /// Whether the content decides the base size.
    var isContentBased = false
    var mainLimits = Limits()
    /// The base size within its limits.
    var hypothetical = 0.0
    /// The width of an item of a column before its line is known.
    var width = 0.0
    /// Whether `width` follows from the style and the container.
    var hasDefiniteWidth = false
    /// The height to which the container stretches the item, where that is known before any layout.
    var stretchedHeight: Double?

    /// The size along the line.
    var main = 0.0
    /// The size across the line.
    var cross = 0.0
    /// The distance of the first baseline from the item's top.
    var baseline = 0.0
    /// The distance of the last baseline from the item's top.
    var lastBaseline = 0.0
    /// The distance from the upper margin edge to the baseline. In a column, the left border edges are the baselines.
    var ascent = 0.0
    var isFrozen = false
    /// The amount by which the limits changed the size in the latest round.
    var violation = 0.0
    /// The index of the outcome.
    var outcome = -1
    /// The distances of the outer edges from the main start of the container and from the cross start of the line.
    var mainOffset = 0.0
    var crossOffset = 0.0
}

/// The sides of an item whose margin is `auto`.
struct AutoMargins: OptionSet {
    let rawValue: UInt8
    static let top = AutoMargins(rawValue: 1)
    static let right = AutoMargins(rawValue: 2)
    static let bottom = AutoMargins(rawValue: 4)
    static let left = AutoMargins(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ margin: LayoutEdges) {
        self = []
        if margin.top.isAuto { insert(.top) }
        if margin.right.isAuto { insert(.right) }
        if margin.bottom.isAuto { insert(.bottom) }
        if margin.left.isAuto { insert(.left) }
    }

    /// The sides of the mirror image.
    var mirrored: AutoMargins {
        var sides = intersection(.vertical)
        if contains(.left) { sides.insert(.right) }
        if contains(.right) { sides.insert(.left) }
        return sides
    }

    static let horizontal: AutoMargins = [.left, .right]
    static let vertical: AutoMargins = [.top, .bottom]
}

/// A line of items.
struct FlexLine {
    /// Positions in the list of items.
    var items: Range<Int>
    /// The outer sizes of the items before flexing, with gaps.
    var hypothetical = 0.0
    var cross = 0.0
    var crossOffset = 0.0
    /// The largest distances of baselines from the upper and the lower margin edges.
    var ascent: Double?
    var descent: Double?
    /// The same of items that share their last baselines.
    var lastAscent: Double?
    var lastDescent: Double?

    /// Section 9.4.8: the line's cross size from those of its items.
    mutating func measure(_ list: [FlexItem], isRow: Bool) {
        for index in items {
            let outer = list[index].outerCross(isRow)
            cross = max(cross, outer)
            if list[index].sharesLastBaseline {
                let above = list[index].margin.top + list[index].lastBaseline
                lastAscent = max(lastAscent ?? -.infinity, above)
                lastDescent = max(lastDescent ?? -.infinity, outer - above)
            }
            guard list[index].sharesBaseline(isRow) else { continue }
            ascent = max(ascent ?? -.infinity, list[index].ascent)
            descent = max(descent ?? -.infinity, outer - list[index].ascent)
        }
        if let ascent, let descent { cross = max(cross, ascent + descent) }
        if let lastAscent, let lastDescent { cross = max(cross, lastAscent + lastDescent) }
    }
}

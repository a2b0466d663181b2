import PenumbraGeometry

/// CSS Flexbox, section 9.7: items of a line grow into free space, or shrink where space is missing.
enum FlexibleLengths {
    /// Sets `main` of the items in `range`.
    ///
    /// - Parameters:
    ///   - space: the container's inner main size without the line's gaps.
    ///   - isRow: whether the main axis is horizontal.
    static func resolve(_ items: inout [FlexItem], _ range: Range<Int>, space: Double, isRow: Bool) {
        var hypothetical = 0.0
        for index in range { hypothetical += items[index].hypothetical + items[index].mainMargin(isRow) }
        let grows = hypothetical < space
        var open = 0
        // The sum of used outer sizes: targets of frozen items, base sizes of the others.
        for index in range {
            let factor = grows ? items[index].grow : items[index].shrink
            let (base, hypothetical) = (items[index].base, items[index].hypothetical)
            items[index].main = hypothetical
            items[index].isFrozen = factor == 0 || (grows ? base > hypothetical : base < hypothetical)
            if !items[index].isFrozen { open += 1 }
        }
        let initial = freeSpace(items, range, space: space, isRow: isRow)
        while open > 0 {
            var free = freeSpace(items, range, space: space, isRow: isRow)
            var factors = 0.0
            var scaled = 0.0
            for index in range where !items[index].isFrozen {
                factors += grows ? items[index].grow : items[index].shrink
                scaled += items[index].shrink * items[index].innerBase(isRow)
            }
            // Factors that sum to less than 1 take only their share.
            if factors < 1, abs(initial * factors) < abs(free) { free = initial * factors }
            var violation = 0.0
            for index in range where !items[index].isFrozen {
                var target = items[index].base
                if grows {
                    if free > 0 { target += free * (items[index].grow / factors) }
                } else if free < 0, scaled > 0 {
                    target += free * (items[index].shrink * items[index].innerBase(isRow) / scaled)
                }
                items[index].main = items[index].mainLimits.clamp(target)
                // An item that reaches its limit by a rounding error doesn't violate it.
                let excess = items[index].main - target
                items[index].violation = abs(excess) < .smallestDifference ? 0 : excess
                violation += items[index].violation
            }
            var frozen = 0
            for index in range where !items[index].isFrozen {
                let own = items[index].violation
                if violation == 0 || (violation > 0 ? own > 0 : own < 0) {
                    items[index].isFrozen = true
                    frozen += 1
                }
            }
            // Every round freezes an item, unless a sum lost its sign: then all items are done.
            if frozen == 0 { break }
            open -= frozen
        }
    }

    private static func freeSpace(_ items: [FlexItem], _ range: Range<Int>, space: Double, isRow: Bool) -> Double {
        var free = space
        for index in range {
            free -= items[index].isFrozen ? items[index].main : items[index].base
            free -= items[index].mainMargin(isRow)
        }
        return free
    }
}

extension FlexItem {
    /// - Parameter side: the baseline of an item of a column, from 0 at its left edge to 1 at its right edge.
    mutating func take(
        _ outcome: Int, size: Size, baseline: Double?, lastBaseline: Double?, isRow: Bool, side: Double
    ) {
        self.outcome = outcome
        cross = isRow ? size.height : size.width
        self.baseline = baseline ?? size.height
        self.lastBaseline = lastBaseline ?? self.baseline
        ascent = isRow ? margin.top + self.baseline : margin.left + side * size.width
    }

    func mainMargin(_ isRow: Bool) -> Double { isRow ? margin.horizontal : margin.vertical }
    func crossMargin(_ isRow: Bool) -> Double { isRow ? margin.vertical : margin.horizontal }
    func outerMain(_ isRow: Bool) -> Double { main + mainMargin(isRow) }
    func outerCross(_ isRow: Bool) -> Double { cross + crossMargin(isRow) }
    func innerBase(_ isRow: Bool) -> Double { max(0, base - (isRow ? padding.horizontal : padding.vertical)) }

    /// Whether the item's baseline matters to its line.
    func sharesBaseline(_ isRow: Bool) -> Bool {
        alignment == .baseline && autoMargins.isDisjoint(with: isRow ? .vertical : .horizontal)
    }

    /// Whether the item's last baseline matters to its line. Only items of rows have this alignment.
    var sharesLastBaseline: Bool { alignment == .lastBaseline && autoMargins.isDisjoint(with: .vertical) }

    func isStretched(_ isRow: Bool, hasSize: Bool) -> Bool {
        alignment == .stretch && !hasSize && autoMargins.isDisjoint(with: isRow ? .vertical : .horizontal)
    }
}

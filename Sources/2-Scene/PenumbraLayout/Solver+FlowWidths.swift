import PenumbraGeometry

/// The widths that block containers take from their content.
extension Solver {
    /// The widths of blocks below each other, and of floats beside each other.
    @inline(never)
    mutating func blockWidths(_ node: Int, innerHeight: Double?) throws(LayoutError) -> ContentSizes {
        var sizes = ContentSizes(minimum: 0, maximum: 0)
        var row = FloatRow()
        for child in children(of: node) where facts[child].isInFlow {
            let margin = margin(of: child, against: nil)
            let content = try contributedWidths(child, containerHeight: innerHeight, stretched: nil)
            sizes.minimum = max(sizes.minimum, content.minimum + margin.horizontal)
            row.clear(clear(of: child), &sizes)
            if facts[child].isFloat {
                row.add(side(of: child), content.maximum + margin.horizontal)
                sizes.maximum = max(sizes.maximum, row.width)
            } else if facts[child].isIndependent {
                // Margins may lie beside floats. Negative ones make room for more of the box.
                let left = max(row.left, margin.left, 0) + min(0, margin.left)
                let right = max(row.right, margin.right, 0) + min(0, margin.right)
                sizes.maximum = max(sizes.maximum, content.maximum + left + right)
                row = FloatRow()
            } else if isAnonymous(child) {
                sizes.maximum = max(sizes.maximum, content.maximum + row.width)
                row = FloatRow()
            } else {
                sizes.maximum = max(sizes.maximum, content.maximum + margin.horizontal, row.width)
                row = FloatRow()
            }
        }
        sizes.maximum = max(sizes.maximum, row.width, sizes.minimum)
        return sizes
    }

    /// The widths of lines, with floats beside them.
    @inline(never)
    mutating func lineWidths(_ node: Int, innerHeight: Double?) throws(LayoutError) -> ContentSizes {
        guard let inline else { return ContentSizes(minimum: 0, maximum: 0) }
        var atoms: [Int: TextWidths] = [:]
        var floats: [Int: InlineFloat] = [:]
        var last = LayoutFloat.none
        for child in children(of: node) where facts[child].isInFlow {
            let margin = margin(of: child, against: nil)
            let outer = try contributedWidths(child, containerHeight: innerHeight, stretched: nil) + margin.horizontal
            if facts[child].isFloat {
                let clear = clear(of: child)
                let startsRow = last != .none && (clear == .both || clear == (last == .left ? .left : .right))
                last = side(of: child)
                floats[child] = InlineFloat(
                    widths: TextWidths(minimum: outer.minimum, maximum: max(0, outer.maximum)), startsRow: startsRow)
            } else {
                atoms[child] = TextWidths(minimum: outer.minimum, maximum: outer.maximum)
            }
        }
        do {
            let widths = try inline.widths(ofInline: node, atoms: atoms, floats: floats)
            guard widths.minimum.isFinite, widths.maximum.isFinite, widths.minimum >= 0 else {
                throw LayoutError.invalidText(node: node)
            }
            return ContentSizes(minimum: widths.minimum, maximum: max(widths.minimum, widths.maximum))
        } catch let error as LayoutError {
            throw error
        } catch {
            throw .text(node: node, error: error)
        }
    }
}

/// Floats that lie beside each other where there is room.
private struct FloatRow {
    var left = 0.0
    var right = 0.0

    var width: Double { left + right }

    mutating func add(_ side: LayoutFloat, _ width: Double) {
        if side == .left { left += max(0, width) } else { right += max(0, width) }
    }

    /// Starts a new row on the sides that a box clears.
    mutating func clear(_ clear: LayoutClear, _ sizes: inout ContentSizes) {
        if clear == .none { return }
        sizes.maximum = max(sizes.maximum, width)
        if clear != .right { left = 0 }
        if clear != .left { right = 0 }
    }
}

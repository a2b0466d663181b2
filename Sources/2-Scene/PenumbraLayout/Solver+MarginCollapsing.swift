import PenumbraGeometry

/// The tops of boxes through which margins may collapse.
extension Solver {
    /// Fixes the top of a box and of its unresolved parents, and places the floats that waited for it.
    ///
    /// - Parameter extra: a margin that collapses with those of the box.
    mutating func resolve(_ box: BlockBox, extra: Double = 0) throws(LayoutError) {
        if box.isResolved { return }
        var chain: [BlockBox] = []
        var next: BlockBox? = box
        while let open = next, !open.isResolved {
            chain.append(open)
            next = open.parent
        }
        var top = box.y + box.strut.appending(extra).sum
        var isPushed = false
        for index in chain.indices {
            let box = chain[index]
            // Clearance separates the margins of the box that it moves from those of the parent.
            if isPushed { top = box.y + chain[index - 1].incoming.sum }
            isPushed = false
            if let forced = box.forcedTop {
                top = forced
                isPushed = true
            } else if let clearance = box.clearance, top < clearance {
                top = clearance
                isPushed = true
            }
            box.top = top
            box.isResolved = true
        }
        box.advance(to: box.top, MarginStrut())
        for box in chain.reversed() { try settle(box, at: box.top) }
    }

    /// Gives a box its top, and places the floats that waited for it.
    mutating func settle(_ box: BlockBox, at top: Double) throws(LayoutError) {
        box.top = top
        box.isResolved = true
        let pending = box.pending
        box.pending = []
        for item in pending {
            let corner = try place(item.float, below: top, in: item.box)
            let origin = corner - Point(item.box.x, top) + item.shift
            if item.box.outcome >= 0 {
                outcomes[item.box.outcome].placements[item.placement].origin = origin
            } else {
                item.box.placements[item.placement].origin = origin
            }
        }
    }

    /// Fixes the top of a box whose next child clears floats that wait for it.
    ///
    /// - Returns: whether there were any.
    mutating func resolveToClear(_ child: Int, in box: BlockBox) throws(LayoutError) -> Bool {
        let clear = nodes[child].style.clear
        var next: BlockBox? = box
        while let open = next, !open.isResolved {
            for item in open.pending {
                let side = nodes[item.float.node].style.float
                if clear == .both || (clear == .left) == (side == .left) {
                    try resolve(box)
                    return true
                }
            }
            next = open.parent
        }
        return false
    }
}

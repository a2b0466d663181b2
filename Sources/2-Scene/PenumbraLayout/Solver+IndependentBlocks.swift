import PenumbraGeometry

/// Boxes in the flow that establish a context of their own, and so don't overlap floats (CSS 2.2, section 9.5).
extension Solver {
    @inline(never)
    mutating func flowIndependent(_ child: Int, in box: BlockBox) throws(LayoutError) {
        let clear = clear(of: child)
        let margin = margin(of: child, against: box.innerWidth)
        let clearsPending = clear == .none ? false : try resolveToClear(child, in: box)
        let saved = SavedFlow(box)
        let clearance = max(box.context.floats.bottom(clear), box.clearance ?? -.infinity)
        let isCleared = box.y + box.strut.appending(margin.top).sum < clearance
        var spot: Spot?
        // First, the child's margin collapses with those before it.
        if !clearsPending, !isCleared {
            try resolve(box, extra: margin.top)
            let edge = saved.isResolved ? box.y + box.strut.appending(margin.top).sum : box.top
            spot = try findSpot(child, from: edge, in: box, mayMove: margin.top == 0 || saved.isResolved)
        }
        if spot == nil {
            // Floats move the child down, and its margin has no effect.
            saved.restore()
            // As in Chromium, the margin of a child that clears earlier floats moves the boxes around it all the same.
            try resolve(box, extra: isCleared && !clearsPending ? margin.top : 0)
            spot = try findSpot(child, from: max(box.nextEdge, clearance), in: box, mayMove: true)
        }
        guard let spot else { return }
        addPlacement(child, outcome: spot.outcome, at: Point(spot.place.x - box.x, spot.y - box.top), in: box)
        box.advance(to: spot.y + outcomes[spot.outcome].size.height, MarginStrut().appending(margin.bottom))
        box.endsWithClearance = false
    }

    /// A place beside or below floats.
    struct Spot {
        var y: Double
        var place: BlockPlace
        var outcome: Int
    }

    /// Whether a child fits beside floats. As in browsers, its margin at the end of a line may cover them.
    private func fits(_ place: BlockPlace, _ room: (left: Double, right: Double), in box: BlockBox) -> Bool {
        let space =
            box.isRightToLeft
            ? min(room.right, box.right - place.margin.right) - room.left
            : room.right - max(room.left, box.left + place.margin.left)
        return place.width <= space + .layoutUnit
    }

    /// Finds the first place at which a child fits beside the floats.
    ///
    /// - Parameter mayMove: whether the child may move down; if not, nil tells that it doesn't fit.
    private mutating func findSpot(
        _ child: Int, from start: Double, in box: BlockBox, mayMove: Bool
    ) throws(LayoutError) -> Spot? {
        var y = start
        var height = 0.0
        while true {
            let room = box.context.floats.room(at: y, height: height, in: box)
            let isFree = room.left == box.left && room.right == box.right
            let place = try blockPlace(child, left: room.left, right: room.right, in: box, isNarrowed: !isFree)
            let outcome = try layout(
                child,
                Request(width: place.width, containerWidth: box.innerWidth, containerHeight: box.definiteHeight))
            let needed = outcomes[outcome].size.height
            if box.context.floats.steps > LayoutLimits.floatSteps {
                throw .tooManyFloats(node: child)
            }
            let fits =
                (isFree || self.fits(place, room, in: box))
                && !box.context.floats.areCrossed(at: y, height: max(height, needed), in: box)
            if fits {
                // A taller child may reach further floats.
                let inside = box.context.floats.room(at: y, height: needed, in: box)
                if inside == room || needed <= height { return Spot(y: y, place: place, outcome: outcome) }
                height = needed
                continue
            }
            guard let next = box.context.floats.nextTop(below: y) else { return Spot(y: y, place: place, outcome: outcome) }
            if !mayMove { return nil }
            y = next
            height = 0
        }
    }
}

/// The state of a box and of its unresolved parents, to try a place for a child.
private struct SavedFlow {
    private struct Entry {
        var box: BlockBox
        var y: Double
        var incoming: MarginStrut
        var own: MarginStrut
        var pending: [PendingFloat]
    }

    let isResolved: Bool
    private var entries: [Entry] = []
    private let floats: FloatSpace
    private let context: FlowContext

    init(_ box: BlockBox) {
        isResolved = box.isResolved
        context = box.context
        floats = box.context.floats
        var next: BlockBox? = box
        while let open = next, !open.isResolved {
            entries.append(
                Entry(box: open, y: open.y, incoming: open.incoming, own: open.own, pending: open.pending))
            next = open.parent
        }
    }

    func restore() {
        context.floats = floats
        for entry in entries {
            entry.box.isResolved = false
            entry.box.y = entry.y
            entry.box.incoming = entry.incoming
            entry.box.own = entry.own
            entry.box.pending = entry.pending
        }
    }
}

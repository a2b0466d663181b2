import PenumbraGeometry

/// A block container that is being laid out in a block formatting context.
///
/// Places are relative to the box that establishes the context. The top of a box is unknown while margins may still collapse
/// through it: the box is then unresolved, and so are all boxes inside it.
final class BlockBox {
    let node: Int
    /// The box around this one in the same context.
    let parent: BlockBox?
    let context: FlowContext
    let isRightToLeft: Bool
    let margin: Edges
    let padding: Edges
    /// The left edge of the border box.
    let x: Double
    let width: Double
    /// The height inside the padding, to which percentages refer.
    var definiteHeight: Double?
    /// The containing block's height, to which the box's own percentages refer.
    let containerHeight: Double?

    var isResolved = false
    /// The top of the border box, if it is resolved.
    var top = 0.0
    /// The lower border edge of the content so far. The margins follow.
    var y: Double
    /// The margins that met the box from above.
    var incoming: MarginStrut
    /// The margins of the box and of its content that followed.
    var own = MarginStrut()
    /// The lower edge of the floats that this box and its parents clear.
    var clearance: Double?
    /// The top of a box that moves below floats whatever its margins are.
    var forcedTop: Double?
    /// Whether the box itself clears a float that waited for a top.
    var clearsPending = false
    /// Whether the last box inside was empty and moved below a float.
    var endsWithClearance = false
    /// Floats that wait for the top of the box.
    var pending: [PendingFloat] = []

    /// The index of the outcome of a finished box, or -1.
    var outcome = -1
    /// The lower edge of the content that counts for the height, above lines beyond a clamp. Nil if all content counts.
    var clampEdge: Double?
    var placements: [Placement] = []
    var statics: [StaticPlace] = []
    var lines: [PlacedLine] = []
    var firstBaseline: Double?
    var lastBaseline: Double?

    init(
        node: Int, parent: BlockBox?, context: FlowContext, isRightToLeft: Bool, margin: Edges, padding: Edges, x: Double,
        width: Double, containerHeight: Double?
    ) {
        self.node = node
        self.parent = parent
        self.context = context
        self.isRightToLeft = isRightToLeft
        self.margin = margin
        self.padding = padding
        self.x = x
        self.width = width
        self.containerHeight = containerHeight
        y = parent?.y ?? 0
        incoming = parent?.strut ?? MarginStrut()
    }

    var strut: MarginStrut {
        var strut = incoming
        strut.append(own)
        return strut
    }

    /// The place of a border edge that followed now.
    var nextEdge: Double { y + strut.sum }
    var left: Double { x + padding.left }
    var right: Double { x + max(padding.left, width - padding.right) }
    var innerWidth: Double { max(0, width - padding.horizontal) }

    /// Continues below a box inside.
    func advance(to y: Double, _ margins: MarginStrut) {
        self.y = y
        incoming = MarginStrut()
        own = margins
    }

    /// Takes over the baselines of a box inside, whose top is `offset` below the top of this box.
    func takeBaselines(first: Double?, last: Double?, at offset: Double) {
        if firstBaseline == nil { firstBaseline = first.map { $0 + offset } }
        if let last { lastBaseline = last + offset }
    }
}

/// A block formatting context: the floats that its boxes share.
final class FlowContext {
    var floats = FloatSpace()
    /// The lower edge of the floats above a clamp. Nil if all floats count.
    var clampedFloats: Double?

    /// The lower edge of the floats that count for the height.
    var floatsEdge: Double { clampedFloats ?? floats.bottom(.both) }
}

/// A float in a box whose place isn't known yet.
struct PendingFloat {
    var float: LaidFloat
    /// The box that holds the float, and the index of the float's placement in it.
    var box: BlockBox
    var placement: Int
    /// The distance by which the float is moved after its placement, as relative boxes are.
    var shift: Point
}

/// A float with its size.
struct LaidFloat {
    var node: Int
    var outcome: Int
    var margin: Edges
    var size: Size

    var outerWidth: Double { size.width + margin.horizontal }
}

/// The place that an absolute box would have in the flow.
struct StaticPlace {
    var node: Int
    /// The edges between which the box may lie, from the border box of the parent.
    var left: Double
    var right: Double
    var top: Double
    /// The height of the line that has the box. Zero between blocks.
    var height = 0.0
    /// The direction of the text around the box. Nil is that of the parent.
    var isRightToLeft: Bool?
}

import PenumbraGeometry

/// How a layer is placed in its parent.
public enum LayoutPosition: Hashable, Sendable {
    /// In the flow of the parent's layout, whatever `inset` is.
    case `static`
    /// In the flow of the parent's layout, and moved by `inset`. A parent without a layout places the layer like an `absolute`
    /// one.
    case relative
    /// Out of the flow, by `inset` in the nearest containing block.
    case absolute
    /// Out of the flow, at this frame in the parent's coordinates.
    case frame(Rect)
}

/// An inline box around other boxes, to which absolute boxes inside refer. A class lets all boxes inside share it.
package final class LayoutInline: Hashable, Sendable {
    /// The number that `InlineLine.Container` has, too. It is greater than those of the boxes around.
    package let number: Int
    /// The distances that move a relative inline box, with everything inside it.
    package let inset: LayoutEdges
    package let isRightToLeft: Bool
    /// The nearest such box around this one.
    package let outer: LayoutInline?
    /// The number of the inline box to which fixed boxes inside refer: this one or the nearest around it.
    package let fixed: Int?

    package init(
        number: Int, inset: LayoutEdges, isRightToLeft: Bool, containsFixed: Bool, outer: LayoutInline?
    ) {
        (self.number, self.inset, self.isRightToLeft, self.outer) = (number, inset, isRightToLeft, outer)
        fixed = containsFixed ? number : outer?.fixed
    }

    package static func == (one: LayoutInline, other: LayoutInline) -> Bool {
        one === other
            || one.number == other.number && one.inset == other.inset && one.isRightToLeft == other.isRightToLeft
                && one.fixed == other.fixed && one.outer == other.outer
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The keys of a layer that decide its frame, with CSS's names and CSS's initial values.
///
/// The initial `boxSizing` differs from CSS: sizes include the padding and the border.
public struct LayoutStyle: Hashable, Sendable {
    public var position = LayoutPosition.relative
    /// The distances from the parent's sides to an absolute layer, or the shift of a relative one.
    public var inset = LayoutEdges.auto
    public var width = LayoutLength.auto
    public var height = LayoutLength.auto
    /// `auto` is the automatic minimum of CSS: an item of a layout doesn't shrink below its content.
    public var minWidth = LayoutLength.auto
    public var minHeight = LayoutLength.auto
    /// `auto` is CSS `none`.
    public var maxWidth = LayoutLength.auto
    public var maxHeight = LayoutLength.auto
    /// Fractions are shares of the parent's width, on all four sides.
    public var padding = LayoutEdges.zero
    /// Fractions are shares of the parent's width, on all four sides. `auto` takes up free space.
    public var margin = LayoutEdges.zero
    /// The widths of the border, in points.
    public var border = LayoutEdges.zero
    /// What `width`, `height` and their limits measure.
    public var boxSizing = BoxSizing.borderBox
    public var float = LayoutFloat.none
    public var clear = LayoutClear.none
    /// Whether the lines beside the float follow a shape, which `InlineMeasuring` knows.
    public var hasFloatShape = false
    public var overflowX = LayoutOverflow.visible
    public var overflowY = LayoutOverflow.visible
    /// Whether floats and margins of a block container stay inside it: CSS `display: flow-root` or `contain: layout`.
    public var isFlowRoot = false
    /// The axes of the content that run against those of the box: its lines are parallel to those around it.
    public var flip = LayoutTurn()
    /// Whether the content has another writing mode than the content around it, so that the box has no baselines.
    public var hasOtherMode = false
    /// Whether the width is that of a box without content: CSS `contain: inline-size`.
    public var ignoresContentWidth = false
    /// Whether the height is that of a box without content: CSS `contain: size`.
    public var ignoresContentHeight = false
    /// Whether the box is a form control: it is as wide as its content in a block, and a share of an unknown width may shrink
    /// to nothing.
    public var isControl = false
    /// Where the box has its baseline.
    public var baselineRule = BaselineRule.box
    /// Whether the box is the legend of the fieldset around it, in whose upper border it lies.
    public var isLegend = false
    /// Where a legend lies along the border. `none` is the start of the fieldset's writing direction.
    public var legendAlignment = BlockAlignment.none
    /// Whether the box has no baselines: CSS `contain: layout`.
    public var hidesBaselines = false
    /// The size of the content of a box whose own content doesn't count: CSS `contain-intrinsic-size`.
    public var containedSize = Size.zero
    /// Where the content of a block container lies in a height of its own. Any value but `normal` also makes a flow root.
    public var alignContent = ContentAlignment.normal
    /// Where a block container puts boxes that are narrower than its content: CSS `text-align: -webkit-center` and its like.
    public var blockAlignment = BlockAlignment.none
    /// Where a block container aligns its lines: 0 at the left, 1 at the right. Nil is the start of the writing direction.
    public var lineAlignment: Double?
    /// Whether absolute boxes inside refer to this box: CSS boxes that are positioned or transformed, or with a filter.
    public var isContainingBlock = true
    /// Whether an absolute box refers to the nearest box that `containsFixed`, or else to the first node: CSS
    /// `position: fixed`.
    public var isFixed = false
    /// Whether fixed boxes inside refer to this box: CSS boxes that are transformed or have a filter.
    public var containsFixed = false
    /// Whether a box in the flow stays `inset` away from the sides of the nearest scroll container: CSS `position: sticky`.
    public var isSticky = false
    /// The innermost inline box around the box, among whose lines it stands, to which absolute boxes refer: the box itself, or
    /// those inside it that refer to no box in between.
    package var inline: LayoutInline?
    /// Whether the box would be part of a line if it were not absolute. Its static position is then a place in the line.
    public var isInlineLevel = false
    /// Whether the box is an anonymous block around lines. Floats before it stand beside the lines in the max-content width.
    public var isAnonymous = false
    /// Whether percentages of heights inside a block of automatic height refer to the height around it, as in old documents.
    public var passesHeight = false
    /// CSS `direction: rtl`: boxes inside follow each other from right to left.
    public var isRightToLeft = false
    public var flexGrow = 0.0
    public var flexShrink = 1.0
    public var flexBasis = FlexBasis.length(.auto)
    /// Nil is CSS `auto`: the parent's `alignItems`.
    public var alignSelf: ItemAlignment?
    /// Nil is CSS `auto`: the parent's `justify-items`, where the parent has a grid or is a block container.
    public var justifySelf: ItemAlignment?
    /// Where a block container puts the boxes in its flow whose `justifySelf` is nil.
    public var justifyItems = ItemAlignment.normal
    /// The alignments that don't move content beyond the start.
    public var safe: SafeAlignment = []
    /// The rows of an item of a grid.
    public var gridRow = GridSpan.auto
    /// The columns of an item of a grid.
    public var gridColumn = GridSpan.auto
    /// The tracks and the alignment of a table's cell.
    public var cell = TableCell()
    /// Whether a caption lies below its table.
    public var isCaptionBelow = false
    /// The border styles of a table, its rows and its cells, for borders that collapse.
    public var borderStyles = TableBorderStyles()
    /// Width over height of the whole layer. Nil leaves an image its own ratio, and other layers have none.
    public var aspectRatio: Double?
    /// Whether `aspectRatio` is that of the content, whatever `boxSizing` is: CSS `aspect-ratio: auto 1`.
    public var isRatioOfContent = false
    /// How the box breaks across columns.
    public var breaks = ColumnBreaks()
    /// Items of a layout with a lower order come first.
    public var order = 0

    public init() {}
}

/// The box that `width` and `height` measure.
public enum BoxSizing: Hashable, Sendable {
    case borderBox, contentBox
}

/// The side to which a box floats.
public enum LayoutFloat: Hashable, Sendable {
    case none, left, right
}

/// The floats below which a box moves.
public enum LayoutClear: Hashable, Sendable {
    case none, left, right, both
}

/// The side to which a block container moves the boxes in its flow.
public enum BlockAlignment: Hashable, Sendable {
    /// To the start of the writing direction.
    case none
    case left, center, right
}

/// The treatment of content beyond a box, as far as layout depends on it.
public enum LayoutOverflow: Hashable, Sendable {
    case visible
    /// The content is clipped, and the layout is that of `visible`.
    case clip
    /// The box is a scroll container: CSS `hidden`, `scroll` and `auto`.
    case scroll
}

/// The size of an item along its layout's direction before it grows or shrinks.
public enum FlexBasis: Hashable, Sendable {
    /// The size of the item's content, whatever its `width` or `height`.
    case content
    /// `auto` is the item's `width` or `height`.
    case length(LayoutLength)
}

/// Where a box has its baseline, as a part of a line above all.
public enum BaselineRule: Hashable, Sendable {
    /// At its last line, and at its lower margin edge without lines or with scrolling content: CSS 2.2, section 10.8.
    case box
    /// At its last line even if its content scrolls, and at the lower edge of the content without lines.
    case contentEdge
    /// At the lower border edge.
    case borderEdge
    /// At this distance above the lower edge of the content, also in flexible boxes and grids.
    case inside(inset: Double)
}

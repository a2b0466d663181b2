import PenumbraGeometry

/// How a layer is placed in its parent.
public enum LayoutPosition: Hashable, Sendable {
    /// In the flow of the parent's layout. A parent without a layout places the layer like an `absolute` one.
    case relative
    /// Out of the flow, by `inset` in the parent's bounds.
    case absolute
    /// Out of the flow, at this frame in the parent's coordinates.
    case frame(Rect)
}

/// The keys of a layer that decide its frame, with CSS's names and CSS's initial values.
///
/// Sizes include the padding (`box-sizing: border-box`). Borders take no room.
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
    public var flexGrow = 0.0
    public var flexShrink = 1.0
    public var flexBasis = FlexBasis.length(.auto)
    /// Nil is CSS `auto`: the parent's `alignItems`.
    public var alignSelf: ItemAlignment?
    /// Width over height of the whole layer. Nil leaves an image its own ratio, and other layers have none.
    public var aspectRatio: Double?
    /// Items of a layout with a lower order come first.
    public var order = 0

    public init() {}
}

/// The size of an item along its layout's direction before it grows or shrinks.
public enum FlexBasis: Hashable, Sendable {
    /// The size of the item's content, whatever its `width` or `height`.
    case content
    /// `auto` is the item's `width` or `height`.
    case length(LayoutLength)
}

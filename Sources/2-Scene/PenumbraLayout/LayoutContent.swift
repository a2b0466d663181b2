import PenumbraGeometry

/// The part of a box that decides the box's size where its style doesn't.
public enum LayoutContent: Hashable, Sendable {
    /// A layer without a layout. Its content has no size, and its sublayers are placed in its bounds.
    case bounds
    /// A layer with a layout.
    case flex(FlexContainer)
    /// A layer with a grid.
    case grid(GridContainer)
    /// A table. Its children are row groups and captions.
    case table(TableContainer)
    /// A group of rows of a table. Its children are rows.
    case tableRowGroup
    /// A row of a table. Its children are cells.
    case tableRow
    /// A text that is measured on demand. Its sublayers are placed in its bounds.
    case text
    /// An image of this size, and of its proportion. Its sublayers are placed in its bounds.
    case image(Size)
    /// A replaced box such as a picture, any of whose natural dimensions may be missing.
    case replaced(NaturalSize)
    /// A block container with block-level children only. Floats and absolute boxes may be among them.
    case block
    /// A block container with lines. Its children are the atoms, the floats and the absolute boxes in them.
    case inline

    /// A box whose content runs through columns.
    case columns(ColumnContainer)

    /// A box whose only child has the content in another writing mode, turned by a quarter.
    case turned(LayoutTurn)

    /// Whether the box is a block container.
    var isFlow: Bool { self == .block || self == .inline }
}

/// The natural dimensions of a replaced box.
public struct NaturalSize: Hashable, Sendable {
    public var width: Double?
    public var height: Double?
    /// Width over height.
    public var ratio: Double?

    /// - Parameter ratio: the proportion where width and height aren't both known.
    public init(width: Double? = nil, height: Double? = nil, ratio: Double? = nil) {
        self.width = width
        self.height = height
        self.ratio = ratio
        if let width, let height, width > 0, height > 0 { self.ratio = width / height }
    }

    /// The size with CSS's values for missing sides: 300 by 150, in proportion.
    ///
    /// A proportion alone has no size: the box takes the width of its container.
    var completed: Size {
        if width == nil, height == nil, ratio != nil { return .zero }
        let wide = width ?? ratio.flatMap { ratio in height.map { $0 * ratio } } ?? 300
        return Size(width: wide, height: height ?? ratio.map { $0 > 0 ? wide / $0 : 0 } ?? 150)
    }
}

import PenumbraGeometry

/// A finished layout.
public struct LayoutResult: Sendable {
    /// The frames of all boxes, in the coordinates of their parents.
    public var frames: [Rect]
    /// The lines of every box whose content is inline, by node. Empty for other boxes.
    public var lines: [[PlacedLine]]
    /// The tracks and the borders of tables, by node.
    public var tables: [Int: TableGeometry] = [:]
    /// The columns of boxes whose content runs through columns, by node.
    public var columns: [Int: [ColumnRow]] = [:]
    /// The parts of boxes that are broken across columns, by node.
    public var fragments: [Int: [BoxFragment]] = [:]
    /// The axes of boxes in vertical writing modes, by node. Their lines are as they were before axes were swapped.
    public var axes: [Int: LayoutAxes] = [:]
}

/// A line of inline content at its place.
public struct PlacedLine: Hashable, Sendable {
    /// The place of the line in the content.
    public var start: Int
    /// The line box, in the coordinates of the block container's border box.
    public var frame: Rect
    public var line: InlineLine

    public init(start: Int, frame: Rect, line: InlineLine) {
        self.start = start
        self.frame = frame
        self.line = line
    }
}

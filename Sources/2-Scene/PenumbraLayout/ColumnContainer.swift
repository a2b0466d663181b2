import PenumbraGeometry

/// A box whose content runs through columns: CSS Multi-column Layout 1.
///
/// The children of such a box are blocks with the content between boxes that span all columns, and those boxes.
public struct ColumnContainer: Hashable, Sendable {
    /// The most columns. Nil is CSS `auto`.
    public var count: Int?
    /// The least width of a column. Nil is CSS `auto`.
    public var width: Double?
    public var gap = LayoutLength.zero
    /// Whether columns are as short as possible. Otherwise each is filled before the next one, where the height is known.
    public var isBalanced = true

    public init() {}

    /// The number of columns in a width, and the width of each.
    func columns(in available: Double) -> (count: Int, width: Double, gap: Double) {
        let gap = max(0, self.gap.resolved(against: available) ?? 0)
        var count = max(1, self.count ?? 1)
        if let width {
            let fitting = ((available + gap) / max(width + gap, 1)).rounded(.down)
            let most = max(1, Int(max(1, min(fitting, Double(LayoutLimits.columns)))))
            count = self.count.map { min($0, most) } ?? most
        }
        count = min(count, LayoutLimits.columns)
        return (count, max(0, (available + gap) / Double(count) - gap), gap)
    }
}

/// How a box breaks across columns.
public struct ColumnBreaks: Hashable, Sendable {
    /// Whether a column starts with the box.
    public var before = false
    /// Whether a column ends with the box.
    public var after = false
    /// Whether the box stays in one column where it fits.
    public var avoidsInside = false
    /// Whether no column starts or ends at the edges of the box, where there are other places.
    public var avoidsBefore = false
    public var avoidsAfter = false
    /// The fewest lines at the end and at the start of a column.
    public var orphans = 2
    public var widows = 2
    /// Whether the box spans all columns.
    public var spansAll = false

    public init() {}
}

/// The columns of a box between two boxes that span them.
public struct ColumnRow: Hashable, Sendable {
    /// The place of the first column, in the coordinates of the border box of the container.
    public var first: Rect
    /// The distance from each column to the next.
    public var step: Double
    /// The number of columns with content.
    public var count: Int
    public var gap: Double
}

/// A part of a box that is broken across columns.
public struct BoxFragment: Hashable, Sendable {
    /// The part's place, from the corner of the frame.
    public var frame: Rect
    /// The distance of the part from the top of the box before it was broken.
    public var offset: Double
    /// Whether the box starts or ends with the part.
    public var isFirst: Bool
    public var isLast: Bool
}

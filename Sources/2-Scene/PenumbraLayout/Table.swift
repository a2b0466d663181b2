import PenumbraGeometry

/// A table: CSS 2.2, chapter 17, and CSS Tables Level 3.
public struct TableContainer: Hashable, Sendable {
    /// Whether the cells of the first row decide the widths of columns: CSS `table-layout: fixed`.
    public var isFixed = false
    /// CSS `border-collapse: collapse`. There is no spacing then.
    public var isCollapsed = false
    /// The distances of CSS `border-spacing`.
    public var horizontalSpacing = 0.0
    public var verticalSpacing = 0.0
    /// The columns that have boxes of their own, each as often as it spans.
    public var columns: [TableColumn] = []
    /// The borders of columns, then those of groups of columns. They are drawn only where borders collapse.
    public var columnBorders: [TableColumnBorder] = []

    public init() {}
}

/// The border around columns that have boxes of their own.
public struct TableColumnBorder: Hashable, Sendable {
    /// Indices in `TableContainer.columns`.
    public var columns: Range<Int>
    public var border: LayoutEdges
    public var styles: TableBorderStyles
    /// The number that `TableEdge.column` has where this border wins.
    public var name: Int
    /// Whether each of the columns has the border, and not all of them together.
    public var isOfEach: Bool

    public init(columns: Range<Int>, border: LayoutEdges, styles: TableBorderStyles, name: Int, isOfEach: Bool) {
        (self.columns, self.border, self.styles, self.name) = (columns, border, styles, name)
        self.isOfEach = isOfEach
    }
}

/// A column with a box of its own.
public struct TableColumn: Hashable, Sendable {
    public var width = LayoutLength.auto

    public init(width: LayoutLength = .auto) { self.width = width }
}

/// A cell's place in its row, and the place of its content.
public struct TableCell: Hashable, Sendable {
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case baseline, top, middle, bottom
    }

    public var columnSpan = 1
    /// Zero spans all rows that are left in the row group.
    public var rowSpan = 1
    public var verticalAlign = Alignment.baseline

    public init() {}
}

/// The styles of borders as far as they decide which of two borders is drawn. A higher one wins.
public enum TableBorderStyle: UInt8, Hashable, Sendable, Comparable {
    case none, inset, groove, outset, ridge, dotted, dashed, solid, double
    /// Hides all borders at its place.
    case hidden

    public static func < (one: TableBorderStyle, other: TableBorderStyle) -> Bool { one.rawValue < other.rawValue }
}

/// The border styles of the four sides of a box.
public struct TableBorderStyles: Hashable, Sendable {
    public var top = TableBorderStyle.solid
    public var right = TableBorderStyle.solid
    public var bottom = TableBorderStyle.solid
    public var left = TableBorderStyle.solid

    public init() {}
}

/// A border between two cells.
public struct TableEdge: Hashable, Sendable {
    public enum Side: Hashable, Sendable {
        case top, right, bottom, left
    }

    public var width: Double
    public var style: TableBorderStyle
    /// The box whose border won, and its side.
    public var node: Int
    public var side: Side
    /// The name of the columns whose border won. The box is the table then.
    public var column: Int?

    public init(width: Double, style: TableBorderStyle, node: Int, side: Side, column: Int? = nil) {
        self.width = width
        self.style = style
        self.node = node
        self.side = side
        self.column = column
    }
}

/// The places of a finished table's tracks, in the coordinates of the table.
public struct TableGeometry: Hashable, Sendable {
    /// The box around the rows, which has the table's background and border. Captions lie outside.
    public var grid: Rect
    /// The left and right edges of columns in the order of the writing direction.
    public var columns: [ClosedRange<Double>]
    /// For each column with a box of its own, its position among the columns that take room. Nil for others.
    public var columnPlaces: [Int?] = []
    /// The upper and lower edges of rows.
    public var rows: [ClosedRange<Double>]
    /// For each row, the collapsed borders on the start sides of its cells and one after the last. Nil without a border.
    public var verticalEdges: [[TableEdge?]] = []
    /// For each line between rows, the collapsed borders above the cells of a row. Nil without a border.
    public var horizontalEdges: [[TableEdge?]] = []
}

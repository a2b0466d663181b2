/// The grid of a box: CSS Grid Layout Level 1 and 2.
public struct GridContainer: Hashable, Sendable {
    public enum Flow: String, Hashable, Sendable, CaseIterable {
        case row, column
    }

    public var columns = GridTemplate.none
    public var rows = GridTemplate.none
    public var areas = GridAreas()
    /// The sizes of implicit columns, repeated as often as needed.
    public var autoColumns = [GridTrackSize.auto]
    /// The sizes of implicit rows, repeated as often as needed.
    public var autoRows = [GridTrackSize.auto]
    public var autoFlow = Flow.row
    /// Fills holes that earlier items left.
    public var isDense = false
    public var justifyContent = ContentAlignment.normal
    public var alignContent = ContentAlignment.normal
    public var justifyItems = ItemAlignment.normal
    public var alignItems = ItemAlignment.normal
    /// The alignments that don't move content beyond the start.
    public var safe: SafeAlignment = []
    /// `auto` is CSS `normal`: no gap, and the gap of the parent in a subgrid.
    public var rowGap = LayoutLength.auto
    public var columnGap = LayoutLength.auto
    /// Moves the edges of the items to whole pixels, as browsers do.
    public var roundsToPixels = false

    public init() {}

    func template(_ axis: GridAxis) -> GridTemplate { axis == .columns ? columns : rows }
    func gap(_ axis: GridAxis) -> LayoutLength { axis == .columns ? columnGap : rowGap }
    func isContentSafe(_ axis: GridAxis) -> Bool { safe.contains(axis == .columns ? .justifyContent : .alignContent) }
    func content(_ axis: GridAxis) -> ContentAlignment { axis == .columns ? justifyContent : alignContent }

    /// The sizes of implicit tracks. Never empty.
    func automatic(_ axis: GridAxis) -> [GridTrackSize] {
        let sizes = axis == .columns ? autoColumns : autoRows
        return sizes.isEmpty ? [.auto] : sizes
    }
}

/// The tracks of a grid that its style names: CSS `grid-template-columns` and `grid-template-rows`.
public enum GridTemplate: Hashable, Sendable {
    case tracks([GridTrackEntry])
    /// The tracks of the parent grid. Entries may only name lines. Where the parent is no grid, this is `none`.
    case subgrid([GridTrackEntry])

    public static let none = GridTemplate.tracks([])

    package var isSubgrid: Bool {
        if case .subgrid = self { true } else { false }
    }

    var entries: [GridTrackEntry] {
        switch self {
        case .tracks(let entries), .subgrid(let entries): entries
        }
    }
}

/// A part of a track list.
public enum GridTrackEntry: Hashable, Sendable {
    /// Names of the line between the neighbouring tracks.
    case names([String])
    case track(GridTrackSize)
    /// CSS `repeat()`. The entries hold no further repeats.
    case repeated(GridRepeat, [GridTrackEntry])

    /// Whether CSS may repeat the entry as often as the box's size allows: CSS Grid 2, section 7.2.3.
    package var hasFixedSize: Bool {
        switch self {
        case .names: true
        case .repeated: false
        case .track(let size):
            switch size {
            case .breadth(.length), .minmax(.length, _), .minmax(_, .length): true
            default: false
            }
        }
    }
}

/// The first argument of CSS `repeat()`.
public enum GridRepeat: Hashable, Sendable {
    case times(Int)
    case autoFill, autoFit
}

/// The size of a track.
public enum GridTrackSize: Hashable, Sendable {
    case breadth(GridBreadth)
    case minmax(GridBreadth, GridBreadth)
    /// CSS `fit-content()` with its argument.
    case fitContent(LayoutLength)

    public static let auto = GridTrackSize.breadth(.auto)

    var minimum: GridBreadth {
        switch self {
        case .breadth(let breadth): if case .flex = breadth { .auto } else { breadth }
        case .minmax(let minimum, _): if case .flex = minimum { .auto } else { minimum }
        case .fitContent: .auto
        }
    }

    var maximum: GridBreadth {
        switch self {
        case .breadth(let breadth): breadth
        case .minmax(_, let maximum): maximum
        case .fitContent: .auto
        }
    }
}

/// A smallest or largest size of a track.
public enum GridBreadth: Hashable, Sendable {
    /// Points, a share of the container's content box, or both.
    case length(LayoutLength)
    /// A share of the free space: 1 is CSS `1fr`.
    case flex(Double)
    case auto, minContent, maxContent
}

/// Named rectangles of cells: CSS `grid-template-areas`.
public struct GridAreas: Hashable, Sendable {
    public struct Area: Hashable, Sendable {
        public var name: String
        public var rows: Range<Int>
        public var columns: Range<Int>
    }

    public private(set) var areas: [Area] = []
    public private(set) var rowCount = 0
    public private(set) var columnCount = 0

    public init() {}

    /// The areas of a picture of cells, with nil for cells without a name.
    ///
    /// Nil unless all rows have as many cells and every name fills a rectangle.
    public init?(_ cells: [[String?]]) {
        rowCount = cells.count
        columnCount = cells.first?.count ?? 0
        var known: [String: Int] = [:]
        for (row, names) in cells.enumerated() {
            guard names.count == columnCount, columnCount > 0 else { return nil }
            var column = 0
            while column < columnCount {
                let start = column
                guard let name = names[start] else {
                    column += 1
                    continue
                }
                while column < columnCount, names[column] == name { column += 1 }
                if let index = known[name] {
                    guard areas[index].rows.upperBound == row, areas[index].columns == start..<column else { return nil }
                    areas[index].rows = areas[index].rows.lowerBound..<(row + 1)
                } else {
                    known[name] = areas.count
                    areas.append(Area(name: name, rows: row..<(row + 1), columns: start..<column))
                }
            }
        }
    }
}

/// A direction of a grid.
enum GridAxis {
    case columns, rows

    var other: GridAxis { self == .columns ? .rows : .columns }
}

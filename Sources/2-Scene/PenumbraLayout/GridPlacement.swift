/// CSS Grid, section 8.5: places items whose style leaves their position open.
struct GridPlacement {
    struct Item {
        var major: GridLineNames.Place
        var minor: GridLineNames.Place
    }

    struct Cell: Equatable {
        var major: Range<Int>
        var minor: Range<Int>
    }

    let isDense: Bool
    /// The numbers of explicit tracks.
    let majorCount: Int
    let minorCount: Int
    /// Whether the tracks are those of a subgrid, so that no implicit tracks can follow.
    var isMajorBounded = false
    var isMinorBounded = false

    private(set) var work = 0

    init(isDense: Bool, majorCount: Int, minorCount: Int) {
        self.isDense = isDense
        self.majorCount = majorCount
        self.minorCount = minorCount
    }

    /// The places of all items, counted from the first explicit tracks.
    ///
    /// - Parameter items: in the order of `order`. Definite places lie within bounded tracks already.
    /// - Parameter limit: the work after which the result is nil.
    mutating func places(of items: [Item], limit: Int) -> [Cell]? {
        var cells: [Cell?] = Array(repeating: nil, count: items.count)
        var minor = 0..<minorCount
        var majorStart = 0
        for item in items {
            if case .tracks(let tracks) = item.minor {
                minor = min(minor.lowerBound, tracks.lowerBound)..<max(minor.upperBound, tracks.upperBound)
            }
            if case .tracks(let tracks) = item.major { majorStart = min(majorStart, tracks.lowerBound) }
        }
        for item in items {
            guard case .span(let count) = item.minor, !isMinorBounded else { continue }
            minor = minor.lowerBound..<max(minor.upperBound, minor.lowerBound + count)
        }
        if minor.isEmpty { minor = minor.lowerBound..<(minor.lowerBound + 1) }
        var occupied = GridCells(minor: minor, majorStart: majorStart)
        for (index, item) in items.enumerated() {
            guard case .tracks(let major) = item.major, case .tracks(let tracks) = item.minor else { continue }
            cells[index] = Cell(major: major, minor: tracks)
            occupied.occupy(major: major, minor: tracks)
            if occupied.work > limit { return nil }
        }
        // Items with a place along the major axis only.
        var next: [Int: Int] = [:]
        for (index, item) in items.enumerated() {
            guard case .tracks(let major) = item.major, case .span(let span) = item.minor else { continue }
            let count = isMinorBounded ? min(span, minor.count) : span
            var start = minor.lowerBound
            // As in browsers, only items that start in the same track come before each other.
            if !isDense { start = max(start, next[major.lowerBound] ?? start) }
            while let obstacle = occupied.obstacle(major: major, minor: start..<(start + count)) {
                start = obstacle
                if occupied.work > limit { return nil }
            }
            if isMinorBounded { start = max(minor.lowerBound, min(start, minor.upperBound - count)) }
            // Implicit tracks that only these items need.
            if start + count > minor.upperBound {
                minor = minor.lowerBound..<(start + count)
                occupied = occupied.widened(to: minor, majorStart: majorStart, cells: cells)
            }
            cells[index] = Cell(major: major, minor: start..<(start + count))
            occupied.occupy(major: major, minor: start..<(start + count))
            next[major.lowerBound] = start + count
            if occupied.work > limit { return nil }
        }
        guard placeOthers(items, &cells, &occupied, minor: minor, majorStart: majorStart, limit: limit) else { return nil }
        work = occupied.work
        return cells.map { $0 ?? Cell(major: 0..<1, minor: 0..<1) }
    }

    /// The sizes of items with the same cursor while holes are filled.
    private struct Shape: Hashable {
        var major: Int
        var minor: GridLineNames.Place
    }

    /// Step 4: items without a place along the major axis.
    private mutating func placeOthers(
        _ items: [Item], _ cells: inout [Cell?], _ occupied: inout GridCells, minor: Range<Int>, majorStart: Int, limit: Int
    ) -> Bool {
        var cursor = (major: majorStart, minor: minor.lowerBound)
        // Cells fill up only, so items of one shape never fit before the latest of them.
        var cursors: [Shape: (major: Int, minor: Int)] = [:]
        for (index, item) in items.enumerated() {
            guard case .span(let span) = item.major else { continue }
            let count = isMajorBounded ? min(span, max(1, majorCount)) : span
            let shape = Shape(major: count, minor: item.minor)
            if isDense { cursor = cursors[shape] ?? (majorStart, minor.lowerBound) }
            let width: Int
            switch item.minor {
            case .tracks(let tracks):
                width = tracks.count
                if !isDense, tracks.lowerBound < cursor.minor { cursor.major += 1 }
                cursor.minor = tracks.lowerBound
                while occupied.obstacle(major: cursor.major..<(cursor.major + count), minor: tracks) != nil {
                    cursor.major += 1
                    if occupied.work > limit { return false }
                }
            case .span(let span):
                width = min(span, minor.count)
                while true {
                    if cursor.minor + width > minor.upperBound {
                        cursor = (cursor.major + 1, minor.lowerBound)
                    }
                    guard
                        let obstacle = occupied.obstacle(
                            major: cursor.major..<(cursor.major + count), minor: cursor.minor..<(cursor.minor + width))
                    else { break }
                    cursor.minor = obstacle
                    if occupied.work > limit { return false }
                }
            }
            let minor = cursor.minor..<(cursor.minor + width)
            // Rows that a subgrid doesn't have count while items are placed, but the items end up in its last ones.
            occupied.occupy(major: cursor.major..<(cursor.major + count), minor: minor)
            let major = isMajorBounded ? min(cursor.major, max(0, majorCount - count)) : cursor.major
            cells[index] = Cell(major: major..<(major + count), minor: minor)
            cursors[shape] = cursor
            if occupied.work > limit { return false }
        }
        return true
    }
}

extension GridCells {
    /// The same cells with more room for items.
    fileprivate func widened(to minor: Range<Int>, majorStart: Int, cells: [GridPlacement.Cell?]) -> GridCells {
        var wider = GridCells(minor: minor.lowerBound..<(minor.upperBound + minor.count), majorStart: majorStart)
        wider.work = work
        for case let cell? in cells { wider.occupy(major: cell.major, minor: cell.minor) }
        return wider
    }
}

import PenumbraGeometry

/// The places of tracks along one axis, from the start of the container's content.
struct GridLines: Equatable {
    var starts: [Double] = []
    var ends: [Double] = []

    init() {}

    /// - Parameter free: the space that the tracks leave; negative where they overflow. Nil leaves the tracks at the start.
    init(_ sizing: GridSizing, _ alignment: ContentAlignment, free: Double?, isSafe: Bool = false) {
        let count = sizing.tracks.reduce(0) { $0 + ($1.isCollapsed ? 0 : 1) }
        let distribution =
            free.map { Distribution(alignment, free: $0, count: max(1, count), isReversed: false, isSafe: isSafe) }
            ?? Distribution()
        // The place of the next track, and the end of the tracks so far.
        var (position, end) = (distribution.start, distribution.start)
        starts.reserveCapacity(sizing.tracks.count)
        ends.reserveCapacity(sizing.tracks.count)
        for track in sizing.tracks {
            // A collapsed track begins where the next track would, and ends where the tracks before it do.
            starts.append(position)
            if !track.isCollapsed {
                end = position + track.base
                position = end + sizing.gap + distribution.between
            }
            ends.append(end)
        }
    }

    /// The lines of a subgrid over these tracks, from the start of the subgrid's content.
    ///
    /// - Parameters:
    ///   - start: the margin, border and padding of the subgrid before its content.
    ///   - gutter: half the size by which the subgrid's gutters are larger than those of its parent.
    init(_ parent: GridLines, _ tracks: Range<Int>, start: Double, end: Double, gutter: Double) {
        guard let first = tracks.first, tracks.upperBound <= parent.starts.count else { return }
        let origin = parent.starts[first] + start
        for index in tracks {
            let low = parent.starts[index] + (index == first ? start : gutter) - origin
            let high = parent.ends[index] - (index == tracks.upperBound - 1 ? end : gutter) - origin
            starts.append(low)
            ends.append(max(low, high))
        }
    }

    var end: Double { ends.last ?? 0 }

    /// The start and the size of an area.
    func extent(_ tracks: Range<Int>) -> (start: Double, size: Double) {
        guard tracks.lowerBound >= 0, tracks.upperBound <= starts.count, !tracks.isEmpty else { return (0, 0) }
        let start = starts[tracks.lowerBound]
        return (start, max(0, ends[tracks.upperBound - 1] - start))
    }
}

/// The tracks that a subgrid takes from its parent. Nil along an axis that is the subgrid's own.
final class GridInheritedTracks: Equatable {
    let plan: GridPlan
    let columns: GridLines?
    let rows: GridLines?
    /// The sizes of the subgrid's gutters.
    let columnGap: Double
    let rowGap: Double
    /// The distances of shared baselines from the edges of the subgrid's rows, as in `GridCollector`.
    let ascents: [Int: Double]

    init(
        plan: GridPlan, columns: GridLines?, rows: GridLines?, columnGap: Double, rowGap: Double, ascents: [Int: Double]
    ) {
        self.ascents = ascents
        self.plan = plan
        self.columnGap = columnGap
        self.rowGap = rowGap
        self.columns = columns
        self.rows = rows
    }

    static func == (one: GridInheritedTracks, other: GridInheritedTracks) -> Bool {
        one.plan === other.plan && one.columns == other.columns && one.rows == other.rows && one.columnGap == other.columnGap
            && one.rowGap == other.rowGap && one.ascents == other.ascents
    }
}

/// A grid whose items have been placed, as far as absolute boxes refer to it.
final class GridOutcome {
    let plan: GridPlan
    let columns: GridLines
    let rows: GridLines
    /// The distance from the corner of the padding box to the content.
    let corner: Point
    /// The padding on the right.
    let oppositeInset: Double

    init(plan: GridPlan, columns: GridLines, rows: GridLines, corner: Point, oppositeInset: Double) {
        self.plan = plan
        self.columns = columns
        self.rows = rows
        self.corner = corner
        self.oppositeInset = oppositeInset
    }
}

/// A grid while it is worked out.
///
/// A class keeps it off the stack, on which all nested layouts lie.
final class GridState {
    let plan: GridPlan
    /// The container's inner width. Nil while that width is sought.
    var innerWidth: Double?
    /// The container's inner height, where percentages may refer to it.
    var innerHeight: Double?
    var columns = GridLines()
    var rows = GridLines()
    /// The sizes of the gutters.
    var columnGap = 0.0
    var rowGap = 0.0
    /// The distances of shared baselines from the edges of the rows, as in `GridCollector`.
    var ascents: [Int: Double] = [:]
    /// The rows' sizes as far as they are known without items.
    var initialRows: GridSizing?
    /// The limits of the container's inner height, while the width is sought.
    var heightLimits = Limits()
    /// Whether `rows` are final for items, as in the second pass over columns.
    var hasRows = false
    /// The states of items that are subgrids, by the position of the item.
    var subgrids: [Int: GridState] = [:]

    init(plan: GridPlan) { self.plan = plan }

    /// The height of an area, where it is known before the rows are sized.
    ///
    /// - Parameter isEstimate: whether rows that only have a largest size count with it, as in browsers.
    func knownHeight(_ tracks: Range<Int>, isEstimate: Bool = true) -> Double? {
        if hasRows { return rows.extent(tracks).size }
        guard let initialRows else { return nil }
        var sum = 0.0
        for index in tracks {
            let track = initialRows.tracks[index]
            if track.isDefinite {
                sum += track.base
            } else if isEstimate, let most = track.definiteMaximum {
                sum += max(track.base, most)
            } else {
                return nil
            }
        }
        return sum + initialRows.gutters(tracks)
    }
}

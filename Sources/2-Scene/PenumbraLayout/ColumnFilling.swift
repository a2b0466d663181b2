/// A part of content that no column cuts.
struct ColumnPiece {
    /// The edges in content that isn't broken yet.
    var top: Double
    var bottom: Double
    /// Whether a column must start with the piece, or may start with it.
    var startsColumn = false
    var isBreak = true
}

/// The places at which content is broken into columns.
struct ColumnFilling {
    /// The column of each piece.
    private(set) var columns: [Int] = []
    /// The place in the content at which each column starts.
    private(set) var starts: [Double] = []
    /// The height of the columns.
    private(set) var height: Double
    /// The least height by which the columns would have to grow to hold one piece more.
    private var shortage = Double.infinity

    var count: Int { max(1, starts.count) }

    /// Fills columns of a height one after the other.
    init(_ pieces: [ColumnPiece], height: Double) {
        self.height = height
        columns.reserveCapacity(pieces.count)
        var first = 0
        var lastBreak = 0
        var index = 0
        while index < pieces.count {
            let piece = pieces[index]
            if starts.isEmpty {
                starts.append(min(piece.top, 0))
            } else if index > first {
                let isForced = piece.startsColumn
                let isFull = piece.bottom - starts[starts.count - 1] > height + .layoutUnit
                if piece.isBreak { lastBreak = index }
                if isForced || isFull {
                    // Without an allowed place, the column ends anywhere.
                    let next = isForced || lastBreak <= first ? index : lastBreak
                    if isFull { shortage = min(shortage, piece.bottom - starts[starts.count - 1] - height) }
                    columns.removeSubrange(next...)
                    starts.append(pieces[next].top)
                    (first, lastBreak, index) = (next, next, next)
                }
            }
            columns.append(starts.count - 1)
            index += 1
        }
    }

    /// The filling whose columns are as short as possible, but no higher than `most`.
    static func balanced(_ pieces: [ColumnPiece], count: Int, most: Double) -> ColumnFilling {
        guard let last = pieces.last else { return ColumnFilling([], height: 0) }
        let forced = pieces.dropFirst().reduce(0) { $0 + ($1.startsColumn ? 1 : 0) }
        let tallest = pieces.reduce(0) { max($0, $1.bottom - $1.top) }
        let spread = max(1, count - forced)
        var height = max(tallest, forced == 0 ? (last.bottom - min(0, pieces[0].top)) / Double(spread) : 0)
        for step in 0..<LayoutLimits.columnSteps {
            let filling = ColumnFilling(pieces, height: min(height, most))
            guard filling.count > count, height < most, filling.shortage < .infinity else { return filling }
            // Many steps become longer ones.
            height += step < LayoutLimits.columnSteps / 2 ? filling.shortage : max(filling.shortage, height / 8)
        }
        return ColumnFilling(pieces, height: min(height, most))
    }

    /// The column that holds a place in the content.
    func column(at y: Double) -> Int {
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= y { low = middle } else { high = middle }
        }
        return low
    }
}

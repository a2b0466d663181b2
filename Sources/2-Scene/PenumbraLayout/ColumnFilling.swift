/// A part of content that no column cuts.
struct ColumnPiece {
    /// The edges in content that isn't broken yet.
    var top: Double
    var bottom: Double
    /// Whether a column must start with the piece, or may start with it.
    var startsColumn = false
    var isBreak = true
    /// The margin above the piece at the start of a column, where a break is forced.
    var lead = 0.0
    /// Whether columns cut the piece anywhere after all.
    var isElastic = false
}

/// The places at which content is broken into columns.
struct ColumnFilling {
    /// The column of each piece.
    private(set) var columns: [Int] = []
    /// The column in which each piece ends.
    private(set) var ends: [Int] = []
    /// The place in the content at which each column starts.
    private(set) var starts: [Double] = []
    /// The height of the columns.
    private(set) var height: Double
    /// The least height by which the columns would have to grow to hold one piece more.
    private var shortage = Double.infinity
    /// Whether a column ends where none should.
    private var isForcedApart = false

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
                starts.append(0)
            } else if index > first {
                let isForced = piece.startsColumn
                let isFull =
                    piece.bottom - starts[starts.count - 1] > height + .layoutUnit
                    && !(piece.isElastic && piece.top - starts[starts.count - 1] < height - .layoutUnit)
                if piece.isBreak { lastBreak = index }
                // Content behind the last column overflows it.
                if starts.count < LayoutLimits.columns, isForced || isFull {
                    // Without an allowed place, the column ends anywhere.
                    let next = isForced || lastBreak <= first ? index : lastBreak
                    if !isForced, lastBreak <= first { isForcedApart = true }
                    if isFull { shortage = min(shortage, piece.bottom - starts[starts.count - 1] - height) }
                    columns.removeSubrange(next...)
                    ends.removeSubrange(next...)
                    starts.append(pieces[next].top - pieces[next].lead)
                    (first, lastBreak, index) = (next, next, next)
                }
            }
            if index == first, !piece.isElastic, piece.bottom - starts[starts.count - 1] > height + .layoutUnit {
                // The margin before the piece takes room, too.
                shortage = min(shortage, piece.bottom - starts[starts.count - 1] - height)
                isForcedApart = true
            }
            columns.append(starts.count - 1)
            if piece.isElastic, height > 0, piece.bottom - starts[starts.count - 1] > height + .layoutUnit {
                let rest = piece.bottom - starts[starts.count - 1] - height
                let room = Double(max(0, LayoutLimits.columns - starts.count))
                let more = Int(max(0, min((rest / height).rounded(.up), room)))
                for _ in 0..<more { starts.append(starts[starts.count - 1] + height) }
                shortage = min(shortage, rest)
                (first, lastBreak) = (index, index)
            }
            ends.append(starts.count - 1)
            index += 1
        }
    }

    /// The filling whose columns are as high as they may be, unless the content needs less than one of them.
    static func filled(_ pieces: [ColumnPiece], total: Double, most: Double) -> ColumnFilling {
        guard most < .infinity else { return balanced(pieces, total: total, count: 1, most: most) }
        var filling = ColumnFilling(pieces, height: most)
        if filling.count == 1 { filling.height = min(most, total) }
        return filling
    }

    /// The filling whose columns are as short as possible, but no higher than `most`.
    ///
    /// - Parameter total: the height of the content, with the margin at its end.
    static func balanced(_ pieces: [ColumnPiece], total: Double, count: Int, most: Double) -> ColumnFilling {
        guard !pieces.isEmpty else { return ColumnFilling([], height: 0) }
        let tallest = pieces.reduce(0) { max($0, $1.isElastic ? 0 : $1.bottom - $1.top) }
        var height = max(tallest, guess(pieces, total: total, count: count))
        for step in 0..<LayoutLimits.columnSteps {
            let filling = ColumnFilling(pieces, height: min(height, most))
            guard filling.count > count || filling.isForcedApart, height < most, filling.shortage < .infinity else {
                return filling
            }
            // Many steps become longer ones.
            height += step < LayoutLimits.columnSteps / 2 ? filling.shortage : max(filling.shortage, height / 8)
        }
        return ColumnFilling(pieces, height: min(height, most))
    }

    /// The height of columns that share the content between forced breaks evenly.
    private static func guess(_ pieces: [ColumnPiece], total: Double, count: Int) -> Double {
        var heights: [Double] = []
        var start = 0.0
        for piece in pieces.dropFirst() where piece.startsColumn {
            heights.append(piece.top - piece.lead - start)
            start = piece.top - piece.lead
        }
        heights.append(total - start)
        guard heights.count > 1 else { return total / Double(count) }
        var parts = heights.map { _ in 1.0 }
        // The highest part gets the next column.
        for _ in 0..<max(0, min(count - heights.count, 100)) where heights.count <= 1000 {
            var most = 0
            for index in heights.indices where heights[index] / parts[index] > heights[most] / parts[most] { most = index }
            parts[most] += 1
        }
        return zip(heights, parts).reduce(0) { max($0, $1.0 / $1.1) }
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

/// The occupied cells of a grid, by tracks across the direction in which items are placed.
///
/// The minor axis is that along which items are placed: columns for `grid-auto-flow: row`.
struct GridCells {
    private var rows: [[UInt64]] = []
    private let minorStart: Int
    private let majorStart: Int
    private let words: Int
    /// Steps of work done so far.
    var work = 0

    init(minor: Range<Int>, majorStart: Int) {
        minorStart = minor.lowerBound
        self.majorStart = majorStart
        words = (minor.count + 63) / 64
    }

    mutating func occupy(major: Range<Int>, minor: Range<Int>) {
        let missing = major.upperBound - majorStart - rows.count
        if missing > 0 { rows += Array(repeating: [], count: missing) }
        let (low, high) = (minor.lowerBound - minorStart, minor.upperBound - minorStart)
        guard low >= 0, high > low, high <= words * 64, major.lowerBound >= majorStart else { return }
        for row in major {
            let row = row - majorStart
            if rows[row].isEmpty { rows[row] = Array(repeating: 0, count: words) }
            for word in (low / 64)...((high - 1) / 64) { rows[row][word] |= Self.mask(word, low, high) }
            work += 1 + (high - low) / 64
        }
    }

    /// The first position after all cells of the rectangle that are occupied in one of its tracks. Nil where all are free.
    mutating func obstacle(major: Range<Int>, minor: Range<Int>) -> Int? {
        let (low, high) = (minor.lowerBound - minorStart, minor.upperBound - minorStart)
        guard low >= 0, high > low else { return nil }
        for row in major {
            work += 1
            let row = row - majorStart
            guard row >= 0, row < rows.count, !rows[row].isEmpty else { continue }
            var word = min(words - 1, (high - 1) / 64)
            while word >= low / 64 {
                let bits = rows[row][word] & Self.mask(word, low, high)
                if bits != 0 { return word * 64 + 64 - bits.leadingZeroBitCount + minorStart }
                word -= 1
                work += 1
            }
        }
        return nil
    }

    private static func mask(_ word: Int, _ low: Int, _ high: Int) -> UInt64 {
        let from = max(0, low - word * 64)
        let to = min(64, high - word * 64)
        guard from < to else { return 0 }
        let upper = to == 64 ? UInt64.max : (1 << UInt64(to)) - 1
        return upper & ~((1 << UInt64(from)) - 1)
    }
}

import PenumbraGeometry

extension Coverage {
    /// Returns the coverage of part of the mask, the same to the bit.
    ///
    /// A strip left of the part adds its whole height to the part's first column, as it does to all columns right of itself.
    /// A strip that crosses a side of the part is split into the formula's pieces, one strip per column.
    func cropped(to part: PixelRect) -> Coverage {
        guard part.x != 0 || part.y != 0 || part.width != width || part.height != height else { return self }
        let (left, right) = (Int32(part.x), Int32(part.maxX))
        var result: [Strip] = []
        var starts: [Int32] = [0]
        starts.reserveCapacity(part.height + 1)
        for row in part.y..<part.maxY {
            let index = Int32(row - part.y)
            for strip in strips[Int(rowStarts[row])..<Int(rowStarts[row + 1])] {
                let (low, high) = (min(strip.x0, strip.x1), max(strip.x0, strip.x1))
                let first = low >> 15
                let last = max(first, (high - 1) >> 15)
                if first >= right { continue }
                if last < left {
                    result.append(Strip(row: index, x0: 0, x1: 0, dy: strip.dy))
                } else if first >= left && last < right {
                    let shift = left << 15
                    result.append(Strip(row: index, x0: strip.x0 - shift, x1: strip.x1 - shift, dy: strip.dy))
                } else {
                    Self.appendPieces(of: strip, row: index, columns: left..<right, to: &result)
                }
            }
            starts.append(Int32(result.count))
        }
        return Coverage(strips: result, rowStarts: starts, width: part.width, height: part.height)
    }

    /// Splits a strip that crosses a side of the part, and appends one strip for each kept column.
    ///
    /// - Parameter columns: the columns that are kept; the first becomes column 0.
    private static func appendPieces(of strip: Strip, row: Int32, columns: Range<Int32>, to result: inout [Strip]) {
        let (low, high) = (Int64(min(strip.x0, strip.x1)), Int64(max(strip.x0, strip.x1)))
        let height = Int64(abs(strip.dy))
        let (first, last) = (low >> 15, max(low >> 15, (high - 1) >> 15))
        /// Computes y(c) of the formula.
        func climbed(_ column: Int64) -> Int64 {
            if column <= first { return 0 }
            if column > last { return height }
            return height * (column << 15 - low) / (high - low)
        }
        let shift = Int64(columns.lowerBound) << 15
        // A piece left of the kept columns adds its height to all of them.
        let before = climbed(Int64(columns.lowerBound))
        func append(_ from: Int64, _ to: Int64, _ climb: Int64) {
            guard climb > 0 else { return }
            result.append(Strip(row: row, x0: Int32(from), x1: Int32(to), dy: strip.dy < 0 ? -Int32(climb) : Int32(climb)))
        }
        append(0, 0, before)
        for column in max(first, Int64(columns.lowerBound))...min(last, Int64(columns.upperBound) - 1) {
            let (start, end) = (max(low, column << 15), min(high, (column + 1) << 15))
            append(start - shift, end - shift, climbed(column + 1) - climbed(column))
        }
    }

    init(strips: [Strip], rowStarts: [Int32], width: Int, height: Int) {
        self.strips = strips
        self.rowStarts = rowStarts
        self.width = width
        self.height = height
    }
}

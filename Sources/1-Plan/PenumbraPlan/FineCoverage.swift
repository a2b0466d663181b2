/// The exact area of a parallelogram in each cell of a grid that divides source pixels. The grid begins at the top left
/// corner of the parallelogram's bounding box.
struct FineCoverage {
    /// The size of the grid in cells.
    let width: Int
    let height: Int
    /// The area of the cells above row j and left of column i, in cells, at `j·(width + 1) + i`.
    let sums: [Double]
    /// The columns from the first to the last that hold some area, for each row.
    let touched: [Range<Int>]

    /// - Parameter cells: the number of cells across and down a source pixel.
    init(_ shape: AreaWeights.Shape, _ cells: (across: Int, down: Int)) {
        let (across, down) = (Double(cells.across), Double(cells.down))
        let width = Int((shape.width * across).rounded(.up)) + 1
        let height = Int((shape.height * down).rounded(.up)) + 1
        (self.width, self.height) = (width, height)
        var areas = Self.areas(shape, across, down, width: width, height: height)
        if shape.isInterpolated {
            areas = Self.blurred(Self.sums(areas, width: width, height: height), cells, width: width, height: height)
        }
        sums = Self.sums(areas, width: width, height: height)
        // Smaller areas are what rounding leaves of nothing.
        let least = 1e-9 * (areas.max() ?? 0)
        touched = (0..<height).map { row in
            let line = areas[row * width..<(row + 1) * width]
            guard let first = line.firstIndex(where: { $0 > least }), let last = line.lastIndex(where: { $0 > least }) else {
                return 0..<0
            }
            return first - row * width..<last - row * width + 1
        }
    }

    /// Returns the area in each cell.
    private static func areas(
        _ shape: AreaWeights.Shape, _ across: Double, _ down: Double, width: Int, height: Int
    ) -> [Double] {
        let (a, b, c, d) = (shape.a, shape.b, shape.c, shape.d)
        let (left, top) = (min(0, a, c, a + c), min(0, b, d, b + d))
        let corners = [(-left, -top), (a - left, b - top), (a + c - left, b + d - top), (c - left, d - top)]
        // An edge adds the same to a cell and to all cells on its right. One more column takes the part beyond the last.
        let line = width + 1
        var changes = [Double](repeating: 0, count: line * height)
        changes.withUnsafeMutableBufferPointer { changes in
            for index in 0..<4 {
                let (from, to) = (corners[index], corners[(index + 1) % 4])
                addEdge(
                    (from.0 * across, from.1 * down), (to.0 * across, to.1 * down), to: changes, line: line, rows: height)
            }
        }
        let sign: Double = a * d > b * c ? -1 : 1
        var result = [Double](repeating: 0, count: width * height)
        for row in 0..<height {
            var sum = 0.0
            for column in 0..<width {
                sum += changes[row * line + column]
                result[row * width + column] = max(0, sign * sum)
            }
        }
        return result
    }

    /// Adds the signed area between an edge and the right side of the grid to the cells that the edge crosses.
    private static func addEdge(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), to changes: UnsafeMutableBufferPointer<Double>,
        line: Int, rows: Int
    ) {
        guard start.y != end.y else { return }
        let direction: Double = start.y < end.y ? 1 : -1
        let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        for row in Int(upper.y)..<min(rows, Int(lower.y.rounded(.up))) {
            let (y0, y1) = (max(upper.y, Double(row)), min(lower.y, Double(row + 1)))
            guard y1 > y0 else { continue }
            let (xa, xb) = (upper.x + (y0 - upper.y) * slope, upper.x + (y1 - upper.y) * slope)
            let (low, high) = (max(0, min(xa, xb)), min(Double(line - 1), max(xa, xb)))
            let share = direction * (y1 - y0)
            let first = Int(low)
            if high <= Double(first + 1) {
                let beyond = (low + max(low, high)) / 2 - Double(first)
                changes[row * line + first] += share * (1 - beyond)
                if first + 1 < line { changes[row * line + first + 1] += share * beyond }
                continue
            }
            for column in first..<Int(high.rounded(.up)) {
                let (x0, x1) = (max(low, Double(column)), min(high, Double(column + 1)))
                let part = share * (x1 - x0) / (high - low)
                let beyond = (x0 + x1) / 2 - Double(column)
                changes[row * line + column] += part * (1 - beyond)
                changes[row * line + column + 1] += part * beyond
            }
        }
    }

    /// Returns the sums over all cells above and to the left.
    private static func sums(_ areas: [Double], width: Int, height: Int) -> [Double] {
        var result = [Double](repeating: 0, count: (width + 1) * (height + 1))
        for row in 0..<height {
            var line = 0.0
            for column in 0..<width {
                line += areas[row * width + column]
                result[(row + 1) * (width + 1) + column + 1] = result[row * (width + 1) + column + 1] + line
            }
        }
        return result
    }

    /// Returns the areas after a mean over a source pixel around each point. The weights of an interpolated source are the
    /// means of these areas over its pixels. A cell takes the mean of the values at its four corners.
    private static func blurred(_ sums: [Double], _ cells: (across: Int, down: Int), width: Int, height: Int) -> [Double] {
        func sum(_ column: Int, _ row: Int) -> Double { sums[max(0, row) * (width + 1) + max(0, column)] }
        let scale = 1 / (4 * Double(cells.across * cells.down))
        var result = [Double](repeating: 0, count: width * height)
        for row in 0..<height {
            for column in 0..<width {
                var value = 0.0
                for y in row...row + 1 {
                    for x in column...column + 1 {
                        value +=
                            sum(x, y) - sum(x - cells.across, y) - sum(x, y - cells.down)
                            + sum(x - cells.across, y - cells.down)
                    }
                }
                result[row * width + column] = max(0, value * scale)
            }
        }
        return result
    }
}

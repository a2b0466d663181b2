/// A kernel of rows, each a run of pixels with the weight 1 and some pixels with weights of their own.
///
/// With w the weights in units of 1 / 2^bits, and v the values of a channel,
///
///     rowⱼ   = (Σ v of the run) · 2^bits + Σ v·w
///     total  = Σⱼ ((rowⱼ + half) >> shift), with half = 2^shift / 2, or 0
///     result = (total · multiplier + 2³¹) >> 32
///
/// Rows and the total fit in 32 bits. Values of 32768 everywhere give exactly 32768.
public struct SpanKernel: Sendable {
    /// The row that `rows[0]` reads, relative to the target's pixel.
    public var firstRow: Int
    /// For each row: the first column of its run, the end of the run, the first of its edges, and the number of edges. Columns
    /// are relative to the target's pixel.
    public var rows: [SIMD4<Int32>]
    /// The pixels beside the runs: their columns and weights.
    public var edges: [SIMD2<Int32>]
    public var bits: Int
    public var shift: Int
    public var multiplier: UInt32
    /// The kernel's name in a printed plan. Kernels of the same numbers are equal whatever their names are.
    public var label: String

    /// The columns that the kernel reads, relative to the target's pixel.
    public let columns: Range<Int>

    /// One row before rounding: the run, and the weights beside it, each 0…1.
    struct Row {
        var run = 0..<0
        var edges: [(column: Int, weight: Double)] = []
    }

    /// - Parameter rows: rows from the top to the bottom. Their weights don't sum to zero.
    init(_ rows: [Row], firstRow: Int, label: String) {
        (self.firstRow, self.label) = (firstRow, label)
        // The weights of a row with all values at 32768 must fit in 32 bits, and leave room for the rounding half.
        let widest = rows.reduce(0.0) { most, row in
            max(most, row.edges.reduce(Double(row.run.count)) { $0 + $1.weight })
        }
        var bits = 15
        while bits > 0, (widest + 2) * Double(1 << bits) > 131_000 { bits -= 1 }
        self.bits = bits
        var (places, edges) = ([SIMD4<Int32>](), [SIMD2<Int32>]())
        var (columns, sums) = (0..<1, [Int]())
        for row in rows {
            let first = edges.count
            var sum = row.run.count << bits
            for edge in row.edges {
                let weight = Int((edge.weight * Double(1 << bits)).rounded())
                guard weight > 0 else { continue }
                edges.append(SIMD2(Int32(edge.column), Int32(weight)))
                sum += weight
                columns = min(columns.lowerBound, edge.column)..<max(columns.upperBound, edge.column + 1)
            }
            if !row.run.isEmpty {
                columns = min(columns.lowerBound, row.run.lowerBound)..<max(columns.upperBound, row.run.upperBound)
            }
            places.append(
                SIMD4(
                    Int32(row.run.lowerBound), Int32(row.run.upperBound), Int32(first), Int32(edges.count - first)))
            sums.append(sum)
        }
        (self.rows, self.edges, self.columns) = (places, edges, columns)
        shift = 0
        while Self.total(sums, shift) >= 1 << 32 { shift += 1 }
        let total = Self.total(sums, shift)
        multiplier = UInt32(((1 << 47) + total / 2) / total)
    }

    /// The total of a kernel whose rows have these sums of weights, with all values at 32768.
    private static func total(_ sums: [Int], _ shift: Int) -> Int {
        sums.reduce(0) { $0 + ($1 << 15 + (1 << shift) >> 1) >> shift }
    }

    /// Whether any row has a run.
    package var hasRuns: Bool { rows.contains { $0.x < $0.y } }

    /// The rows that the kernel reads, relative to the target's pixel.
    package var reach: Range<Int> { firstRow..<firstRow + rows.count }

    package var byteCount: Int { rows.count * 16 + edges.count * 8 }

    /// Explains why no renderer can use the kernel; nil for a valid kernel.
    package var reasonAgainst: String? {
        guard (0...15).contains(bits), (0...16).contains(shift), !rows.isEmpty else { return "a kernel with \(bits) bits" }
        let limit = 1 << 20
        guard abs(firstRow) <= limit, rows.count <= limit, abs(columns.lowerBound) <= limit, abs(columns.upperBound) <= limit
        else { return "a kernel that reaches too far" }
        var sums: [Int] = []
        for row in rows {
            let (first, end) = (Int(row.z), Int(row.z) + Int(row.w))
            guard row.x <= row.y, 0 <= first, first <= end, end <= edges.count,
                row.x == row.y || columns.lowerBound <= Int(row.x) && Int(row.y) <= columns.upperBound
            else { return "a kernel whose rows are not whole" }
            let sum = edges[first..<end].reduce(Int(row.y - row.x) << bits) { $0 + max(0, Int($1.y)) }
            guard sum <= 131_070 else { return "a kernel with a row that is too heavy" }
            sums.append(sum)
        }
        guard edges.allSatisfy({ columns.contains(Int($0.x)) && $0.y >= 0 }) else {
            return "a kernel whose edges are not whole"
        }
        let total = Self.total(sums, shift)
        guard total > 0, total < 1 << 32, (UInt64(total) * UInt64(multiplier) + 1 << 31) >> 32 <= UInt64(Q15.one) else {
            return "a kernel whose sum is \(total)"
        }
        return nil
    }
}

extension SpanKernel: Hashable {
    public static func == (first: SpanKernel, second: SpanKernel) -> Bool {
        first.firstRow == second.firstRow && first.rows == second.rows && first.edges == second.edges
            && (first.bits, first.shift, first.multiplier) == (second.bits, second.shift, second.multiplier)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(firstRow)
        hasher.combine(rows)
        hasher.combine(edges)
        hasher.combine(multiplier)
    }
}

extension SpanKernel: CustomStringConvertible {
    public var description: String { "[\(label), \(rows.count) rows, \(edges.count) edges]" }
}

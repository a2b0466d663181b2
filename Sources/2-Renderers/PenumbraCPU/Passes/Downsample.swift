import PenumbraPlan

extension BandContext {
    func downsample(_ id: SurfaceID, _ dx: Int, _ dy: Int, _ edge: Edge, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, (2 * band.lowerBound + dy)..<(2 * (band.upperBound - 1) + dy + 6), edge: edge)
        // Columns whose window lies inside the source are made straight from its rows; the few others, at both ends, from
        // copies of the rows' ends with zeros around. The kernel may read sixteen values further than it needs.
        let slack = 16
        let inner = columns(target.width, dx, source.width - slack)
        let left = 0..<inner.lowerBound
        let right = inner.upperBound..<target.width
        let longest = 2 * max(left.count, right.count) + 2 + slack
        let copies = arena.allocate(UInt16.self, 6 * longest)
        let widest = max(longest, 2 * target.width + 2 + slack)
        let zeros = arena.allocate(UInt16.self, widest)
        zeros.update(repeating: 0, count: widest)
        // Rows are made two at a time; where their number is odd the last one is made twice.
        let spare = arena.allocate(UInt16.self, target.width)
        withUnsafeTemporaryAllocation(of: UnsafePointer<UInt16>.self, capacity: 6) { taps in
            for y in stride(from: band.lowerBound, to: band.upperBound, by: 2) {
                let upper = target.row(y)
                let lower = y + 1 < band.upperBound ? target.row(y + 1) : spare
                func row(_ i: Int) -> UnsafePointer<UInt16>? {
                    let sourceY = source.row(nearest: 2 * y + dy + i, edge)
                    return source.rows.contains(sourceY) ? UnsafePointer(source.row(sourceY)) : nil
                }
                if !inner.isEmpty {
                    let at = 2 * inner.lowerBound + dx
                    for i in 0..<6 { taps[i] = row(i).map { $0 + at } ?? UnsafePointer(zeros) }
                    kernels.downsample(
                        taps.baseAddress!, upper + inner.lowerBound, lower + inner.lowerBound, inner.count)
                }
                for side in [left, right] where !side.isEmpty {
                    for i in 0..<6 {
                        guard let row = row(i) else {
                            taps[i] = UnsafePointer(zeros)
                            continue
                        }
                        let copy = copies + i * longest
                        copyPadded(
                            row, source.width, from: 2 * side.lowerBound + dx, count: 2 * side.count + 2 + slack, edge, to: copy
                        )
                        taps[i] = UnsafePointer(copy)
                    }
                    kernels.downsample(taps.baseAddress!, upper + side.lowerBound, lower + side.lowerBound, side.count)
                }
            }
        }
    }

    /// The target columns x with 0 ≤ 2x + dx and 2x + dx + 4 ≤ `width`.
    private func columns(_ count: Int, _ dx: Int, _ width: Int) -> Range<Int> {
        let low = max(0, (1 - dx) / 2)
        let high = min(count, width - dx - 4 >= 0 ? (width - dx - 4) / 2 + 1 : 0)
        return low < high ? low..<high : 0..<0
    }

    /// Values `from ..< from + count` of a row of `width`; where it has none, zeros or its nearest one.
    func copyPadded(
        _ row: UnsafePointer<UInt16>, _ width: Int, from: Int, count: Int, _ edge: Edge,
        to target: UnsafeMutablePointer<UInt16>
    ) {
        let low = max(0, min(count, -from))
        let high = max(low, min(count, width - from))
        target.update(repeating: edge == .clamp ? row[0] : 0, count: low)
        if high > low { (target + low).update(from: row + (from + low), count: high - low) }
        (target + high).update(repeating: edge == .clamp ? row[width - 1] : 0, count: count - high)
    }
}

import PenumbraPlan

extension BandContext {
    func downsample(_ id: SurfaceID, _ dx: Int, _ dy: Int, _ target: Rows, _ band: Range<Int>) {
        let source = rows(of: id, (2 * band.lowerBound + dy)..<(2 * (band.upperBound - 1) + dy + 4))
        // Columns whose window lies inside the source are made straight from its rows; the few others, at both ends, from copies
        // of the rows' ends with zeros around. The kernel may read sixteen values further than it needs.
        let slack = 16
        let inner = columns(target.width, dx, source.width - slack)
        let left = 0..<inner.lowerBound
        let right = inner.upperBound..<target.width
        let longest = 2 * max(left.count, right.count) + 2 + slack
        let copies = (0..<4).map { _ in arena.allocate(UInt16.self, longest) }
        let zeros = arena.allocate(UInt16.self, max(longest, 2 * target.width + 2 + slack))
        zeros.update(repeating: 0, count: max(longest, 2 * target.width + 2 + slack))
        for y in band {
            let out = target.row(y)
            func row(_ i: Int) -> UnsafePointer<UInt16>? {
                let sourceY = 2 * y + dy + i
                return source.rows.contains(sourceY) ? UnsafePointer(source.row(sourceY)) : nil
            }
            let taps = [row(0), row(1), row(2), row(3)]
            if !inner.isEmpty {
                let at = 2 * inner.lowerBound + dx
                let p = taps.map { $0.map { $0 + at } ?? UnsafePointer(zeros) }
                kernels.downsample(p[0], p[1], p[2], p[3], out + inner.lowerBound, inner.count)
            }
            for edge in [left, right] where !edge.isEmpty {
                for i in 0..<4 {
                    let count = 2 * edge.count + 2 + slack
                    if let row = taps[i] {
                        copyPadded(row, source.width, from: 2 * edge.lowerBound + dx, count: count, to: copies[i])
                    } else {
                        copies[i].update(repeating: 0, count: count)
                    }
                }
                kernels.downsample(copies[0], copies[1], copies[2], copies[3], out + edge.lowerBound, edge.count)
            }
        }
    }

    /// The target columns x with 0 ≤ 2x + dx and 2x + dx + 4 ≤ `width`.
    private func columns(_ count: Int, _ dx: Int, _ width: Int) -> Range<Int> {
        let low = max(0, (1 - dx) / 2)
        let high = min(count, width - dx - 4 >= 0 ? (width - dx - 4) / 2 + 1 : 0)
        return low < high ? low..<high : 0..<0
    }

    /// Values `from ..< from + count` of a row of `width`, zeros where it has none.
    func copyPadded(
        _ row: UnsafePointer<UInt16>, _ width: Int, from: Int, count: Int, to target: UnsafeMutablePointer<UInt16>
    ) {
        let low = max(0, min(count, -from))
        let high = max(low, min(count, width - from))
        target.update(repeating: 0, count: low)
        if high > low { (target + low).update(from: row + (from + low), count: high - low) }
        (target + high).update(repeating: 0, count: count - high)
    }
}

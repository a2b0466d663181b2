import PenumbraPlan

extension Downsample: BandPass {
    /// The number of values that the kernel may read beyond those it needs.
    private static let slack = 16

    func workBytes(in plan: RenderPlan) -> Int {
        let width = plan[target].width
        return Workspace.bytes(UInt16.self, 6 * lineLength(width)) + Workspace.bytes(UInt16.self, lineLength(width))
            + Workspace.bytes(UInt16.self, width)
    }

    /// Returns the number of source values for a run of target values.
    private func lineLength(_ count: Int) -> Int { 2 * count + 2 + Self.slack }

    func draw(_ target: Rows, _ band: Range<Int>, _ context: BandContext) {
        let source = context.rows(of: source, (2 * band.lowerBound + dy)..<(2 * band.upperBound + dy + 2), edge: edge)
        // Columns whose window lies inside the source are made straight from its rows. The few other columns, at both ends,
        // are made from copies of the rows' ends surrounded by zeros.
        let inner = columns(target.width, dx, source.width - Self.slack)
        let left = 0..<inner.lowerBound
        let right = inner.upperBound..<target.width
        let longest = lineLength(max(left.count, right.count))
        let copies = context.work.take(UInt16.self, 6 * longest)
        let zeros = context.work.take(UInt16.self, lineLength(target.width))
        zeros.update(repeating: 0, count: lineLength(target.width))
        // Rows are made two at a time; if their number is odd, the last row is made twice.
        let spare = context.work.take(UInt16.self, target.width)
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
                    context.kernels.downsample(
                        taps.baseAddress!, upper + inner.lowerBound, lower + inner.lowerBound, inner.count)
                }
                for side in [left, right] where !side.isEmpty {
                    for i in 0..<6 {
                        guard let row = row(i) else {
                            taps[i] = UnsafePointer(zeros)
                            continue
                        }
                        let copy = copies + i * longest
                        context.copyPadded(
                            row, source.width, from: 2 * side.lowerBound + dx, count: lineLength(side.count), edge, to: copy
                        )
                        taps[i] = UnsafePointer(copy)
                    }
                    context.kernels.downsample(taps.baseAddress!, upper + side.lowerBound, lower + side.lowerBound, side.count)
                }
            }
        }
    }

    /// Returns the target columns x with 0 ≤ 2x + dx and 2x + dx + 4 ≤ `width`.
    private func columns(_ count: Int, _ dx: Int, _ width: Int) -> Range<Int> {
        let low = max(0, (1 - dx) / 2)
        let high = min(count, width - dx - 4 >= 0 ? (width - dx - 4) / 2 + 1 : 0)
        return low < high ? low..<high : 0..<0
    }
}

extension BandContext {
    /// Copies values `from ..< from + count` of a row of `width`. Missing values are zeros or the nearest value.
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

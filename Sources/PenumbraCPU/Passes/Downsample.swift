import PenumbraPlan

extension BandContext {
    func downsample(_ id: SurfaceID, _ dx: Int, _ dy: Int, _ target: Rows, _ band: Range<Int>) {
        let first = 2 * band.lowerBound + dy
        let source = rows(of: id, first..<(2 * (band.upperBound - 1) + dy + 4))
        let needed = 2 * target.width + 2
        let sums = arena.allocate(UInt32.self, needed)
        // Where the window sticks out of the source to a side, rows go through a copy with zeros around.
        let inside = dx >= 0 && dx + needed <= source.width
        let padded = (0..<4).map { _ in arena.allocate(UInt16.self, inside ? 1 : needed) }
        let zeros = arena.allocate(UInt16.self, needed)
        zeros.update(repeating: 0, count: needed)
        for y in band {
            func row(_ i: Int) -> UnsafePointer<UInt16> {
                let sourceY = 2 * y + dy + i
                guard source.rows.contains(sourceY) else { return UnsafePointer(zeros) }
                if inside { return UnsafePointer(source.row(sourceY) + dx) }
                copyPadded(source.row(sourceY), source.width, from: dx, count: needed, to: padded[i])
                return UnsafePointer(padded[i])
            }
            kernels.downsample(row(0), row(1), row(2), row(3), sums, target.row(y), target.width)
        }
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

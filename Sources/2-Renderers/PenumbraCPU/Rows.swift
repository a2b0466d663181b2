import PenumbraPlan

/// Some rows of a surface in memory: `firstRow ..< firstRow + rowCount` of its `height`.
struct Rows {
    let base: UnsafeMutablePointer<UInt16>
    /// Values from one row to the next.
    let stride: Int
    let firstRow: Int
    let rowCount: Int
    let width: Int
    let height: Int

    /// Row `y` of the surface, which must be among those in memory.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt16> {
        base + (y &- firstRow) &* stride
    }

    /// The row that is read for row `y` of the surface.
    func row(nearest y: Int, _ edge: Edge) -> Int { edge == .clamp ? max(0, min(height - 1, y)) : y }

    var rows: Range<Int> { firstRow..<(firstRow + rowCount) }
}

extension Surface {
    var channels: Int { format == .mask ? 1 : 4 }

    /// Values from one row to the next: a whole number of cache lines and one more, so that columns do not all fall into
    /// the same cache set when the width is a power of two.
    var valueStride: Int { (width * channels + 31) / 32 * 32 + 32 }

    /// What some of its rows take in memory.
    func bytes(rows: Int) -> Int { valueStride * rows * MemoryLayout<UInt16>.stride }
}

import PenumbraPlan

/// Some rows of a surface in memory: rows `firstRow ..< firstRow + rowCount` of the surface's `height` rows.
package struct Rows {
    let base: UnsafeMutablePointer<UInt16>
    /// The number of values from one row to the next.
    let stride: Int
    let firstRow: Int
    let rowCount: Int
    let width: Int
    let height: Int

    package init(
        base: UnsafeMutablePointer<UInt16>, stride: Int, firstRow: Int, rowCount: Int, width: Int, height: Int
    ) {
        self.base = base
        self.stride = stride
        self.firstRow = firstRow
        self.rowCount = rowCount
        self.width = width
        self.height = height
    }

    /// Returns row `y` of the surface, which must be among the rows in memory.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt16> {
        base + (y &- firstRow) &* stride
    }

    /// Returns the row that is read in place of row `y` of the surface.
    func row(nearest y: Int, _ edge: Edge) -> Int { edge == .clamp ? max(0, min(height - 1, y)) : y }

    var rows: Range<Int> { firstRow..<(firstRow + rowCount) }
}

extension Rows {
    /// All rows of a kept surface.
    init(_ surface: KeptSurface) {
        self.init(
            base: surface.values, stride: surface.stride, firstRow: 0, rowCount: surface.height, width: surface.width,
            height: surface.height)
    }
}

extension Surface {
    var channels: Int { format == .mask ? 1 : 4 }

    /// The number of values from one row to the next. It is a whole number of cache lines plus one line. Columns then do not
    /// all fall into the same cache set when the width is a power of two.
    package var valueStride: Int { (width * channels + 31) / 32 * 32 + 32 }

    /// Returns the bytes that some of the surface's rows take in memory.
    func bytes(rows: Int) -> Int { valueStride * rows * MemoryLayout<UInt16>.stride }
}

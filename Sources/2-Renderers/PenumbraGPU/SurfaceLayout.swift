import PenumbraPlan

/// The layout of a surface's rows in a buffer. Each row starts at a multiple of the device's alignment, so any run of rows
/// can be bound by itself.
struct SurfaceLayout: Hashable {
    /// The number of bytes from one row to the next.
    let rowBytes: Int
    let rows: Int
    /// The bytes of the element that shaders index. An element is a word of two mask pixels or of one byte pixel, or two
    /// words of a colour pixel.
    let elementBytes: Int

    /// - Parameter alignment: the alignment of the start of a bound range.
    init(_ format: Surface.Format, width: Int, rows: Int, alignment: Int) {
        switch format {
        case .mask: self.init(elements: (width + 1) / 2, elementBytes: 4, rows: rows, alignment: alignment)
        case .color: self.init(elements: width, elementBytes: 8, rows: rows, alignment: alignment)
        }
    }

    /// Makes a layout of `rows` rows with `elements` elements each.
    init(elements: Int, elementBytes: Int, rows: Int, alignment: Int) {
        let granule = max(alignment, 16)
        rowBytes = (elements * elementBytes + granule - 1) / granule * granule
        self.rows = rows
        self.elementBytes = elementBytes
    }

    var byteCount: Int { rowBytes * rows }
    /// The factor by which shaders multiply a row's number.
    var stride: Int32 { Int32(rowBytes / elementBytes) }

    /// Returns the rows of `wanted` that exist; the first row if none exists, because shaders need a bound range.
    func existing(_ wanted: Range<Int>) -> Range<Int> {
        let rows = wanted.clamped(to: 0..<rows)
        return rows.isEmpty ? 0..<1 : rows
    }

    /// Returns the rows that are read for `wanted`, including the rows by which an edge replaces missing rows.
    func read(_ wanted: Range<Int>, _ edge: Edge) -> Range<Int> {
        switch edge {
        case .zero: return existing(wanted)
        case .clamp:
            func held(_ row: Int) -> Int { max(0, min(rows - 1, row)) }
            return held(wanted.lowerBound)..<held(wanted.upperBound - 1) + 1
        }
    }

    func bytes(_ rows: Range<Int>) -> Int { rows.count * rowBytes }
}

/// Cuts rows into the fewest runs that each satisfy a condition, halving a run until it does.
///
/// - Returns: nil if not even a single row satisfies the condition.
package func bands(_ rows: Range<Int>, fits: (Range<Int>) -> Bool) -> [Range<Int>]? {
    var result: [Range<Int>] = []
    var start = rows.lowerBound
    var count = rows.count
    while start < rows.upperBound {
        count = min(count, rows.upperBound - start)
        while !fits(start..<start + count) {
            if count == 1 { return nil }
            count = (count + 1) / 2
        }
        result.append(start..<start + count)
        start += count
    }
    return result
}

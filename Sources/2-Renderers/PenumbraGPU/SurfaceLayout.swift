import PenumbraPlan

/// How the rows of a surface lie in a buffer: each starts at a multiple of the device's alignment, so that any run of
/// rows can be bound by itself.
struct SurfaceLayout: Hashable {
    /// Bytes from one row to the next.
    let rowBytes: Int
    let rows: Int
    /// Bytes of what shaders index: a word of two mask pixels or of one byte pixel, or a pair of words of a colour pixel.
    let elementBytes: Int

    /// - Parameter alignment: what a bound range must start at a multiple of.
    init(_ format: Surface.Format, width: Int, rows: Int, alignment: Int) {
        switch format {
        case .mask: self.init(elements: (width + 1) / 2, elementBytes: 4, rows: rows, alignment: alignment)
        case .color: self.init(elements: width, elementBytes: 8, rows: rows, alignment: alignment)
        }
    }

    /// A row of `elements` for each of `rows`.
    init(elements: Int, elementBytes: Int, rows: Int, alignment: Int) {
        let granule = max(alignment, 16)
        rowBytes = (elements * elementBytes + granule - 1) / granule * granule
        self.rows = rows
        self.elementBytes = elementBytes
    }

    var byteCount: Int { rowBytes * rows }
    /// What shaders multiply a row's number by.
    var stride: Int32 { Int32(rowBytes / elementBytes) }

    /// The rows of `wanted` that exist; the first row when none of them does, because something has to be bound.
    func existing(_ wanted: Range<Int>) -> Range<Int> {
        let rows = wanted.clamped(to: 0..<rows)
        return rows.isEmpty ? 0..<1 : rows
    }

    /// The rows that are read where `wanted` are asked for, with what an edge puts in the place of those that do not exist.
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
/// - Returns: nil when not even one row does.
func bands(_ rows: Range<Int>, fits: (Range<Int>) -> Bool) -> [Range<Int>]? {
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

import PenumbraGeometry
import PenumbraTessellation

extension Coverage {
    /// The strips of a boundary that lies inside the mask, sorted by row, with the first strip of each row. Nil for a boundary
    /// that crosses a side of the mask.
    ///
    /// The number of strips in each row follows from the edges' ends. Each strip is therefore written to its place at once.
    static func inside(
        _ boundary: Boundary, _ cuts: [PlacedCut], _ bounds: PixelRect
    ) -> (strips: [Strip], rowStarts: [Int32])? {
        let unit = Int64(FixedPoint.unitsPerPixel)
        let shift = unit.trailingZeroBitCount
        let (left, top) = (Int64(bounds.x) * unit, Int64(bounds.y) * unit)
        let (right, bottom) = (Int64(bounds.maxX) * unit, Int64(bounds.maxY) * unit)
        guard let low = FixedPoint(exactly: left, top), let high = FixedPoint(exactly: right, bottom) else { return nil }
        if let reach = boundary.bounds {
            guard reach.low.x >= low.x, reach.high.x < high.x, reach.low.y >= low.y, reach.high.y <= high.y else { return nil }
        }
        let loose = looseEdges(of: boundary, cuts)
        var starts = [Int32](repeating: 0, count: bounds.height + 1)
        starts.withUnsafeMutableBufferPointer { starts in
            for (range, cut) in loose {
                for edge in boundary.edges[range] where edge.start.y != edge.end.y {
                    let (from, to) = (min(edge.start.y, edge.end.y), max(edge.start.y, edge.end.y))
                    let (first, last) = ((Int(from) - Int(low.y)) >> shift, (Int(to) - 1 - Int(low.y)) >> shift)
                    starts[first + 1] &+= 1
                    if first < last { for row in first + 2...last + 1 { starts[row] &+= 1 } }
                }
                cut?.count(in: bounds, &starts)
            }
        }
        var sum = 0
        for row in starts.indices {
            sum += Int(starts[row])
            guard let start = Int32(exactly: sum) else { return nil }
            starts[row] = start
        }
        var next = starts
        // Plans keep this array, so it must not reserve more room than it needs.
        let strips = [Strip](unsafeUninitializedCapacity: sum) { strips, count in
            next.withUnsafeMutableBufferPointer { next in
                for (range, cut) in loose {
                    for edge in boundary.edges[range] where edge.start.y != edge.end.y {
                        let down = edge.start.y < edge.end.y
                        let (from, to) = down ? (edge.start, edge.end) : (edge.end, edge.start)
                        Self.cut(
                            x0: Int64(from.x) - left, y0: Int64(from.y) - top, x1: Int64(to.x) - left, y1: Int64(to.y) - top,
                            sign: down ? 1 : -1
                        ) { strip in
                            // Every place is written once.
                            strips.initializeElement(at: Int(next[Int(strip.row)]), to: strip)
                            next[Int(strip.row)] &+= 1
                        }
                    }
                    cut?.write(in: bounds, to: strips, &next)
                }
            }
            count = sum
        }
        return (strips, starts)
    }

    /// The edges that no cut has: those before each cut, and those behind the last.
    private static func looseEdges(of boundary: Boundary, _ cuts: [PlacedCut]) -> [(edges: Range<Int>, cut: PlacedCut?)] {
        var parts: [(edges: Range<Int>, cut: PlacedCut?)] = []
        parts.reserveCapacity(cuts.count + 1)
        var end = 0
        for cut in cuts {
            parts.append((end..<cut.edges.lowerBound, cut))
            end = cut.edges.upperBound
        }
        parts.append((end..<boundary.edges.count, nil))
        return parts
    }

    /// Cuts an edge inside the mask at pixel rows. The edge runs from top to bottom, in grid steps.
    ///
    /// Its x at a row's end is rounded to the nearest 1/32768 pixel.
    @inline(__always)
    private static func cut(x0: Int64, y0: Int64, x1: Int64, y1: Int64, sign: Int32, add: (Strip) -> Void) {
        let row = Int64(FixedPoint.unitsPerPixel)
        let shift = row.trailingZeroBitCount
        func strip(_ y: Int64, _ next: Int64, _ xTop: Int64, _ xBottom: Int64) -> Strip {
            Strip(
                row: Int32(truncatingIfNeeded: y >> shift), x0: Int32(truncatingIfNeeded: xTop),
                x1: Int32(truncatingIfNeeded: xBottom), dy: sign * Int32(truncatingIfNeeded: (next - y) * unitsPerGridStep))
        }
        // The ends are exact.
        let (xStart, xEnd) = (x0 * unitsPerGridStep, x1 * unitsPerGridStep)
        var next = min(((y0 >> shift) + 1) * row, y1)
        if next == y1 {
            add(strip(y0, y1, xStart, xEnd))
            return
        }
        var line = EdgeLine(x0: x0, y0: y0, x1: x1, y1: y1)
        var (y, xTop) = (y0, xStart)
        while true {
            let xBottom = next == y1 ? xEnd : line.x(at: next)
            add(strip(y, next, xTop, xBottom))
            if next == y1 { return }
            (y, xTop) = (next, xBottom)
            next = min(y + row, y1)
        }
    }

    /// Gives the x of an edge at ascending heights that are whole rows, or any height at first and at last.
    struct EdgeLine {
        private let x0: Int64
        private let y0: Int64
        private let dx: Int64
        private let dy: Int64
        /// Edges up to 65,536 pixels long fit in 64 bits; most pictures have no longer edges.
        private let isNarrow: Bool
        /// The last height, the whole part of its x right of the upper end, and what is left of the division. Nil at first.
        private var last: (y: Int64, whole: Int64, rest: Int64)?
        /// The amounts that a row adds to `whole` and `rest`.
        private var step: (whole: Int64, rest: Int64)?

        init(x0: Int64, y0: Int64, x1: Int64, y1: Int64) {
            (self.x0, self.y0) = (x0, y0)
            (dx, dy) = (x1 - x0, y1 - y0)
            isNarrow = dy < 1 << 28 && abs(dx) < 1 << 28
        }

        /// Rounds to the nearest 1/32768 pixel.
        @inline(__always)
        mutating func x(at y: Int64) -> Int64 {
            let base = x0 * unitsPerGridStep
            guard isNarrow else {
                let numerator = 2 * Int128(y - y0) * Int128(dx) * Int128(unitsPerGridStep) + Int128(dy)
                let quotient = numerator / Int128(2 * dy)
                let floored = numerator % Int128(2 * dy) < 0 ? quotient - 1 : quotient
                return base + Int64(floored)
            }
            let row = Int64(FixedPoint.unitsPerPixel)
            guard let last, y - last.y == row else {
                let (whole, rest) = Self.floorDivide(2 * (y - y0) * dx * unitsPerGridStep + dy, 2 * dy)
                last = (y, whole, rest)
                return base + whole
            }
            let step = step ?? Self.floorDivide(2 * row * dx * unitsPerGridStep, 2 * dy)
            self.step = step
            var (whole, rest) = (last.whole + step.whole, last.rest + step.rest)
            if rest >= 2 * dy {
                whole += 1
                rest -= 2 * dy
            }
            self.last = (y, whole, rest)
            return base + whole
        }

        private static func floorDivide(_ a: Int64, _ b: Int64) -> (whole: Int64, rest: Int64) {
            let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
            return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
        }
    }
}

extension FixedPoint {
    /// Nil for a point that the grid doesn't reach.
    fileprivate init?(exactly x: Int64, _ y: Int64) {
        guard let x = Int32(exactly: x), let y = Int32(exactly: y) else { return nil }
        self.init(x: x, y: y)
    }
}

import PenumbraGeometry
import PenumbraTessellation

/// The boundary of a tessellated region, cut at pixel rows. A mask's exact coverage is summed from its strips.
///
/// Each strip is the piece of a boundary edge inside one row of pixels, from x₀ where it enters at the top to x₁
/// where it leaves at the bottom, in 1/32768 pixel from the mask's left side, 0 … width·32768. `dy` is how much
/// of the row's height it crosses, in 1/32768, positive where the edge goes down. With xₐ = min(x₀, x₁),
/// x_b = max(x₀, x₁), D = |dy|, a strip adds to a row of 32-bit sums A[0 … width + 1] (all zero at first):
///
///     first = xₐ >> 15 ;  last = max(first, (x_b − 1) >> 15)      columns it crosses
///     y(first) = 0 ;  y(last + 1) = D
///     y(c) = D·(c·32768 − xₐ) / (x_b − xₐ)                         for first < c ≤ last, rounded down
///     for each column c:  h = y(c + 1) − y(c)
///         l = c == first ? xₐ − first·32768 : 0 ;  r = c == last ? x_b − last·32768 : 32768
///         beyond = (h·(l + r) + 64) >> 7
///         A[c]     += sign(dy)·(h·512 − beyond)
///         A[c + 1] += sign(dy)·beyond
///
/// then along the row: `mask[x] = (min(max(A[0] + … + A[x], 0), 2²⁴) + 256) >> 9`.
///
/// D·(c·32768 − xₐ) is computed for the first crossing only and is at most 2³⁰. Each further column adds the quotient and
/// carries the remainder of D·32768 / (x_b − xₐ), which gives the same number. All sums are integers, so the order of the
/// strips does not matter. Edges left of the mask move onto its left side, edges right of it onto its right side.
public struct Coverage: Hashable, Sendable {
    public struct Strip: Hashable, Sendable {
        public var row: Int32
        public var x0: Int32
        public var x1: Int32
        public var dy: Int32

        public init(row: Int32, x0: Int32, x1: Int32, dy: Int32) {
            self.row = row
            self.x0 = x0
            self.x1 = x1
            self.dy = dy
        }
    }

    /// The strips, sorted by row.
    public var strips: [Strip]
    /// The first strip of each row, as `height + 1` indices: row y holds `strips[rowStarts[y] ..< rowStarts[y + 1]]`.
    public var rowStarts: [Int32]
    /// The number of columns of the mask.
    public var width: Int
    /// The number of rows of the mask.
    public var height: Int

    var byteCount: Int { Self.bytes(strips: strips.count, rows: height) }

    /// The bytes of a coverage.
    package static func bytes(strips: Int, rows: Int) -> Int {
        strips * MemoryLayout<Strip>.stride + (rows + 1) * MemoryLayout<Int32>.stride
    }

    /// Hashes all strips at once, which is quicker than one number after the other.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(height)
        strips.withUnsafeBytes { hasher.combine(bytes: $0) }
        rowStarts.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    public static let unitsPerPixel: Int64 = 32768
    static let unitsPerGridStep = unitsPerPixel / Int64(FixedPoint.unitsPerPixel)

    /// Computes the coverage of `boundary` in the pixels of `bounds`, which becomes the mask's (0, 0) … (width, height).
    public init(boundary: Boundary, bounds: PixelRect) { self.init(boundary: boundary, cuts: [], bounds: bounds) }

    /// - Parameter cuts: the parts of the boundary that are cut at pixel rows already, in the order of their edges.
    package init(boundary: Boundary, cuts: [PlacedCut], bounds: PixelRect) {
        width = bounds.width
        height = bounds.height
        if let sorted = Self.inside(boundary, cuts, bounds) {
            (strips, rowStarts) = sorted
            return
        }
        var found: [Strip] = []
        found.reserveCapacity(2 * boundary.edges.count)
        let left = Int64(bounds.x) * Int64(FixedPoint.unitsPerPixel)
        let top = Int64(bounds.y) * Int64(FixedPoint.unitsPerPixel)
        for edge in boundary.edges where edge.start.y != edge.end.y {
            let down = edge.start.y < edge.end.y
            let (from, to) = down ? (edge.start, edge.end) : (edge.end, edge.start)
            Self.cut(
                x0: Int64(from.x) - left, y0: Int64(from.y) - top, x1: Int64(to.x) - left, y1: Int64(to.y) - top,
                sign: down ? 1 : -1, width: Int64(width), height: Int64(height), into: &found)
        }
        (strips, rowStarts) = Self.sortedByRow(found, height: height)
    }

    /// Cuts an edge at pixel rows and at the mask's sides. The edge runs from top to bottom, in grid steps.
    ///
    /// Its x at a row's end is rounded to the nearest 1/32768 pixel.
    @inline(__always)
    private static func cut(
        x0: Int64, y0: Int64, x1: Int64, y1: Int64, sign: Int32, width: Int64, height: Int64,
        into strips: inout [Strip]
    ) {
        let row = Int64(FixedPoint.unitsPerPixel)
        let right = width * unitsPerPixel
        var y = max(y0, 0)
        let end = min(y1, height * row)
        guard y < end else { return }
        let isInside = min(x0, x1) >= 0 && max(x0, x1) * unitsPerGridStep < right
        func append(_ y: Int64, _ next: Int64, _ xTop: Int64, _ xBottom: Int64) {
            let (index, climb) = (Int32(truncatingIfNeeded: y / row), (next - y) * unitsPerGridStep)
            guard isInside else {
                appendClipped(row: index, xTop, xBottom, climb, sign: sign, right: right, into: &strips)
                return
            }
            strips.append(
                Strip(
                    row: index, x0: Int32(truncatingIfNeeded: xTop), x1: Int32(truncatingIfNeeded: xBottom),
                    dy: sign * Int32(truncatingIfNeeded: climb)))
        }
        var next = min((y / row + 1) * row, end)
        // The ends are exact.
        let xEnd = x1 * unitsPerGridStep
        if y == y0 && next == y1 {
            append(y, next, x0 * unitsPerGridStep, xEnd)
            return
        }
        var line = EdgeLine(x0: x0, y0: y0, x1: x1, y1: y1)
        var xTop = y == y0 ? x0 * unitsPerGridStep : line.x(at: y)
        while true {
            let xBottom = next == y1 ? xEnd : line.x(at: next)
            append(y, next, xTop, xBottom)
            if next == end { return }
            (y, xTop) = (next, xBottom)
            next = min(y + row, end)
        }
    }

    /// Splits a strip where it crosses the mask's left or right side, and moves the outer pieces onto that side.
    private static func appendClipped(
        row: Int32, _ x0: Int64, _ x1: Int64, _ height: Int64, sign: Int32, right: Int64, into strips: inout [Strip]
    ) {
        func append(_ from: Int64, _ to: Int64, _ h: Int64) {
            guard h > 0 else { return }
            let (a, b) = (max(0, min(right, from)), max(0, min(right, to)))
            if a == right && b == right { return }
            strips.append(Strip(row: row, x0: Int32(a), x1: Int32(b), dy: sign * Int32(h)))
        }
        let (low, high) = (min(x0, x1), max(x0, x1))
        if low >= 0 && high <= right || high <= 0 || low >= right {
            append(x0, x1, height)
            return
        }
        // The share of the strip's height above the point where the strip crosses a side.
        func crossing(_ side: Int64) -> Int64 { (2 * height * (side - x0) + (x1 - x0)) / (2 * (x1 - x0)) }
        var cuts = [Int64(0)]
        let sides = x0 < x1 ? [Int64(0), right] : [right, Int64(0)]
        for side in sides where low < side && side < high { cuts.append(max(0, min(height, crossing(side)))) }
        cuts.append(height)
        var positions = [x0]
        for side in sides where low < side && side < high { positions.append(side) }
        positions.append(x1)
        for i in 0..<(cuts.count - 1) { append(positions[i], positions[i + 1], cuts[i + 1] - cuts[i]) }
    }

    private static func sortedByRow(_ strips: [Strip], height: Int) -> ([Strip], [Int32]) {
        var starts = [Int32](repeating: 0, count: height + 1)
        for strip in strips { starts[Int(strip.row) + 1] &+= 1 }
        for row in 0..<height { starts[row + 1] &+= starts[row] }
        var next = starts
        // Plans keep this array, so it must not reserve more room than it needs.
        let sorted = [Strip](unsafeUninitializedCapacity: strips.count) { sorted, count in
            next.withUnsafeMutableBufferPointer { next in
                for strip in strips {
                    // Every place is written once.
                    sorted.initializeElement(at: Int(next[Int(strip.row)]), to: strip)
                    next[Int(strip.row)] &+= 1
                }
            }
            count = strips.count
        }
        return (sorted, starts)
    }
}

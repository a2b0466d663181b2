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

    public static let unitsPerPixel: Int64 = 32768
    private static let unitsPerGridStep = unitsPerPixel / Int64(FixedPoint.unitsPerPixel)

    /// Computes the coverage of `boundary` in the pixels of `bounds`, which becomes the mask's (0, 0) … (width, height).
    public init(boundary: Boundary, bounds: PixelRect) {
        width = bounds.width
        height = bounds.height
        var found: [Strip] = []
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
    private static func cut(
        x0: Int64, y0: Int64, x1: Int64, y1: Int64, sign: Int32, width: Int64, height: Int64,
        into strips: inout [Strip]
    ) {
        let row = Int64(FixedPoint.unitsPerPixel)
        let (dx, dy) = (x1 - x0, y1 - y0)
        let right = width * unitsPerPixel
        // Edges up to 65,536 pixels long fit in 64 bits; most pictures have no longer edges.
        let narrow = dy < 1 << 28 && abs(dx) < 1 << 28
        /// Gives the x where the edge has height y, in 1/32768 pixel, rounded to nearest. The ends are exact.
        func x(at y: Int64) -> Int64 {
            if y == y0 { return x0 * unitsPerGridStep }
            if y == y1 { return x1 * unitsPerGridStep }
            if narrow {
                let numerator = 2 * (y - y0) * dx * unitsPerGridStep + dy
                return x0 * unitsPerGridStep + floorDivide(numerator, 2 * dy)
            }
            let numerator = 2 * Int128(y - y0) * Int128(dx) * Int128(unitsPerGridStep) + Int128(dy)
            let quotient = numerator / Int128(2 * dy)
            let floored = numerator % Int128(2 * dy) < 0 ? quotient - 1 : quotient
            return x0 * unitsPerGridStep + Int64(floored)
        }
        var y = max(y0, 0)
        let end = min(y1, height * row)
        guard y < end else { return }
        var xTop = x(at: y)
        while y < end {
            let index = y / row
            let next = min((index + 1) * row, end)
            let xBottom = x(at: next)
            appendClipped(
                row: Int32(index), xTop, xBottom, (next - y) * unitsPerGridStep, sign: sign, right: right, into: &strips)
            y = next
            xTop = xBottom
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

    private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
        let quotient = a / b
        return a % b < 0 ? quotient - 1 : quotient
    }

    private static func sortedByRow(_ strips: [Strip], height: Int) -> ([Strip], [Int32]) {
        var starts = [Int32](repeating: 0, count: height + 1)
        for strip in strips { starts[Int(strip.row) + 1] += 1 }
        for row in 0..<height { starts[row + 1] += starts[row] }
        var next = starts
        // Plans keep this array, so it must not reserve more room than it needs.
        var sorted = [Strip](repeating: Strip(row: 0, x0: 0, x1: 0, dy: 0), count: strips.count)
        for strip in strips {
            sorted[Int(next[Int(strip.row)])] = strip
            next[Int(strip.row)] += 1
        }
        return (sorted, starts)
    }
}

import PenumbraGeometry

/// How a projection reads a colour surface. A target pixel is the mean over the quadrilateral that it covers in the source.
///
/// The corners of pixels lie on a grid of positions in 1/1024 of a source pixel, measured from the corner of source pixel
/// (0, 0). Position (i, j) of the grid belongs to the corner with the coordinates (i·n − dx, j·n − dy) of the target, with
/// n = 2^`shift`. Between positions, with f = x + dx − i·n and g = y + dy − j·n:
///
///     top    = P[i, j] + (((P[i + 1, j] − P[i, j])·f + n/2) >> shift)          bottom from row j + 1
///     corner = top + (((bottom − top)·g + n/2) >> shift)
///
/// Shifts round down. A pixel has the corners p₀ … p₃, clockwise from its top left. Its positions have F = 10 fractional bits.
/// While its box is wider or higher than 31·1024 and F > 8, all positions are halved by p >> 1, and F loses one. If the box is
/// still larger, every corner moves half way to c = (p₀ >> 2) + … + (p₃ >> 2), by p = c + ((p − c) >> 1), until it isn't. In
/// columns c and rows r of the box, with N = 2ᶠ and all positions measured from the box's first column and row:
///
///     for each edge with y₀ ≠ y₁, run downwards:  slope = (|x₁ − x₀| << 16) / (y₁ − y₀)
///         x(y) = x₀ at y₀, x₁ at y₁, else x₀ ± (((y − y₀)·slope) >> 16)
///         in each row it crosses, from yₐ to y_b:  l, h = the smaller and the larger of x(yₐ), x(y_b) ;  e = ±(y_b − yₐ)
///         a = l − N·c ;  b = h − N·c ;  A, B = a, b held to 0 … N
///         q = A << (16 − F) if h == l ;  65536 if A == N ;  else
///             ((B² − A² + 2·N·(max(b − N, 0) − max(a − N, 0)))·(2³⁰⁻ᶠ / (h − l))) >> 15
///         area[c, r] += q·e
///     D = |(p₂ − p₀) × (p₁ − p₀)| + |(p₂ − p₀) × (p₃ − p₀)| ;  s = 15 − F + max(0, bits of D − 16)
///     weight[c, r] = (|area[c, r]| + (1 << (s − 1))) >> s ;  T = Σ weight ;  S = Σ weight · texel
///     target = min((S + T / 2) / T, 32768), or the texel in the box's first column and row if T is 0
///
/// D, S and T are unsigned 32-bit values. Columns and rows outside the source are those of the nearest pixel.
public struct ProjectiveSampling: Hashable, Sendable {
    /// The positions of the grid, u and v, row by row.
    public var positions: [SIMD2<Int32>]
    /// The number of positions in a row of the grid.
    public var gridWidth: Int
    public var shift: Int
    /// The place of the target's top left corner in the grid.
    public var dx: Int
    public var dy: Int
    /// The columns of each row that are drawn, from `firstColumns[y]` to before `endColumns[y]`. Other pixels become clear.
    public var firstColumns: [Int32]
    public var endColumns: [Int32]

    /// Positions per source pixel.
    public static let unitsPerPixel = 1024.0
    /// The largest distance of a position from the source's corner.
    static let farthest: Int32 = 1 << 26
    private static let largestShift = 5
}

extension ProjectiveSampling {
    /// Makes the sampling for a map from target positions to source positions. In both, pixel corners are at whole numbers.
    ///
    /// - Parameters:
    ///   - map: its depth is above zero where the target shows the source.
    ///   - least: the smallest depth that the map has where anything is seen.
    public init(_ map: Projection, least: Double, width: Int, height: Int) {
        // Beyond the horizon there is nothing to see; the positions there only have to stay in bounds.
        let held = least / 16
        func exact(_ x: Double, _ y: Double) -> SIMD2<Double> {
            let point = Point(x, y)
            let depth = max(held, map.depth(at: point))
            let u = (map.u.x * x + map.u.y * y + map.u.z) / depth * Self.unitsPerPixel
            let v = (map.v.x * x + map.v.y * y + map.v.z) / depth * Self.unitsPerPixel
            let limit = Double(Self.farthest)
            func inside(_ value: Double) -> Double { value.isNaN ? 0 : max(-limit, min(limit, value)) }
            return SIMD2(inside(u), inside(v))
        }
        func seen(_ x: Double, _ y: Double) -> Bool { map.depth(at: Point(x, y)) >= least / 2 }
        /// Whether positions between those of a grid are near enough to the exact positions.
        func isFine(_ shift: Int) -> Bool {
            let step = Double(1 << shift)
            let (columns, rows) = ((width >> shift) + 1, (height >> shift) + 1)
            // Without a horizon in sight, the roughest tile lies at the target's sides. Some tiles inside are looked at too.
            let hasHorizon = [(0, 0), (width, 0), (0, height), (width, height)].contains { !seen(Double($0.0), Double($0.1)) }
            let (acrossStep, downStep) = hasHorizon ? (1, 1) : (max(1, columns / 16), max(1, rows / 16))
            for row in 0..<rows {
                let isSide = row == 0 || row == rows - 1 || row % downStep == 0
                for column in stride(from: 0, to: columns, by: isSide ? acrossStep : max(1, columns - 1)) {
                    let (x, y) = (Double(column) * step, Double(row) * step)
                    guard seen(x, y) || seen(x + step, y) || seen(x, y + step) || seen(x + step, y + step) else { continue }
                    let (a, b) = (exact(x, y), exact(x + step, y))
                    let (c, d) = (exact(x, y + step), exact(x + step, y + step))
                    let middle = exact(x + step / 2, y + step / 2)
                    let (top, left) = (exact(x + step / 2, y), exact(x, y + step / 2))
                    func length(_ v: SIMD2<Double>) -> Double { (v * v).sum().squareRoot() }
                    // The error counts in proportion to a pixel's side, if that is longer than a source pixel.
                    let side = min(length(b - a), length(c - a)) / step / Self.unitsPerPixel
                    let allowed = Self.largestDeviation * max(1, side)
                    let worst = max(
                        length((a + b + c + d) / 4 - middle), length((a + b) / 2 - top), length((a + c) / 2 - left))
                    if worst > allowed { return false }
                }
            }
            return true
        }
        var shift = Self.largestShift
        while shift > 0, width >> (shift - 1) * (height >> (shift - 1)) < Self.mostPositions, !isFine(shift) { shift -= 1 }
        self.shift = shift
        (dx, dy) = (0, 0)
        let step = 1 << shift
        gridWidth = (width + step - 1) / step + 1
        let gridHeight = (height + step - 1) / step + 1
        var positions: [SIMD2<Int32>] = []
        positions.reserveCapacity(gridWidth * gridHeight)
        for row in 0..<gridHeight {
            for column in 0..<gridWidth {
                let place = exact(Double(column * step), Double(row * step))
                positions.append(SIMD2(Int32(place.x.rounded()), Int32(place.y.rounded())))
            }
        }
        self.positions = positions
        firstColumns = []
        endColumns = []
        for row in 0..<height {
            // Depth is linear, so the seen corners of a row are a run.
            let y = Double(row)
            func isSeen(_ x: Int) -> Bool { seen(Double(x), y) || seen(Double(x), y + 1) }
            var (first, end) = (0, width)
            while first < end, !isSeen(first), !isSeen(first + 1) { first += 1 }
            while first < end, !isSeen(end - 1), !isSeen(end) { end -= 1 }
            firstColumns.append(Int32(first))
            endColumns.append(Int32(end))
        }
    }

    /// The number of positions beyond which no finer grid is tried.
    private static let mostPositions = 1 << 22

    /// The largest distance of an interpolated corner from the exact corner: 1/512 of a source pixel.
    private static let largestDeviation = 2.0

    /// The place of the corner with the coordinates (x, y) of the target.
    @inlinable
    public func corner(_ x: Int, _ y: Int) -> SIMD2<Int32> {
        let (column, row) = ((x + dx) >> shift, (y + dy) >> shift)
        let mask = (1 << shift) - 1
        let (f, g) = (Int32((x + dx) & mask), Int32((y + dy) & mask))
        let at = row * gridWidth + column
        // On the last line of the grid, there is no next position, and none is needed.
        let (right, down) = (f == 0 ? 0 : 1, g == 0 ? 0 : gridWidth)
        let half = SIMD2<Int32>(repeating: Int32(1 << shift) / 2)
        let bits = SIMD2<Int32>(repeating: Int32(shift))
        let top = positions[at] &+ (((positions[at + right] &- positions[at]) &* f &+ half) &>> bits)
        let low = positions[at + down] &+ (((positions[at + down + right] &- positions[at + down]) &* f &+ half) &>> bits)
        return top &+ (((low &- top) &* g &+ half) &>> bits)
    }

    /// Returns the positions of the grid that part of the target needs: columns and rows of the grid.
    func grid(of part: PixelRect) -> PixelRect {
        PixelRect(
            minX: (part.x + dx) >> shift, minY: (part.y + dy) >> shift,
            maxX: ((part.maxX + dx + (1 << shift) - 1) >> shift) + 1, maxY: ((part.maxY + dy + (1 << shift) - 1) >> shift) + 1)
    }

    /// Returns the source pixels that make part of the target.
    package func inputs(_ part: PixelRect, of source: Surface) -> PixelRect {
        let grid = grid(of: part)
        var low = SIMD2<Int32>(repeating: .max)
        var high = SIMD2<Int32>(repeating: .min)
        for row in grid.rows {
            for column in grid.columns {
                let place = positions[row * gridWidth + column]
                low = pointwiseMin(low, place)
                high = pointwiseMax(high, place)
            }
        }
        guard low.x <= high.x else { return .empty }
        // Halving a pixel's box may round outwards by a few units.
        func range(_ low: Int32, _ high: Int32, of length: Int) -> Range<Int> {
            func held(_ position: Int) -> Int { max(0, min(length - 1, position)) }
            return held((Int(low) - 8) >> 10)..<held((Int(high) + 8) >> 10) + 1
        }
        return PixelRect(columns: range(low.x, high.x, of: source.width), rows: range(low.y, high.y, of: source.height))
    }

    /// Returns the sampling of part of the target, from part of the source.
    func cropped(to part: PixelRect, of source: PixelRect) -> ProjectiveSampling {
        var result = self
        let grid = grid(of: part)
        let shift = SIMD2(Int32(source.x) << 10, Int32(source.y) << 10)
        result.positions = grid.rows.flatMap { row in
            positions[row * gridWidth + grid.x..<row * gridWidth + grid.maxX].map { $0 &- shift }
        }
        result.gridWidth = grid.width
        (result.dx, result.dy) = (part.x + dx - grid.x << self.shift, part.y + dy - grid.y << self.shift)
        func held(_ column: Int32) -> Int32 { max(0, min(Int32(part.width), column - Int32(part.x))) }
        result.firstColumns = firstColumns[part.rows].map(held)
        result.endColumns = endColumns[part.rows].map(held)
        return result
    }

    /// The memory of the grid, in bytes.
    package var byteCount: Int { positions.count * 8 + firstColumns.count * 8 }

    /// The mean number of source pixels that a target pixel reads.
    package var cellsPerPixel: Int {
        let rows = positions.count / max(1, gridWidth)
        guard gridWidth > 1, rows > 1 else { return 4 }
        let step = Double(1 << shift) * Self.unitsPerPixel
        var sum = 0.0
        for row in 0..<rows - 1 {
            for column in 0..<gridWidth - 1 {
                let at = row * gridWidth + column
                let (a, b, c) = (positions[at], positions[at + 1], positions[at + gridWidth])
                func side(_ one: Int32, _ two: Int32, _ three: Int32) -> Double {
                    min(124, (abs(Double(two) - Double(one)) + abs(Double(three) - Double(one))) / step)
                }
                sum += (side(a.x, b.x, c.x) + 1) * (side(a.y, b.y, c.y) + 1)
            }
        }
        return Int(sum / Double((rows - 1) * (gridWidth - 1))) + 1
    }
}

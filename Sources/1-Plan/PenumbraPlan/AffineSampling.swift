/// How an affine map reads a colour surface. Each position is the sum of a column's share and a row's share, each rounded
/// once.
///
/// Positions are signed, in 1/32768 of a source pixel, measured from the *centre* of source pixel (0, 0). Each target pixel
/// (x, y) takes `subsamples`² samples, i across and j down:
///
///     u = columnU[x] + rowU[y] + acrossU[i] + downU[j]        v likewise
///     clamped to 0 … (width − 1)·32768 and 0 … (height − 1)·32768
///     c = u >> 15 ;  f = u & 32767 ;  c₁ = min(c + 1, width − 1)          and r, g, r₁ from v
///     top    = (texel[c, r]·(32768 − f) + texel[c₁, r]·f + 16384) >> 15
///     bottom = (texel[c, r₁]·(32768 − f) + texel[c₁, r₁]·f + 16384) >> 15
///     sample = (top·(32768 − g) + bottom·g + 16384) >> 15
///     target = (Σ sample + subsamples²/2) / subsamples²
///
/// With `isPointSampled`, sample is texel[(u + 16384) >> 15, (v + 16384) >> 15].
public struct AffineSampling: Hashable, Sendable {
    public var columnU: [Int32]
    public var columnV: [Int32]
    public var rowU: [Int32]
    public var rowV: [Int32]
    public var acrossU: [Int32]
    public var acrossV: [Int32]
    public var downU: [Int32]
    public var downV: [Int32]
    /// True takes the source pixel that holds the position; false interpolates between four source pixels.
    public var isPointSampled: Bool

    /// Samples along each side of a target pixel, 1…16. The limit keeps a sum of samples below 2²⁴.
    public var subsamples: Int { acrossU.count }

    public static let maximumSubsamples = 16
}

extension AffineSampling {
    /// Makes the sampling for the map `u = a·x + c·y + tx`, `v = b·x + d·y + ty`. The map takes target positions to source
    /// positions; in both, pixel corners are at whole numbers.
    ///
    /// - Parameters:
    ///   - width: target columns.
    ///   - height: target rows.
    ///   - subsamples: samples along each side of a target pixel, clamped to 1…`maximumSubsamples`.
    public init(
        a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double,
        width: Int, height: Int, subsamples: Int, isPointSampled: Bool
    ) {
        let n = max(1, min(Self.maximumSubsamples, subsamples))
        // The sum of a pixel's two shares and a sample's two shares cannot overflow 32 bits.
        func fixed(_ value: Double, limit: Double = 1_072_693_248) -> Int32 {
            Int32(max(-limit, min(limit, (value * 32768).rounded())))
        }
        func fixedInside(_ value: Double) -> Int32 { fixed(value, limit: 524_288) }
        func offset(_ i: Int) -> Double { (Double(i) + 0.5) / Double(n) - 0.5 }
        // Measuring shares from the middle of the target keeps both of them small.
        let (midX, midY) = (Double(width) / 2, Double(height) / 2)
        let middleU = a * midX + c * midY + tx - 0.5
        let middleV = b * midX + d * midY + ty - 0.5
        columnU = (0..<width).map { fixed(a * (Double($0) + 0.5 - midX)) }
        columnV = (0..<width).map { fixed(b * (Double($0) + 0.5 - midX)) }
        rowU = (0..<height).map { fixed(c * (Double($0) + 0.5 - midY) + middleU) }
        rowV = (0..<height).map { fixed(d * (Double($0) + 0.5 - midY) + middleV) }
        acrossU = (0..<n).map { fixedInside(a * offset($0)) }
        acrossV = (0..<n).map { fixedInside(b * offset($0)) }
        downU = (0..<n).map { fixedInside(c * offset($0)) }
        downV = (0..<n).map { fixedInside(d * offset($0)) }
        self.isPointSampled = isPointSampled
    }
}

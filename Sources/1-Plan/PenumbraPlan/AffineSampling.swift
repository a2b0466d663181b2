import PenumbraGeometry

/// How an affine map reads a colour surface. Each position is the sum of a column's share and a row's share, each rounded
/// once, in 1/32768 of a source pixel:
///
///     u = columnU[x] + rowU[y]        v likewise
///
/// `nearest` and `bilinear` measure positions from the *centre* of source pixel (0, 0), and clamp them to
/// 0 … (width − 1)·32768 and 0 … (height − 1)·32768.
///
///     nearest     target = texel[(u + 16384) >> 15, (v + 16384) >> 15]
///     bilinear    c = u >> 15 ;  f = u & 32767 ;  c₁ = min(c + 1, width − 1)          and r, g, r₁ from v
///                 top    = (texel[c, r]·(32768 − f) + texel[c₁, r]·f + 16384) >> 15
///                 bottom = (texel[c, r₁]·(32768 − f) + texel[c₁, r₁]·f + 16384) >> 15
///                 target = (top·(32768 − g) + bottom·g + 16384) >> 15
///
/// `area` is a mean over the parallelogram that the target pixel covers. Positions are those of the top left corner of its
/// bounding box, plus half a phase, measured from the *corner* of source pixel (0, 0). See `AreaWeights`.
///
///     area        c = u >> 15 ;  i = ((u & 32767)·phasesAcross) >> 15          and r, j from v with phasesDown
///                 S = Σ weights[((j·phasesAcross + i)·groups + k)·4 + z] · texel[c + group[k].column + z, r + group[k].row]
///                 target = ((S·multiplier) >> 32 + 8192) >> 14
///
/// The sum is over all groups k and over z in 0 ..< 4. Columns and rows outside the source are those of the nearest pixel.
public struct AffineSampling: Hashable, Sendable {
    public var columnU: [Int32]
    public var columnV: [Int32]
    public var rowU: [Int32]
    public var rowV: [Int32]
    /// The columns of each row that are drawn, from `firstColumns[y]` to before `endColumns[y]`. Other pixels become clear.
    public var firstColumns: [Int32]
    public var endColumns: [Int32]
    public var filter: Filter

    /// How a target pixel is made from source pixels.
    public enum Filter: Hashable, Sendable {
        /// The source pixel under the middle of the target pixel.
        case nearest
        /// An interpolation between the four source pixels around the middle of the target pixel.
        case bilinear
        /// A mean over the area of the target pixel.
        case area(AreaWeights)
    }
}

extension AffineSampling {
    /// Makes the sampling for a map from target positions to source positions. In both, pixel corners are at whole numbers.
    ///
    /// - Parameters:
    ///   - width: target columns.
    ///   - height: target rows.
    ///   - source: the size of the source, if nobody sees target pixels beyond it. They are then not drawn.
    public init(
        _ map: AffineTransform, width: Int, height: Int, filter: Filter, onlyOver source: (width: Int, height: Int)? = nil
    ) {
        let offset =
            switch filter {
            case .nearest, .bilinear: (-0.5, -0.5)
            case .area(let weights):
                Self.offset(weights.width, weights.height, (weights.phasesAcross, weights.phasesDown))
            }
        self.init(map, width: width, height: height, filter: filter, onlyOver: source, offset)
    }

    /// The offset of the positions of a mean over areas.
    private static func offset(_ width: Double, _ height: Double, _ phases: (across: Int, down: Int)) -> (Double, Double) {
        (0.5 / Double(phases.across) - width / 2, 0.5 / Double(phases.down) - height / 2)
    }

    /// Makes the sampling of a mean over areas, with the weights of no other phases than those it has.
    ///
    /// The weights are shared with no other sampling. For a small target that is turned like no other, they are few.
    package static func mean(
        through map: AffineTransform, isInterpolated: Bool, width: Int, height: Int, onlyOver source: (width: Int, height: Int)?
    ) -> AffineSampling {
        let table = AreaWeights.Table(limited: AreaWeights.Shape(map, isInterpolated: isInterpolated))
        let (across, down) = table.phases
        var result = AffineSampling(
            map, width: width, height: height, filter: .nearest, onlyOver: source,
            offset(table.shape.width, table.shape.height, table.phases))
        var isNeeded = [Bool](repeating: false, count: across * down)
        for y in 0..<height {
            for x in Int(result.firstColumns[y])..<Int(result.endColumns[y]) {
                let (u, v) = (result.columnU[x] &+ result.rowU[y], result.columnV[x] &+ result.rowV[y])
                isNeeded[(Int(v & 32767) * down) >> 15 * across + (Int(u & 32767) * across) >> 15] = true
            }
        }
        let phases = isNeeded.indices.lazy.filter { isNeeded[$0] }.map { Int32($0) }
        let wanted = Array(phases)
        // A mean over nothing needs no weights, but an empty list means all.
        result.filter = .area(AreaWeights(table, phases: wanted.isEmpty ? [0] : wanted))
        return result
    }

    private init(
        _ map: AffineTransform, width: Int, height: Int, filter: Filter, onlyOver source: (width: Int, height: Int)?,
        _ offset: (u: Double, v: Double)
    ) {
        // The sum of two shares cannot overflow 32 bits.
        func fixed(_ value: Double) -> Int32 { Int32(max(-1_072_693_248, min(1_072_693_248, (value * 32768).rounded()))) }
        let (a, b, c, d) = (map.a, map.b, map.c, map.d)
        let (offsetU, offsetV) = offset
        // Measuring shares from the middle of the target keeps both of them small.
        let (midX, midY) = (Double(width) / 2, Double(height) / 2)
        let middleU = a * midX + c * midY + map.tx + offsetU
        let middleV = b * midX + d * midY + map.ty + offsetV
        columnU = (0..<width).map { fixed(a * (Double($0) + 0.5 - midX)) }
        columnV = (0..<width).map { fixed(b * (Double($0) + 0.5 - midX)) }
        rowU = (0..<height).map { fixed(c * (Double($0) + 0.5 - midY) + middleU) }
        rowV = (0..<height).map { fixed(d * (Double($0) + 0.5 - midY) + middleV) }
        firstColumns = Array(repeating: 0, count: height)
        endColumns = Array(repeating: Int32(width), count: height)
        self.filter = filter
        guard let source else { return }
        // A pixel reaches half of its bounding box to each side. One source pixel more allows for all rounding.
        func limits(_ length: Int, _ box: Double, _ offset: Double) -> (low: Int, high: Int) {
            let reach = box / 2 + 1
            return (Int(fixed(offset - reach)), Int(fixed(Double(length) + offset + reach)))
        }
        let limitsU = limits(source.width, abs(a) + abs(c), offsetU)
        let limitsV = limits(source.height, abs(b) + abs(d), offsetV)
        for y in 0..<height {
            let drawn = Self.columns(columnU, from: limitsU.low - Int(rowU[y]), to: limitsU.high - Int(rowU[y]))
                .clamped(to: Self.columns(columnV, from: limitsV.low - Int(rowV[y]), to: limitsV.high - Int(rowV[y])))
            (firstColumns[y], endColumns[y]) = (Int32(drawn.lowerBound), Int32(drawn.upperBound))
        }
    }

    /// Returns the columns whose shares lie between two limits, for shares that only rise or only fall.
    private static func columns(_ shares: [Int32], from low: Int, to high: Int) -> Range<Int> {
        func count(_ isBefore: (Int) -> Bool) -> Int {
            var (first, end) = (0, shares.count)
            while first < end {
                let middle = (first + end) / 2
                if isBefore(Int(shares[middle])) { first = middle + 1 } else { end = middle }
            }
            return first
        }
        let rises = (shares.first ?? 0) <= (shares.last ?? 0)
        let first = count { rises ? $0 < low : $0 > high }
        return first..<max(first, count { rises ? $0 <= high : $0 >= low })
    }
}

extension AffineSampling {
    /// Returns the source pixels that make part of the target.
    package func inputs(_ part: PixelRect, of source: Surface) -> PixelRect {
        let (across, down) =
            switch filter {
            case .nearest, .bilinear: (2, 2)
            case .area(let weights): (weights.reachAcross, weights.reachDown)
            }
        func range(_ columns: ArraySlice<Int32>, _ rows: ArraySlice<Int32>, _ count: Int, of length: Int) -> Range<Int> {
            func held(_ position: Int) -> Int { max(0, min(length - 1, position)) }
            let low = Int(columns.min() ?? 0) + Int(rows.min() ?? 0)
            let high = Int(columns.max() ?? 0) + Int(rows.max() ?? 0)
            return held(low >> 15)..<held((high >> 15) + count - 1) + 1
        }
        return PixelRect(
            columns: range(columnU[part.columns], rowU[part.rows], across, of: source.width),
            rows: range(columnV[part.columns], rowV[part.rows], down, of: source.height))
    }
}

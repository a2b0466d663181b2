import PenumbraGeometry

/// The lines along which pixels are means of a source. The line of the pixel (x, y) leads from the columns[x].x and rows[y].x
/// to columns[x].y and rows[y].y, in units of 1/4096 source pixel. Beyond the source, everything is 0.
///
/// Let u be the axis along which the line is longer (x if both are equal), and let the line be run in the direction in which u
/// grows. With du and dv its lengths, q = |dv|·4096 / du and r the remainder of this division:
///
/// 1. The line is cut where u is a multiple of 4096. v moves by q per whole piece, and by one more whenever the sum of the
///    remainders r reaches du, which is then subtracted. A piece of the length l < 4096 moves v by (q·l) >> 12.
/// 2. A piece from v₀ to v₁ lies in one or two rows of pixels across u. The share of the row that is farther along v is
///    (l·p + d/2) / d, where p is the part of d = |v₁ − v₀| inside it. The other row has the rest of l.
/// 3. With g = max(0, bits(du) − 16), half = 2^g / 2 or 0, and D = (du + half) >> g, the result is (S + D/2) / D, at most
///    32768, where S sums (Σ share·value + half) >> g over all pieces.
///
/// A line without length is the source's pixel at its place.
public struct RaySampling: Hashable, Sendable {
    public static let bits = 12
    /// The largest distance of a line's end from the source's corner.
    public static let farthest = 1 << 30
    /// The length of a line's longer side, in pixels, up to which scenes are drawn. Places are counted in 1/4096 pixel, and
    /// four bits beside a length must fit in a word of 32 bits.
    public static let longestInPixels = 60_000
    /// The same length in the units of places.
    public static let longest = longestInPixels << bits

    public var columns: [SIMD2<Int32>]
    public var rows: [SIMD2<Int32>]

    public init(columns: [SIMD2<Int32>], rows: [SIMD2<Int32>]) {
        self.columns = columns
        self.rows = rows
    }

    /// Makes rays that lead to a centre. A pixel at the distance d is the mean over the part of its ray between
    /// d·(1 − amount / 2) and d·(1 + amount / 2).
    ///
    /// - Parameters:
    ///   - x: the centre in pixels of the source.
    ///   - dx: the source's column at the target's column 0; likewise `dy`.
    public static func zoom(
        amount: Double, x: Double, y: Double, dx: Int, dy: Int, width: Int, height: Int
    ) -> RaySampling {
        func places(_ count: Int, _ center: Double, _ offset: Int) -> [SIMD2<Int32>] {
            (0..<count).map { index in
                let distance = Double(index + offset) + 0.5 - center
                func place(_ share: Double) -> Int32 {
                    let place = ((center + distance * share) * 4096).rounded()
                    return Int32(max(-Double(farthest), min(Double(farthest), place)))
                }
                return SIMD2(place(1 - amount / 2), place(1 + amount / 2))
            }
        }
        return RaySampling(columns: places(width, x, dx), rows: places(height, y, dy))
    }

    /// The length of a line along its longer side, in pixels: the mean over all lines, or somewhat more.
    package var meanLength: Int {
        func mean(_ places: [SIMD2<Int32>]) -> Int {
            places.reduce(0) { $0 + abs(Int($1.x) - Int($1.y)) } / max(1, places.count)
        }
        let (width, height) = (mean(columns), mean(rows))
        return (max(width, height) + min(width, height) / 2) >> Self.bits + 1
    }

    /// The source pixels that make part of the target.
    func inputs(_ part: PixelRect) -> PixelRect {
        func range(_ places: ArraySlice<SIMD2<Int32>>) -> Range<Int> {
            var (low, high) = (Int.max, Int.min)
            for place in places {
                low = min(low, Int(min(place.x, place.y)))
                high = max(high, Int(max(place.x, place.y)))
            }
            return low >> Self.bits..<high >> Self.bits + 1
        }
        return PixelRect(columns: range(columns[part.columns]), rows: range(rows[part.rows]))
    }

    /// The sampling of part of the target, from part of the source.
    func cropped(to part: PixelRect, of source: PixelRect) -> RaySampling {
        func moved(_ places: ArraySlice<SIMD2<Int32>>, _ offset: Int) -> [SIMD2<Int32>] {
            places.map { $0 &- SIMD2(repeating: Int32(offset << Self.bits)) }
        }
        return RaySampling(
            columns: moved(columns[part.columns], source.x), rows: moved(rows[part.rows], source.y))
    }
}

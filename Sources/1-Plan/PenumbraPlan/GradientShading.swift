/// A gradient, ready to be evaluated at every pixel of a surface.
///
/// For each pixel (x, y), `Geometry` gives a position t of 0…2¹⁸ along the gradient. The interval is the last interval with
/// `start ≤ t`; its numbers give
///
///     d = t − start, shifted right by `shift` (left by −shift where that is negative)
///     f = min(32768, (d·multiplier + 32768) >> 16)
///     cᵢ = (firstᵢ·(32768 − f) + lastᵢ·f + 16384) >> 15
///
/// and, unless the colours are premultiplied, red, green and blue become `(cᵢ·cα + 16384) >> 15`. No product exceeds 32 bits.
public struct GradientShading: Hashable, Sendable {
    /// The length of the gradient in units of t.
    public static let length: Int32 = 1 << 18
    /// The largest difference between two neighbouring positions of a round gradient: its distances are shifted to 15 bits.
    public static let roundStep: Int32 = length >> 15
    /// The largest radius of a round gradient in units of u and v.
    public static let radiusUnit: Int32 = 1 << 20
    /// The largest magnitude of a position, in units of u and v. Positions beyond it are clamped to it.
    public static let farthest: Int32 = 1 << 21
    /// The largest entry of columns and rows. Entries are clamped to it so that their sums stay inside 32 bits.
    public static let largestEntry: Int32 = (1 << 30) - 1

    public enum Geometry: Hashable, Sendable {
        /// A linear gradient: `t = min(max(columns[x] + rows[y], 0), 2¹⁸)`.
        case linear(columns: [Int32], rows: [Int32])
        /// A round gradient. With u and v each clamped to −2²¹…2²¹:
        ///
        ///     u = columnU[x] + rowU[y] ;  v = columnV[x] + rowV[y]
        ///     r = the whole part of √(u² + v²), or of √(max(0, u² − v²)) where it is hyperbolic,
        ///         plus, where there is a w, columnW[x] + rowW[y] clamped to −2²²…2²²
        ///     d = min(max(r − inner, 0), span)
        ///     t = r < inner ? 0 : d == span ? 2¹⁸ : min(2¹⁸, ((d shifted as an interval's d)·multiplier + 4096) >> 13)
        ///
        /// With a w, t is 2¹⁸ wherever u or v reaches −2²¹ or 2²¹.
        case round(Round)
        /// A gradient that runs once around a centre, clockwise from the direction where v is 0 and u is positive:
        ///
        ///     u = columnU[x] + rowU[y] ;  v = columnV[x] + rowV[y] ;  a = |u| ;  b = |v|
        ///     k = the smallest shift for which n = max(a, b) >> k is below 2¹⁶ ;  n = 0: t = 0
        ///     q = ((min(a, b) >> k)·32768 + n / 2) / n
        ///     z = (q·q + 16384) >> 15
        ///     p = the last of `turnCoefficients`; before it, from last to first, p = coefficient + ((p·z + 16384) >> 15)
        ///     f = (q·p + 16384) >> 15                         with shifts that keep the sign
        ///     t = a < b ? 2¹⁶ − f : f ;  u < 0: t = 2¹⁷ − t ;  v < 0: t = 2¹⁸ − t
        case conic(Places)
    }

    /// The shares of columns and rows in two numbers, u and v.
    public struct Places: Hashable, Sendable {
        public var columnU: [Int32]
        public var columnV: [Int32]
        public var rowU: [Int32]
        public var rowV: [Int32]

        public init(columnU: [Int32], columnV: [Int32], rowU: [Int32], rowV: [Int32]) {
            self.columnU = columnU
            self.columnV = columnV
            self.rowU = rowU
            self.rowV = rowV
        }
    }

    /// The coefficients of p in atan(q)/(π/4) = q·p(q²), in Q15. They have the least largest error for p(1) = 1, within 2.4
    /// units of t. Their sum is one.
    public static let turnCoefficients: [Int32] = [41721, -13876, 8065, -4831, 2166, -477]
    /// The largest w of a round gradient.
    public static let farthestDrift: Int32 = 1 << 22

    /// The numbers of a round gradient.
    public struct Round: Hashable, Sendable {
        public var columnU: [Int32]
        public var columnV: [Int32]
        public var rowU: [Int32]
        public var rowV: [Int32]
        /// The shares of columns in w, which is added to the radius. `columnW` and `rowW` are both empty when nothing is
        /// added.
        public var columnW: [Int32]
        public var rowW: [Int32]
        /// Whether the root is that of a difference, as between two circles of which neither encloses the other. There is
        /// always a w then.
        public var isHyperbolic: Bool
        /// The radius where t is 0.
        public var inner: Int32
        /// The distance beyond `inner` where t reaches 2¹⁸, 0 or more.
        public var span: Int32
        public var scale: Scale

        public init(
            columnU: [Int32], columnV: [Int32], rowU: [Int32], rowV: [Int32], columnW: [Int32] = [],
            rowW: [Int32] = [], isHyperbolic: Bool = false, inner: Int32, span: Int32
        ) {
            self.columnU = columnU
            self.columnV = columnV
            self.rowU = rowU
            self.rowV = rowV
            self.columnW = columnW
            self.rowW = rowW
            self.isHyperbolic = isHyperbolic
            self.inner = inner
            self.span = span
            scale = Scale(width: span)
        }
    }

    /// Division by a width, done as a shift and a product. After the shift, width·multiplier is 2³¹, to nearest.
    public struct Scale: Hashable, Sendable {
        /// Bits to shift right; negative values shift left. The shifted width is 2¹⁵ or more and below 2¹⁶.
        public var shift: Int32
        /// The factor that replaces the division; 0 for a width of 0.
        public var multiplier: UInt32

        /// Finds the shift and the multiplier for a width.
        ///
        /// - Parameter width: 0…2³⁰.
        public init(width: Int32) {
            guard width > 0 else {
                (shift, multiplier) = (0, 0)
                return
            }
            shift = Int32(Int32.bitWidth - width.leadingZeroBitCount) - 16
            let shifted = UInt32(shift >= 0 ? width >> shift : width << -shift)
            multiplier = ((1 << 31) + shifted / 2) / shifted
        }
    }

    public struct Interval: Hashable, Sendable {
        /// The position t where the interval begins.
        public var start: Int32
        public var scale: Scale
        /// The colour at the start as four Q15 values: red, green, blue, alpha.
        public var first: SIMD4<UInt16>
        public var last: SIMD4<UInt16>

        public init(start: Int32, scale: Scale, first: SIMD4<UInt16>, last: SIMD4<UInt16>) {
            self.start = start
            self.scale = scale
            self.first = first
            self.last = last
        }
    }

    public var geometry: Geometry
    /// The intervals in order of their starts; the first starts at 0.
    public var intervals: [Interval]
    public var isPremultiplied: Bool

    public init(geometry: Geometry, intervals: [Interval], isPremultiplied: Bool) {
        self.geometry = geometry
        self.intervals = intervals
        self.isPremultiplied = isPremultiplied
    }

    /// The bytes of the intervals and of the shares of columns and rows.
    var byteCount: Int {
        let places =
            switch geometry {
            case .linear(let columns, let rows): columns.count + rows.count
            case .round(let round): 2 * (round.columnU.count + round.rowU.count) + round.columnW.count + round.rowW.count
            case .conic(let places): 2 * (places.columnU.count + places.rowU.count)
            }
        return 4 * places + intervals.count * MemoryLayout<Interval>.stride
    }

    /// True if every colour is opaque.
    public var isOpaque: Bool {
        intervals.allSatisfy { UInt32($0.first.w) == Q15.one && UInt32($0.last.w) == Q15.one }
    }
}

extension GradientShading: CustomStringConvertible {
    public var description: String {
        let kind: String
        switch geometry {
        case .linear: kind = "linear"
        case .round(let round):
            let drift = round.isHyperbolic ? " hyperbolic" : round.rowW.isEmpty ? "" : " drifting"
            kind = "round \(round.inner)+\(round.span)\(drift)"
        case .conic: kind = "conic"
        }
        return "\(kind) \(intervals.count) intervals\(isPremultiplied ? " premultiplied" : "")"
    }
}

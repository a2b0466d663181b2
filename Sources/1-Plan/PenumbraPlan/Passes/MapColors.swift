/// Applies matrices, one after another, to the colours of a surface. Each pixel is read at (x + dx, y + dy), and its colours
/// are clamped to at most its alpha. Then each matrix computes, for red, green and blue, with a shift that keeps the sign,
///
///     sumᵢ = red·mᵢ₀ + green·mᵢ₁ + blue·mᵢ₂ + alpha·mᵢ₃
///     cᵢ   = ((sumᵢ + half) >> shift), clamped to 0…alpha, with half = 2^shift / 2, or 0
///
/// and multiplies cᵢ and alpha by the matrix's `opacity`: (c·opacity + 16384) >> 15. Values are premultiplied, so the last
/// column adds to straight colours and nothing is divided.
public struct MapColors: OffsetStep {
    /// A colour matrix in units of 1 / 2^shift. The magnitudes of each row sum to at most 65,535, so that sums fit in 32
    /// bits.
    public struct Matrix: Hashable, Sendable {
        public var red: SIMD4<Int32>
        public var green: SIMD4<Int32>
        public var blue: SIMD4<Int32>
        /// The number of fractional bits, 0…15.
        public var shift: Int32
        /// The opacity in Q15, 0…32768.
        public var opacity: UInt16

        public init(
            red: SIMD4<Int32>, green: SIMD4<Int32>, blue: SIMD4<Int32>, shift: Int32, opacity: UInt16 = UInt16(Q15.one)
        ) {
            self.red = red
            self.green = green
            self.blue = blue
            self.shift = shift
            self.opacity = opacity
        }

        /// Rounds rows of shares of red, green, blue and one to the closest matrix, with as many bits as fit.
        ///
        /// The error of a result is at most 1 / 2^14 times the largest sum of a row's magnitudes, or 1 / 2^14 where that sum
        /// is below 1. Numbers beyond ±16,000 are clamped to these bounds.
        public init(red: SIMD4<Double>, green: SIMD4<Double>, blue: SIMD4<Double>, opacity: Double = 1) {
            let rows = [red, green, blue].map { $0.clamped(lowerBound: -16_000 * .one, upperBound: 16_000 * .one) }
            let largest = rows.map { abs($0.x) + abs($0.y) + abs($0.z) + abs($0.w) }.max() ?? 0
            var shift: Int32 = 15
            // Leaves two units for rounding.
            while shift > 0, largest * Double(1 << shift) > 65_533 { shift -= 1 }
            let unit = Double(1 << shift)
            let whole = rows.map { SIMD4<Int32>(($0 * unit).rounded(.toNearestOrEven)) }
            self.init(red: whole[0], green: whole[1], blue: whole[2], shift: shift, opacity: Q15.value(opacity))
        }

        fileprivate var rows: [SIMD4<Int32>] { [red, green, blue] }
    }

    public var source: SurfaceID
    public var target: SurfaceID
    public var matrices: [Matrix]
    public var dx: Int
    public var dy: Int

    public init(source: SurfaceID, target: SurfaceID, matrices: [Matrix], dx: Int, dy: Int) {
        self.source = source
        self.target = target
        self.matrices = matrices
        self.dx = dx
        self.dy = dy
    }

    package var pass: Pass { .mapColors(self) }

    public var description: String {
        let texts = matrices.map { matrix in
            let rows = matrix.rows.map { "\($0.x) \($0.y) \($0.z) \($0.w)" }.joined(separator: ", ")
            return "[\(rows)] >> \(matrix.shift)" + (UInt32(matrix.opacity) == Q15.one ? "" : " opacity \(matrix.opacity)")
        }
        return "mapColors \(source) → \(target) at (\(dx), \(dy)) \(texts.joined(separator: " then "))"
    }

    package var ownTableBytes: Int { matrices.count * MemoryLayout<Matrix>.stride }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * 14 * matrices.count }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        if matrices.isEmpty { return "no matrix" }
        guard matrices.allSatisfy(Self.isValid) else { return "a matrix's numbers are too large" }
        return plan.reasonAgainst(target, .color) ?? plan.reasonAgainst(source, .color) ?? reasonAgainst(offsets: dx, dy)
    }

    /// True if no sum of a matrix overflows.
    static func isValid(_ matrix: Matrix) -> Bool {
        let isSmall = matrix.rows.allSatisfy { row in
            (0..<4).reduce(0) { $0 + Int(row[$1].magnitude) } <= 65_535
        }
        return isSmall && (0...15).contains(matrix.shift) && UInt32(matrix.opacity) <= Q15.one
    }

    package func leavesOpaque(_ opaque: Set<SurfaceID>, in plan: RenderPlan) -> Bool {
        let read = plan[target].bounds.offset(x: dx, y: dy)
        return opaque.contains(source) && read.intersection(plan[source].bounds) == read
            && matrices.allSatisfy { UInt32($0.opacity) == Q15.one }
    }

    /// The number of entries in `table` per matrix.
    public static let numbersPerMatrix = 14

    /// The matrices in the form that both renderers read: three rows of four, the shift, the opacity.
    public var table: [Int32] { matrices.flatMap { Self.table(of: $0) } }

    /// One matrix in this form.
    package static func table(of matrix: Matrix) -> [Int32] {
        matrix.rows.flatMap { [$0.x, $0.y, $0.z, $0.w] } + [matrix.shift, Int32(matrix.opacity)]
    }
}

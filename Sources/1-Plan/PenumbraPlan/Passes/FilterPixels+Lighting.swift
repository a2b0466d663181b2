import PenumbraElementary
import PenumbraGeometry

extension FilterPixels {
    /// Light on a surface whose height is the alpha A of the input, as SVG's lighting filters define it.
    ///
    /// Vectors, logarithms and powers:
    ///
    ///     fit(v)    v, if no part's magnitude exceeds 16384; else each part is (part + half) >> s, so that the largest has 14 bits
    ///     log(n)    log₂ n in Q24: the place of the highest bit, and `logarithms` with a straight line between entries
    ///     pow(q, b) 2^q in units of 1 / 2^b: `powers` with a straight line between entries, (m + half) >> (22 − b − whole part)
    ///     log(a, b) log(a·b) − (log(a·a) + log(b·b) + 1 >> 1), the logarithm of a cosine; nothing if a·b ≤ 0
    ///     raise(r)  the logarithm r of a cosine times an exponent; nothing below 2^−17
    ///
    /// The surface's slopes are Σ, the differences of the next and the last column, weighted 1, 2, 1 over three rows:
    ///
    ///     x = (Σ·slopes.across + half) >> slopes.shift, doubled if a column is missing
    ///
    /// and so for y. Rows and columns outside of `area` are missing. Slopes are larger by a third where a row is missing across.
    /// The surface's normal is N = fit(−x, −y, 16384), and the light comes from
    ///
    ///     L = fit(columns[x], rows[y], height.base − ((A·height.scale + half) >> height.shift))
    ///
    /// The light's logarithm is log(N, L), or for highlights raise(log(N, H)) with H = fit(L.x, L.y, L.z + |L|) and |L| =
    /// pow(log(L·L) >> 1, 0). A cone adds raise(log(L, cone.axis)); nothing if the cosine's logarithm is below cone.edge.
    /// Red, green and blue are min(32768, pow(logarithm + its number in colors, 15)). Alpha is 32768, or for highlights the
    /// greatest of the three.
    public struct Lighting: Hashable, Sendable {
        /// The logarithms of red, green and blue in Q24.
        public var colors: [Int32]
        /// The exponent of highlights. Nil for light that the surface scatters.
        public var highlight: Exponent?
        public var slopes: Slopes
        public var height: Height
        /// The distance from the middle of each column and of each row of the target to the light.
        public var columns: [Int32]
        public var rows: [Int32]
        public var cone: Cone?
        /// The part of the input that counts, in its coordinates.
        public var area: PixelRect

        public init(
            colors: [Int32], highlight: Exponent?, slopes: Slopes, height: Height, columns: [Int32], rows: [Int32], cone: Cone?,
            area: PixelRect
        ) {
            (self.colors, self.highlight, self.slopes, self.height) = (colors, highlight, slopes, height)
            (self.columns, self.rows, self.cone, self.area) = (columns, rows, cone, area)
        }

        var byteCount: Int { (LightTables.words.count + columns.count + rows.count + 40) * 4 }

        func reasonAgainst(_ target: Surface) -> String? {
            guard columns.count == target.width, rows.count == target.height else {
                return "its light is made for another size"
            }
            let far = Int32(1) << 29
            guard (columns + rows + [height.base]).allSatisfy({ $0.magnitude <= far.magnitude }) else { return "a far light" }
            guard colors.count == 3, colors.allSatisfy({ Self.colorRange.contains($0) }) else { return "a light's colour" }
            guard slopes.isSmall, height.scale.magnitude <= 32768, (0...15).contains(height.shift) else {
                return "a steep surface"
            }
            let exponents = [highlight, cone?.exponent].compactMap { $0 }
            guard exponents.allSatisfy(\.isSmall) else { return "a light's exponent" }
            if let cone, cone.axis.count != 3 || cone.axis.contains(where: { $0.magnitude > 16384 }) { return "a cone's axis" }
            let isNear = !area.isEmpty && max(abs(area.x), abs(area.y), area.width, area.height) < 1 << 30
            return isNear ? nil : "a light's area is empty or far"
        }

        mutating func crop(to part: PixelRect) {
            columns = Array(columns[part.columns])
            rows = Array(rows[part.rows])
        }

        /// The logarithms of 2^−40 and of 2^16. Fainter light is black.
        static let colorRange = Int32(-40 << 24)...Int32(16 << 24)

        /// The logarithm of a factor.
        public static func logarithm(_ factor: Double) -> Int32 {
            guard factor > 0 else { return colorRange.lowerBound }
            let exact = (LightTables.exactLogarithm(min(factor, 1e6)) * Double(1 << 24)).rounded()
            return Int32(max(Double(colorRange.lowerBound), min(Double(colorRange.upperBound), exact)))
        }
    }
}

extension FilterPixels.Lighting {
    /// A factor of logarithms: r·number / 256, and nothing if r is below −most.
    public struct Exponent: Hashable, Sendable {
        /// 0 to 128, in units of 1/256.
        public var number: Int32

        public init(_ exact: Double) { number = Int32((max(0, min(128, exact.isNaN ? 0 : exact)) * 256).rounded()) }

        package var most: Int32 { number == 0 ? 1 << 30 : Int32(min(1 << 30, (17 << 32) / Int(number))) }

        var isSmall: Bool { (0...32768).contains(number) }
    }

    /// The slope of a surface that rises by one unit of alpha per pixel, for three rows and for two.
    public struct Slopes: Hashable, Sendable {
        public var across: [Int32]
        public var down: [Int32]
        public var shift: Int32

        /// - Parameters:
        ///   - across: the surface's height where alpha is 1, in pixels across.
        ///   - down: the same in pixels down.
        public init(across: Double, down: Double) {
            func held(_ scale: Double) -> Double { scale.isNaN ? 0 : max(-16384, min(16384, scale)) }
            // A sum of alphas has 15 bits, and a slope of 1 has 14.
            let exact = [held(across), held(down)].map { scale in [4.0, 3].map { scale / $0 / 2 } }
            let largest = exact.flatMap { $0 }.reduce(0) { max($0, abs($1)) }
            var shift: Int32 = 24
            while shift > 0, largest * Double(1 << shift) > 8191 { shift -= 1 }
            let whole = exact.map { $0.map { Int32(($0 * Double(1 << shift)).rounded(.toNearestOrEven)) } }
            (self.across, self.down, self.shift) = (whole[0], whole[1], shift)
        }

        var isSmall: Bool {
            across.count == 2 && down.count == 2 && (0...24).contains(shift)
                && (across + down).allSatisfy { $0.magnitude <= (shift == 0 ? 4095 : 8191) }
        }
    }

    /// The distance from the surface up to the light.
    public struct Height: Hashable, Sendable {
        public var base: Int32
        public var scale: Int32
        public var shift: Int32

        /// - Parameters:
        ///   - base: the distance to an alpha of 0.
        ///   - surface: the height of an alpha of 1.
        public init(base: Double, surface: Double) {
            let far = Double(1 << 29)
            func held(_ value: Double) -> Double { value.isNaN ? 0 : max(-far, min(far, value)) }
            self.base = Int32(held(base).rounded())
            let unit = held(surface) / 32768
            var shift: Int32 = 15
            while shift > 0, abs(unit) * Double(1 << shift) > 32_767 { shift -= 1 }
            scale = Int32((unit * Double(1 << shift)).rounded(.toNearestOrEven))
            self.shift = shift
        }
    }

    /// The cone of a spotlight.
    public struct Cone: Hashable, Sendable {
        /// The direction from what the light points at to the light, at most 16384 in each part.
        public var axis: [Int32]
        public var exponent: Exponent
        /// The least logarithm of a cosine that is lit.
        public var edge: Int32

        /// - Parameters:
        ///   - axis: a direction of any length.
        ///   - edge: the cosine of the angle at which the light ends.
        public init(axis exact: SIMD3<Double>, exponent: Double, edge: Double) {
            let length = (exact * exact).sum().squareRoot()
            axis = (0..<3).map { length > 0 && length.isFinite ? Int32((exact[$0] / length * 16384).rounded()) : 0 }
            self.exponent = Exponent(exponent)
            self.edge = edge > 0 ? FilterPixels.Lighting.logarithm(edge) : -1 << 30
        }

        /// The logarithm of the square of the axis.
        package var length: Int32 {
            let square = axis.reduce(0) { $0 + Int($1) * Int($1) }
            return square > 0 ? LightTables.logarithm(Int32(square)) : 0
        }
    }
}

/// The tables of logarithms and powers to the base of 2 that light is computed with.
package enum LightTables {
    /// log₂(1 + i/512) in Q24, for i from 0 to 512.
    package static let logarithms = (0...512).map { index in
        Int32((exactLogarithm(1 + Double(index) / 512) * Double(1 << 24)).rounded())
    }

    /// 2^(i/256) in Q22, for i from 0 to 256.
    package static let powers = (0...256).map { Int32((Elementary.pow(2, Double($0) / 256) * Double(1 << 22)).rounded()) }

    static let words = logarithms + powers

    static func exactLogarithm(_ value: Double) -> Double { Elementary.log(value) / Elementary.log(2) }

    /// The logarithm in Q24 of a number above 0.
    @inline(__always)
    package static func logarithm(_ value: Int32, _ table: UnsafeBufferPointer<Int32>) -> Int32 {
        let highest = Int32(31 - value.leadingZeroBitCount)
        let mantissa = value << (30 - highest)
        let index = Int((mantissa >> 21) & 511)
        let rest = (mantissa >> 7) & 16383
        return (highest << 24) &+ table[index] &+ (((table[index &+ 1] &- table[index]) &* rest) >> 14)
    }

    static func logarithm(_ value: Int32) -> Int32 { logarithms.withUnsafeBufferPointer { logarithm(value, $0) } }
}

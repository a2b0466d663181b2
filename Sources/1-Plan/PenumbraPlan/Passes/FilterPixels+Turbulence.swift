import PenumbraGeometry

extension FilterPixels {
    /// Noise by K. Perlin, as the reference code of SVG's `feTurbulence` defines it, for places that rows and columns share.
    ///
    /// For each octave o, the place of a column has two points of the lattice, b0 and b1, a fraction r in Q15, and its curve s
    /// = r²·(3 − 2r) in Q15; so has the place of a row. For each channel with its gradients g,
    ///
    ///     i = lattice[column.b0], j = lattice[column.b1]
    ///     dot(p, x, y) = (x·g[p].x + y·g[p].y + 32768) >> 16                        in Q14
    ///     mix(t, a, b) = a + ((t·(b − a) + 16384) >> 15)
    ///     a = mix(column.s, dot(lattice[i + row.b0], x, y), dot(lattice[j + row.b0], x − 32768, y))
    ///     b = mix(column.s, dot(lattice[i + row.b1], x, y − 32768), dot(lattice[j + row.b1], x − 32768, y − 32768))
    ///     n = mix(row.s, a, b) ;  sum += ((isFractal ? n : |n|) << 8) >> o
    ///
    /// The straight channel is (sum + scaling.bias) >> scaling.shift, clamped to 0…32768. Red, green and blue are then
    /// multiplied by alpha.
    public struct Turbulence: Hashable, Sendable {
        public var octaves: Int
        public var isFractal: Bool
        /// The places of all columns of the first octave, then those of the next octave. A place is b0 | b1 << 16, and
        /// r | s << 16.
        public var columns: [SIMD2<Int32>]
        public var rows: [SIMD2<Int32>]
        public var lattice: PerlinLattice

        /// Beyond this octave, the rest adds less than a tenth of 1/255.
        public static let mostOctaves = 12

        public init(octaves: Int, isFractal: Bool, columns: [SIMD2<Int32>], rows: [SIMD2<Int32>], lattice: PerlinLattice) {
            (self.octaves, self.isFractal, self.columns, self.rows, self.lattice) = (
                octaves, isFractal, columns, rows, lattice
            )
        }

        /// Turns sums into straight channels. Sums of fractal noise have both signs, and 0 becomes the middle.
        package var scaling: (bias: Int32, shift: Int32) { isFractal ? ((1 << 22) + 128, 8) : (64, 7) }

        var byteCount: Int { (columns.count + rows.count) * 8 + lattice.words.count * 4 }

        func reasonAgainst(_ target: Surface) -> String? {
            guard (1...Self.mostOctaves).contains(octaves), columns.count == octaves * target.width,
                rows.count == octaves * target.height
            else { return "its noise is made for another size" }
            let areInside = (columns + rows).allSatisfy { place in
                (0...255).contains(place.x & 0xFFFF) && (0...255).contains(place.x >> 16)
                    && place.y & 0xFFFF <= 32768 && UInt32(bitPattern: place.y) >> 16 <= 32768
            }
            return areInside ? nil : "its noise reads outside of the lattice"
        }

        mutating func crop(to part: PixelRect) {
            let (width, height) = (columns.count / octaves, rows.count / octaves)
            columns = (0..<octaves).flatMap { columns[$0 * width + part.x..<$0 * width + part.maxX] }
            rows = (0..<octaves).flatMap { rows[$0 * height + part.y..<$0 * height + part.maxY] }
        }

        /// The place b0 | b1 << 16 and r | s << 16.
        ///
        /// - Parameter fraction: r, 0 up to but not 1.
        public static func place(_ first: Int, _ second: Int, fraction: Double) -> SIMD2<Int32> {
            let r = UInt32(max(0, min(32768, (fraction * 32768).rounded())))
            let s = UInt32(max(0, min(32768, (fraction * fraction * (3 - 2 * fraction) * 32768).rounded())))
            return SIMD2(Int32(first & 255 | (second & 255) << 16), Int32(bitPattern: r | s << 16))
        }
    }
}

/// The random numbers of turbulence: a shuffled lattice, and gradients for each channel.
public struct PerlinLattice: Hashable, Sendable {
    /// 512 entries of the lattice, 0…255, then 256 gradients for each channel, two numbers in Q15 each.
    public let words: [Int32]

    package static let latticeCount = 512
    package static let size = 256

    /// Makes the lattice of a seed with the generator of the specification (S. Park and K. Miller, *Random Number
    /// Generators*, 1988).
    public init(seed: Double) {
        var state = Self.state(seed)
        func next() -> Int {
            let result = 16_807 * (state % 127_773) - 2_836 * (state / 127_773)
            state = result <= 0 ? result + 2_147_483_647 : result
            return state
        }
        var lattice = Array(0..<Self.size)
        var gradients: [Int32] = []
        for _ in 0..<4 {
            for _ in 0..<Self.size {
                let x = Double(next() % 512 - 256) / 256
                let y = Double(next() % 512 - 256) / 256
                let length = (x * x + y * y).squareRoot()
                for part in [x, y] {
                    gradients.append(length > 0 ? Int32((part / length * 32768).rounded(.toNearestOrEven)) : 0)
                }
            }
        }
        for index in (1..<Self.size).reversed() { lattice.swapAt(index, next() % Self.size) }
        words = (lattice + lattice).map { Int32($0) } + gradients
    }

    /// The seed is truncated, and brought into the range of the generator.
    private static func state(_ seed: Double) -> Int {
        let whole = seed.isNaN ? 0 : Int(max(-2_147_483_648, min(2_147_483_647, seed.rounded(.towardZero))))
        if whole <= 0 { return -(whole % 2_147_483_646) + 1 }
        return min(whole, 2_147_483_646)
    }
}

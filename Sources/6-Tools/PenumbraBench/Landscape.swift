import Penumbra
import PenumbraElementary
import PenumbraSystem
import Synchronization

/// A mountain lake at sunrise, generated from formulas. Benchmarks use it as their photo.
///
/// The same size always gives the same picture. Larger sizes show more detail instead of larger pixels.
struct Landscape: Sendable {
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - width: pixels, at least 1.
    ///   - height: pixels, at least 1.
    init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }

    func picture() -> Bitmap {
        let ridges = Self.ridges.map { ridge in (0..<width).map { ridge.height(at: Double($0) / Double(width)) } }
        return Bitmap(width: width, height: height, isOpaque: true) { pixels in
            let next = Atomic(0)
            SharedWork.perform(threads: processorCount()) {
                while true {
                    let row = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard row < height else { return }
                    for column in 0..<width {
                        let color = color(column, row, ridges)
                        let at = 4 * (row * width + column)
                        for channel in 0..<3 {
                            pixels[at + channel] = UInt8(max(0, min(255, (color[channel] * 255).rounded())))
                        }
                        pixels[at + 3] = 255
                    }
                }
            }
        }
    }

    /// A line of mountains, with its height, its roughness and its colour in the haze.
    private struct Ridge {
        var base: Double
        var reach: Double
        var roughness: Double
        var seed: Double
        var color: SIMD3<Double>

        /// The height above the lake's far shore, as a fraction of the picture's height.
        func height(at x: Double) -> Double {
            var sum = 0.0
            var amplitude = 1.0
            var frequency = roughness
            for octave in 0..<9 {
                // Folded noise makes crests. Each octave is half as high and a little more than twice as fine.
                let n = Landscape.noise(x * frequency + seed * 17.3, Double(octave) * 5.1 + seed)
                sum += amplitude * (1 - abs(2 * n - 1))
                amplitude *= 0.47
                frequency *= 2.07
            }
            return base + reach * (sum / 1.9)
        }
    }

    private static let ridges: [Ridge] = [
        Ridge(base: 0.05, reach: 0.30, roughness: 2.1, seed: 3, color: SIMD3(0.66, 0.60, 0.72)),
        Ridge(base: 0.02, reach: 0.22, roughness: 3.0, seed: 8, color: SIMD3(0.46, 0.45, 0.62)),
        Ridge(base: 0.00, reach: 0.15, roughness: 4.3, seed: 12, color: SIMD3(0.25, 0.30, 0.45)),
        Ridge(base: -0.02, reach: 0.09, roughness: 7.0, seed: 21, color: SIMD3(0.10, 0.17, 0.26)),
    ]

    /// The position of the far shore, from the top.
    private static let shore = 0.60
    private static let sun = SIMD2(0.66, 0.36)

    private func color(_ column: Int, _ row: Int, _ ridges: [[Double]]) -> SIMD3<Double> {
        let x = (Double(column) + 0.5) / Double(width)
        let y = (Double(row) + 0.5) / Double(height)
        guard y > Self.shore else { return scene(x, y, column, ridges) }
        // The lake mirrors the scene. Ripples that grow towards the viewer distort the reflection.
        let depth = (y - Self.shore) / (1 - Self.shore)
        let ripple = Self.noise(x * 14 / (0.15 + depth), depth * depth * 90 + 30) - 0.5
        let fine = Self.noise(x * 70 / (0.15 + depth), depth * 260) - 0.5
        let shiftX = (ripple * 0.02 + fine * 0.006) * (0.3 + depth)
        let shiftY = (ripple * 0.05 + fine * 0.015) * (0.15 + depth)
        let mirroredX = max(0, min(0.9999, x + shiftX))
        let mirroredY = max(0, Self.shore - (y - Self.shore) * 0.9 - shiftY)
        let reflected = scene(mirroredX, mirroredY, Int(mirroredX * Double(width)), ridges)
        let water = SIMD3(0.07, 0.16, 0.25)
        let seen = 0.72 - 0.42 * depth
        var color = reflected * seen + water * (1 - seen)
        let glint = max(0, 1 - abs(x + shiftX * 2 - Self.sun.x) * 9) * max(0, fine + 0.12) * (1 - 0.5 * depth)
        color += SIMD3(1.0, 0.72, 0.42) * (glint * 1.1)
        return color
    }

    /// The colour of sky and mountains, for y at or above the shore.
    private func scene(_ x: Double, _ y: Double, _ column: Int, _ ridges: [[Double]]) -> SIMD3<Double> {
        for index in Self.ridges.indices.reversed() {
            let top = Self.shore - ridges[index][max(0, min(width - 1, column))]
            // The crest is a pixel and a half soft.
            let cover = max(0, min(1, (y - top) * Double(height) / 1.5 + 0.5))
            guard cover > 0 else { continue }
            let ridge = Self.ridges[index]
            let texture = Self.noise(x * 90, y * 130 + Double(index) * 9) - 0.5
            let fog = min(1, max(0, (y - top) / 0.16)) * (0.42 - 0.07 * Double(index))
            var color = ridge.color * (1 + 0.10 * texture)
            color = color * (1 - fog) + SIMD3(0.97, 0.80, 0.66) * fog
            if cover >= 1 { return color }
            return color * cover + behind(index, x, y, column, ridges) * (1 - cover)
        }
        return sky(x, y)
    }

    private func behind(_ index: Int, _ x: Double, _ y: Double, _ column: Int, _ ridges: [[Double]]) -> SIMD3<Double> {
        for other in 0..<index where Self.shore - ridges[other][max(0, min(width - 1, column))] < y {
            return Self.ridges[other].color
        }
        return sky(x, y)
    }

    private func sky(_ x: Double, _ y: Double) -> SIMD3<Double> {
        let t = min(1, y / Self.shore)
        let high = SIMD3(0.20, 0.36, 0.66)
        let middle = SIMD3(0.73, 0.70, 0.80)
        let low = SIMD3(1.0, 0.80, 0.60)
        var color = t < 0.55 ? high + (middle - high) * (t / 0.55) : middle + (low - middle) * ((t - 0.55) / 0.45)
        let aspect = Double(width) / Double(height)
        let dx = (x - Self.sun.x) * aspect
        let dy = y - Self.sun.y
        let distance = (dx * dx + dy * dy).squareRoot()
        color += SIMD3(1.0, 0.72, 0.40) * (0.55 * Elementary.exp(-distance * 7))
        let disc = max(0, min(1, (0.036 - distance) * Double(height) / 1.5))
        color = color * (1 - disc) + SIMD3(1.0, 0.96, 0.86) * disc
        var cloud = 0.0
        var amplitude = 0.5
        for octave in 0..<5 {
            let f = Double(1 << octave)
            cloud += amplitude * Self.noise(x * 3.2 * f + 4, y * 11 * f + 40)
            amplitude *= 0.5
        }
        let cover = max(0, min(1, (cloud - 0.50) * 4)) * max(0, 1 - t * 0.75)
        return color * (1 - 0.65 * cover) + SIMD3(1.0, 0.90, 0.86) * (0.65 * cover)
    }

    /// Smooth value noise in 0…1: random numbers at integer positions, blended with a quintic (Perlin 2002).
    private static func noise(_ x: Double, _ y: Double) -> Double {
        let (fx, fy) = (x.rounded(.down), y.rounded(.down))
        let (ix, iy) = (Int64(fx), Int64(fy))
        func fade(_ t: Double) -> Double { t * t * t * (t * (t * 6 - 15) + 10) }
        let (u, v) = (fade(x - fx), fade(y - fy))
        let top = value(ix, iy) * (1 - u) + value(ix + 1, iy) * u
        let bottom = value(ix, iy + 1) * (1 - u) + value(ix + 1, iy + 1) * u
        return top * (1 - v) + bottom * v
    }

    private static func value(_ x: Int64, _ y: Int64) -> Double {
        var z = UInt64(bitPattern: x) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: y) &* 0xC2B2_AE3D_27D4_EB4F
        z = (z ^ (z >> 29)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 32)) &* 0x94D0_49BB_1331_11EB
        return Double((z ^ (z >> 31)) >> 11) / 9_007_199_254_740_992
    }
}

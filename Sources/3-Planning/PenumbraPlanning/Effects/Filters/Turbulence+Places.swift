import PenumbraGeometry
import PenumbraPlan
import PenumbraScene

extension FilterPixels.Turbulence {
    /// Places pixels on the lattice.
    ///
    /// - Parameters:
    ///   - bounds: the pixels that are computed.
    ///   - region: the pixels of the step, which stitched noise fills.
    init(_ turbulence: FilterGraph.Turbulence, in bounds: PixelRect, of region: PixelRect, toDevice: AffineTransform) {
        let octaves = min(max(1, turbulence.octaves), Self.mostOctaves)
        func places(
            _ pixels: Range<Int>, _ region: Range<Int>, _ scale: Double, _ origin: Double, _ frequency: Double
        ) -> [SIMD2<Int32>] {
            let axis = NoiseAxis(
                start: (Double(region.lowerBound) - origin) / scale, length: Double(region.count) / scale,
                frequency: frequency, stitches: turbulence.stitches)
            return (0..<octaves).flatMap { octave in
                pixels.map { pixel in axis.place((Double(pixel) - origin) / scale, octave) }
            }
        }
        self.init(
            octaves: octaves, isFractal: turbulence.isFractal,
            columns: places(bounds.columns, region.columns, toDevice.a, toDevice.tx, turbulence.baseFrequency.x),
            rows: places(bounds.rows, region.rows, toDevice.d, toDevice.ty, turbulence.baseFrequency.y),
            lattice: PerlinLattice(seed: turbulence.seed))
    }
}

/// The lattice along one axis, by the reference code of SVG's `feTurbulence`.
private struct NoiseAxis {
    var frequency: Double
    /// The lattice points of the region in the first octave, and where the lattice starts again. Nil without stitching.
    var stitch: (length: Double, wrap: Double)?

    /// The reference code adds this number, so that places are positive.
    private static let origin = 4096.0

    init(start: Double, length: Double, frequency: Double, stitches: Bool) {
        self.frequency = frequency
        guard stitches, length > 0 else { return }
        if frequency != 0 {
            let low = (length * frequency).rounded(.down) / length
            let high = (length * frequency).rounded(.up) / length
            self.frequency = low > 0 && frequency / low < high / frequency ? low : high
        }
        let points = (length * self.frequency + 0.5).rounded(.down)
        stitch = (points, start * self.frequency + Self.origin + points)
    }

    func place(_ point: Double, _ octave: Int) -> SIMD2<Int32> {
        let factor = Double(1 << octave)
        let t = max(-1e15, min(1e15, point * frequency * factor)) + Self.origin
        let whole = t.rounded(.towardZero)
        var (first, second) = (whole, whole + 1)
        if let stitch {
            let length = stitch.length * factor
            // The reference code doubles the wrap and takes the origin off again in each octave.
            let wrap = (stitch.wrap - Self.origin).rounded(.towardZero) * factor + Self.origin
            if first >= wrap { first -= length }
            if second >= wrap { second -= length }
        }
        func index(_ value: Double) -> Int { Int(max(-1e15, min(1e15, value))) & 255 }
        return FilterPixels.Turbulence.place(index(first), index(second), fraction: t - whole)
    }
}

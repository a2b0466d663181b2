import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Tests pictures resized with Lanczos's kernel.
@Suite(.timed) struct LanczosTests {
    private static let source = ImageSource.data([3])

    private static let picture: Bitmap = {
        var random = SeededGenerator(seed: 77)
        return Bitmap(width: 23, height: 17) { bytes in
            for i in 0..<23 * 17 {
                for c in 0..<4 { bytes[4 * i + c] = UInt8(random.integer(0...255)) }
                if i % 3 == 0 { bytes[4 * i + 3] = 255 }
            }
        }
    }()

    private func drawn(width: Double, height: Double, transform: AffineTransform = .identity) throws -> Bitmap {
        let layer = Layer(
            kind: .image(ImageContents(source: Self.source, interpolation: .lanczos)),
            frame: Rect(x: 0, y: 0, width: width, height: height), transform: transform)
        let canvas = Canvas(size: Size(width: width, height: height))
        return try PenumbraPlanningTests.drawn(
            Scene(canvas: canvas, layers: [layer]), images: [Self.source: Self.picture])
    }

    /// The kernel's definition, with the result clamped to valid colours and colours clamped to their alpha.
    @Test(arguments: [(60.0, 40.0), (9, 7), (23, 30), (46, 17), (11, 50)])
    func lanczosResizingMatchesTheKernelSum(width: Double, height: Double) throws {
        let bitmap = try drawn(width: width, height: height)
        func weights(_ i: Int, _ target: Double, _ source: Int) -> [Double] {
            let step = Double(source) / target
            let middle = (Double(i) + 0.5) * step - 0.5
            let wide = max(1, step)
            var result = [Double](repeating: 0, count: source)
            for j in -100..<source + 100 {
                let x = (Double(j) - middle) / wide
                guard abs(x) < 3 else { continue }
                let p = Double.pi * x
                result[max(0, min(source - 1, j))] += x == 0 ? 1 : 3 * sin(p) * sin(p / 3) / (p * p)
            }
            let sum = result.reduce(0, +)
            return result.map { $0 / sum }
        }
        func held(_ v: SIMD4<Double>) -> SIMD4<Double> {
            let v = v.clamped(lowerBound: .zero, upperBound: .one)
            return SIMD4(min(v.x, v.w), min(v.y, v.w), min(v.z, v.w), v.w)
        }
        var worst = 0.0
        for x in 0..<Int(width) {
            let across = weights(x, width, 23)
            let columns = (0..<17).map { y in
                (0..<23).reduce(into: SIMD4<Double>.zero) { sum, j in
                    let p = Self.picture[j, y]
                    let a = Double(p.w) / 255
                    let value = SIMD4(Double(p.x) / 255 * a, Double(p.y) / 255 * a, Double(p.z) / 255 * a, a)
                    sum += value * across[j]
                }
            }
            for y in 0..<Int(height) {
                let down = weights(y, height, 17)
                let truth = held((0..<17).reduce(into: SIMD4<Double>.zero) { $0 += columns[$1] * down[$1] }) * 255
                let p = bitmap[x, y]
                let a = Double(p.w) / 255
                let found = SIMD4(Double(p.x) * a, Double(p.y) * a, Double(p.z) * a, Double(p.w))
                for c in 0..<4 { worst = max(worst, abs(found[c] - truth[c])) }
            }
        }
        #expect(worst <= Tolerance.straightBytes + 0.1, "\(worst)")
    }

    @Test func lanczosPictureAtItsOwnSizeIsUnchanged() throws {
        let bitmap = try drawn(width: 23, height: 17)
        for y in 0..<17 {
            for x in 0..<23 {
                let (a, b) = (bitmap[x, y], Self.picture[x, y])
                #expect(a.w == b.w && (b.w < 255 || a == b))
            }
        }
    }

    @Test func lanczosFlipEqualsTheFlippedPicture() throws {
        let plain = try drawn(width: 40, height: 40)
        let flipped = try drawn(width: 40, height: 40, transform: .scale(-1, 1))
        for y in 0..<40 {
            for x in 0..<40 {
                for c in 0..<4 { #expect(abs(Int(plain[x, y][c]) - Int(flipped[39 - x, y][c])) <= 1) }
            }
        }
    }
}

import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import TestSupport
import Testing

/// Tests projected pictures against means over exact quadrilaterals.
@Suite(.timed) struct ProjectionTests {
    private static let side = 16

    /// The largest error in 1/255, before the last rounding. Measured over the maps below: smooth 0.038, photo 0.017,
    /// squares 0.324, lines 0.248, noise 0.324.
    private static func tolerance(_ picture: AreaMeanTests.Picture) -> Double {
        switch picture {
        case .smooth: 0.04
        case .photo: 0.02
        case .squares: 0.33
        case .lines: 0.25
        case .noise: 0.33
        }
    }

    /// Draws a picture through a map from a target of 16×16 to the picture, and returns Q15 values.
    private func drawn(_ picture: Bitmap, _ map: Projection, least: Double) -> [UInt16] {
        let side = Self.side
        var plan = RenderPlan(width: side, height: side)
        plan.images = [picture]
        let source = plan.addSurface(Surface(format: .color, width: picture.width, height: picture.height, label: "source"))
        func table(_ count: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(count: count, origin: 0, step: 1, limits: 0..<count, nearest: true, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: source, columns: table(picture.width, ResamplingTable.unitTotal),
                rows: table(picture.height, Q15.byteScale)),
            .projectImage(
                source: source, target: plan.canvas,
                sampling: ProjectiveSampling(map, least: least, width: side, height: side)),
        ]
        let stride = plan[plan.canvas].valueStride
        var values = [UInt16](repeating: 0, count: stride * side)
        values.withUnsafeMutableBufferPointer { values in
            Execution(renderer: CPURenderer(threads: 1), plan: plan).draw(
                plan.canvas,
                into: Rows(
                    base: values.baseAddress!, stride: stride, firstRow: 0, rowCount: side, width: side, height: side))
        }
        return (0..<side).flatMap { values[$0 * stride..<$0 * stride + 4 * side] }
    }

    private func exactMean(_ picture: Bitmap, _ area: Field, _ channel: Int) -> Double {
        var (sum, weight) = (0.0, 0.0)
        for y in area.pixels.y..<area.pixels.maxY {
            for x in area.pixels.x..<area.pixels.maxX where area[x, y] > 0 {
                let pixel = picture[max(0, min(picture.width - 1, x)), max(0, min(picture.height - 1, y))]
                sum += area[x, y] * Double(pixel[channel])
                weight += area[x, y]
            }
        }
        return sum / weight
    }

    /// A map whose pixels are about `reduction` source pixels wide in the middle, turned and tilted.
    private func map(_ degrees: Double, _ reduction: Double, tilt: Point, side: Int) -> Projection {
        let flat = AffineTransform.translation(-Double(Self.side) / 2 + 0.137, -Double(Self.side) / 2 - 0.219)
            .concatenating(.scale(reduction, reduction))
            .concatenating(.rotation(degrees: degrees))
        let tilted = Projection(u: SIMD3(1, 0, 0), v: SIMD3(0, 1, 0), w: SIMD3(tilt.x / reduction, tilt.y / reduction, 1))
        return Projection(flat).concatenating(tilted).concatenating(.translation(Double(side) / 2, Double(side) / 2))
    }

    @Test(arguments: AreaMeanTests.Picture.allCases)
    func projectedPicturesAreMeansOverExactQuadrilaterals(picture: AreaMeanTests.Picture) {
        var most = 0.0
        for reduction in [1.0, 1.07, 1.5, 2, 3, 5, 10, 15] {
            for (index, degrees) in [0, 0.5, 17, 45, 89.7, 186].enumerated() {
                let side = Int(14 * reduction) + 8
                let bitmap = picture.bitmap(side: side)
                let tilt = [Point(0.002, 0), Point(0, -0.01), Point(0.02, 0.015), Point(-0.03, 0.01)][index % 4]
                let map = map(degrees, reduction, tilt: tilt, side: side)
                let values = drawn(bitmap, map, least: 0.2)
                for y in Swift.stride(from: 0, to: Self.side, by: reduction > 5 ? 3 : 1) {
                    for x in Swift.stride(from: 0, to: Self.side, by: reduction > 5 ? 3 : 1) {
                        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
                        let corners = pixel.corners.map { map.applied(to: $0) }
                        let area = exactArea(of: [corners], in: PixelRect(covering: Rect(bounding: corners)))
                        for channel in 0..<3 {
                            let found = Double(values[4 * (y * Self.side + x) + channel]) * 255 / 32768
                            most = max(most, abs(found - exactMean(bitmap, area, channel)))
                        }
                        #expect(values[4 * (y * Self.side + x) + 3] == 32768)
                    }
                }
            }
        }
        #expect(most <= Self.tolerance(picture))
    }

    @Test func projectedFlatPicturesKeepTheirColour() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<rounds(200) {
            let size = [1.0, 3, 12, 80, 3000][round % 5]
            func number(_ size: Double) -> Double { Double.random(in: -size...size, using: &random) }
            let map = Projection(
                u: SIMD3(number(size), number(size), number(size)), v: SIMD3(number(size), number(size), number(size)),
                w: SIMD3(number(0.03), number(0.03), 1))
            let gray = UInt8.random(in: 0...255, using: &random)
            let bitmap = Bitmap(width: 9, height: 9, isOpaque: true) { bytes in
                for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : gray }
            }
            let expected = UInt16(Q15.value(byte: UInt32(gray)))
            let values = drawn(bitmap, map, least: 1e-3)
            for (index, value) in values.enumerated() where values[index | 3] > 0 {
                #expect(value == (index % 4 == 3 ? 32768 : expected), "\(map)")
            }
        }
    }

    /// Maps without sense are drawn too, as long as positions are bounded.
    @Test func extremeProjectionsNeverTrap() {
        let bitmap = Bitmap(width: 3, height: 3, isOpaque: true) { bytes in for i in bytes.indices { bytes[i] = 255 } }
        for size in [1e-300, 1e-9, 1, 1e9, 1e300] {
            for tilt in [0, 1e-300, 1e-6, 1, 1e9] {
                let map = Projection(
                    u: SIMD3(size, -size, 1), v: SIMD3(0, size, -1), w: SIMD3(tilt, -tilt, 1))
                for least in [1e-300, 1e-6, 1, 1e300] { _ = drawn(bitmap, map, least: least) }
            }
        }
    }
}

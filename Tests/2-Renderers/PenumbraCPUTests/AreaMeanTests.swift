import Glibc
import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import TestSupport
import Testing

/// Tests pictures under rotations and skews against means over exact polygons.
@Suite(.timed) struct AreaMeanTests {
    /// A picture whose red, green and blue hold three grey pictures.
    enum Picture: CaseIterable {
        case smooth, photo, squares, lines, noise

        func bitmap(side: Int) -> Bitmap {
            var random = SeededGenerator(seed: 11)
            // A photo has much energy at large distances and less at small ones.
            let grids = (0..<5).map { _ in (0..<64 * 64 * 3).map { _ in Double.random(in: -1...1, using: &random) } }
            func octave(_ level: Int, _ x: Double, _ y: Double, _ channel: Int) -> Double {
                let (u, v) = (x / Double(1 << level), y / Double(1 << level))
                let (c, r) = (Int(u), Int(v))
                func value(_ x: Int, _ y: Int) -> Double { grids[level][((y % 64) * 64 + x % 64) * 3 + channel] }
                let (f, g) = (u - Double(c), v - Double(r))
                return (value(c, r) * (1 - f) + value(c + 1, r) * f) * (1 - g)
                    + (value(c, r + 1) * (1 - f) + value(c + 1, r + 1) * f) * g
            }
            return Bitmap(width: side, height: side, isOpaque: true) { bytes in
                for y in 0..<side {
                    for x in 0..<side {
                        for channel in 0..<4 {
                            let (u, v) = (Double(x), Double(y))
                            let value: Double =
                                if channel == 3 { 255 } else {
                                    switch self {
                                    case .smooth: 127.5 + 127.5 * sin(2 * .pi * (u / 80 + v / (60 + 30 * Double(channel))))
                                    case .photo:
                                        127.5 + (0..<5).reduce(0) { $0 + octave($1, u, v, channel) * Double(7 << $1) / 2 }
                                    case .squares: (x >> channel + y >> channel) % 2 == 0 ? 255 : 0
                                    case .lines: [x % 4, y % 3, (x + 2 * y) % 7 / 2][channel] == 0 ? 255 : 0
                                    case .noise: Bool.random(using: &random) ? 255 : 0
                                    }
                                }
                            bytes[4 * (y * side + x) + channel] = UInt8(max(0, min(255, value.rounded())))
                        }
                    }
                }
            }
        }

        /// The largest error in 1/255, before the last rounding. Measured over the maps below: smooth 1.001, photo 0.340, squares
        /// 1.751, lines 1.491, noise 1.550.
        var tolerance: Double {
            switch self {
            case .smooth: 1.01
            case .photo: 0.35
            case .squares: 1.76
            case .lines: 1.5
            case .noise: 1.56
            }
        }

        /// The same for means of interpolations. Measured: smooth 0.193, photo 0.109, the others 0.980.
        var interpolationTolerance: Double {
            switch self {
            case .smooth: 0.2
            case .photo: 0.12
            case .squares, .lines, .noise: 0.99
            }
        }
    }

    private static let side = 16

    /// Draws a picture through a map from a target of 16×16 to the picture, and returns Q15 values.
    private func drawn(_ picture: Bitmap, _ map: AffineTransform, isInterpolated: Bool) -> [UInt16] {
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
            .transformImage(
                source: source, target: plan.canvas,
                sampling: AffineSampling(
                    map, width: side, height: side, filter: .area(.mean(through: map, isInterpolated: isInterpolated)))),
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

    /// The mean of a channel over a target pixel, where pixels outside of the picture are those of its edge.
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

    /// The map of a rotated target whose pixels are `across` × `down` source pixels, about the middle of the source.
    private func map(_ degrees: Double, across: Double, down: Double, skew: Double = 0, side: Int) -> AffineTransform {
        AffineTransform.translation(-Double(Self.side) / 2 + 0.137, -Double(Self.side) / 2 - 0.219)
            .concatenating(AffineTransform(a: 1, b: 0, c: skew, d: 1, tx: 0, ty: 0))
            .concatenating(.scale(across, down))
            .concatenating(.rotation(degrees: degrees))
            .concatenating(.translation(Double(side) / 2, Double(side) / 2))
    }

    @Test(arguments: Picture.allCases) func reducedPicturesAreMeansOverExactAreas(picture: Picture) {
        var most = 0.0
        for reduction in [1.0, 1.07, 1.5, 2, 3, 5, 10, 20, 40] {
            for (index, degrees) in [0.5, 6, 17, 30, 45, 77, 89.7, 186].enumerated() {
                // The target's corners lie outside of the picture.
                let side = Int(12 * reduction) + 8
                let bitmap = picture.bitmap(side: side)
                let map = map(
                    degrees, across: reduction, down: index % 3 == 2 ? min(40, 1.5 * reduction) : reduction,
                    skew: index % 4 == 3 ? 0.4 : 0, side: side)
                let values = drawn(bitmap, map, isInterpolated: false)
                for y in Swift.stride(from: 0, to: Self.side, by: reduction > 5 ? 3 : 1) {
                    for x in Swift.stride(from: 0, to: Self.side, by: reduction > 5 ? 3 : 1) {
                        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
                        let corners = pixel.corners.map { $0.applying(map) }
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
        #expect(most <= picture.tolerance)
    }

    /// The mean of the interpolated picture, from 48×48 points of each target pixel.
    @Test(arguments: Picture.allCases) func picturesEnlargedInOneDirectionAreInterpolationMeans(picture: Picture) {
        let side = 40
        let bitmap = picture.bitmap(side: side)
        func value(_ x: Int, _ y: Int, _ channel: Int) -> Double {
            Double(bitmap[max(0, min(side - 1, x)), max(0, min(side - 1, y))][channel])
        }
        var most = 0.0
        for (across, down, degrees) in [
            (0.5, 4, 30), (0.25, 3, 6), (0.8, 1.5, 45), (0.1, 2, 17), (0.5, 4, 0.5), (0.7, 0.9, 20),
        ] {
            let map = map(degrees, across: across, down: down, side: side)
            let values = drawn(bitmap, map, isInterpolated: true)
            for y in Swift.stride(from: 0, to: Self.side, by: 2) {
                for x in Swift.stride(from: 0, to: Self.side, by: 2) {
                    var sums = [0.0, 0, 0]
                    for point in 0..<48 * 48 {
                        let place = Point(
                            Double(x) + (Double(point % 48) + 0.5) / 48, Double(y) + (Double(point / 48) + 0.5) / 48
                        ).applying(map)
                        let (u, v) = (place.x - 0.5, place.y - 0.5)
                        let (c, r) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
                        let (f, g) = (u - Double(c), v - Double(r))
                        for channel in 0..<3 {
                            sums[channel] +=
                                (value(c, r, channel) * (1 - f) + value(c + 1, r, channel) * f) * (1 - g)
                                + (value(c, r + 1, channel) * (1 - f) + value(c + 1, r + 1, channel) * f) * g
                        }
                    }
                    for channel in 0..<3 {
                        let found = Double(values[4 * (y * Self.side + x) + channel]) * 255 / 32768
                        most = max(most, abs(found - sums[channel] / (48 * 48)))
                    }
                }
            }
        }
        #expect(most <= picture.interpolationTolerance)
    }

    /// Also for strong skews and for maps whose tables have few phases.
    @Test func flatPicturesKeepTheirColor() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<rounds(200) {
            let size = [1.0, 3, 12, 80, 3000][round % 5]
            func number() -> Double { Double.random(in: -size...size, using: &random) }
            let map = AffineTransform(a: number(), b: number(), c: number(), d: number(), tx: number(), ty: number())
            let gray = UInt8.random(in: 0...255, using: &random)
            let bitmap = Bitmap(width: 9, height: 9, isOpaque: true) { bytes in
                for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : gray }
            }
            let expected = UInt16(Q15.value(byte: UInt32(gray)))
            let values = drawn(bitmap, map, isInterpolated: round % 3 == 0)
            for (index, value) in values.enumerated() { #expect(value == (index % 4 == 3 ? 32768 : expected), "\(map)") }
        }
    }

    /// A mean over an area that hardly exists, or that is larger than all tables, is still a mean.
    @Test func weightTablesOfExtremeMapsAreSmallAndNormalised() {
        for (a, b, c, d) in [
            (1e300, 0, 0, 1e300), (1e-300, 0, 0, 1e-300), (1, 0, 1e9, 1e-9), (1000, 1000, 1000, 1001), (0, 0, 0, 0),
            (1, 1e-7, -1, 1e-7), (300, 1, -300, 1), (1e5, 3, 0.1, 1e-5),
        ] as [(Double, Double, Double, Double)] {
            for isInterpolated in [false, true] {
                let weights = AreaWeights.mean(
                    through: AffineTransform(a: a, b: b, c: c, d: d, tx: 0, ty: 0), isInterpolated: isInterpolated)
                let each = 4 * weights.groups.count
                #expect(weights.weights.count == each * weights.phasesAcross * weights.phasesDown)
                #expect(weights.weights.count <= 1 << 19)
                for phase in 0..<weights.phasesAcross * weights.phasesDown {
                    let run = weights.weights[phase * each..<(phase + 1) * each]
                    #expect(run.allSatisfy { $0 >= 0 } && run.reduce(0) { $0 + Int($1) } == Int(weights.total))
                }
            }
        }
    }
}

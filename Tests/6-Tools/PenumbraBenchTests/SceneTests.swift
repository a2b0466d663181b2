import PenumbraBench
import PenumbraBitmap
import PenumbraEngine
import PenumbraGeometry
import PenumbraPlan
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct SceneTests {
    private func plan(_ kind: BenchmarkScene.Kind, _ scale: Double, sigma: Double? = nil) throws -> RenderPlan {
        var scene = try BenchmarkScene(kind, scale: scale, sigma: sigma).scene(photoSize: Size(width: 90, height: 60))
        // Texts need fonts.
        scene.layers.removeAll { if case .text = $0.kind { true } else { false } }
        let photo = Bitmap(width: 90, height: 60, isOpaque: true) { pixels in
            for index in pixels.indices { pixels[index] = index % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: index &* 7) }
        }
        return try Engine().passes(of: scene, SceneAssets(images: [BenchmarkScene.photo: photo]))
    }

    @Test(arguments: BenchmarkScene.Kind.allCases.filter { $0 != .shadow }, [0.1, 0.5, 1.0])
    func benchmarkScenesFillTheirCanvas(kind: BenchmarkScene.Kind, scale: Double) throws {
        let plan = try plan(kind, scale)
        #expect(plan.width == Int((1200 * scale).rounded(.up)) && plan.height == Int((630 * scale).rounded(.up)))
        let picture = try Device.processor().draw(plan)
        #expect(picture.isOpaque)
        #expect(
            Set(stride(from: 0, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }).count > 8, "it shows something")
    }

    @Test func benchmarkShadowGrowsWithItsSigma() throws {
        func shaded(_ sigma: Double) throws -> Int {
            let plan = try plan(.shadow, 1, sigma: sigma)
            #expect(plan.width == 2048 && plan.height == 2048)
            let picture = try Device.processor().draw(plan)
            let corner = picture[0, 0]
            return (0..<2048).count { picture[$0, 1024] != corner }
        }
        let widths = try [1.0, 8, 64].map(shaded)
        #expect(widths[0] < widths[1] && widths[1] < widths[2])
    }

    /// The bytes that each pass reads and writes, counted by hand.
    @Test func trafficIsTheBytesPassesReadAndWrite() {
        var plan = RenderPlan(width: 10, height: 6)
        // The canvas, 8 bytes per pixel, is read at the end, and 4 bytes per pixel are written.
        #expect(plan.trafficBytes == 60 * 12)
        let mask = plan.addSurface(Surface(format: .mask, width: 4, height: 5, label: "mask"))
        let other = plan.addSurface(Surface(format: .mask, width: 4, height: 5, label: "other"))
        plan.passes = [.clear(target: plan.canvas, color: .init(red: 0, green: 0, blue: 0, alpha: 0))]
        #expect(plan.trafficBytes == 60 * 12 + 60 * 8)
        plan.passes = [.mapMask(source: mask, target: other, map: .inverted, dx: 0, dy: 0)]
        #expect(plan.trafficBytes == 60 * 12 + 2 * 20 * 2)
        // A region of 3×2: the target is read and written, and the mask is read there.
        plan.passes = [
            .composite(
                Composite(
                    target: plan.canvas, region: PixelRect(x: 1, y: 1, width: 3, height: 2),
                    source: .color(.init(red: 0, green: 0, blue: 0, alpha: 0)), mask: .surface(mask, dx: 0, dy: 0)))
        ]
        #expect(plan.trafficBytes == 60 * 12 + 6 * 16 + 6 * 2)
    }
}

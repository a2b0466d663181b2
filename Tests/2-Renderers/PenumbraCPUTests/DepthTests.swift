import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

/// Tests pictures of 16 bits per channel.
@Suite(.timed) struct DepthTests {
    private func value(_ bitmap: Bitmap, _ x: Int, _ channel: Int) -> Double {
        Double(Int(bitmap.pixels[8 * x + 2 * channel]) << 8 | Int(bitmap.pixels[8 * x + 2 * channel + 1]))
    }

    /// Every result is the nearest one of 65,536 to the straight colour, whatever the premultiplied Q15 values are.
    @Test(arguments: TestSeeds.all) func sixteenBitValuesAreCorrectlyRounded(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var plan = RenderPlan(width: 4096, height: 1)
        plan.depth = .sixteen
        var colors: [SIMD4<Int>] = []
        plan.passes = [.clear(target: plan.canvas, color: .clear)]
        for x in 0..<4096 {
            let alpha = x < 64 ? [0, 1, 2, 3, 32767, 32768][x % 6] : Int.random(in: 0...32768, using: &random)
            var color = PremultipliedColor.clear
            func part() -> UInt16 { UInt16(Int.random(in: 0...alpha, using: &random)) }
            (color.red, color.green, color.blue, color.alpha) = (part(), part(), part(), UInt16(alpha))
            colors.append(SIMD4(Int(color.red), Int(color.green), Int(color.blue), alpha))
            plan.passes.append(
                .composite(
                    Composite(target: plan.canvas, region: PixelRect(x: x, y: 0, width: 1, height: 1), source: .color(color))))
        }
        let bitmap = try CPURenderer(threads: 1).execute(plan)
        #expect((bitmap.width, bitmap.height, bitmap.depth) == (4096, 1, .sixteen))
        for (x, color) in colors.enumerated() {
            let alpha = Double(color.w)
            #expect(abs(value(bitmap, x, 3) - alpha / 32768 * 65535) <= 0.5)
            for channel in 0..<3 {
                let exact = color.w == 0 ? 0 : Double(color[channel]) / alpha * 65535
                #expect(abs(value(bitmap, x, channel) - exact) <= 0.5, "\(color)")
            }
        }
    }

    /// A slow gradient has more steps than bytes have, and is off by at most two units of Q15 from its formula.
    @Test func slowGradientKeepsItsStepsIn16Bits() throws {
        let gradient = Gradient(
            .axial(startPoint: Point(0, 0.5), endPoint: Point(1, 0.5)),
            colors: [Color(red: 0.2, green: 0.3, blue: 0.4), Color(red: 0.22, green: 0.31, blue: 0.46)])
        var canvas = Canvas(size: Size(width: 2000, height: 1), background: .gradient(gradient), dither: true)
        canvas.depth = .sixteen
        let bitmap = try CPURenderer(threads: 1).execute(try ScenePlanner.plan(Scene(canvas: canvas)))
        var steps = Set<Double>()
        for x in 0..<2000 {
            let exact = 0.2 + 0.02 * (Double(x) + 0.5) / 2000
            #expect(abs(value(bitmap, x, 0) / 65535 - exact) <= 2.0 / 32768, "\(x)")
            steps.insert(value(bitmap, x, 0))
        }
        // 0.02 of 32,768 steps.
        #expect(steps.count > 600)
        #expect(bitmap.isOpaque)
    }
}

import PenumbraBitmap
import PenumbraCPU
import PenumbraFuzzing
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests parts of pictures: a plan for the part alone gives the same pixels as the whole picture.
@Suite(.timed) struct CroppingTests {
    private let cpu = CPURenderer(threads: 1)

    private func part(of plan: RenderPlan, _ random: inout SeededGenerator) -> PixelRect {
        let x = Int.random(in: 0..<plan.width, using: &random)
        let y = Int.random(in: 0..<plan.height, using: &random)
        return PixelRect(
            x: x, y: y, width: Int.random(in: 1...plan.width - x, using: &random),
            height: Int.random(in: 1...plan.height - y, using: &random))
    }

    @Test func croppedRandomPlansEqualTheWholePicture() throws {
        for seed in seeds(rounds(500)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed)
            let whole = try cpu.execute(plan)
            for _ in 0..<4 {
                let wanted = part(of: plan, &random)
                if let difference = try partDifference(plan, whole, wanted, draw: cpu.execute) {
                    Issue.record("seed \(seed): \(difference)\n\(plan)")
                    return
                }
            }
        }
    }

    /// The plan of a part is an ordinary plan. The formulas give the same picture, and no table reads outside a surface.
    @Test func croppedRandomPlansMatchTheReference() {
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed, passes: 12, largest: 30)
            let whole = ReferenceExecutor.execute(plan)
            let wanted = part(of: plan, &random)
            if let difference = partDifference(plan, whole, wanted, draw: ReferenceExecutor.execute) {
                Issue.record("seed \(seed): \(difference)\n\(plan)")
                return
            }
        }
    }

    @Test(.needsSoftwareGL)
    func croppedRandomPlansEqualTheWholePictureOnGPU() throws {
        let gpu = try Renderers.shared.get().gpu
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed)
            let whole = try cpu.execute(plan)
            if let difference = try partDifference(plan, whole, part(of: plan, &random), draw: gpu.execute) {
                Issue.record("seed \(seed): \(difference)\n\(plan)")
                return
            }
        }
    }

    @Test func randomScenesInTilesEqualTheWholePicture() throws {
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            for (scene, images) in [
                RandomScene.make(seed: seed), RandomScene.makeFiltered(seed: seed), CornerScene.make(seed: seed),
            ] {
                guard let plan = try RandomScene.plan(scene, images) else { continue }
                let whole = try cpu.execute(plan)
                for _ in 0..<3 {
                    if let difference = try partDifference(plan, whole, part(of: plan, &random), draw: cpu.execute) {
                        Issue.record("seed \(seed): \(difference)")
                        return
                    }
                }
            }
        }
    }

    /// Half of a picture with a wide blur must not need all of the picture, or tiles would save nothing.
    @Test func croppedPlanNeedsOnlyTheReachOfItsBlurs() throws {
        var plan = RenderPlan(width: 4000, height: 4000)
        let blur = GaussianBlur(sigma: 32)
        plan.passes.append(.clear(target: plan.canvas, color: .clear))
        let caster = plan.addSurface(Surface(format: .mask, width: 4000, height: 4000, label: "caster"))
        plan.passes.append(
            .noise(target: caster, columns: .init(0..<4000), rows: .init(0..<4000), amount: 32768, seed: 1))
        let rows = plan.addSurface(Surface(format: .mask, width: 4000, height: 4000, label: "rows"))
        let kernel = PolyphaseKernel.gaussian(sigma: 32)
        plan.passes.append(
            .convolve(source: caster, target: rows, axis: .horizontal, kernel: kernel, crossOffset: 0, edge: .zero))
        plan.passes.append(
            .composite(
                Composite(
                    target: plan.canvas, region: PixelRect(x: 0, y: 0, width: 4000, height: 4000),
                    source: .color(PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 1)),
                    mask: .convolvedRows(rows, kernel: kernel, dx: 0, dy: 0))))
        let (cropped, part) = plan.cropped(to: PixelRect(x: 1000, y: 2000, width: 100, height: 50))
        #expect(part == PixelRect(x: 1000, y: 2000, width: 100, height: 50))
        let reach = PolyphaseKernel.reach(sigma: blur.sigma)
        #expect(cropped.surfaces.map(\.width) == [100, 100 + 2 * reach, 100])
        #expect(cropped.surfaces.map(\.height) == [50, 50 + 2 * reach, 50 + 2 * reach])
    }
}

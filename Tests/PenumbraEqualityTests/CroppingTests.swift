import PenumbraBitmap
import PenumbraCPU
import PenumbraFuzzing
import PenumbraGPU
import PenumbraGeometry
import PenumbraMathematics
import PenumbraPlan
import PenumbraPlanning
import PenumbraReference
import PenumbraScene
import Testing

/// Tests parts of pictures: a plan for the part alone gives the same pixels as the whole picture.
@Suite struct CroppingTests {
    private let cpu = CPURenderer(threads: 1)

    /// Describes how the part differs from the whole picture; nil if it doesn't.
    private func difference(_ plan: RenderPlan, _ whole: Bitmap, _ wanted: PixelRect, draw: (RenderPlan) throws -> Bitmap)
        rethrows -> String?
    {
        let (cropped, part) = plan.cropped(to: wanted)
        guard part.contains(wanted), cropped.width == part.width, cropped.height == part.height else {
            return "\(wanted) became \(part), \(cropped.width)×\(cropped.height)"
        }
        let drawn = try draw(cropped)
        for y in 0..<part.height {
            for x in 0..<part.width where drawn[x, y] != whole[part.x + x, part.y + y] {
                return
                    "\(wanted) at (\(part.x + x), \(part.y + y)): \(drawn[x, y]), of the whole \(whole[part.x + x, part.y + y])"
            }
        }
        return nil
    }

    private func part(of plan: RenderPlan, _ random: inout SeededGenerator) -> PixelRect {
        let x = Int.random(in: 0..<plan.width, using: &random)
        let y = Int.random(in: 0..<plan.height, using: &random)
        return PixelRect(
            x: x, y: y, width: Int.random(in: 1...plan.width - x, using: &random),
            height: Int.random(in: 1...plan.height - y, using: &random))
    }

    @Test func partsOfRandomPlansAreThoseOfTheWhole() throws {
        for seed in seeds(rounds(500)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed)
            let whole = try cpu.execute(plan)
            for _ in 0..<4 {
                let wanted = part(of: plan, &random)
                if let difference = try difference(plan, whole, wanted, draw: cpu.execute) {
                    Issue.record("seed \(seed): \(difference)\n\(plan)")
                    return
                }
            }
        }
    }

    /// The plan of a part is an ordinary plan. The formulas give the same picture, and no table reads outside a surface.
    @Test func partsOfRandomPlansAreThoseOfTheFormulas() {
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed, passes: 12, largest: 30)
            let whole = ReferenceExecutor.execute(plan)
            let wanted = part(of: plan, &random)
            if let difference = difference(plan, whole, wanted, draw: ReferenceExecutor.execute) {
                Issue.record("seed \(seed): \(difference)\n\(plan)")
                return
            }
        }
    }

    @Test(.enabled(if: Renderers.areExpected, "no EGL device"))
    func partsOfRandomPlansAreThoseOfTheWholeOnTheGPU() throws {
        let gpu = try Renderers.shared.get().gpu
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed)
            let whole = try cpu.execute(plan)
            if let difference = try difference(plan, whole, part(of: plan, &random), draw: gpu.execute) {
                Issue.record("seed \(seed): \(difference)\n\(plan)")
                return
            }
        }
    }

    @Test(arguments: CorpusScene.names)
    func aCorpusSceneInTilesIsTheWholePicture(name: String) throws {
        let entry = try CorpusScene.load(name)
        let plan = try ScenePlanner.plan(entry.scene, images: entry.assets.images, texts: entry.assets.texts)
        let whole = try cpu.execute(plan)
        // Sizes that aren't multiples of any blur's grid or any encoder's strip.
        for (width, height) in [(96, 40), (37, 1000)] {
            for y in stride(from: 0, to: plan.height, by: height) {
                for x in stride(from: 0, to: plan.width, by: width) {
                    let tile = PixelRect(x: x, y: y, width: min(width, plan.width - x), height: min(height, plan.height - y))
                    if let difference = try difference(plan, whole, tile, draw: cpu.execute) {
                        Issue.record("\(difference)")
                        return
                    }
                }
            }
        }
    }

    @Test func randomScenesInTilesAreTheWholePicture() throws {
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            for (scene, images) in [
                RandomScene.make(seed: seed), RandomScene.makeFiltered(seed: seed), CornerScene.make(seed: seed),
            ] {
                guard let plan = try RandomScene.plan(scene, images) else { continue }
                let whole = try cpu.execute(plan)
                for _ in 0..<3 {
                    if let difference = try difference(plan, whole, part(of: plan, &random), draw: cpu.execute) {
                        Issue.record("seed \(seed): \(difference)")
                        return
                    }
                }
            }
        }
    }

    /// Half of a picture with a wide blur must not need all of the picture, or tiles would save nothing.
    @Test func aPartNeedsOnlyWhatItsBlursReach() throws {
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

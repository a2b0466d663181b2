import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGPU
import PenumbraPlan
import PenumbraPlanning
import PenumbraScene
import TestPlans
import TestSupport
import Testing

/// Tests a batch's typical work: many pictures at once, most of them from one template.
@Suite(.timed, .needsSoftwareGL)
struct GroupTests {
    let renderers: Renderers

    init() throws {
        renderers = try Renderers.shared.get()
    }

    @Test func randomScenesInMixedGroupsAreEqual() throws {
        var plans: [(seed: UInt64, plan: RenderPlan)] = []
        for seed in seeds(rounds(24)) {
            let (scene, images) = RandomScene.make(seed: seed)
            for shift in 0..<3 {
                // The same layers, moved: one template.
                var moved = scene
                for index in moved.layers.indices { moved.layers[index].opacity *= 1 - 0.2 * Double(shift) }
                if let plan = try RandomScene.plan(moved, images) { plans.append((seed, plan)) }
            }
        }
        var random = SeededGenerator(seed: TestSeeds.base)
        plans.shuffle(using: &random)
        var refused = 0
        for (entry, picture) in zip(plans, renderers.gpu.submit(plans.map(\.plan))) {
            do {
                #expect(try picture.wait() == renderers.cpu.execute(entry.plan), "seed \(entry.seed)")
            } catch GPUError.limitExceeded where Tier.isFull {
                // The three plans of a scene with a plane too large for one step on a software GL.
                refused += 1
            }
        }
        #expect(refused * 100 <= plans.count, "\(refused) of \(plans.count)")
    }
}

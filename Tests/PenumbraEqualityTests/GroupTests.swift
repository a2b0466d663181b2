import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGPU
import PenumbraMathematics
import PenumbraPlan
import PenumbraPlanning
import PenumbraReference
import PenumbraScene
import Testing

/// Tests a batch's typical work: many pictures at once, most of them from one template.
@Suite(.enabled(if: Renderers.areExpected, "no EGL device: apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri"))
struct GroupTests {
    let renderers: Renderers

    init() throws {
        renderers = try Renderers.shared.get()
    }

    /// Draws every corpus scene at several scales, which gives surfaces of other sizes and often other passes.
    @Test(arguments: CorpusScene.names)
    func aCorpusSceneAtSeveralScalesIsTheSameInAGroup(name: String) throws {
        let entry = try CorpusScene.load(name)
        var plans: [RenderPlan] = []
        for factor in [1, 0.9, 1, 1.1] {
            var scene = entry.scene
            scene.canvas.scale *= factor
            // Without shaping its texts again, a scene keeps its glyphs' outlines, which scale.
            plans.append(try ScenePlanner.plan(scene, images: entry.assets.images, texts: entry.assets.texts))
        }
        for (index, picture) in renderers.gpu.submit(plans).enumerated() {
            #expect(try picture.wait() == renderers.cpu.execute(plans[index]), "scale \(plans[index].width)")
        }
    }

    @Test func randomScenesInMixedGroupsAreTheSame() throws {
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
        for (entry, picture) in zip(plans, renderers.gpu.submit(plans.map(\.plan))) {
            #expect(try picture.wait() == renderers.cpu.execute(entry.plan), "seed \(entry.seed)")
        }
    }
}

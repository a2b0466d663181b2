import PenumbraCPU
import PenumbraFuzzing
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests that both renderers reject the plans that the check rejects, for the same reason, and that no plan crashes them.
@Suite(.timed) struct InvalidPlanTests {
    private let cpu = CPURenderer(threads: 2)

    /// A valid plan with one number changed.
    private func broken(_ seed: UInt64) -> RenderPlan {
        var plan = RandomPlan.make(seed: seed, passes: 8, largest: 20)
        var random = SeededGenerator(seed: seed ^ 0x5EED)
        func surface() -> Int { random.integer(0...plan.surfaces.count - 1) }
        func pass() -> Int { random.integer(0...plan.passes.count - 1) }
        switch random.integer(0...5) {
        case 0: plan.passes.remove(at: pass())
        case 1: plan.passes.swapAt(pass(), pass())
        case 2: plan.surfaces[surface()].width += random.integer(1...3)
        case 3: plan.surfaces[surface()].height = random.integer(0...9)
        case 4: plan.canvas = SurfaceID(index: surface())
        default: plan.surfaces[surface()].format = random.chance(0.5) ? .mask : .color
        }
        return plan
    }

    @Test func cpuRefusesPlansThatTheCheckRefuses() {
        var refused = 0
        for seed in 0..<rounds(400 as UInt64) {
            let plan = broken(seed)
            do throws(PlanError) {
                try plan.check()
            } catch {
                refused += 1
                #expect(throws: error, "seed \(seed)") { try cpu.execute(plan) }
                #expect(throws: error, "seed \(seed)") { try cpu.execute(plan, until: nil) }
                continue
            }
            // The plan is still valid, for example because an unneeded pass was removed.
            #expect(throws: Never.self, "seed \(seed)") { try cpu.execute(plan) }
        }
        #expect(refused > rounds(100))
    }

    @Test(.needsSoftwareGL)
    func gpuRefusesPlansThatTheCheckRefuses() throws {
        let gpu = try Renderers.shared.get().gpu
        var refused = 0
        for seed in 0..<rounds(400 as UInt64) {
            let plan = broken(seed)
            do throws(PlanError) {
                try plan.check()
            } catch {
                refused += 1
                let found = #expect(throws: GPUError.self, "seed \(seed)") { try gpu.execute(plan) }
                #expect(found?.description == error.description, "seed \(seed)")
            }
        }
        #expect(refused > rounds(100))
    }
}

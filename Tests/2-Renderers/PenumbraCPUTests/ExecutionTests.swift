import PenumbraBitmap
import PenumbraCPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests the CPU renderer against the formulas of the passes, executed one pixel at a time.
@Suite(.timed) struct ExecutionTests {
    @Test func randomPlansMatchTheReferenceOnCPU() throws {
        let renderers = [
            CPURenderer(threads: 1), CPURenderer(threads: 3), CPURenderer(threads: 2, kernels: .baseline),
        ]
        for (index, seed) in seeds(rounds(600)).enumerated() {
            let plan = RandomPlan.make(seed: seed, passes: 14, largest: index % 8 == 0 ? 200 : 60)
            let expected = ReferenceExecutor.execute(plan)
            for renderer in renderers {
                let found = try renderer.execute(plan)
                if found != expected {
                    let place = BitmapComparison(found, expected)?.firstDifference
                    Issue.record(
                        "seed \(seed), \(renderer.kernelName), \(renderer.threads) threads: first difference \(String(describing: place))"
                    )
                    return
                }
            }
        }
    }
}

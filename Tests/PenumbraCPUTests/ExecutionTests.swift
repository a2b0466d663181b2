import PenumbraBitmap
import PenumbraCPU
import PenumbraMathematics
import PenumbraPlan
import PenumbraReference
import Testing

/// Tests the CPU renderer against the formulas of the passes, executed one pixel at a time.
struct ExecutionTests {
    @Test func randomPlansGiveTheBytesTheFormulasSay() throws {
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

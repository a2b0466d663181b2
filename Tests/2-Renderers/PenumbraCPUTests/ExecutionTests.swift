import PenumbraBitmap
import PenumbraCPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraSystem
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

    /// A chain of filter steps that each read the rows beside their own.
    private func chain(_ steps: Int, width: Int, height: Int) -> RenderPlan {
        var plan = RenderPlan(width: width, height: height)
        let first = plan.addSurface(Surface(format: .color, width: width, height: height, label: ""))
        plan.passes.append(.clear(target: first, color: PremultipliedColor(red: 0.2, green: 0.3, blue: 0.4, alpha: 0.5)))
        var last = first
        for _ in 0..<steps {
            let next = plan.addSurface(Surface(format: .color, width: width, height: height, label: ""))
            let kernel = FilterPixels.Kernel(
                columns: 1, rows: 3, firstColumn: 0, firstRow: -1, weights: [0.5, 0.25, 0.25], bias: 0, edge: .none,
                keepsAlpha: false, area: PixelRect(x: 0, y: 0, width: width, height: height))
            plan.passes.append(
                .filterPixels(
                    FilterPixels(
                        target: next, inputs: [FilterPixels.Input(last, dx: 0, dy: 0)], operation: .convolve(kernel))))
            last = next
        }
        plan.canvas = last
        return plan
    }

    /// Bands of rows would otherwise repeat rows of all steps before them, and hold them at the same time.
    @Test func longChainsOfFilterStepsTakeLittleMemory() {
        let renderer = CPURenderer(threads: 1)
        let surface = 1200 * 800 * 8
        let (short, long) = (
            renderer.memoryEstimate(chain(4, width: 1200, height: 800)),
            renderer.memoryEstimate(chain(400, width: 1200, height: 800))
        )
        #expect(short > surface / 20 && long < short + 3 * surface, "\(short) \(long)")
    }

    /// Four times as many steps take about four times as long. When each step repeated the rows of all steps before it, they
    /// took fourteen times as long.
    @Test func longChainsOfFilterStepsTakeProportionateTime() throws {
        let renderer = CPURenderer(threads: 1)
        func time(_ steps: Int) throws -> Int {
            let plan = chain(steps, width: 400, height: 300)
            return try (0..<3).map { _ in
                let start = ThreadClock.nanoseconds
                _ = try renderer.execute(plan)
                return ThreadClock.nanoseconds - start
            }.min() ?? 0
        }
        let ratio = Double(try time(256)) / Double(try time(64))
        #expect(ratio < 8, "\(ratio)")
    }

    @Test(arguments: [1, 3], [1, 9, 30]) func longChainsOfFilterStepsMatchTheReference(threads: Int, steps: Int) throws {
        let plan = chain(steps, width: 37, height: 150)
        #expect(try CPURenderer(threads: threads).execute(plan) == ReferenceExecutor.execute(plan))
    }
}

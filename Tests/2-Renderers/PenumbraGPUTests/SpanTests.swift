import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests blurs whose kernels have long runs, for which the device makes sums of rows.
@Suite(.timed, .needsSoftwareGL)
struct SpanTests {
    /// A picture of noise under one blur.
    private func plan(
        _ kernel: SpanKernel, width: Int, height: Int, dx: Int = 0, dy: Int = 0, target: (width: Int, height: Int)
    ) -> RenderPlan {
        var random = SeededGenerator(seed: 5)
        var plan = RenderPlan(width: target.width, height: target.height)
        plan.images = [
            Bitmap(width: width, height: height, isOpaque: true) { bytes in
                for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
            }
        ]
        let source = plan.addSurface(Surface(format: .color, width: width, height: height, label: "source"))
        func table(_ count: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(count: count, origin: 0, step: 1, limits: 0..<count, nearest: true, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: source, columns: table(width, ResamplingTable.unitTotal),
                rows: table(height, Q15.byteScale)),
            .blurSpans(BlurSpans(source: source, target: plan.canvas, kernel: kernel, dx: dx, dy: dy)),
        ]
        return plan
    }

    private static let kernels = [
        SpanKernel.lens(radius: 5), .lens(radius: 17.3), .motion(x: 40, y: 0), .motion(x: 60, y: -3), .motion(x: 2, y: 30),
    ]

    /// Rows of more than one block of sums, in one piece and in tiles. The source ends inside of runs.
    @Test(arguments: kernels) func rowSumsEqualTheReference(kernel: SpanKernel) throws {
        let small = try GPURenderer(
            .software,
            options: SoftwareGPU.options {
                $0.largestBlockBytes = 200_000
                $0.largestBlockCount = 4
            })
        for (width, dx, dy) in [(1100, -7, 3), (1023, 30, -9), (512, 0, 0), (511, -600, 0), (60, 5, 5)] {
            let plan = plan(kernel, width: width, height: 21, dx: dx, dy: dy, target: (width - 13, 18))
            #expect(try firstDifference(plan, try SoftwareGPU.shared.get()) == nil, "\(kernel), \(width)")
            #expect(try firstDifference(plan, small) == nil, "\(kernel), \(width), in tiles")
        }
    }

    /// A software GL ends the loops of a shader after 65,535 rounds. Runs took one round for each pixel.
    @Test func largeSpanKernelsAreSummedCompletely() throws {
        let plan = plan(.lens(radius: 180), width: 400, height: 400, target: (5, 400))
        #expect(try firstDifference(plan, try SoftwareGPU.shared.get()) == nil)
    }

    /// Kernels with more rounds than a software GL makes are left to the processor.
    @Test func spanKernelsWithTooManyRoundsAreRefused() throws {
        let plan = plan(.lens(radius: 8000), width: 30, height: 30, target: (4, 4))
        let error = #expect(throws: GPUError.self) { _ = try SoftwareGPU.shared.get().execute(plan) }
        #expect("\(String(describing: error))".contains("rounds of a shader's loop"))
    }

    /// The estimate counts the sums of a whole source, and never more than those of small tiles.
    @Test func memoryEstimateCountsRowSums() {
        func estimate(_ kernel: SpanKernel) -> Int {
            GPURenderer.memoryEstimate(plan(kernel, width: 600, height: 500, target: (600, 500)))
        }
        let added = estimate(.lens(radius: 30)) - estimate(.lens(radius: 2))
        #expect((600 * 500 * 16...600 * 500 * 17).contains(added))
    }
}

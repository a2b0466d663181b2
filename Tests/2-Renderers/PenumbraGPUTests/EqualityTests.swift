import PenumbraBitmap
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct EqualityTests {
    @Test(arguments: UInt64(0)..<100) func randomPlanSurfacesEqualTheReference(seed: UInt64) throws {
        let difference = try firstDifference(RandomPlan.make(seed: seed), try SoftwareGPU.shared.get())
        #expect(difference == nil, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100) func randomPlanSurfacesInBandsEqualTheReference(seed: UInt64) throws {
        let difference = try firstDifference(RandomPlan.make(seed: 1000 + seed, largestSigma: 2), try SoftwareGPU.banded.get())
        #expect(difference == nil, "seed \(1000 + seed)")
    }

    /// The table of a mean over areas fits in a storage block, but neither surface does.
    @Test(arguments: [6.0, 50, 200]) func areaMeansInTilesEqualTheReference(degrees: Double) throws {
        var random = SeededGenerator(seed: 3)
        let side = 320
        var plan = RenderPlan(width: side, height: side)
        plan.images = [
            Bitmap(width: side, height: side, isOpaque: true) { bytes in
                for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random) }
            }
        ]
        let source = plan.addSurface(Surface(format: .color, width: side, height: side, label: "source"))
        func table(_ total: UInt32) -> ResamplingTable {
            .stretch(count: side, origin: 0, step: 1, limits: 0..<side, nearest: true, total: total)
        }
        let map = AffineTransform.translation(-160, -160).concatenating(.rotation(degrees: degrees))
            .concatenating(.scale(2.2, 2.7)).concatenating(.translation(160, 160))
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: source, columns: table(ResamplingTable.unitTotal),
                rows: table(Q15.byteScale)),
            .transformImage(
                source: source, target: plan.canvas,
                sampling: AffineSampling(
                    map, width: side, height: side, filter: .area(.mean(through: map, isInterpolated: false)),
                    onlyOver: (side, side))),
        ]
        let tiled = try GPURenderer(.software, options: SoftwareGPU.options { $0.largestBlockBytes = 500_000 })
        #expect(try firstDifference(plan, tiled) == nil)
    }
}

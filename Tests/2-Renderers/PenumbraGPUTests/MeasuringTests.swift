import PenumbraBitmap
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct MeasuringTests {
    /// Measuring gives the same pictures as drawing, with either clock, and the stages' times don't exceed the total.
    @Test(arguments: [GPUStages.Method.timerQueries, .fences])
    func measuredPicturesEqualDrawnPictures(method: GPUStages.Method) throws {
        for renderer in [try SoftwareGPU.shared.get(), try SoftwareGPU.banded.get()] {
            for seed in UInt64(700)..<706 {
                let plan = RandomPlan.make(seed: seed, largestSigma: 2)
                let (picture, stages) = try renderer.measure(plan, by: method)
                #expect(try picture == renderer.execute(plan), "seed \(seed)")
                if method == .fences { #expect(stages.method == .fences) }
                #expect(stages.total > 0 && stages.kernels >= 0 && stages.upload >= 0 && stages.readback > 0)
                if stages.method == .fences {
                    #expect(stages.upload + stages.kernels + stages.readback <= stages.total * 1.0001, "\(stages)")
                }
                #expect(stages.rest >= 0)
            }
        }
    }

    @Test func measuringStopsAfterItsPicture() throws {
        let renderer = try SoftwareGPU.shared.get()
        _ = try renderer.measure(RandomPlan.make(seed: 710))
        #expect(try renderer.withState { state in state.stageClock == nil })
        #expect(throws: GPUError.self) { try renderer.measure(RenderPlan(width: 0, height: 4)) }
        #expect(try renderer.withState { state in state.stageClock == nil })
    }

    @Test func measuredCopiesAreLimitedToAStorageBlock() throws {
        let rates = try SoftwareGPU.shared.get().measureCopies(bytes: 1 << 20, repeats: 3)
        #expect(rates.bytes == 1 << 20 && rates.kernel > 0 && rates.command > 0)
        let small = try SoftwareGPU.banded.get().measureCopies(bytes: 1 << 20, repeats: 1)
        #expect(small.bytes == 4096 && small.kernel > 0)
    }
}

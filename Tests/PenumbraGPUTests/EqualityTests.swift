import PenumbraGeometry
import PenumbraPlan
import PenumbraReference
import Testing

@testable import PenumbraGPU

@Suite(.enabled(if: SoftwareGPU.isExpected, "no software GL: apt-get install libegl1 libgles2 libegl-mesa0 libgl1-mesa-dri"))
struct EqualityTests {
    @Test(arguments: UInt64(0)..<100) func everySurfaceOfARandomPlanEqualsTheReference(seed: UInt64) throws {
        let difference = try firstDifference(RandomPlan.make(seed: seed), try SoftwareGPU.shared.get())
        #expect(difference == nil, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<100) func bandsChangeNothing(seed: UInt64) throws {
        let difference = try firstDifference(RandomPlan.make(seed: 1000 + seed, largestSigma: 2), try SoftwareGPU.banded.get())
        #expect(difference == nil, "seed \(1000 + seed)")
    }
}

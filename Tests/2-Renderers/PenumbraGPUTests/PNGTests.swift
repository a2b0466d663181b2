import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests that PNG files made on a device have the bytes that the processor's writer makes.
@Suite(.timed, .needsSoftwareGL)
struct PNGTests {
    /// A plan that shows a bitmap pixel by pixel.
    static func plan(_ bitmap: Bitmap) -> RenderPlan {
        var plan = RenderPlan(width: bitmap.width, height: bitmap.height)
        plan.images = [bitmap]
        func table(_ side: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(count: side, origin: 0, step: 1, limits: 0..<side, nearest: true, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas, columns: table(bitmap.width, ResamplingTable.unitTotal),
                rows: table(bitmap.height, bitmap.isOpaque ? Q15.byteScale : ResamplingTable.unitTotal))
        ]
        return plan
    }

    @Test(arguments: PictureKind.allCases)
    func pngFilesOfAllKindsEqualCPUFiles(kind: PictureKind) throws {
        for seed in seeds(rounds(24)) {
            var random = SeededGenerator(seed: seed)
            let plans = (0..<3).map { _ in
                Self.plan(kind.picture(random.integer(1...180), random.integer(1...90), using: &random))
            }
            let options = PNGOptions(scale: random.chance(0.5) ? 2 : nil)
            let renderer = try random.chance(0.5) ? SoftwareGPU.shared.get() : SoftwareGPU.narrow.get()
            try GPUFiles.compare(plans, plans.map { _ in .png(options) }, "seed \(seed)", on: renderer)
        }
    }

    /// Several strips, strips of one row, and rows of which a part of the blocks is examined.
    @Test(arguments: PictureKind.allCases)
    func pngFilesOfSeveralStripsEqualCPUFiles(kind: PictureKind) throws {
        var random = SeededGenerator(seed: 31)
        for (width, height) in [(611, 300), (1200, 630), (65000, 3), (30000, 7), (3, 2000)] {
            let plan = Self.plan(kind.picture(width, height, using: &random))
            try GPUFiles.compare([plan], [.png(.default)], "\(kind)")
            try GPUFiles.compare([plan], [.png(.default)], "\(kind), narrow", on: SoftwareGPU.narrow.get())
        }
    }

    @Test func pngFilesOfAGroupEqualCPUFiles() throws {
        for seed in seeds(rounds(12)) {
            let plans = GroupTests.aligned(seed: seed, count: 5)
            try GPUFiles.compare(plans, plans.map { _ in .png(.default) }, "seed \(seed)")
        }
    }

    @Test func slicedPicturesReturnBitmapsInsteadOfPNG() throws {
        let sliced = try SoftwareGPU.banded.get()
        let picture = try sliced.submit([RandomPlan.make(seed: 5, largestSigma: 2)], files: [.png(.default)])[0].picture()
        guard case .bitmap = picture else {
            Issue.record("a file of a picture in slices")
            return
        }
    }

    @Test func pendingPNGFileIsNotABitmap() throws {
        let pending = try SoftwareGPU.shared.get().submit([RenderPlan(width: 4, height: 4)], files: [.png(.default)])
        #expect(throws: GPUError.self) { try pending[0].wait() }
    }
}

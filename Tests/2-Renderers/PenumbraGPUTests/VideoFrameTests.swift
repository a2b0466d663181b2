import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import TestPlans
import TestSupport
import Testing

/// Tests that frames of videos made on a device have the samples that the processor makes of their pictures.
@Suite(.timed, .needsSoftwareGL)
struct VideoFrameTests {
    private static func form(_ random: inout SeededGenerator) -> VideoForm {
        VideoForm(matte: SIMD3(truncatingIfNeeded: SIMD3<UInt64>(repeating: random.next()) &>> [0, 8, 16]))
    }

    @Test(arguments: PictureKind.allCases)
    func videoFramesOfAllKindsEqualCPUFrames(kind: PictureKind) throws {
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let plans = (0..<6).map { _ in
                PNGTests.plan(kind.picture(random.integer(1...150), random.integer(1...90), using: &random))
            }
            try GPUFiles.compare(plans, plans.map { _ in .video(Self.form(&random)) }, "seed \(seed)")
        }
    }

    /// The last word of a plane ends in every way, and a word reaches over several rows.
    @Test func videoFramesOfSmallSizesEqualCPUFrames() throws {
        var random = SeededGenerator(seed: 3)
        for height in 1...9 {
            let plans = (1...9).map { width in
                PNGTests.plan(
                    Bitmap(width: width, height: height) { bytes in
                        for i in bytes.indices { bytes[i] = UInt8(random.integer(0...255)) }
                    })
            }
            try GPUFiles.compare(plans, plans.map { _ in .video(Self.form(&random)) }, "height \(height)")
        }
    }

    @Test func videoFramesOfLargeWideAndTallSizesEqualCPUFrames() throws {
        var random = SeededGenerator(seed: 31)
        for (width, height) in [(611, 300), (1200, 631), (32767, 3), (3, 20001)] {
            let picture = PictureKind.photoLike.picture(width, height, using: &random)
            try GPUFiles.compare([PNGTests.plan(picture)], [.video(Self.form(&random))], "\(width)×\(height)")
        }
    }

    /// Every plan here comes back in slices, which are parts of all three planes.
    @Test func videoFramesInSlicesEqualCPUFrames() throws {
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let plan = RandomPlan.make(seed: seed, largestSigma: 2)
            try GPUFiles.compare([plan], [.video(Self.form(&random))], "seed \(seed)", on: SoftwareGPU.banded.get())
        }
    }

    @Test func groupMayMixVideoFramesAndBitmaps() throws {
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let plans = GroupTests.aligned(seed: seed, count: 6)
            let forms = plans.map { _ in Self.form(&random) }
            let encodings: [FileEncoding?] = plans.indices.map { $0 % 2 == 0 ? .video(forms[$0]) : nil }
            for (index, pending) in try SoftwareGPU.merging.get().submit(plans, files: encodings).enumerated() {
                let bitmap = ReferenceExecutor.execute(plans[index])
                switch try pending.picture() {
                case .bitmap(let found): #expect(found == bitmap && index % 2 == 1, "seed \(seed), plan \(index)")
                case .video(let video):
                    let expected = try GPUFiles.samples(forms[index].converted(bitmap))
                    #expect(GPUFiles.samples(video) == expected && index % 2 == 0, "seed \(seed), plan \(index)")
                case .file: Issue.record("seed \(seed), plan \(index): a file")
                }
            }
        }
    }

    /// A frame takes no more dispatches than its picture, and three quarters of its bytes.
    @Test func videoReadBackIsLimitedToSamples() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        var random = SeededGenerator(seed: 8)
        let plan = PNGTests.plan(PictureKind.photoLike.picture(160, 96, using: &random))
        let before = renderer.counts()
        _ = try renderer.execute(plan)
        let between = renderer.counts()
        _ = try renderer.submit([plan], files: [.video(VideoForm(matte: nil))])[0].picture()
        let after = renderer.counts()
        #expect(between.readBackBytes - before.readBackBytes == 4 * 160 * 96)
        #expect(after.readBackBytes - between.readBackBytes == 3 * 160 * 96)
        #expect(after.dispatches - between.dispatches == between.dispatches - before.dispatches)
    }

    /// Formats of video have 8 bits per channel.
    @Test func deepPicturesReturnBitmaps() throws {
        var plan = RandomPlan.make(seed: 5, largestSigma: 2)
        plan.depth = .sixteen
        guard
            case .bitmap(let bitmap) = try SoftwareGPU.shared.get().submit([plan], files: [.video(VideoForm(matte: nil))])[0]
                .picture()
        else {
            Issue.record("samples of a picture with 16 bits")
            return
        }
        #expect(bitmap.depth == .sixteen)
    }

    /// Changes one number in the shader; some frame must then have other samples.
    @Test(arguments: [
        ("255u - color.a) + 128u", "255u - color.a) + 127u"),
        ("matte >> 8", "matte"),
        ("color.g * weights.g", "color.g * weights.b"),
        ("+ bias", "+ bias - 1u"),
        ("? quotient + 1u : quotient", "? quotient : quotient"),
        ("x == sourceWidth", "x > sourceWidth"),
        ("4 * word - row", "4 * word + row"),
        ("target[planeWords + word] = samples.y", "target[planeWords + word] = samples.z"),
        ("VIDEO_RED", "VIDEO_BLUE"),
        ("void main() {", "void main() {\n    if (gl_WorkGroupID.x > 0u) { return; }"),
    ]) func changedVideoShaderConstantIsDetected(text: String, replacement: String) throws {
        let broken = try SoftwareGPU.broken("finish_video.comp", text, replacement)
        var noticed = false
        for seed in UInt64(0)..<120 where !noticed {
            var random = SeededGenerator(seed: seed)
            let kind = PictureKind.allCases[Int(seed) % PictureKind.allCases.count]
            let plan = PNGTests.plan(kind.picture(random.integer(1...200), random.integer(1...120), using: &random))
            let form = Self.form(&random)
            guard case .video(let video) = try broken.submit([plan], files: [.video(form)])[0].picture() else { continue }
            noticed = try GPUFiles.samples(video) != GPUFiles.samples(form.converted(try broken.execute(plan)))
        }
        #expect(noticed, "\(replacement)")
    }
}

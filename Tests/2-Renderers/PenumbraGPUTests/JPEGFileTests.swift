import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

/// Tests that JPEG files made on a device have the bytes that libjpeg-turbo makes on the processor.
@Suite(.timed, .needsSoftwareGL)
struct JPEGFileTests {
    private static func options(_ random: inout SeededGenerator) -> JPEGOptions {
        var options = JPEGOptions(
            quality: random.integer(1...100), chromaSampling: random.chance(0.5) ? .half : .full,
            matte: SIMD3(truncatingIfNeeded: SIMD3<UInt64>(repeating: random.next()) &>> [0, 8, 16]),
            scale: random.chance(0.5) ? 2 : nil)
        if random.chance(0.2) { options.colorSpace = .displayP3 }
        return options
    }

    @Test(arguments: PictureKind.allCases)
    func jpegFilesOfAllKindsEqualCPUFiles(kind: PictureKind) throws {
        for seed in seeds(rounds(24)) {
            var random = SeededGenerator(seed: seed)
            let plans = (0..<8).map { _ in
                PNGTests.plan(kind.picture(random.integer(1...150), random.integer(1...90), using: &random))
            }
            try GPUFiles.compare(plans, plans.map { _ in .jpeg(Self.options(&random)) }, "seed \(seed)")
        }
    }

    /// All sizes up to 40×40 pixels end blocks and units in every way.
    @Test(arguments: [JPEGOptions.ChromaSampling.half, .full])
    func jpegFilesOfSmallSizesEqualCPUFiles(sampling: JPEGOptions.ChromaSampling) throws {
        for seed in seeds(1) {
            var random = SeededGenerator(seed: seed)
            let step = max(1, 40 / rounds(40))
            for height in stride(from: random.integer(1...step), through: 40, by: step) {
                let kind = PictureKind.allCases[random.integer(0...PictureKind.allCases.count - 1)]
                let plans = (1...40).map { PNGTests.plan(kind.picture($0, height, using: &random)) }
                let options = plans.map { _ in
                    JPEGOptions(quality: random.integer(1...100), chromaSampling: sampling)
                }
                try GPUFiles.compare(plans, options.map { .jpeg($0) }, "seed \(seed)")
            }
        }
    }

    /// Steps of coefficients differ at every quality, and so does their rounding.
    @Test(arguments: [JPEGOptions.ChromaSampling.half, .full])
    func jpegFilesOfAllQualitiesEqualCPUFiles(sampling: JPEGOptions.ChromaSampling) throws {
        for seed in seeds(1) {
            var random = SeededGenerator(seed: seed)
            for quality in 1...100 {
                let plans = PictureKind.allCases.map { PNGTests.plan($0.picture(67, 43, using: &random)) }
                let options = JPEGOptions(quality: quality, chromaSampling: sampling)
                try GPUFiles.compare(plans, plans.map { _ in .jpeg(options) }, "seed \(seed)")
            }
        }
    }

    /// The largest coefficients have the longest codes. None may be longer than the memory that is taken for it.
    @Test(arguments: [JPEGOptions.ChromaSampling.half, .full])
    func jpegFilesOfBlackAndWhiteSamplesEqualCPUFiles(sampling: JPEGOptions.ChromaSampling) throws {
        for seed in seeds(rounds(20)) {
            var random = SeededGenerator(seed: seed)
            let plans = (0..<6).map { _ in
                PNGTests.plan(
                    Bitmap(width: 61, height: 37) { bytes in
                        for i in bytes.indices { bytes[i] = i % 4 == 3 || random.chance(0.5) ? 255 : 0 }
                    })
            }
            let options = plans.map { _ in JPEGOptions(quality: random.integer(90...100), chromaSampling: sampling) }
            try GPUFiles.compare(plans, options.map { .jpeg($0) }, "seed \(seed)")
        }
    }

    @Test(arguments: PictureKind.allCases)
    func jpegFilesOfLargeWideAndTallSizesEqualCPUFiles(kind: PictureKind) throws {
        var random = SeededGenerator(seed: 31)
        for (width, height) in [(611, 300), (1200, 630), (65000, 3), (30000, 17), (3, 20000)] {
            try GPUFiles.compare(
                [PNGTests.plan(kind.picture(width, height, using: &random))], [.jpeg(Self.options(&random))], "\(kind)")
        }
    }

    @Test func jpegFilesOfAGroupEqualCPUFiles() throws {
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let plans = GroupTests.aligned(seed: seed, count: 5)
            try GPUFiles.compare(plans, plans.map { _ in .jpeg(Self.options(&random)) }, "seed \(seed)")
        }
    }

    /// A group may have bitmaps, PNGs and JPEGs of one template.
    @Test func groupMayMixBitmapsPNGsAndJPEGs() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(12)) {
            let plans = GroupTests.aligned(seed: seed, count: 9)
            let encodings: [FileEncoding?] = plans.indices.map { [.png(.default), .jpeg(.default), nil][$0 % 3] }
            for (index, pending) in renderer.submit(plans, files: encodings).enumerated() {
                let bitmap = ReferenceExecutor.execute(plans[index])
                switch (try pending.picture(), encodings[index]) {
                case (.bitmap(let found), nil): #expect(found == bitmap, "seed \(seed), plan \(index)")
                case (.file(let file), .png?):
                    #expect(try file == PNGEncoder.encode(bitmap), "seed \(seed), plan \(index)")
                case (.file(let file), .jpeg?):
                    #expect(try file == JPEGEncoder.encode(bitmap), "seed \(seed), plan \(index)")
                default: Issue.record("seed \(seed), plan \(index): another kind of picture")
                }
            }
        }
    }

    @Test func slicedPicturesAndProgressiveJPEGsReturnBitmaps() throws {
        let plan = RandomPlan.make(seed: 5, largestSigma: 2)
        let progressive = JPEGOptions(isProgressive: true)
        for (renderer, options) in [
            (try SoftwareGPU.banded.get(), JPEGOptions.default), (try SoftwareGPU.shared.get(), progressive),
        ] {
            guard case .bitmap = try renderer.submit([plan], files: [.jpeg(options)])[0].picture() else {
                Issue.record("a file of a picture in slices, or a progressive file")
                return
            }
        }
    }

    /// Only the coded blocks and 16 bytes come back. A file takes three dispatches more than its picture.
    @Test func jpegReadBackIsLimitedToCodedBytes() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        var random = SeededGenerator(seed: 8)
        let plans = (0..<4).map { _ in PNGTests.plan(PictureKind.photoLike.picture(160, 90, using: &random)) }
        let before = renderer.counts()
        for picture in renderer.submit(plans) { _ = try picture.wait() }
        let between = renderer.counts()
        var fileBytes = 0
        for picture in renderer.submit(plans, files: plans.map { _ in .jpeg(.default) }) {
            guard case .file(let file) = try picture.picture() else {
                Issue.record("no file")
                return
            }
            fileBytes += file.count
        }
        let after = renderer.counts()
        #expect(between.readBackBytes - before.readBackBytes >= 4 * 160 * 90 * 4)
        #expect(after.readBackBytes - between.readBackBytes < fileBytes)
        #expect(after.dispatches - between.dispatches == between.dispatches - before.dispatches + 3)
    }

    /// Devices with four storage blocks for each shader, and pictures beyond the reach of a shader.
    @Test func smallDevicesMakeTheSameJPEGFiles() throws {
        let small = try GPURenderer(
            .software,
            options: SoftwareGPU.options {
                $0.largestBlockBytes = 65536
                $0.largestBlockCount = 4
            })
        var counts = (files: 0, bitmaps: 0)
        for seed in seeds(rounds(40)) {
            var random = SeededGenerator(seed: seed)
            let plan = PNGTests.plan(
                PictureKind.gradient.picture(random.integer(1...300), random.integer(1...180), using: &random))
            let options = Self.options(&random)
            let expected = try SoftwareGPU.shared.get().execute(plan)
            switch try small.submit([plan], files: [.jpeg(options)])[0].picture() {
            case .file(let file):
                counts.files += 1
                #expect(try file == JPEGEncoder.encode(expected, options: options), "seed \(seed)")
            case .bitmap(let bitmap):
                counts.bitmaps += 1
                #expect(bitmap == expected, "seed \(seed)")
            case .video: Issue.record("seed \(seed): a frame of a video")
            }
        }
        #expect(counts.files > 0 && counts.bitmaps > 0, "\(counts)")
    }

    /// Changes one number in every shader of JPEG files; some file must then have other bytes.
    @Test(arguments: [
        ("jpeg_file.glsl", "8 * place.z >= height", "8 * place.z > height"),
        ("jpeg_file.glsl", "number > 0 ? 1 : 3", "number > 0 ? 1 : 4"),
        ("jpeg_file_blocks.comp", "(255u - alpha) + 128u", "(255u - alpha) + 127u"),
        ("jpeg_file_blocks.comp", "JPEG_LUMA_FROM_BLUE * color.b + ONE_HALF", "JPEG_LUMA_FROM_BLUE * color.b"),
        ("jpeg_file_blocks.comp", "ONE_HALF - 1) >> 16", "ONE_HALF) >> 16"),
        ("jpeg_file_blocks.comp", "min(y, height - 1)", "min(y, height)"),
        ("jpeg_file_blocks.comp", "2 * min(y, (height - 1) / 2)", "min(2 * y, height - 1)"),
        ("jpeg_file_blocks.comp", "min(2 * x + 1, width - 1)", "min(2 * x + 1, width)"),
        ("jpeg_file_blocks.comp", "+ 1 + (x & 1)", "+ 2"),
        ("jpeg_file_blocks.comp", "outerRest * JPEG_C0765 + rounding", "outerRest * JPEG_C0765"),
        ("jpeg_file_blocks.comp", "+ divisor / 2", "+ divisor / 2 - 1"),
        ("jpeg_file_blocks.comp", "place.x > 0 ? STEPS", "place.x > 1 ? STEPS"),
        ("jpeg_file_blocks.comp", "codes[i] = 0u", "codes[i] = 1u"),
        ("jpeg_file_code.glsl", "value - 1 : value", "value : value"),
        ("jpeg_file_code.glsl", "run > 15", "run > 16"),
        ("jpeg_file_code.glsl", "if (run > 0) put", "if (run > 1) put"),
        ("jpeg_file_sizes.comp", "ends[lane] - bits", "ends[lane]"),
        ("jpeg_file_codes.comp", "count < room", "count + 1u < room"),
        ("jpeg_file_codes.comp", "sizes[blockCount + i]", "sizes[blockCount]"),
    ]) func changedJPEGFileShaderConstantIsDetected(file: String, text: String, replacement: String) throws {
        let broken = try SoftwareGPU.broken(file, text, replacement)
        var noticed = false
        for seed in UInt64(0)..<120 where !noticed {
            var random = SeededGenerator(seed: seed)
            let kind = PictureKind.allCases[Int(seed) % PictureKind.allCases.count]
            let picture = kind.picture(random.integer(1...200), random.integer(1...120), using: &random)
            let options = Self.options(&random)
            guard case .file(let file) = try broken.submit([PNGTests.plan(picture)], files: [.jpeg(options)])[0].picture()
            else {
                continue
            }
            noticed = try file != JPEGEncoder.encode(try broken.execute(PNGTests.plan(picture)), options: options)
        }
        #expect(noticed, "\(file): \(replacement)")
    }

    /// After a failed upload the tables may hold anything, and drivers don't check places in shared memory. A place outside of
    /// a block therefore counts as a place in the block.
    @Test func wrongJPEGTablesDoNotReachOtherBlocks() throws {
        let (file, entry, mask) = ("jpeg_file_blocks.comp", "STEPS : 0) + 8 * k + i];", " & 63u")
        let original = try #require(ShaderLibrary.embedded[file])
        func renderer(_ changes: [(text: String, replacement: String)]) throws -> GPURenderer {
            let text = try changes.reduce(original) { text, change in
                let parts = text.split(separator: change.text, omittingEmptySubsequences: false)
                try #require(parts.count == 2, "\(file) does not hold \"\(change.text)\" once")
                return parts.joined(separator: change.replacement)
            }
            let library = ShaderLibrary.embedded.replacing(file, with: text)
            return try GPURenderer(.software, options: SoftwareGPU.options { $0.shaders = library })
        }
        let far = try renderer([(entry, "\(entry) entry ^= uint(37 * k + 11 * i + 1) << 22;")])
        // Places in the next block. The last block of a work group has none.
        let near = "\(entry) if (lane < int(GROUP_SIZE) - 8) entry += 1u << 22;"
        let unmasked = try renderer([(entry, near), (mask, "")])
        var isNoticed = false
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            let plans = (0..<4).map { _ in
                PNGTests.plan(PictureKind.photoLike.picture(random.integer(40...150), random.integer(40...90), using: &random))
            }
            let options = plans.map { _ in Self.options(&random) }
            try GPUFiles.compare(plans, options.map { .jpeg($0) }, "seed \(seed)", on: far)
            for (index, picture) in unmasked.submit(plans, files: options.map { .jpeg($0) }).enumerated() {
                guard case .file(let bytes) = try picture.picture() else { continue }
                if try bytes != JPEGEncoder.encode(far.execute(plans[index]), options: options[index]) { isNoticed = true }
            }
        }
        #expect(isNoticed)
    }

    /// The order in which a block is coded, and the bound of a block's bits.
    @Test func jpegFrameMatchesTheStandard() throws {
        #expect(Array(JPEGFrame.places[..<10]) == [0, 1, 5, 6, 14, 15, 27, 28, 2, 4])
        #expect(JPEGFrame.places[63] == 63)
        for quality in [1, 50, 85, 100] {
            let frame = try #require(
                JPEGFrame(width: 9, height: 7, options: JPEGOptions(quality: quality, chromaSampling: .half)))
            #expect((64...1700).contains(frame.mostBits(0)) && (64...1700).contains(frame.mostBits(1)))
        }
    }
}

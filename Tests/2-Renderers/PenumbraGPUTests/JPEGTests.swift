import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

/// Tests that pixels made on a device from a JPEG's coefficients are those of the processor's decoder.
@Suite(.timed, .needsSoftwareGL)
struct JPEGTests {
    /// A JPEG as coefficients, and as the processor decodes it. Nil if the processor refuses it.
    static func pictures(_ file: JPEGFile) throws -> (coded: Bitmap, expected: Bitmap)? {
        guard let expected = try? ImageDecoder.decode(file.bytes) else { return nil }
        return (try ImageDecoder.decode(file.bytes, keepsCoefficients: true), expected)
    }

    /// A plan that shows part of a picture, pixel by pixel.
    static func plan(_ bitmap: Bitmap, columns: Range<Int>, rows: Range<Int>) -> RenderPlan {
        var plan = RenderPlan(width: columns.count, height: rows.count)
        plan.images = [bitmap]
        func table(_ part: Range<Int>, _ side: Int, _ total: UInt32) -> ResamplingTable {
            .stretch(
                count: part.count, origin: Double(part.lowerBound), step: 1, limits: 0..<side, nearest: true, total: total)
        }
        plan.passes = [
            .resample(
                image: ImageID(index: 0), target: plan.canvas,
                columns: table(columns, bitmap.width, ResamplingTable.unitTotal),
                rows: table(rows, bitmap.height, Q15.byteScale))
        ]
        return plan
    }

    private func part(of side: Int, _ random: inout SeededGenerator) -> Range<Int> {
        let first = random.integer(0...side - 1)
        return first..<random.integer(first + 1...side)
    }

    @Test(arguments: JPEGFile.Sampling.allCases) func jpegPixelsOfAllKindsEqualCPUPixels(sampling: JPEGFile.Sampling) throws {
        let renderer = try SoftwareGPU.shared.get()
        var decoded = 0
        var compared = 0
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            guard let file = JPEGFile.random(sampling, largest: 400, using: &random),
                let (coded, expected) = try Self.pictures(file)
            else { continue }
            let whole = try renderer.execute(
                Self.plan(coded, columns: 0..<expected.width, rows: 0..<expected.height))
            compared += 1
            if coded.source != nil {
                decoded += 1
                #expect(coded.bytesToCome > 0, "seed \(seed): the processor made the pixels of \(file)")
            }
            #expect(whole == expected, "seed \(seed): \(file)")
        }
        #expect(2 * decoded > compared || sampling == .unusual, "\(decoded) of \(compared) were decoded on the device")
        print("jpeg on device: \(sampling.rawValue) \(decoded) of \(compared)")
    }

    /// A plan that shows part of a picture needs only some of its blocks.
    @Test func jpegPixelsOfPartsEqualCPUPixels() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(120)) {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
            guard let file = JPEGFile.random(sampling, largest: 120, using: &random),
                let (coded, expected) = try Self.pictures(file)
            else { continue }
            let columns = part(of: expected.width, &random)
            let rows = part(of: expected.height, &random)
            let found = try renderer.execute(Self.plan(coded, columns: columns, rows: rows))
            let wanted = ReferenceExecutor.execute(Self.plan(expected, columns: columns, rows: rows))
            #expect(found == wanted, "seed \(seed): columns \(columns), rows \(rows) of \(file)")
        }
    }

    /// Pictures of one group are decoded by the same dispatches, beside pictures of other kinds.
    @Test func jpegsOfAGroupAreDecodedTogether() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            var plans: [RenderPlan] = []
            var expected: [Bitmap] = []
            for index in 0..<9 {
                let sampling: JPEGFile.Sampling = [.quarter, .full, .gray][index % 3]
                guard let file = JPEGFile.random(sampling, largest: 90, using: &random),
                    let (coded, bitmap) = try Self.pictures(file)
                else { continue }
                let shown = index % 4 == 3 ? bitmap : coded
                plans.append(Self.plan(shown, columns: 0..<bitmap.width, rows: 0..<bitmap.height))
                expected.append(bitmap)
            }
            for (index, picture) in renderer.submit(plans).enumerated() {
                #expect(try picture.wait() == expected[index], "seed \(seed): picture \(index)")
            }
        }
    }

    @Test func jpegIsDecodedOnce() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        var random = SeededGenerator(seed: 3)
        let file = try #require(JPEGFile.random(.quarter, largest: 300, orientation: 6, using: &random))
        let (coded, expected) = try #require(try Self.pictures(file))
        let plan = Self.plan(coded, columns: 0..<coded.width, rows: 0..<coded.height)
        for picture in renderer.submit([plan, plan, plan]) { #expect(try picture.wait() == expected) }
        #expect(try renderer.execute(plan) == expected)
        #expect(renderer.counts().decodedImages == 1)
        #expect(try renderer.measure(plan, by: .fences).picture == expected)
        #expect(renderer.counts().decodedImages == 1)
    }

    /// Devices with four storage blocks for each shader, and pictures beyond the reach of a shader.
    @Test func smallDevicesDecodeTheSameJPEGPixels() throws {
        let small = try GPURenderer(
            .software,
            options: SoftwareGPU.options {
                $0.largestBlockBytes = 16384
                $0.largestBlockCount = 4
            })
        var (decoded, left) = (0, 0)
        let own = seeds(rounds(40))
        // One file in ten is left to the processor, so few files may all be for the device.
        let more = (1...200).map { (own.last ?? 0) &+ $0 }
        for (index, seed) in (own + more).enumerated() {
            if index >= own.count, decoded > 0, left > 0 { break }
            var random = SeededGenerator(seed: seed)
            guard let file = JPEGFile.random([.quarter, .gray, .full][Int(seed % 3)], largest: 120, using: &random),
                let (coded, expected) = try Self.pictures(file)
            else { continue }
            let plan = Self.plan(coded, columns: 0..<coded.width, rows: 0..<coded.height)
            #expect(try small.execute(plan) == expected, "seed \(seed): \(file)")
            if coded.source != nil, coded.bytesToCome > 0 { decoded += 1 } else { left += 1 }
        }
        #expect(decoded > 0 && left > 0, "\(decoded) on the device, \(left) on the processor")
    }

    /// A file with damage gives the processor's picture, or the processor's error.
    @Test func damagedJPEGsEqualCPUPixelsOrErrors() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(200)) {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
            guard var bytes = JPEGFile.random(sampling, largest: 64, using: &random)?.bytes else { continue }
            for _ in 0..<random.integer(1...4) { bytes[random.integer(2...bytes.count - 1)] ^= 1 << random.integer(0...7) }
            let expected = Result { () throws(ImageError) in try ImageDecoder.decode(bytes) }
            switch (expected, Result { () throws(ImageError) in try ImageDecoder.decode(bytes, keepsCoefficients: true) }) {
            case (.success(let expected), .success(let coded)):
                guard coded.width <= 2000, coded.height <= 2000 else { continue }
                let plan = Self.plan(coded, columns: 0..<coded.width, rows: 0..<coded.height)
                #expect(try renderer.execute(plan) == expected, "seed \(seed)")
            case (.failure(let expected), .failure(let error)): #expect(error == expected, "seed \(seed)")
            case (let expected, let found): Issue.record("seed \(seed): \(found), not \(expected)")
            }
        }
    }

    /// Each number of the shaders matters to some picture.
    @Test(arguments: [
        ("jpeg_blocks.comp", "value + 128", "value + 127"),
        ("jpeg_blocks.comp", "(1 << (shift - 1))", "0"),
        ("jpeg_blocks.comp", "JPEG_C0765", "(JPEG_C0765 + 40)"),
        ("jpeg_blocks.comp", "pair & 0xFFFFu", "pair & 0xFFu + 1u"),
        ("jpeg_blocks.comp", "table = c * TABLE_WORDS", "table = 0"),
        ("jpeg_pixels.comp", "(isLeft ? 8 : 7)", "8"),
        ("jpeg_pixels.comp", "(isLeft ? 1 : 2)", "1"),
        ("jpeg_pixels.comp", "(isUpper ? 1 : 2)", "2"),
        ("jpeg_pixels.comp", "clamp(row, 0, fact(component, 5))", "max(row, 0)"),
        ("jpeg_pixels.comp", "clamp(column, 0, fact(component, 4))", "max(column, 0)"),
        ("jpeg_pixels.comp", "* red + 32768", "* red"),
        ("jpeg_pixels.comp", "(32768 -", "(0 -"),
        ("jpeg_pixels.comp", "row * storedYDown", "row"),
        ("jpeg.glsl", "SAMPLE_WORDS = 16", "SAMPLE_WORDS = 15"),
    ]) func changedJPEGShaderConstantIsDetected(file: String, text: String, replacement: String) throws {
        let broken = try SoftwareGPU.broken(file, text, replacement)
        var isNoticed = false
        for seed in UInt64(0)..<60 where !isNoticed {
            var random = SeededGenerator(seed: seed)
            let sampling: JPEGFile.Sampling = [.quarter, .half, .rows][Int(seed % 3)]
            guard let made = JPEGFile.random(sampling, largest: 90, using: &random),
                let (coded, expected) = try Self.pictures(made)
            else { continue }
            let plan = Self.plan(coded, columns: 0..<coded.width, rows: 0..<coded.height)
            isNoticed = try broken.execute(plan) != expected
        }
        #expect(isNoticed, "\(file): \(replacement)")
    }
}

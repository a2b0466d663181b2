import PenumbraBitmap
import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

/// Tests that a device reads the codes of JPEGs as the processor's decoder does, or leaves them to it.
@Suite(.timed, .needsSoftwareGL)
struct JPEGCodesTests {
    private static func whole(_ bitmap: Bitmap) -> RenderPlan {
        JPEGTests.plan(bitmap, columns: 0..<bitmap.width, rows: 0..<bitmap.height)
    }

    /// Baseline files in one scan, whose codes a device reads.
    private static func plain(
        _ sampling: JPEGFile.Sampling, largest: Int, using random: inout SeededGenerator
    ) throws -> (bitmap: Bitmap, stream: JPEGStream, expected: Bitmap, file: JPEGFile)? {
        guard let file = JPEGFile.random(sampling, largest: largest, using: &random),
            let expected = try? ImageDecoder.decode(file.bytes)
        else { return nil }
        let bitmap = try ImageDecoder.decodeForDevice(file.bytes)
        return bitmap.stream.map { (bitmap, $0, expected, file) }
    }

    @Test(arguments: JPEGFile.Sampling.allCases) func codesOfAllKindsEqualCPUPixels(sampling: JPEGFile.Sampling) throws {
        let renderer = try SoftwareGPU.shared.get()
        var (read, left) = (0, 0)
        for seed in seeds(rounds(60)) {
            var random = SeededGenerator(seed: seed)
            guard let (bitmap, stream, expected, file) = try Self.plain(sampling, largest: 400, using: &random) else {
                continue
            }
            #expect(try renderer.execute(Self.whole(bitmap)) == expected, "seed \(seed): \(file)")
            if stream.isSettled { left += 1 } else { read += 1 }
        }
        // Black and white noise has values that only the processor's decoder makes.
        #expect(read > left, "\(read) read, \(left) left to the processor")
        print("jpeg codes on device: \(sampling.rawValue) \(read) read, \(left) left")
    }

    /// A plan that shows part of a picture keeps only some of its blocks.
    @Test func codesOfPartsEqualCPUPixels() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(80)) {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
            guard let (bitmap, _, expected, file) = try Self.plain(sampling, largest: 160, using: &random) else { continue }
            let (left, top) = (random.integer(0...expected.width - 1), random.integer(0...expected.height - 1))
            let columns = left..<random.integer(left + 1...expected.width)
            let rows = top..<random.integer(top + 1...expected.height)
            let found = try renderer.execute(JPEGTests.plan(bitmap, columns: columns, rows: rows))
            let wanted = ReferenceExecutor.execute(JPEGTests.plan(expected, columns: columns, rows: rows))
            #expect(found == wanted, "seed \(seed): columns \(columns), rows \(rows) of \(file)")
        }
    }

    /// Codes, coefficients and pixels of one group come to the device together.
    @Test func groupMayMixCodesCoefficientsAndPixels() throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(12)) {
            var random = SeededGenerator(seed: seed)
            var plans: [RenderPlan] = []
            var expected: [Bitmap] = []
            for index in 0..<9 {
                let sampling: JPEGFile.Sampling = [.quarter, .full, .gray][random.integer(0...2)]
                guard let file = JPEGFile.random(sampling, largest: index == 4 ? 500 : 90, using: &random),
                    let bitmap = try? ImageDecoder.decode(file.bytes)
                else { continue }
                let shown = [
                    try ImageDecoder.decodeForDevice(file.bytes),
                    try ImageDecoder.decode(file.bytes, keepsCoefficients: true), bitmap,
                ][index % 3]
                plans.append(Self.whole(shown))
                expected.append(bitmap)
            }
            for (index, picture) in renderer.submit(plans).enumerated() {
                #expect(try picture.wait() == expected[index], "seed \(seed): picture \(index)")
            }
        }
    }

    /// A file with damage gives the processor's picture, or the processor's error. Pictures of the same group stay whole.
    @Test func damagedCodesEqualCPUPixelsOrErrors() throws {
        let renderer = try SoftwareGPU.shared.get()
        var (read, left, failed) = (0, 0, 0)
        // Damage that only the device notices as an error is rare. More rounds follow until each outcome was met.
        for (round, seed) in seeds(rounds(60) * 20).enumerated() {
            if round >= rounds(60), read > 0, left > 0, failed > 0 { break }
            var random = SeededGenerator(seed: seed)
            var plans: [RenderPlan] = []
            var expected: [Result<Bitmap, ImageError>] = []
            for _ in 0..<4 {
                let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
                guard var bytes = JPEGFile.random(sampling, largest: 64, using: &random)?.bytes else { continue }
                for _ in 0..<random.integer(0...4) {
                    // Most damage is behind the headers.
                    let least = random.chance(0.8) ? bytes.count / 2 : 2
                    bytes[random.integer(least...bytes.count - 1)] ^= 1 << random.integer(0...7)
                }
                let result = Result { () throws(ImageError) in try ImageDecoder.decode(bytes) }
                switch Result(catching: { () throws(ImageError) in try ImageDecoder.decodeForDevice(bytes) }) {
                case .success(let bitmap):
                    guard bitmap.width <= 2000, bitmap.height <= 2000 else { continue }
                    plans.append(Self.whole(bitmap))
                    expected.append(result)
                case .failure(let error):
                    guard case .failure(error) = result else {
                        Issue.record("seed \(seed): \(error), not \(result)")
                        continue
                    }
                }
            }
            for (index, picture) in renderer.submit(plans).enumerated() {
                switch (Result(catching: { () throws(GPUError) in try picture.wait() }), expected[index]) {
                case (.success(let bitmap), .success(let wanted)): #expect(bitmap == wanted, "seed \(seed), picture \(index)")
                case (.failure(.picture(let error)), .failure(let wanted)):
                    failed += 1
                    #expect(error == wanted, "seed \(seed), picture \(index)")
                case (let found, let wanted): Issue.record("seed \(seed), picture \(index): \(found), not \(wanted)")
                }
                guard let stream = plans[index].images[0].stream else { continue }
                if stream.isSettled { left += 1 } else { read += 1 }
            }
        }
        #expect(read > 0 && left > 0 && failed > 0, "\(read) read, \(left) left, \(failed) errors")
        print("jpeg codes on device: damaged \(read) read, \(left) left, \(failed) errors")
    }

    /// The processor reads codes once for all plans that show them, however often a device leaves them.
    @Test func unusualCodesAreReadByTheProcessorOnce() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        var random = SeededGenerator(seed: 5)
        let photo = try JPEGEncoder.encode(PictureKind.photoLike.picture(90, 70, using: &random))
        var bytes = photo
        // The end of the codes is lost.
        bytes.removeSubrange(bytes.count - 40..<bytes.count - 2)
        let bitmap = try ImageDecoder.decodeForDevice(bytes)
        let stream = try #require(bitmap.stream)
        let plan = Self.whole(bitmap)
        let whole = try ImageDecoder.decodeForDevice(photo)
        let pending = renderer.submit([plan, Self.whole(whole), plan])
        #expect(try pending[1].wait() == whole)
        let expected = #expect(throws: ImageError.self) { try ImageDecoder.decode(bytes) }
        for index in [0, 2] {
            let error = #expect(throws: GPUError.self) { try pending[index].wait() }
            guard case .picture(expected)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(stream.isSettled)
        // Black pixels are never taken for the picture's.
        #expect(throws: GPUError.self) { try renderer.execute(plan) }
        #expect(try renderer.execute(Self.whole(whole)) == whole)
    }

    /// Codes that repeat themselves may never lead two readers to the same place. Then the processor reads them.
    @Test(arguments: [true, false]) func flatPicturesEqualCPUPixels(isGray: Bool) throws {
        let renderer = try SoftwareGPU.shared.get()
        for seed in seeds(rounds(4)) {
            var random = SeededGenerator(seed: seed)
            let (width, height) = (random.integer(200...2000), random.integer(200...1200))
            let color = UInt8(random.integer(0...255))
            let flat = Bitmap(width: width, height: height) { bytes in
                for i in bytes.indices { bytes[i] = i % 4 == 3 ? 255 : isGray || i % 4 == 0 ? color : 90 }
            }
            let bytes = try JPEGEncoder.encode(flat, options: JPEGOptions(quality: random.integer(1...100)))
            let bitmap = try ImageDecoder.decodeForDevice(bytes)
            #expect(bitmap.stream != nil)
            #expect(try renderer.execute(Self.whole(bitmap)) == ImageDecoder.decode(bytes), "seed \(seed)")
        }
    }

    /// Each number of the shaders matters to some picture: to its pixels, or to who reads it.
    @Test(arguments: [
        ("jpeg_codes.glsl", "FIRST_ENTRIES = 512u", "FIRST_ENTRIES = 511u"),
        ("jpeg_codes.glsl", "32u - offset", "31u - offset"),
        ("jpeg_codes.glsl", "isFirst ? 1 : 2", "2"),
        ("jpeg_codes.glsl", "run == 15", "run == 14"),
        ("jpeg_codes.glsl", "(1 << size) - 1", "(1 << size)"),
        ("jpeg_codes.glsl", "offset + count + size > 31u", "offset + count + size > 32u"),
        ("jpeg_codes.glsl", "CODE_BITS * (subsequence - first)", "CODE_BITS * subsequence"),
        ("jpeg_sync.comp", "found.x++", "found.x += 2u"),
        ("jpeg_sync.comp", "sums[lane] += other", "sums[lane] = other"),
        ("jpeg_coefficients.comp", "- segment * unitsInSegment", ""),
        ("jpeg_coefficients.comp", "i < group; i++", "i < group - 1; i++"),
        ("jpeg_coefficients.comp", "place & 1", "place & 0"),
        ("jpeg_blocks.comp", "8 * (i & 3)", "0"),
    ]) func changedCodeShaderConstantIsDetected(file: String, text: String, replacement: String) throws {
        let broken = try SoftwareGPU.broken(file, text, replacement)
        var isNoticed = false
        for seed in UInt64(0)..<200 where !isNoticed {
            var random = SeededGenerator(seed: seed)
            let sampling: JPEGFile.Sampling = [.quarter, .full, .gray][Int(seed % 3)]
            guard let (bitmap, stream, expected, file) = try Self.plain(sampling, largest: 500, using: &random) else {
                continue
            }
            isNoticed = try broken.execute(Self.whole(bitmap)) != expected
            if !isNoticed, stream.isSettled {
                // The right shaders may leave the file to the processor, too.
                let other = try ImageDecoder.decodeForDevice(file.bytes)
                _ = try SoftwareGPU.shared.get().execute(Self.whole(other))
                isNoticed = other.stream?.isSettled == false
            }
        }
        #expect(isNoticed, "\(file): \(replacement)")
    }

    /// The device reads the codes only, and brings a word for each picture back.
    @Test func codesAreSmallerThanPixels() throws {
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options())
        var random = SeededGenerator(seed: 7)
        let bytes = try JPEGEncoder.encode(PictureKind.photoLike.picture(640, 400, using: &random))
        let bitmap = try ImageDecoder.decodeForDevice(bytes)
        #expect(try renderer.execute(Self.whole(bitmap)) == ImageDecoder.decode(bytes))
        let counts = renderer.counts()
        #expect(bitmap.stream?.isSettled == false && counts.decodedImages == 1)
        #expect(counts.uploadedBytes < bytes.count + 64 << 10, "\(counts.uploadedBytes) bytes for \(bytes.count)")
        #expect(counts.readBackBytes == 640 * 400 * 4 + 4)
    }
}

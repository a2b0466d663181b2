import PenumbraBitmap
import PenumbraCodecs
import Synchronization
import TestSupport
import Testing

/// Tests that pixels made from coefficients are the pixels of libjpeg-turbo.
@Suite(.timed) struct JPEGCoefficientsTests {
    @Test(arguments: JPEGFile.Sampling.allCases) func pixelsFromCoefficientsMatchTheDecoder(sampling: JPEGFile.Sampling) throws
    {
        var kept = 0
        var files = 0
        for seed in seeds(rounds(120)) {
            var random = SeededGenerator(seed: seed)
            guard let file = JPEGFile.random(sampling, largest: 400, using: &random) else { continue }
            files += 1
            guard let expected = try? ImageDecoder.decode(file.bytes) else { continue }
            let bitmap = try ImageDecoder.decode(file.bytes, keepsCoefficients: true)
            if bitmap.source != nil { kept += 1 }
            #expect(bitmap == expected, "seed \(seed): \(file)")
        }
        #expect(2 * kept > files || sampling == .unusual, "\(kept) of \(files) have coefficients")
        print("coefficients: \(sampling.rawValue) \(kept) of \(files)")
    }

    @Test func pixelsFromCoefficientsAreUpright() throws {
        for orientation in 1...8 {
            for seed in UInt64(0)..<4 {
                var random = SeededGenerator(seed: seed)
                let file = try #require(
                    JPEGFile.random(.quarter, largest: 60, orientation: orientation, using: &random))
                let bitmap = try ImageDecoder.decode(file.bytes, keepsCoefficients: true)
                #expect(try bitmap == ImageDecoder.decode(file.bytes), "\(file)")
            }
        }
    }

    /// Damage gives the same picture or the same error.
    @Test func damagedFilesMatchTheDecoder() throws {
        var kept = 0
        var different = 0
        for seed in seeds(rounds(400)) {
            var random = SeededGenerator(seed: seed)
            let sampling = JPEGFile.Sampling.allCases[random.integer(0...JPEGFile.Sampling.allCases.count - 1)]
            guard let file = JPEGFile.random(sampling, largest: 64, using: &random) else { continue }
            let damaged = Self.damaged(file.bytes, &random)
            let expected = Result { () throws(ImageError) in try ImageDecoder.decode(damaged) }
            let found = Result { () throws(ImageError) in try ImageDecoder.decode(damaged, keepsCoefficients: true) }
            if case .success(let bitmap) = found, bitmap.source != nil { kept += 1 }
            switch (expected, found) {
            case (.success(let a), .success(let b)): #expect(a == b, "seed \(seed): \(file)")
            case (.failure(let a), .failure(let b)): #expect(a == b, "seed \(seed): \(file)")
            default: Issue.record("seed \(seed), \(file): \(found), not \(expected)")
            }
            if case .failure = expected { different += 1 }
        }
        #expect(kept > 0 && different > 0, "\(kept) with coefficients, \(different) errors")
        print("coefficients: damaged \(kept) kept, \(different) errors")
    }

    /// Cuts a file, or changes some of its bits.
    static func damaged(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var result = file
        if random.chance(0.3) {
            result.removeLast(random.integer(1...max(1, file.count - 4)))
            if random.chance(0.5) { result += [0xFF, 0xD9] }
        } else {
            for _ in 0..<random.integer(1...6) {
                result[random.integer(2...file.count - 1)] ^= UInt8(1 << random.integer(0...7))
            }
        }
        return result
    }

    @Test func picturesWithFurtherStepsHaveNoCoefficients() throws {
        let file = try fixture("jpeg-444.jpg")
        #expect(try ImageDecoder.decode(file, keepsCoefficients: true).source != nil)
        #expect(try ImageDecoder.decode(file).source == nil)
        #expect(try ImageDecoder.decode(fixture("jpeg-cmyk.jpg"), keepsCoefficients: true).source == nil)
        // Without the last marker.
        #expect(try ImageDecoder.decode(Array(file.dropLast(2)), keepsCoefficients: true).source == nil)
        // Coefficients of 4:4:4 take six bytes for each pixel, and the pixels that are made from them later take four.
        let header = try ImageDecoder.information(of: file)
        var limits = ImageLimits.default
        limits.maximumBytes = header.coefficientBytes + 4 * header.width * header.height - 1
        #expect(try ImageDecoder.decode(file, limits: limits, keepsCoefficients: true).source == nil)
        limits.maximumBytes += 1
        #expect(try ImageDecoder.decode(file, limits: limits, keepsCoefficients: true).source != nil)
    }

    private final class CountedSource: PixelSource {
        let writes = Atomic(0)
        let byteCount = 7

        func write(to pixels: UnsafeMutableBufferPointer<UInt8>) {
            writes.add(1, ordering: .relaxed)
            pixels.update(repeating: 9)
        }
    }

    @Test func concurrentReadersMakePixelsOnce() async {
        let source = CountedSource()
        let bitmap = Bitmap(width: 200, height: 200, isOpaque: false, source: source)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { bitmap.pixels.allSatisfy { $0 == 9 } } }
            for await isRight in group { #expect(isRight) }
        }
        #expect(source.writes.load(ordering: .relaxed) == 1 && bitmap[3, 4] == [9, 9, 9, 9])
    }

    @Test func bitmapByteCountIncludesItsSource() throws {
        let file = try fixture("jpeg-420.jpg")
        let bitmap = try ImageDecoder.decode(file, keepsCoefficients: true)
        let source = try #require(bitmap.source)
        let pixels = 4 * bitmap.width * bitmap.height
        #expect(bitmap.byteCount == pixels + source.byteCount && bitmap.bytesToCome == pixels)
        #expect(bitmap.pixels.count == pixels && bitmap.bytesToCome == 0)
        #expect(try ImageDecoder.decode(file).byteCount == pixels)
    }
}

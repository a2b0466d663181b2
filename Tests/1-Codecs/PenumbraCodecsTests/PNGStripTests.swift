import Glibc
import PenumbraBitmap
import PenumbraCodecs
import TestPlans
import TestSupport
import Testing

@Suite(.timed) struct PNGStripTests {
    private func encode(
        _ picture: Bitmap, threads: Int = 1, kernels: PackingKernels = .best, effort: PNGOptions.Effort = .fast
    ) throws -> [UInt8] {
        try PNGEncoder.encode(picture, options: PNGOptions(effort: effort), threads: threads, kernels: kernels)
    }

    /// The lengths of the IDAT chunks.
    private func dataLengths(_ file: [UInt8]) -> [Int] {
        var lengths: [Int] = []
        var at = 8
        while at + 12 <= file.count {
            let length = file[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
            if Array(file[(at + 4)..<(at + 8)]) == Array("IDAT".utf8) { lengths.append(length) }
            at += 12 + length
        }
        return lengths
    }

    @Test(arguments: PictureKind.allCases, [PNGOptions.Effort.fast, .balanced])
    func pngSizesUpTo70RoundTripWithBothKernels(kind: PictureKind, effort: PNGOptions.Effort) throws {
        let seed = UInt64(700 + PictureKind.allCases.firstIndex(of: kind)!)
        var generator = SeededGenerator(seed: seed)
        for width in 1...70 {
            for height in 1...70 {
                let picture = kind.picture(width, height, using: &generator)
                let file = try encode(picture, effort: effort)
                let decoded = try ImageDecoder.decode(file)
                if decoded != picture || decoded.isOpaque != picture.isOpaque {
                    Issue.record("\(kind), \(width)×\(height), seed \(seed): the picture changed")
                    return
                }
                if try encode(picture, kernels: .baseline, effort: effort) != file {
                    Issue.record("\(kind), \(width)×\(height), seed \(seed): the builds of the kernels differ")
                    return
                }
            }
        }
    }

    @Test(arguments: PictureKind.allCases, [PNGOptions.Effort.fast, .balanced])
    func pngBytesDoNotDependOnThreadsOrKernels(kind: PictureKind, effort: PNGOptions.Effort) throws {
        let seed = UInt64(800 + PictureKind.allCases.firstIndex(of: kind)!)
        var generator = SeededGenerator(seed: seed)
        // Several strips each: of many rows, of few long rows, and of single rows longer than the target length of a strip.
        for (width, height) in [(601, 700), (16384, 11), (90001, 3), (1, 70000)] {
            let picture = kind.picture(width, height, using: &generator)
            let file = try encode(picture, effort: effort)
            for threads in [2, 3, 8, 100] {
                let other = try encode(picture, threads: threads, effort: effort)
                #expect(other == file, "\(width)×\(height), \(threads) threads, seed \(seed)")
            }
            let baseline = try encode(picture, kernels: .baseline, effort: effort)
            #expect(baseline == file, "\(width)×\(height), seed \(seed)")
            let limits = ImageLimits(maximumSide: 100_000)
            #expect(try ImageDecoder.decode(file, limits: limits) == picture, "\(width)×\(height), seed \(seed)")
            guard effort == .fast else { continue }
            let pixelBytes = picture.isOpaque ? 3 : 4
            #expect(dataLengths(file).count == PNGStrips(width: width, height: height, pixelBytes: pixelBytes).count)
        }
    }

    @Test func picturesThatEndNearAStripEndRoundTrip() throws {
        let seed: UInt64 = 900
        var generator = SeededGenerator(seed: seed)
        let rows = PNGStrips(width: 500, height: 100_000, pixelBytes: 4).rowsAStrip
        for height in [rows - 1, rows, rows + 1, 2 * rows - 1, 2 * rows, 2 * rows + 1] {
            for kind in PictureKind.allCases {
                let picture = kind.picture(500, height, using: &generator)
                #expect(
                    try ImageDecoder.decode(encode(picture, threads: 2)) == picture, "\(kind), \(height) rows, seed \(seed)")
            }
        }
    }

    @Test func pngStripsDependOnlyOnTheSizeAndCoverAllRows() {
        for (width, height) in [(1, 1), (16384, 16384), (1200, 630), (1, 1_000_000), (1_000_000, 2)] {
            for pixelBytes in [3, 4] {
                let strips = PNGStrips(width: width, height: height, pixelBytes: pixelBytes)
                #expect(strips.rows(0).lowerBound == 0 && strips.rows(strips.count - 1).upperBound == height)
                for index in 1..<max(1, strips.count) {
                    #expect(strips.rows(index).lowerBound == strips.rows(index - 1).upperBound)
                }
                #expect(strips.rowsAStrip == 1 || strips.rowsAStrip * strips.rowBytes <= PNGStrips.preferredBytes)
            }
        }
    }

    @Test func noiseGrowsByAtMostItsStoredBlocks() throws {
        let seed: UInt64 = 901
        var generator = SeededGenerator(seed: seed)
        for (width, height) in [(1, 1), (7, 3), (64, 64), (333, 200), (1024, 512)] {
            let picture = randomBitmap(width, height, opaque: false, using: &generator)
            let rowBytes = 1 + 4 * width
            let strips = PNGStrips(width: width, height: height, pixelBytes: 4)
            // The chunks before the pixels, the final chunk, and zlib's frame. Each strip adds a chunk's frame and five bytes
            // per stored block.
            let stored = (0..<strips.count).reduce(106 + 12 + 6) { sum, index in
                let bytes = strips.rows(index).count * rowBytes
                return sum + 12 + bytes + 5 * (bytes / 65535 + 1)
            }
            #expect(try encode(picture).count <= stored, "\(width)×\(height), seed \(seed)")
        }
    }

    @Test func noiseRowsBetweenCountedRowsAreStored() throws {
        // Whichever part of the bytes is counted, most are zeros in the counted part and noise elsewhere, or the other way
        // round.
        for period in [128, 256, 512, 1024] {
            var generator = SeededGenerator(seed: 902)
            let picture = bitmap(1000, 400) { x, y in
                let isNoise = (y * 1000 + x) / period % 4 != 0
                let value =
                    isNoise
                    ? SIMD4<UInt8>(truncatingIfNeeded: SIMD4(repeating: generator.next()) &>> [0, 8, 16, 24]) : [0, 0, 0, 0]
                return SIMD4(value.x, value.y, value.z, 255)
            }
            let file = try encode(picture)
            #expect(try ImageDecoder.decode(file) == picture, "period \(period)")
            #expect(file.count < 1000 * 400 * 3 + 2000, "period \(period)")
        }
    }

    @Test func largeFlatPicturesCompressWell() throws {
        for color: SIMD4<UInt8> in [[0, 0, 0, 0], [255, 255, 255, 255], [12, 200, 7, 99]] {
            let file = try encode(bitmap(2000, 1500) { _, _ in color })
            #expect(file.count < 2000 * 1500 * 4 / 500, "\(color) took \(file.count) bytes")
        }
    }

    /// Drawings of the same letters: a search finds those of the lines above. The bounds are the measured bytes, rounded up.
    @Test(arguments: [(PNGOptions.Effort.fast, 40_000), (.balanced, 9_000)])
    func repeatedLettersTakeAFewBits(effort: PNGOptions.Effort, bytes: Int) throws {
        var generator = SeededGenerator(seed: 904)
        let picture = PictureKind.drawing.picture(900, 700, using: &generator)
        #expect(try encode(picture, effort: effort).count < bytes)
    }

    @Test func balancedFilesHaveAPaletteOrGreyWhereTheyCan() throws {
        func form(_ pixel: (Int, Int) -> SIMD4<UInt8>) throws -> UInt8 {
            try encode(bitmap(80, 60, pixel), effort: .balanced)[25]
        }
        func byte(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: value) }
        #expect(try form { x, y in [byte(x / 8), byte(y / 8), 7, 255] } == 3)
        #expect(try form { x, y in [byte(x / 8), 0, 0, byte(y / 10)] } == 3)
        #expect(try form { x, y in SIMD4(byte(x + y), byte(x + y), byte(x + y), 255) } == 0)
        #expect(try form { x, y in SIMD4(byte(x), byte(x), byte(x), byte(y + 9)) } == 4)
        #expect(try form { x, y in [byte(x), byte(y), 7, 255] } == 2)
        #expect(try form { x, y in [byte(x), byte(y), 7, byte(x + 40)] } == 6)
    }

    @Test func partChecksumsCombineToTheChecksumOfTheWhole() {
        let seed: UInt64 = 903
        var generator = SeededGenerator(seed: seed)
        func adler(_ bytes: ArraySlice<UInt8>) -> UInt32 {
            var (a, b): (UInt32, UInt32) = (1, 0)
            for byte in bytes {
                a = (a + UInt32(byte)) % 65521
                b = (b + a) % 65521
            }
            return b << 16 | a
        }
        for _ in 0..<200 {
            let bytes = (0..<generator.integer(1...3000)).map { _ in UInt8.random(in: 200...255, using: &generator) }
            let cut = generator.integer(0...bytes.count)
            let combined = Adler32.combine(adler(bytes[..<cut]), adler(bytes[cut...]), count: bytes.count - cut)
            #expect(combined == adler(bytes[...]), "cut at \(cut) of \(bytes.count), seed \(seed)")
        }
    }
}

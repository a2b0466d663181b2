import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct PNGRoundTripTests {
    @Test(arguments: [true, false]) func pngSizesUpTo40RoundTrip(opaque: Bool) throws {
        let seed: UInt64 = opaque ? 11 : 12
        var generator = SeededGenerator(seed: seed)
        for width in 1...40 {
            for height in 1...40 {
                let picture = randomBitmap(width, height, opaque: opaque, using: &generator)
                let file = try PNGEncoder.encode(picture, options: PNGOptions(effort: .fast))
                let decoded = try ImageDecoder.decode(file)
                if decoded != picture || decoded.isOpaque != picture.isOpaque {
                    Issue.record("\(width)×\(height), seed \(seed): the picture changed")
                    return
                }
            }
        }
    }

    @Test(arguments: PNGOptions.Effort.allCases) func smoothPicturesRoundTripAtEveryEffort(effort: PNGOptions.Effort)
        throws
    {
        let picture = bitmap(300, 211) { x, y in
            SIMD4(
                UInt8(truncatingIfNeeded: x), UInt8(truncatingIfNeeded: y), UInt8(truncatingIfNeeded: x * y / 64),
                UInt8(truncatingIfNeeded: 255 - x / 2))
        }
        let file = try PNGEncoder.encode(picture, options: PNGOptions(effort: effort))
        #expect(try ImageDecoder.decode(file) == picture)
    }

    @Test func opaquePNGHasNoAlphaAndEveryPNGIsTaggedSRGB() throws {
        let opaque = try PNGEncoder.encode(bitmap(3, 2) { _, _ in [1, 2, 3, 255] })
        let transparent = try PNGEncoder.encode(bitmap(3, 2) { x, _ in [1, 2, 3, UInt8(x)] })
        #expect(opaque[25] == 2)
        #expect(transparent[25] == 6)
        let tags =
            PNGBuilder.chunk("sRGB", [0]) + PNGBuilder.chunk("gAMA", [0, 0, 0xB1, 0x8F])
            + PNGBuilder.chunk(
                "cHRM",
                [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap { [0, 0, UInt8($0 >> 8), UInt8($0 & 255)] })
        #expect(tags.count == 106 - 33)
        #expect(Array(opaque[33..<106]) == tags)
    }

    @Test func pngScaleIsWrittenAsPixelsPerMetre() throws {
        let picture = bitmap(1, 1) { _, _ in [0, 0, 0, 255] }
        func density(_ scale: Double?) throws -> [UInt8] {
            let file = try PNGEncoder.encode(picture, options: PNGOptions(scale: scale))
            return Array(file[106...])
        }
        #expect(try density(2).starts(with: PNGBuilder.chunk("pHYs", [0, 0, 0x16, 0x26, 0, 0, 0x16, 0x26, 1])))
        #expect(try density(1e300).starts(with: PNGBuilder.chunk("pHYs", [0x7F, 255, 255, 255, 0x7F, 255, 255, 255, 1])))
        for ignored in [nil, 0, -1, Double.nan, .infinity] { #expect(try Array(density(ignored)[4..<8]) == Array("IDAT".utf8)) }
    }

    @Test func pngEncodingIsDeterministic() throws {
        var generator = SeededGenerator(seed: 5)
        let picture = randomBitmap(97, 61, opaque: false, using: &generator)
        #expect(try PNGEncoder.encode(picture) == PNGEncoder.encode(picture))
    }

    @Test func flatPicturesAndRampsCompressWell() throws {
        // 1 MB of pixels each. A wrong choice of filters or missed runs would give many times the size.
        let flat = try PNGEncoder.encode(bitmap(512, 512) { _, _ in [200, 100, 50, 255] })
        let ramp = try PNGEncoder.encode(bitmap(512, 512) { x, y in [UInt8(x / 2), UInt8(y / 2), 0, 255] })
        #expect(flat.count < 2200)
        #expect(ramp.count < 8000)
    }
}

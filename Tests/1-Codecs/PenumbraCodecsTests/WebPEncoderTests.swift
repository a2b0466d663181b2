import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct WebPEncoderTests {
    /// Lossless files also keep colours under an alpha of 0.
    @Test(arguments: [true, false]) func losslessWebPKeepsEveryByteOfEverySize(opaque: Bool) throws {
        let seed: UInt64 = opaque ? 41 : 42
        var generator = SeededGenerator(seed: seed)
        for width in 1...24 {
            for height in 1...24 {
                let random = randomBitmap(width, height, opaque: opaque, using: &generator)
                // Half of the pixels are transparent: some are zeros as renderers write them, some have a colour under the zero
                // alpha.
                let picture =
                    opaque
                    ? random
                    : bitmap(width, height) { x, y in
                        var pixel = random[x, y]
                        if pixel.x < 128 { pixel = [0, 0, 0, 0] } else if pixel.x < 140 { pixel.w = 0 }
                        return pixel
                    }
                let file = try WebPEncoder.encode(picture, options: WebPOptions(isLossless: true, effort: .fast))
                let decoded = try ImageDecoder.decode(file)
                if decoded != picture || decoded.isOpaque != picture.isOpaque {
                    Issue.record("\(width)×\(height), seed \(seed): the picture changed")
                    return
                }
            }
        }
    }

    @Test(arguments: WebPOptions.Effort.allCases) func webPEffortsAreLosslessAndReduceTheSize(
        effort: WebPOptions.Effort
    ) throws {
        let picture = Self.picture(300, 211, opaque: false)
        let options = WebPOptions(isLossless: true, effort: effort)
        let file = try WebPEncoder.encode(picture, options: options)
        #expect(try ImageDecoder.decode(file) == picture)
        #expect(try WebPEncoder.encode(picture, options: options) == file)
        if effort != .fast {
            #expect(try file.count < WebPEncoder.encode(picture, options: WebPOptions(isLossless: true, effort: .fast)).count)
        }
    }

    @Test func lossyWebPKeepsAlphaExactly() throws {
        let seed: UInt64 = 43
        var generator = SeededGenerator(seed: seed)
        let picture = randomBitmap(61, 47, opaque: false, using: &generator)
        let decoded = try ImageDecoder.decode(WebPEncoder.encode(picture, options: WebPOptions(quality: 20)))
        let alphas = zip(components(picture), components(decoded)).enumerated().filter { $0.offset % 4 == 3 }
        #expect(alphas.allSatisfy { $0.element.0 == $0.element.1 }, "seed \(seed)")
        let opaque = Self.picture(61, 47, opaque: true)
        #expect(try ImageDecoder.decode(WebPEncoder.encode(opaque)).isOpaque)
    }

    @Test func webPQualityIncreasesBytesAndReducesError() throws {
        let picture = Self.picture(200, 160, opaque: true)
        var last = (bytes: 0, error: Double.infinity)
        for quality in [1, 20, 40, 60, 75, 85, 95, 100] {
            let file = try WebPEncoder.encode(picture, options: WebPOptions(quality: quality))
            let error = try rootMeanSquareError(picture, ImageDecoder.decode(file))
            #expect(file.count > last.bytes && error < last.error, "quality \(quality)")
            last = (file.count, error)
        }
        // Measured at quality 100: 3.56. Chroma is halved at every quality.
        #expect(last.error < 3.6)
        #expect(
            try WebPEncoder.encode(picture, options: WebPOptions(quality: -5))
                == WebPEncoder.encode(picture, options: WebPOptions(quality: 1)))
        #expect(
            try WebPEncoder.encode(picture, options: WebPOptions(quality: 500))
                == WebPEncoder.encode(picture, options: WebPOptions(quality: 100)))
    }

    @Test func webPHeaderStatesAlphaAndCompression() throws {
        func kind(_ opaque: Bool, lossless: Bool) throws -> String {
            let file = try WebPEncoder.encode(Self.picture(9, 9, opaque: opaque), options: WebPOptions(isLossless: lossless))
            #expect(file[12..<16].elementsEqual("VP8X".utf8) && file[20] == (opaque ? 0x20 : 0x30))
            return String(decoding: WebPBuilder.image(of: file)[..<4], as: UTF8.self)
        }
        #expect(try kind(true, lossless: false) == "VP8 ")
        #expect(try kind(false, lossless: false) == "ALPH")
        #expect(try kind(true, lossless: true) == "VP8L")
        #expect(try kind(false, lossless: true) == "VP8L")
    }

    @Test(arguments: [(16384, 1), (1, 16384)]) func webPSidesBeyondTheFormatAreRefused(width: Int, height: Int) throws {
        let picture = bitmap(width, height) { _, _ in [1, 2, 3, 255] }
        let wanted = ImageError.sideBeyondFormat(.webp, width: width, height: height, allowed: 16383)
        #expect(throws: wanted) { try PictureEncoder.encode(picture, as: .webp) }
        #expect(
            "\(wanted)"
                == "the picture is \(width)×\(height) pixels; WebP allows 1 to 16383 per side. Make it smaller, or write a PNG."
        )
        #expect(wanted.kind == .badData)
        let largest = bitmap(min(width, 16383), min(height, 16383)) { _, _ in [1, 2, 3, 255] }
        #expect(try ImageDecoder.decode(PictureEncoder.encode(largest, as: .webp)).width == largest.width)
    }

    /// Ramps with a hard edge, and fine texture.
    static func picture(_ width: Int, _ height: Int, opaque: Bool) -> Bitmap {
        bitmap(width, height) { x, y in
            let texture = (x * 7 + y * 13 + x * y / 5) % 17
            return SIMD4(
                UInt8(x * 200 / width + texture), UInt8(y * 200 / height + texture), x > y ? 200 : 40,
                opaque ? 255 : UInt8(min(255, x * 2)))
        }
    }
}

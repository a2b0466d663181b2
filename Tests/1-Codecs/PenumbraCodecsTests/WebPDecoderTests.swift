import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct WebPDecoderTests {
    static let width = 37
    static let height = 29

    /// The first frame of the animated file is smaller than its canvas.
    @Test(arguments: ["lossy", "lossy-alpha", "lossless", "lossless-alpha", "animated"])
    func webPIsDecodedLikePillow(name: String) throws {
        let decoded = try ImageDecoder.decode(fixture("webp-\(name).webp"))
        #expect(decoded.width == Self.width && decoded.height == Self.height)
        #expect(try components(decoded) == fixture("webp-\(name).expected"))
        #expect(decoded.isOpaque == (name == "lossy" || name == "lossless"))
        let information = try ImageDecoder.information(of: fixture("webp-\(name).webp"))
        #expect(information.format == .webp && information.width == Self.width && information.height == Self.height)
    }

    @Test func frameSmallerThanTheCanvasLiesOnTransparentPixels() throws {
        let picture = bitmap(5, 3) { x, y in SIMD4(UInt8(40 * x), UInt8(80 * y), 7, x == 0 ? 0 : 255) }
        let image = try WebPBuilder.image(of: WebPEncoder.encode(picture, options: WebPOptions(isLossless: true)))
        let file = WebPBuilder.file(
            WebPBuilder.header(12, 9, flags: 0x12), WebPBuilder.animation, WebPBuilder.frame(image, left: 4, top: 6, 5, 3),
            WebPBuilder.frame(image, left: 0, top: 0, 5, 3))
        let wanted = bitmap(12, 9) { x, y in (4..<9).contains(x) && y >= 6 ? picture[x - 4, y - 6] : [0, 0, 0, 0] }
        #expect(try ImageDecoder.decode(file) == wanted)
        // One row lower, the frame would extend below the canvas.
        let outside = WebPBuilder.file(
            WebPBuilder.header(12, 8, flags: 0x12), WebPBuilder.animation, WebPBuilder.frame(image, left: 4, top: 6, 5, 3))
        #expect(throws: ImageError.self) { try ImageDecoder.decode(outside) }
    }

    @Test(arguments: ColorTests.cases) func webPColourProfilesAreConverted(rgb: ColorTests.RGBCase) throws {
        let seed: UInt64 = 31
        var generator = SeededGenerator(seed: seed)
        let picture = randomBitmap(64, 64, opaque: false, using: &generator)
        let image = try WebPBuilder.image(of: WebPEncoder.encode(picture, options: WebPOptions(isLossless: true)))
        func file(_ profile: [UInt8]) -> [UInt8] {
            WebPBuilder.file(WebPBuilder.header(64, 64, flags: 0x30), WebPBuilder.chunk("ICCP", profile), image)
        }
        let decoded = try ImageDecoder.decode(file(rgb.profile))
        var worst = 0.0
        for y in 0..<64 {
            for x in 0..<64 {
                let (pixel, found) = (picture[x, y], decoded[x, y])
                let wanted = rgb.expected((0..<3).map { Double(pixel[$0]) / 255 })
                for channel in 0..<3 { worst = max(worst, abs(wanted[channel].rounded() - Double(found[channel]))) }
                #expect(found.w == pixel.w)
            }
        }
        #expect(worst <= Double(ColorTests.tolerance), "seed \(seed)")
        // Profiles that change nothing, that are broken, or that are for grey pictures.
        let gray = ProfileBuilder.gray(curve: ProfileBuilder.gammaCurve(400))
        for profile in [ColorTests.srgb.profile, Array(rgb.profile[..<200]), gray, []] {
            #expect(try ImageDecoder.decode(file(profile)) == picture)
        }
    }

    @Test func webPTrailingBytesAreIgnoredAndMissingBytesRefused() throws {
        let file = try fixture("webp-lossy.webp")
        #expect(try ImageDecoder.decode(file + [1, 2, 3]) == ImageDecoder.decode(file))
        let cut = Array(file.dropLast(9))
        #expect(throws: ImageError.truncated(.webp, "the file ends after \(cut.count) of \(file.count) bytes")) {
            try ImageDecoder.decode(cut)
        }
        // The same with lengths that match the remaining data, so that the chunk claims to be complete.
        let body = Array(try fixture("webp-lossless.webp")[20...].dropLast(400))
        #expect(throws: ImageError.self) { try ImageDecoder.decode(WebPBuilder.file(WebPBuilder.chunk("VP8L", body))) }
    }

    @Test func webPBombIsRefusedFromItsHeader() throws {
        let image = WebPBuilder.image(of: try fixture("webp-lossless.webp"))
        let side = 1 << 24
        let large = WebPBuilder.file(
            WebPBuilder.header(side, 29, flags: 2), WebPBuilder.animation,
            WebPBuilder.frame(image, left: 0, top: 0, 37, 29))
        #expect(throws: ImageError.sideTooLong(.webp, width: side, height: 29, allowed: 16384)) {
            try ImageDecoder.decode(large)
        }
        // VP8L allows 16384 per side, as 14 bits each after its signature.
        let lossless = WebPBuilder.file(WebPBuilder.chunk("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0]))
        #expect(throws: ImageError.tooManyPixels(.webp, width: 16384, height: 16384, allowed: 100_000_000)) {
            try ImageDecoder.decode(lossless)
        }
        #expect(try ImageDecoder.information(of: lossless).width == 16384)
    }

    @Test func memoryLimitCountsRotationAndTheLibraryMemory() throws {
        let pixels = 37 * 29
        for (name, bytes) in [("lossy", 4), ("lossy-alpha", 6), ("lossless", 8)] {
            let file = try fixture("webp-\(name).webp")
            // The bytes of a frame are added only after the size alone passed the limit.
            let limits = ImageLimits(maximumBytes: pixels * bytes - 1)
            #expect(
                throws: ImageError.tooManyBytes(
                    .webp, width: 37, height: 29, needed: pixels * bytes, allowed: pixels * bytes - 1)
            ) { try ImageDecoder.decode(file, limits: limits) }
            #expect(try ImageDecoder.decode(file, limits: ImageLimits(maximumBytes: pixels * bytes)).width == 37)
        }
    }
}

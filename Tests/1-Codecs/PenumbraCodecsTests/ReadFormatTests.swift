import Glibc
import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// The formats that are only read.
@Suite(.timed) struct ReadFormatTests {
    private func pixels(_ name: String) throws -> [UInt8] {
        let bitmap = try ImageDecoder.decode(fixture(name))
        return withExtendedLifetime(bitmap) { Array(bitmap.pixels) }
    }

    private func expected(_ name: String) throws -> [UInt8] {
        let stem = name.prefix { $0 != "." }
        return Array(try fixture("\(stem).expected"))
    }

    /// The transparent and the animated file have the colours of the first frame alone.
    @Test(arguments: [
        "gif-plain.gif", "gif-interlaced.gif", "gif-transparent.gif", "gif-animated.gif", "gif-grey.gif", "tiff-rgb.tif",
        "tiff-tiles.tif",
        "tiff-planes.tif", "tiff-big-endian.tif", "tiff-big.tif", "tiff-alpha.tif", "tiff-premultiplied.tif",
        "tiff-white-is-zero.tif", "tiff-bilevel.tif", "tiff-palette.tif", "tiff-jpeg.tif", "tiff-turned.tif", "tiff-cmyk.tif",
    ])
    func gifAndTIFFPixelsEqualTheWrittenPixels(name: String) throws {
        #expect(try pixels(name) == expected(name))
        let information = try ImageDecoder.information(of: fixture(name))
        #expect(information.format == (name.hasPrefix("gif") ? .gif : .tiff))
        let isTurned = name == "tiff-turned.tif"
        #expect((information.width, information.height) == (isTurned ? (29, 37) : (37, 29)))
        #expect(information.orientation == (isTurned ? .rotatedClockwise : .upright))
    }

    /// The conversions from YCbCr round differently.
    @Test(arguments: [
        "avif-plain.avif", "avif-alpha.avif", "avif-turned.avif", "avif-grey.avif", "avif-coarse.avif", "heic-plain.heic",
        "heic-alpha.heic", "heic-grey.heic",
    ])
    func avifAndHEICPixelsMatchPillow(name: String) throws {
        let (found, wanted) = (try pixels(name), try expected(name))
        try #require(found.count == wanted.count)
        for i in stride(from: 0, to: found.count, by: 4) {
            #expect(found[i + 3] == wanted[i + 3])
            guard wanted[i + 3] > 0 else { continue }
            for channel in 0..<3 { #expect(abs(Int(found[i + channel]) - Int(wanted[i + channel])) <= 1) }
        }
        let information = try ImageDecoder.information(of: fixture(name))
        #expect(information.format == (name.hasSuffix("avif") ? .avif : .heic))
        #expect((information.width, information.height) == (name.contains("turned") ? (29, 37) : (37, 29)))
    }

    /// The expected pixels are those of the formulas. libheif 1.15 converts video's range to full range by way of RGB, and
    /// rounds, which was measured as 2 levels.
    @Test(arguments: [
        ("avif-half.avif", 0), ("avif-half-columns.avif", 0), ("avif-video.avif", 2), ("heic-half.heic", 0),
        ("heic-half-columns.heic", 0), ("heic-deep.heic", 0),
    ])
    func halfResolutionChromaIsEnlargedBilinearly(name: String, tolerance: Int) throws {
        let (found, wanted) = (try pixels(name), try expected(name))
        try #require(found.count == wanted.count)
        for i in stride(from: 0, to: found.count, by: 4) {
            #expect(found[i + 3] == wanted[i + 3])
            guard wanted[i + 3] > 0 else { continue }
            for channel in 0..<3 { #expect(abs(Int(found[i + channel]) - Int(wanted[i + channel])) <= tolerance) }
        }
    }

    /// libheif cuts and turns planes. Chroma then has to stay where luma is.
    @Test func halfChromaOfCroppedAndTurnedPicturesIsNotUsed() throws {
        let file = try fixture("heic-half.heic")
        let crop = try #require(file.indices.first { file[$0...].starts(with: "clap".utf8) })
        /// The chroma after a change of the crop's offset, in half columns.
        func chroma(_ change: Int, displayed: (width: Int, height: Int) = (37, 29), turned: Bool = false) -> HEIFBoxes.Chroma? {
            var file = file
            // The last byte of the numerator of the horizontal offset.
            file[crop + 4 + 19] = UInt8(truncatingIfNeeded: Int(file[crop + 4 + 19]) + change)
            if turned, let pixels = file.indices.first(where: { file[$0...].starts(with: "pixi".utf8) }) {
                file.replaceSubrange(pixels..<(pixels + 4), with: Array("irot".utf8))
            }
            return file.withUnsafeBytes {
                HEIFBoxes.chroma(of: ByteView($0), stored: (64, 64), displayed: displayed)
            }
        }
        #expect(chroma(0) == .halfInBothDirections)
        #expect(chroma(2) == nil && chroma(1) == nil)
        #expect(chroma(4) == .halfInBothDirections)
        #expect(chroma(0, turned: true) == nil)
        #expect(chroma(0, displayed: (38, 28), turned: true) == .halfInBothDirections)
    }

    @Test func transparentColorOfAGIFMakesItNotOpaque() throws {
        let bitmap = try ImageDecoder.decode(fixture("gif-transparent.gif"))
        #expect(!bitmap.isOpaque)
        #expect(try ImageDecoder.decode(fixture("gif-plain.gif")).isOpaque)
    }

    /// The matrix from linear Display P3 to linear sRGB is that of CSS Color 4.
    @Test func heicColoursAreConvertedByTheirPrimaries() throws {
        let (plain, found) = (try pixels("heic-plain.heic"), try pixels("heic-p3.heic"))
        func linear(_ value: UInt8) -> Double {
            let v = Double(value) / 255
            return v > 0.04045 ? pow((v + 0.055) / 1.055, 2.4) : v / 12.92
        }
        func encoded(_ value: Double) -> Double {
            let v = min(max(value, 0), 1)
            return 255 * (v > 0.0031308 ? 1.055 * pow(v, 1 / 2.4) - 0.055 : 12.92 * v)
        }
        let rows = [[1.2249401, -0.2249402, 0], [-0.0420569, 1.0420571, 0], [-0.0196376, -0.0786361, 1.0982735]]
        var changed = 0
        for i in stride(from: 0, to: plain.count, by: 4) {
            let p3 = (0..<3).map { linear(plain[i + $0]) }
            for channel in 0..<3 {
                let wanted = encoded((0..<3).reduce(0) { $0 + rows[channel][$1] * p3[$1] })
                #expect(abs(wanted.rounded() - Double(found[i + channel])) <= 1)
                if found[i + channel] != plain[i + channel] { changed += 1 }
            }
        }
        #expect(changed > plain.count / 4)
    }

    @Test(arguments: [
        ("heic-pq.heic", "HEIC", "a high dynamic range (PQ)"), ("tiff-fractions.tif", "TIFF", "signed or fractions"),
    ])
    func unsupportedHEICAndTIFFVariantsAreNamed(name: String, format: String, reason: String) throws {
        let file = try fixture(name)
        let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(file) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("this kind of \(format) is not read") && text.contains(reason))
    }

    /// A camera's raw photo starts with a preview, which isn't the picture that was meant.
    @Test func tiffPreviewsAreRefused() throws {
        let file = try fixture("tiff-preview.tif")
        #expect(throws: ImageError.unsupportedVariant(.tiff, "its first picture is a preview of another one")) {
            try ImageDecoder.decode(file)
        }
    }

    @Test(arguments: ["gif-plain.gif", "tiff-rgb.tif", "avif-plain.avif", "heic-plain.heic"])
    func imageLimitsHoldBeforePixelsAreDecoded(name: String) throws {
        let file = try fixture(name)
        let format = try ImageDecoder.information(of: file).format
        #expect(throws: ImageError.sideTooLong(format, width: 37, height: 29, allowed: 36)) {
            try ImageDecoder.decode(file, limits: ImageLimits(maximumSide: 36))
        }
        #expect(throws: ImageError.tooManyPixels(format, width: 37, height: 29, allowed: 1000)) {
            try ImageDecoder.decode(file, limits: ImageLimits(maximumPixels: 1000))
        }
        #expect(throws: ImageError.self) { try ImageDecoder.decode(file, limits: ImageLimits(maximumBytes: 4000)) }
    }

    /// The header's screen has 4×3 pixels; the frame of 2×2 pixels reaches beyond its right edge.
    @Test func frameBeyondTheScreenWidensTheGIF() throws {
        let header = Array("GIF89a".utf8) + [4, 0, 3, 0, 0x80, 0, 0] + [10, 20, 30, 200, 100, 50]
        // Codes of three bits: clear, 0, 1, 1, 0, end.
        let frame: [UInt8] = [0x2C, 3, 0, 1, 0, 2, 0, 2, 0, 0, 2, 3, 0x44, 0x02, 0x05, 0]
        let bitmap = try ImageDecoder.decode(header + frame + [0x3B])
        #expect(bitmap.width == 5 && bitmap.height == 3)
        #expect(bitmap[2, 1] == [0, 0, 0, 0] && bitmap[3, 0] == [0, 0, 0, 0])
        #expect(bitmap[3, 1] == [10, 20, 30, 255] && bitmap[4, 1] == [200, 100, 50, 255])
        #expect(bitmap[3, 2] == [200, 100, 50, 255] && bitmap[4, 2] == [10, 20, 30, 255])
    }

    /// Pages have such files as placeholders. The second one has no pixel data either.
    @Test(
        arguments: [
            [0, 0, 0, 0x21, 0xF9, 4, 1, 10, 0, 1, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B],
            [0, 0xFF, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0, 0x3B],
        ] as [[UInt8]]) func gifWithoutAPaletteIsTransparent(_ rest: [UInt8]) throws
    {
        let file: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0] + rest
        let bitmap = try ImageDecoder.decode(file)
        #expect(bitmap.width == 1 && bitmap.height == 1 && !bitmap.isOpaque)
        #expect(bitmap[0, 0] == [0, 0, 0, 0])
        #expect(try ImageDecoder.decode(file, frame: 0) == bitmap)
    }

    @Test func avifKeepsAlphaAndStaysNearItsPixels() throws {
        let picture = bitmap(40, 30) { x, y in SIMD4(UInt8(6 * x), UInt8(8 * y), 90, UInt8(min(255, 7 * x))) }
        let file = try AVIFEncoder.encode(picture, options: AVIFOptions(quality: 100))
        let decoded = try ImageDecoder.decode(file)
        var worst = 0
        for y in 0..<30 {
            for x in 0..<40 {
                let (a, b) = (picture[x, y], decoded[x, y])
                #expect(a.w == b.w)
                for channel in 0..<3 where a.w > 0 { worst = max(worst, abs(Int(a[channel]) - Int(b[channel]))) }
            }
        }
        #expect(worst <= 4, "the largest difference is \(worst)")
        #expect(try AVIFEncoder.encode(picture, options: AVIFOptions(quality: 100)) == file)
        #expect(try AVIFEncoder.encode(picture, options: AVIFOptions(quality: 30)).count < file.count)
    }
}

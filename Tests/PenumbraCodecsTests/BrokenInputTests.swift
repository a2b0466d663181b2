import PenumbraBitmap
import PenumbraCodecs
import PenumbraMathematics
import Testing

@Suite struct BrokenInputTests {
    private func smallPNG() throws -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        return try PNGEncoder.encode(randomBitmap(9, 7, opaque: false, using: &generator), options: PNGOptions(scale: 1))
    }

    private func interlacedPNG() -> [UInt8] {
        var builder = PNGBuilder(width: 9, height: 7, bitDepth: 4, colorType: 3, interlaced: true)
        builder.before = [
            ("iCCP", Array("p\0\0".utf8) + PNGBuilder.zlibStored(ColorTests.cases[0].profile)),
            ("PLTE", (0..<48).map { UInt8($0 * 5) }), ("tRNS", [0, 128]), ("eXIf", tiff(orientation: 6, bigEndian: true)),
        ]
        return builder.build((0..<63).map { $0 % 16 })
    }

    private func richJPEG() throws -> [UInt8] {
        jpeg(
            try fixture("jpeg-progressive.jpg"),
            adding: exifSegment(orientation: 5) + profileSegments(ColorTests.cases[1].profile, pieceSize: 300))
    }

    /// Alpha beside a lossy picture, a profile and an orientation.
    private func richWebP() throws -> [UInt8] {
        let image = Array(try fixture("webp-lossy-alpha.webp")[30...])
        return WebPBuilder.file(
            WebPBuilder.header(37, 29, flags: 0x38), WebPBuilder.chunk("ICCP", ColorTests.cases[0].profile), image,
            WebPBuilder.chunk("EXIF", tiff(orientation: 7, bigEndian: false)))
    }

    private func files() throws -> [(name: String, bytes: [UInt8])] {
        [
            ("PNG", try smallPNG()), ("interlaced PNG", interlacedPNG()), ("JPEG", try fixture("jpeg-420.jpg")),
            ("progressive JPEG", try richJPEG()), ("CMYK JPEG", try fixture("jpeg-cmyk.jpg")),
            ("WebP", try fixture("webp-lossy.webp")),
            ("WebP with alpha", try richWebP()), ("lossless WebP", try fixture("webp-lossless-alpha.webp")),
            ("animated WebP", try fixture("webp-animated.webp")),
        ]
    }

    @Test func everyTruncationIsAnError() throws {
        for (name, bytes) in try files() {
            for length in 0..<bytes.count {
                do throws(ImageError) {
                    _ = try ImageDecoder.decode(Array(bytes[..<length]))
                    Issue.record("\(name) cut to \(length) of \(bytes.count) bytes was decoded")
                } catch {
                    #expect(error.kind == .badData && !error.description.contains("\n"))
                }
                _ = try? ImageDecoder.information(of: Array(bytes[..<length]))
            }
        }
    }

    @Test func flippedBitsGiveAnErrorOrAPictureAndNeverATrap() throws {
        let seed: UInt64 = 2024
        var generator = SeededGenerator(seed: seed)
        // Small limits, since a flipped bit in a size would otherwise have the test fill megapixels.
        let limits = ImageLimits(maximumSide: 2000, maximumPixels: 1_000_000)
        for (name, bytes) in try files() {
            var decoded = 0
            for _ in 0..<2000 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                        1 << UInt8.random(in: 0...7, using: &generator)
                }
                do throws(ImageError) {
                    let picture = try ImageDecoder.decode(damaged, limits: limits)
                    decoded += 1
                    if picture.width * picture.height > limits.maximumPixels {
                        Issue.record("\(name), seed \(seed): above the limit")
                    }
                } catch {
                    if error.description.contains("\n") { Issue.record("\(name), seed \(seed): \(error)") }
                }
            }
            // Checksums cover all of a PNG; hits are survived only inside sRGB, gAMA, cHRM and pHYs, since a chunk that pixels do not
            // need is dropped when it is damaged. 139 of 2000 with this seed.
            if name == "PNG" { #expect(decoded < 180, "\(decoded) decoded, seed \(seed)") }
        }
    }

    @Test func damagedCompressedDataUnderRightChecksumsNeverTraps() throws {
        let seed: UInt64 = 99
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            // Filters and deflate codes at random: only the chunk's own checksum is right.
            let data = [0x78, 0x01] + (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let header = PNGBuilder.number32(4) + PNGBuilder.number32(4) + [8, 6, 0, 0, 0]
            let file =
                PNGBuilder.signature + PNGBuilder.chunk("IHDR", header) + PNGBuilder.chunk("IDAT", data)
                + PNGBuilder.chunk("IEND", [])
            #expect(throws: ImageError.self, "seed \(seed)") { try ImageDecoder.decode(file) }
        }
    }

    @Test func filesOfOtherKindsAreNamed() throws {
        let kinds: [(bytes: [UInt8], name: String)] = [
            (Array("GIF89a".utf8), "GIF"),
            ([0, 0, 0, 24] + Array("ftypheic".utf8), "HEIC"),
            ([0, 0, 0, 24] + Array("ftypavif".utf8), "AVIF"), (Array("<?xml version='1.0'?>\n<svg xmlns=''/>".utf8), "SVG"),
            (Array("\u{FEFF}  <SVG>".utf8), "SVG"), (Array("<!DOCTYPE html><p>404".utf8), "HTML"),
            (Array("II*\0".utf8), "TIFF"),
            (Array("%PDF-1.7".utf8), "PDF"), (Array("BM".utf8) + [UInt8](repeating: 0, count: 30), "BMP"),
        ]
        for kind in kinds {
            #expect(throws: ImageError.unsupportedFormat(kind.name)) { try ImageDecoder.decode(kind.bytes) }
            #expect(throws: ImageError.unsupportedFormat(kind.name)) { try ImageDecoder.information(of: kind.bytes) }
        }
        #expect(
            "\(ImageError.unsupportedFormat("GIF"))"
                == "this is a GIF file; PNG, JPEG and WebP are read. Convert it to one of these.")
        #expect("\(ImageError.unsupportedFormat("HTML"))".hasPrefix("this is an HTML file"))
        #expect(throws: ImageError.empty) { try ImageDecoder.decode([]) }
        #expect(throws: ImageError.unknownFormat(firstBytes: [1])) { try ImageDecoder.decode([1]) }
        #expect(throws: ImageError.unknownFormat(firstBytes: Array("{\"a\"".utf8))) {
            try ImageDecoder.decode(Array("{\"a\": 1}".utf8))
        }
    }

    @Test func aPNGSentAsTextIsRecognised() throws {
        let file = try smallPNG()
        let mangled = file.filter { $0 != 0x0D }
        #expect(throws: ImageError.damaged(.png, "its first eight bytes were changed, as by a transfer in text mode")) {
            try ImageDecoder.decode(mangled)
        }
    }
}

import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct BrokenInputTests {
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

    /// A lossy picture with alpha, a profile and an orientation.
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
            ("animated WebP", try fixture("webp-animated.webp")), ("GIF", try fixture("gif-interlaced.gif")),
            ("TIFF", try fixture("tiff-tiles.tif")), ("palette TIFF", try fixture("tiff-palette.tif")),
            ("AVIF", try fixture("avif-alpha.avif")), ("HEIC", try fixture("heic-alpha.heic")),
        ]
    }

    /// If only bytes after the last pixel are missing, the whole picture is shown. Half a picture is never shown.
    @Test func truncatedFilesAreErrorsOrWholePictures() throws {
        // The number of bytes that may be missing: the IEND chunk of a PNG, the last marker and padding bits of a JPEG, or the last
        // byte of a GIF.
        let missing = ["PNG": 12, "interlaced PNG": 12, "JPEG": 3, "CMYK JPEG": 3, "GIF": 1]
        for (name, bytes) in try files() {
            let whole = try ImageDecoder.decode(bytes)
            for length in 0..<bytes.count {
                do throws(ImageError) {
                    let decoded = try ImageDecoder.decode(Array(bytes[..<length]))
                    if decoded != whole || bytes.count - length > missing[name, default: 0] {
                        Issue.record("\(name) cut to \(length) of \(bytes.count) bytes was decoded")
                    }
                } catch {
                    #expect(error.kind == .badData && !error.description.contains("\n"))
                }
                _ = try? ImageDecoder.information(of: Array(bytes[..<length]))
            }
        }
    }

    @Test(arguments: ["grey", "444", "422", "420", "restarts", "rgb", "cmyk"])
    func jpegWithoutItsLastMarkerIsWhole(name: String) throws {
        let file = try fixture("jpeg-\(name).jpg")
        try #require(file.suffix(2) == [0xFF, 0xD9])
        #expect(try ImageDecoder.decode(Array(file.dropLast(2))) == ImageDecoder.decode(file))
        #expect(try ImageDecoder.decode(Array(file.dropLast(1))) == ImageDecoder.decode(file))
    }

    @Test func progressiveJPEGWithoutItsLastMarkerIsRefused() throws {
        let file = try fixture("jpeg-progressive.jpg")
        let place = "the file ends after \(file.count - 2) bytes without an end-of-image marker"
        #expect(throws: ImageError.truncated(.jpeg, place)) { try ImageDecoder.decode(Array(file.dropLast(2))) }
    }

    @Test func pngWithoutItsEndChunkIsWhole() throws {
        let file = try smallPNG()
        for missing in 1...12 { #expect(try ImageDecoder.decode(Array(file.dropLast(missing))) == ImageDecoder.decode(file)) }
        #expect(throws: ImageError.self) { try ImageDecoder.decode(Array(file.dropLast(13))) }
    }

    /// The zlib header states the window that the data need. Some old encoders stated too small a window.
    @Test func pngWithUnderstatedWindowIsWhole() throws {
        var generator = SeededGenerator(seed: 3)
        let row = (0..<400).map { _ in
            SIMD4<UInt8>(.random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator), 9, 255)
        }
        let picture = bitmap(400, 40) { x, _ in row[x] }
        var file = try PNGEncoder.encode(picture, options: PNGOptions(effort: .small))
        let data = try #require(file.indices.first { file[$0...].starts(with: Array("IDAT".utf8)) }) + 4
        let length = file[(data - 8)..<(data - 4)].reduce(0) { $0 << 8 | Int($1) }
        // 256 bytes, although a row has 1200. The second byte makes the first two a multiple of 31.
        (file[data], file[data + 1]) = (0x08, 0x1D)
        file.replaceSubrange(
            (data + length)..<(data + length + 4),
            with: PNGBuilder.number32(Int(PNGBuilder.crc(Array(file[(data - 4)..<(data + length)])))))
        #expect(try ImageDecoder.decode(file) == picture)
    }

    @Test func filesWithFlippedBitsNeverTrap() throws {
        let seed: UInt64 = 2024
        var generator = SeededGenerator(seed: seed)
        // Small limits: a flipped bit in a size would otherwise make the test fill megapixels.
        let limits = ImageLimits(maximumSide: 2000, maximumPixels: 1_000_000)
        for (name, bytes) in try files() {
            var decoded = 0
            let count = rounds(2000)
            for _ in 0..<count {
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
            // Checksums cover the whole of a PNG. Only damage inside sRGB, gAMA, cHRM and pHYs is tolerated, because decoders
            // drop damaged chunks that pixels don't need. 139 of 2000 with this seed.
            if name == "PNG" { #expect(Double(decoded) < 0.09 * Double(count), "\(decoded) decoded, seed \(seed)") }
        }
    }

    @Test func damagedPNGDataWithValidChecksumsNeverTraps() throws {
        let seed: UInt64 = 99
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            // Random filters and deflate codes; only the chunk's own checksum is correct.
            let data = [0x78, 0x01] + (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let header = PNGBuilder.number32(4) + PNGBuilder.number32(4) + [8, 6, 0, 0, 0]
            let file =
                PNGBuilder.signature + PNGBuilder.chunk("IHDR", header) + PNGBuilder.chunk("IDAT", data)
                + PNGBuilder.chunk("IEND", [])
            #expect(throws: ImageError.self, "seed \(seed)") { try ImageDecoder.decode(file) }
        }
    }

    @Test func unsupportedFileKindsAreNamed() throws {
        let kinds: [(bytes: [UInt8], name: String)] = [
            (Array("GIF85a".utf8), "GIF"),
            ([0, 0, 0, 24] + Array("ftypisom".utf8), "ISO media (MP4, MOV)"),
            (Array("<?xml version='1.0'?>\n<svg xmlns=''/>".utf8), "SVG"),
            (Array("\u{FEFF}  <SVG>".utf8), "SVG"), (Array("<!DOCTYPE html><p>404".utf8), "HTML"),
            (Array("P6 5 5 255\n".utf8), "Netpbm (PBM, PGM, PPM, PAM)"), (Array("DDS |".utf8), "DDS"),
            (Array("#define a_width 8".utf8), "XBM"), (Array("RIFFxxxxAVI ".utf8), "RIFF (AVI, WAV, ANI)"),
            (Array("%PDF-1.7".utf8), "PDF"), (Array("BM".utf8) + [UInt8](repeating: 0, count: 30), "BMP"),
        ]
        for kind in kinds {
            #expect(throws: ImageError.unsupportedFormat(kind.name)) { try ImageDecoder.decode(kind.bytes) }
            #expect(throws: ImageError.unsupportedFormat(kind.name)) { try ImageDecoder.information(of: kind.bytes) }
        }
        #expect(
            "\(ImageError.unsupportedFormat("PDF"))"
                == "this is a PDF file; PNG, JPEG, WebP, AVIF, HEIC, GIF and TIFF are read. Convert it to one of these.")
        #expect("\(ImageError.unsupportedFormat("HTML"))".hasPrefix("this is an HTML file"))
        #expect("\(ImageError.unsupportedFormat("XPM"))".hasPrefix("this is an XPM file"))
        #expect(throws: ImageError.damaged(.jpeg, "no marker follows the one that begins it")) {
            try ImageDecoder.decode([0xFF, 0xD8, 0x30])
        }
        #expect(throws: ImageError.empty) { try ImageDecoder.decode([]) }
        #expect(throws: ImageError.unknownFormat(firstBytes: [1])) { try ImageDecoder.decode([1]) }
        #expect(throws: ImageError.unknownFormat(firstBytes: Array("{\"a\"".utf8))) {
            try ImageDecoder.decode(Array("{\"a\": 1}".utf8))
        }
    }

    @Test func pngDamagedByTextTransferIsRecognised() throws {
        let file = try smallPNG()
        let mangled = file.filter { $0 != 0x0D }
        #expect(throws: ImageError.damaged(.png, "its first eight bytes were changed, as by a transfer in text mode")) {
            try ImageDecoder.decode(mangled)
        }
    }
}

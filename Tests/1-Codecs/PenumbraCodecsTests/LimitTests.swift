import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct LimitTests {
    /// A PNG that claims a size but contains only 20 bytes of data.
    private func bomb(_ width: Int, _ height: Int, bitDepth: UInt8 = 8) -> [UInt8] {
        let header = PNGBuilder.number32(width) + PNGBuilder.number32(height) + [bitDepth, 6, 0, 0, 0]
        return PNGBuilder.signature + PNGBuilder.chunk("IHDR", header)
            + PNGBuilder.chunk("IDAT", [0x78, 0x01] + [UInt8](repeating: 0, count: 18)) + PNGBuilder.chunk("IEND", [])
    }

    @Test func pngBombIsRefusedFromItsHeader() throws {
        let file = bomb(65535, 65535)
        #expect(file.count < 100)
        #expect(throws: ImageError.sideTooLong(.png, width: 65535, height: 65535, allowed: 16384)) {
            try ImageDecoder.decode(file)
        }
        #expect(try ImageDecoder.information(of: file).width == 65535)
        #expect(throws: ImageError.tooManyPixels(.png, width: 16384, height: 16384, allowed: 100_000_000)) {
            try ImageDecoder.decode(bomb(16384, 16384))
        }
        // Within the limits, but more than deflate can pack into 20 bytes.
        #expect(throws: ImageError.truncated(.png, "its 20 bytes of compressed data cannot hold 10000×10000 pixels")) {
            try ImageDecoder.decode(bomb(10000, 10000))
        }
        // The file ends inside its only chunk of pixels.
        #expect(throws: ImageError.truncated(.png, "it ends before its pixels do")) {
            try ImageDecoder.decode(bomb(100, 100).dropLast(20))
        }
    }

    @Test func jpegBombIsRefusedFromItsHeader() throws {
        var file = try fixture("jpeg-444.jpg")
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        for at in 5...8 { file[frame + at] = 0xFF }
        #expect(throws: ImageError.sideTooLong(.jpeg, width: 65535, height: 65535, allowed: 16384)) {
            try ImageDecoder.decode(file)
        }
    }

    @Test func overflowingPictureSizesAreRefused() {
        let unlimited = ImageLimits(maximumSide: .max, maximumPixels: .max, maximumBytes: .max)
        let side = 0x7FFF_FFFF
        #expect(throws: ImageError.tooManyBytes(.png, width: side, height: side, needed: nil, allowed: .max)) {
            try ImageDecoder.decode(bomb(side, side), limits: unlimited)
        }
        #expect(throws: ImageError.damaged(.png, "its header has a side of 0 or of more than 2³¹−1 pixels")) {
            try ImageDecoder.decode(bomb(side + 1, 1), limits: unlimited)
        }
        #expect(throws: ImageError.damaged(.png, "its header has a side of 0 or of more than 2³¹−1 pixels")) {
            try ImageDecoder.decode(bomb(0, 1))
        }
    }

    @Test func imageLimitsHoldExactly() throws {
        let file = try PNGEncoder.encode(bitmap(10, 6) { _, _ in [1, 2, 3, 255] })
        let exact = ImageLimits(maximumSide: 10, maximumPixels: 60, maximumBytes: 240)
        #expect(try ImageDecoder.decode(file, limits: exact).width == 10)
        for limits in [
            ImageLimits(maximumSide: 9), ImageLimits(maximumPixels: 59), ImageLimits(maximumBytes: 239),
            ImageLimits(maximumSide: 0), ImageLimits(maximumPixels: -1), ImageLimits(maximumBytes: .min),
        ] {
            #expect(throws: ImageError.self) { try ImageDecoder.decode(file, limits: limits) }
        }
    }

    @Test func memoryLimitCountsRotationAndProgressiveData() throws {
        let file = try fixture("jpeg-progressive.jpg")
        let pixels = 37 * 29 * 4
        // 4:2:0 in units of 16 × 16: 3 × 2 units of six blocks, 128 bytes each.
        let coefficients = 3 * 2 * 6 * 128
        #expect(throws: ImageError.tooManyBytes(.jpeg, width: 37, height: 29, needed: pixels + coefficients, allowed: 1)) {
            try ImageDecoder.decode(file, limits: ImageLimits(maximumBytes: 1))
        }
        #expect(throws: ImageError.tooManyBytes(.jpeg, width: 37, height: 29, needed: 2 * pixels + coefficients, allowed: 1)) {
            try ImageDecoder.decode(jpeg(file, adding: exifSegment(orientation: 3)), limits: ImageLimits(maximumBytes: 1))
        }
    }

    @Test func memoryLimitCountsSeparateScansLikeProgressiveData() throws {
        // libjpeg keeps all coefficients of any picture with several scans, not only of progressive pictures.
        var file = try fixture("jpeg-444.jpg")
        let scan = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        #expect(file[scan + 4] == 3)
        file[scan + 4] = 1
        let coefficients = 5 * 4 * 3 * 128
        #expect(throws: ImageError.tooManyBytes(.jpeg, width: 37, height: 29, needed: 37 * 29 * 4 + coefficients, allowed: 1)) {
            try ImageDecoder.decode(file, limits: ImageLimits(maximumBytes: 1))
        }
    }

    /// A progressive JPEG that begins with `count` empty scans.
    private func manyScans(_ count: Int) throws -> [UInt8] {
        let file = try fixture("jpeg-progressive.jpg")
        let first = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        let scan = segment(0xDA, [1, 1, 0, 1, 5, 0])
        return Array(file[..<first]) + Array(repeating: scan, count: count).joined() + Array(file[first...])
    }

    @Test func jpegScanLimitHoldsExactly() throws {
        let file = try fixture("jpeg-progressive.jpg")
        let scans = file.indices.dropLast().count { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
        #expect(scans > 2)
        #expect(try ImageDecoder.decode(file, limits: ImageLimits(maximumScans: scans)).width == 37)
        #expect(throws: ImageError.tooManyScans(allowed: scans - 1)) {
            try ImageDecoder.decode(file, limits: ImageLimits(maximumScans: scans - 1))
        }
        #expect("\(ImageError.tooManyScans(allowed: 7))".contains("more than 7 scans"))
        for limit in [0, -1, Int.min] {
            #expect(throws: ImageError.tooManyScans(allowed: limit)) {
                try ImageDecoder.decode(file, limits: ImageLimits(maximumScans: limit))
            }
        }
    }

    @Test func jpegScansAreCountedBeforeDecoding() throws {
        #expect(throws: ImageError.tooManyScans(allowed: 100)) { try ImageDecoder.decode(try manyScans(101)) }
        // No limit exceeds the limit of libjpeg-turbo.
        #expect(throws: ImageError.tooManyScans(allowed: 500)) {
            try ImageDecoder.decode(try manyScans(501), limits: ImageLimits(maximumScans: .max))
        }
        // Below the limit, libjpeg reports the errors in empty scans.
        let error = #expect(throws: ImageError.self) { try ImageDecoder.decode(try manyScans(50)) }
        if case .tooManyScans = error { Issue.record("50 scans are allowed") }
    }
}

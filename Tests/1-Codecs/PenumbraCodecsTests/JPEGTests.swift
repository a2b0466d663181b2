import CPenumbraJPEG
import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct JPEGTests {
    static let width = 37
    static let height = 29

    /// Measured: 0 for all, because Pillow's wheel and Debian's library use the same integer transform and upsampling. A
    /// tolerance of 1 allows for architectures whose vector code rounds the other way.
    static let tolerance = 1

    @Test(arguments: ["grey", "444", "422", "420", "progressive", "restarts", "rgb"])
    func jpegPixelsMatchPillow(name: String) throws {
        let expected = try fixture("jpeg-\(name).expected")
        let decoded = try ImageDecoder.decode(fixture("jpeg-\(name).jpg"))
        let wanted = bitmap(Self.width, Self.height) { x, y in
            let at = (y * Self.width + x) * 3
            return [expected[at], expected[at + 1], expected[at + 2], 255]
        }
        let difference = try #require(largestDifference(decoded, wanted))
        #expect(difference <= Self.tolerance)
        #expect(decoded.isOpaque)
    }

    /// A picture for screens of high dynamic range holds a second JPEG, and a directory of both (CIPA DC-007).
    @Test func baseImageOfAGainMapJPEGIsRead() throws {
        let (base, gain) = (try fixture("jpeg-420.jpg"), try fixture("jpeg-grey.jpg"))
        func segment(_ contents: [UInt8], _ marker: UInt8) -> [UInt8] {
            [0xFF, marker, UInt8((contents.count + 2) >> 8), UInt8((contents.count + 2) & 255)] + contents
        }
        let description = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x='adobe:ns:meta/' hdrgm:Version='1.0'/>".utf8)
        let directory = Array("MPF\0MM\0*".utf8) + [0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
        let file = base[..<2] + segment(description, 0xE1) + segment(directory, 0xE2) + base[2...] + gain
        #expect(try ImageDecoder.decode(Array(file)) == ImageDecoder.decode(base))
        let information = try ImageDecoder.information(of: Array(file))
        #expect(information.width == Self.width && information.height == Self.height)
    }

    @Test func cmykWithoutProfileMultipliesInkAndBlack() throws {
        let expected = try fixture("jpeg-cmyk.expected")
        let decoded = try ImageDecoder.decode(fixture("jpeg-cmyk.jpg"))
        let wanted = bitmap(Self.width, Self.height) { x, y in
            let at = (y * Self.width + x) * 4
            let black = Double(255 - expected[at + 3])
            let values = (0..<3).map { UInt8((Double(255 - expected[at + $0]) * black / 255).rounded()) }
            return [values[0], values[1], values[2], 255]
        }
        let difference = try #require(largestDifference(decoded, wanted))
        #expect(difference <= Self.tolerance)
    }

    @Test(arguments: [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_411].map(\.rawValue))
    func jpegSubsamplingsAndSmallSizesAreDecoded(subsampling: UInt32) throws {
        for width in 1...18 {
            for height in [1, 7, 8, 9, 16, 17] {
                let file = try compressed(width, height, TJPF_RGBA, subsampling, quality: 95) { x, y in
                    [UInt8(100 + 4 * x), UInt8(80 + 4 * y), 120, 255]
                }
                let decoded = try ImageDecoder.decode(file)
                #expect(decoded.width == width && decoded.height == height)
                // Quality 95 on a slow ramp. Measured at 4:1:1: 7.
                let middle = decoded[width / 2, height / 2]
                #expect(abs(Int(middle.x) - (100 + 4 * (width / 2))) <= 9)
                #expect(abs(Int(middle.y) - (80 + 4 * (height / 2))) <= 9)
            }
        }
    }

    @Test func ycckIsDecodedLikeCMYK() throws {
        // TurboJPEG writes CMYK as YCCK with Adobe's marker, so 255 means no ink.
        let file = try compressed(16, 16, TJPF_CMYK, TJSAMP_444.rawValue, quality: 100) { _, _ in [255, 128, 0, 200] }
        let pixel = try ImageDecoder.decode(file)[8, 8]
        for (value, wanted) in zip([pixel.x, pixel.y, pixel.z, pixel.w], [200, 100, 0, 255]) {
            // Two units for the conversion to YCbCr and back.
            #expect(abs(Int(value) - wanted) <= 2)
        }
    }

    @Test func strayBytesBetweenJPEGSegmentsAreAccepted() throws {
        let file = try fixture("jpeg-444.jpg")
        let expected = try ImageDecoder.decode(file)
        #expect(try ImageDecoder.decode(jpeg(file, adding: segment(0xFE, [1, 2]) + [0, 0, 0])) == expected)
        #expect(try ImageDecoder.decode(Array(file.dropLast(2)) + [0, 0, 0xFF, 0xD9]) == expected)
        #expect(try ImageDecoder.decode(file + [UInt8](repeating: 0, count: 1000)) == expected)
    }

    @Test func jpegCutInItsDataIsRefused() throws {
        let file = try fixture("jpeg-444.jpg")
        let cut = Array(file[..<(file.count * 3 / 4)])
        #expect(throws: ImageError.truncated(.jpeg, "the file ends after \(cut.count) bytes without an end-of-image marker")) {
            try ImageDecoder.decode(cut)
        }
        // The same with an end marker after the remaining data: no longer truncated, but data are missing.
        #expect(throws: ImageError.damaged(.jpeg, "libjpeg reports \"Corrupt JPEG data: premature end of data segment\"")) {
            try ImageDecoder.decode(cut + [0xFF, 0xD9])
        }
    }

    @Test func unsupportedJPEGKindsAreNamed() throws {
        var file = try fixture("jpeg-444.jpg")
        let frame = try #require(file.indices.first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
        file[frame + 4] = 12
        #expect(throws: ImageError.unsupportedVariant(.jpeg, "it has 12 bits a sample")) { try ImageDecoder.decode(file) }
        file[frame + 4] = 8
        file[frame + 1] = 0xC3
        #expect(throws: ImageError.unsupportedVariant(.jpeg, "it is lossless JPEG")) { try ImageDecoder.decode(file) }
    }

    private func compressed(
        _ width: Int, _ height: Int, _ format: TJPF, _ subsampling: UInt32, quality: Int32, _ pixel: (Int, Int) -> [UInt8]
    ) throws -> [UInt8] {
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        let pixels = (0..<height).flatMap { y in (0..<width).flatMap { pixel($0, y) } }
        var out: UnsafeMutablePointer<UInt8>?
        var size: UInt = 0
        defer { tjFree(out) }
        let status = tjCompress2(
            handle, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &out, &size, Int32(subsampling), quality, 0)
        try #require(status == 0)
        return Array(UnsafeBufferPointer(start: out, count: Int(size)))
    }
}

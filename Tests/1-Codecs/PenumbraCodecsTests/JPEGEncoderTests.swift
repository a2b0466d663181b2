import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct JPEGEncoderTests {
    private let picture = WebPEncoderTests.picture(200, 160, opaque: true)

    private func encoded(_ options: JPEGOptions) throws -> [UInt8] { try JPEGEncoder.encode(picture, options: options) }

    /// The frame header's marker and the first component's sampling factors.
    private func frame(_ file: [UInt8]) throws -> (marker: UInt8, sampling: UInt8) {
        let at = try #require(
            (2..<file.count - 12).first { file[$0] == 0xFF && [0xC0, 0xC2].contains(file[$0 + 1]) && file[$0 + 2] == 0 })
        return (file[at + 1], file[at + 11])
    }

    @Test func jpegQualityIncreasesBytesAndReducesError() throws {
        var last = (bytes: 0, error: Double.infinity)
        for quality in [1, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 95, 100] {
            let file = try encoded(JPEGOptions(quality: quality))
            let error = try rootMeanSquareError(picture, ImageDecoder.decode(file))
            #expect(file.count > last.bytes && error < last.error, "quality \(quality)")
            last = (file.count, error)
        }
        // Measured at quality 100: 0.667.
        #expect(last.error < 0.7)
        #expect(try encoded(JPEGOptions(quality: 0)) == encoded(JPEGOptions(quality: 1)))
        #expect(try encoded(JPEGOptions(quality: .max)) == encoded(JPEGOptions(quality: 100)))
        #expect(try encoded(.default) == encoded(JPEGOptions(quality: 85)))
    }

    @Test func chromaIsSampledInFullFromQuality90() throws {
        #expect(try frame(encoded(JPEGOptions(quality: 89))).sampling == 0x22)
        #expect(try frame(encoded(JPEGOptions(quality: 90))).sampling == 0x11)
        #expect(try frame(encoded(JPEGOptions(quality: 100, chromaSampling: .half))).sampling == 0x22)
        #expect(try frame(encoded(JPEGOptions(quality: 10, chromaSampling: .full))).sampling == 0x11)
    }

    @Test func progressiveJPEGHoldsTheSamePicture() throws {
        let (sequential, progressive) = (try encoded(.default), try encoded(JPEGOptions(isProgressive: true)))
        #expect(try frame(sequential).marker == 0xC0 && frame(progressive).marker == 0xC2)
        #expect(try ImageDecoder.decode(progressive) == ImageDecoder.decode(sequential))
        #expect(progressive.count < sequential.count)
    }

    @Test func transparentPixelsAreBlendedWithTheMatte() throws {
        // Every colour component with every alpha, over three different mattes at once.
        let matte: SIMD3<UInt8> = [255, 0, 131]
        let all = bitmap(256, 256) { x, y in SIMD4(UInt8(x), UInt8(x), UInt8(x), UInt8(y)) }
        var flat = [UInt8](repeating: 1, count: 256 * 256 * 4)
        flat.withUnsafeMutableBufferPointer { all.flatten(onto: matte, into: $0) }
        var wrong = 0
        for alpha in 0..<256 {
            for color in 0..<256 {
                let at = 4 * (alpha * 256 + color)
                for channel in 0..<3 {
                    let exact = (Double(color * alpha) + Double(matte[channel]) * Double(255 - alpha)) / 255
                    if Double(flat[at + channel]) != exact.rounded() { wrong += 1 }
                }
                if flat[at + 3] != 255 { wrong += 1 }
            }
        }
        #expect(wrong == 0)
        // The encoder uses the matte: the file equals that of the flattened picture.
        let opaque = bitmap(256, 256) { x, y in
            let at = 4 * (y * 256 + x)
            return SIMD4(flat[at], flat[at + 1], flat[at + 2], 255)
        }
        #expect(try JPEGEncoder.encode(all, options: JPEGOptions(matte: matte)) == JPEGEncoder.encode(opaque))
        #expect(try JPEGEncoder.encode(all) == JPEGEncoder.encode(all, options: JPEGOptions(matte: [255, 255, 255])))
        #expect(try JPEGEncoder.encode(all) != JPEGEncoder.encode(opaque))
    }

    @Test func smallJPEGSizesAreKept() throws {
        for width in 1...18 {
            for height in [1, 7, 8, 9, 16, 17] {
                let picture = bitmap(width, height) { x, y in [UInt8(100 + 4 * x), UInt8(80 + 4 * y), 120, 255] }
                let decoded = try ImageDecoder.decode(JPEGEncoder.encode(picture, options: JPEGOptions(quality: 95)))
                let difference = try #require(largestDifference(decoded, picture), "\(width)×\(height)")
                // The measured difference.
                #expect(difference <= 3, "\(width)×\(height)")
                #expect(decoded.isOpaque)
            }
        }
    }

    @Test func jpegScaleIsWrittenAsDotsPerInch() throws {
        func density(_ scale: Double?) throws -> [UInt8] { Array(try encoded(JPEGOptions(scale: scale))[6..<18]) }
        let jfif = Array("JFIF\0".utf8) + [1, 1]
        #expect(try density(2) == jfif + [1, 0, 144, 0, 144])
        #expect(try density(1e300) == jfif + [1, 255, 255, 255, 255])
        #expect(try density(1e-9) == jfif + [1, 0, 1, 0, 1])
        for ignored in [nil, 0, -1, Double.nan, .infinity] { #expect(try density(ignored) == jfif + [0, 0, 1, 0, 1]) }
        #expect(try ImageDecoder.decode(encoded(JPEGOptions(scale: 2))) == ImageDecoder.decode(encoded(.default)))
    }

    @Test(arguments: [(65501, 1), (1, 65501)]) func jpegSidesBeyondTheLibraryLimitAreRefused(width: Int, height: Int) throws {
        let picture = bitmap(width, height) { _, _ in [1, 2, 3, 255] }
        let wanted = ImageError.sideBeyondFormat(.jpeg, width: width, height: height, allowed: 65500)
        #expect(throws: wanted) { try PictureEncoder.encode(picture, as: .jpeg) }
        #expect(
            "\(wanted)"
                == "the picture is \(width)×\(height) pixels; JPEG allows 1 to 65500 per side. Make it smaller, or write a PNG."
        )
        let largest = bitmap(min(width, 65500), min(height, 65500)) { _, _ in [1, 2, 3, 255] }
        let file = try PictureEncoder.encode(largest, as: .jpeg)
        #expect(try ImageDecoder.information(of: file).width == largest.width)
    }
}

import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests the colour profiles of written files.
@Suite(.timed) struct TaggingTests {
    private let picture = Bitmap(width: 24, height: 10) { pixels in
        for i in 0..<240 {
            for channel in 0..<3 { pixels[4 * i + channel] = UInt8((i * (7 + 5 * channel)) & 255) }
            pixels[4 * i + 3] = i % 5 == 0 ? 128 : 255
        }
    }
    private let opaque = Bitmap(width: 16, height: 16) { pixels in
        for i in 0..<256 {
            let color: SIMD4<UInt8> = i % 16 < 8 ? SIMD4(255, 0, 0, 255) : SIMD4(40, 160, 90, 255)
            for channel in 0..<4 { pixels[4 * i + channel] = color[channel] }
        }
    }

    private func options(_ space: ColorSpace) -> PictureOptions {
        var options = PictureOptions()
        options.webp.isLossless = true
        options.setColorSpace(space)
        options.setScale(2)
        return options
    }

    /// A lossless file comes back as it was in its own space.
    @Test(arguments: ColorSpace.allCases, [PictureFormat.png, .webp])
    func losslessFilesRoundTripInTheirColourSpace(_ space: ColorSpace, _ format: PictureFormat) throws {
        for bitmap in [picture, opaque] {
            for effort in PNGOptions.Effort.allCases {
                var options = options(space)
                options.png.effort = effort
                let file = try PictureEncoder.encode(bitmap, as: format, options: options)
                #expect(try ImageDecoder.decode(file, to: space) == bitmap)
                let other = try ImageDecoder.decode(file, to: space == .srgb ? .displayP3 : .srgb)
                #expect(other != bitmap && other.isOpaque == bitmap.isOpaque)
            }
        }
    }

    /// Red of sRGB in Display P3, and back.
    @Test(arguments: PictureFormat.written)
    func coloursAreConvertedBetweenColourSpaces(_ format: PictureFormat) throws {
        let file = try PictureEncoder.encode(opaque, as: format, options: options(.srgb))
        let found = try ImageDecoder.decode(file, to: .displayP3)[2, 5]
        let near = format == .jpeg ? 2 : format == .avif ? 1 : 0
        for (a, b) in zip([234, 51, 35], [found.x, found.y, found.z]) { #expect(abs(a - Int(b)) <= near, "\(found)") }
        let wide = try PictureEncoder.encode(opaque, as: format, options: options(.displayP3))
        let clipped = try ImageDecoder.decode(wide)[2, 5]
        for (a, b) in zip([255, 0, 0], [clipped.x, clipped.y, clipped.z]) { #expect(abs(a - Int(b)) <= near, "\(clipped)") }
    }

    /// A profile of sRGB changes no pixel, so JPEGs with it can still be decoded by a GPU.
    @Test func sRGBProfileNeedsNoConversion() throws {
        let profile = ICCProfile.bytes(of: .srgb)
        profile.withUnsafeBytes { #expect(!ColorTransform.converts(ByteView($0), layout: .rgba8, in: [.rgb])) }
        ICCProfile.bytes(of: .displayP3).withUnsafeBytes {
            #expect(ColorTransform.converts(ByteView($0), layout: .rgba8, in: [.rgb]))
        }
        let file = try JPEGEncoder.encode(opaque)
        #expect(try ImageDecoder.decode(file, keepsCoefficients: true).source != nil)
        #expect(try ImageDecoder.decode(file, keepsCoefficients: true, to: .displayP3).source == nil)
    }

    /// ICC.1:2022, 7.2: the size, the signature, and tags inside the file at multiples of four.
    @Test(arguments: ColorSpace.allCases)
    func iccProfilesAreWellFormed(_ space: ColorSpace) {
        let bytes = ICCProfile.bytes(of: space)
        func word(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(word(0) == bytes.count && bytes.count < 600)
        #expect(Array(bytes[36..<40]) == Array("acsp".utf8))
        for tag in 0..<word(128) {
            let (place, size) = (word(136 + 12 * tag), word(140 + 12 * tag))
            #expect(place % 4 == 0 && place >= 132 + 12 * word(128) && place + size <= bytes.count)
        }
    }
}

import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

import struct PenumbraCodecs.PackingKernels

@Suite(.timed) struct VideoTests {
    private static let header = "YUV4MPEG2 W4096 H4096 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\nFRAME\n"

    /// The formulas of BT.709 in floating point, for every colour.
    @Test func videoColoursAreTheNearestSamples() throws {
        let colors = Bitmap(width: 4096, height: 4096, isOpaque: true) { bytes in
            for color in 0..<(1 << 24) {
                for channel in 0..<3 { bytes[4 * color + channel] = UInt8(truncatingIfNeeded: color >> (8 * channel)) }
                bytes[4 * color + 3] = 255
            }
        }
        let (file, _) = try animatedFile(.y4m, [colors], rate: AnimatedRate(30000, 1001))
        #expect(file.starts(with: Self.header.utf8) && file.count == Self.header.utf8.count + 3 << 24)
        let start = Self.header.utf8.count
        var worst = 0.0
        file.withUnsafeBufferPointer { file in
            for color in 0..<(1 << 24) {
                let (red, green, blue) = (Double(color & 255), Double(color >> 8 & 255), Double(color >> 16))
                let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
                let real = SIMD3(
                    16 + 219 * luma / 255, 128 + 224 * (blue - luma) / 1.8556 / 255, 128 + 224 * (red - luma) / 1.5748 / 255)
                let samples = SIMD3(
                    Double(file[start + color]), Double(file[start + 1 << 24 + color]), Double(file[start + 2 << 24 + color]))
                for i in 0..<3 { worst = max(worst, abs(real[i] - samples[i])) }
            }
        }
        // Halves are rounded up; the formula in floating point has an error too.
        #expect(worst <= 0.5 + 1e-9)
    }

    @Test(arguments: seeds(rounds(20))) func packingKernelsAgreeAtEveryLength(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for count in 0..<40 {
            let pixels = (0..<(4 * count)).map { _ in UInt8(generator.integer(0...255)) }
            func planes(_ kernels: PackingKernels) -> [UInt8] {
                var result = [UInt8](repeating: 7, count: 3 * count + 1)
                result.withUnsafeMutableBufferPointer { planes in
                    guard let base = planes.baseAddress else { return }
                    pixels.withUnsafeBufferPointer { pixels in
                        if let from = pixels.baseAddress {
                            kernels.convertToVideo(from, base, base + count, base + 2 * count, count)
                        }
                    }
                }
                return result
            }
            let first = planes(.baseline)
            #expect(first.last == 7, "seed \(seed), \(count) pixels")
            #expect(planes(.best) == first, "seed \(seed), \(count) pixels")
        }
    }

    @Test func transparentVideoPixelsShowTheMatteOrBlack() throws {
        let picture = bitmap(3, 1) { x, _ in [255, 255, 255, [0, 128, 255][x]] }
        func luma(_ matte: SIMD3<UInt8>?) throws -> [UInt8] {
            let (file, _) = try animatedFile(.y4m, [picture], rate: AnimatedRate(25), options: AnimatedOptions(matte: matte))
            return Array(file.suffix(9).prefix(3))
        }
        // 16 + 219 · 128 / 255 is 125.9.
        #expect(try luma(nil) == [16, 126, 235])
        #expect(try luma([255, 255, 255]) == [235, 235, 235])
    }

    /// Pixels are laid over the matte some at a time. A picture of many pixels has the samples of its single rows.
    @Test func largeTransparentPicturesHaveTheSamplesOfTheirRows() throws {
        var generator = SeededGenerator(seed: 11)
        let (width, height) = (203, 31)
        let picture = randomBitmap(width, height, opaque: false, using: &generator)
        let form = VideoForm(matte: [200, 90, 7])
        let whole = try form.converted(picture).withSamples { Array($0) }
        for y in 0..<height {
            let row = try form.converted(bitmap(width, 1) { x, _ in picture[x, y] }).withSamples { Array($0) }
            for plane in 0..<3 {
                let start = plane * width * height + y * width
                #expect(whole[start..<start + width] == row[plane * width..<(plane + 1) * width], "row \(y), plane \(plane)")
            }
        }
    }

    /// Frames that nobody holds any more leave their memory to later ones, and frames that are held keep theirs.
    @Test func videoMemoryServesForLaterFrames() throws {
        let form = VideoForm(matte: nil)
        func address(_ video: VideoPicture) -> UnsafeRawPointer? { video.withSamples { $0.baseAddress } }
        func frame(_ value: UInt8) throws -> VideoPicture {
            try form.converted(bitmap(40, 30) { _, _ in [value, value, value, 255] })
        }
        let held = try frame(0)
        let before = address(try frame(255))
        let after = try frame(90)
        #expect(address(after) == before && address(after) != address(held))
        #expect(held.withSamples { $0.first } == 16 && after.withSamples { $0.first } == 93)
        #expect(held.withSamples { $0.last } == 128 && after.withSamples { $0.last } == 128)
    }

    @Test func rawVideoFilesAreTheBytesOfAllFrames() throws {
        var generator = SeededGenerator(seed: 5)
        let frames = (0..<3).map { _ in randomBitmap(7, 5, opaque: false, using: &generator) }
        let (file, encoder) = try animatedFile(.rgba, frames + [frames[2]], rate: AnimatedRate(25))
        #expect(file == (frames + [frames[2]]).flatMap(components) && encoder.writtenFrames == 4)
    }
}

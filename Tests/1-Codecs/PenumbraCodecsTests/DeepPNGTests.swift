import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests PNG files of 16 bits per channel.
@Suite(.timed) struct DeepPNGTests {
    /// Noise, slow gradients, and flat areas, with and without alpha.
    private static func picture(
        _ width: Int, _ height: Int, _ kind: Int, isOpaque: Bool, _ random: inout SeededGenerator
    ) -> Bitmap {
        Bitmap(width: width, height: height, depth: .sixteen) { bytes in
            for i in 0..<4 * width * height {
                let (x, y) = (i / 4 % width, i / 4 / width)
                var value = [
                    Int.random(in: 0...65535, using: &random), (7 * x + 13 * y) & 65535, x / 40 % 2 == 0 ? 4660 : 43981,
                ][kind]
                if i % 4 == 3, isOpaque { value = 65535 }
                (bytes[2 * i], bytes[2 * i + 1]) = (UInt8(value >> 8), UInt8(value & 255))
            }
        }
    }

    @Test(arguments: TestSeeds.all) func sixteenBitPNGHoldsAllBits(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for (width, height) in [(1, 1), (2, 3), (33, 17), (400, 300), (5000, 40), (1, 900)] {
            for kind in 0..<3 {
                for isOpaque in [true, false] {
                    let picture = Self.picture(width, height, kind, isOpaque: isOpaque, &random)
                    let wanted = (0..<4 * width * height).map {
                        Int(picture.pixels[2 * $0]) << 8 | Int(picture.pixels[2 * $0 + 1])
                    }
                    for effort in PNGOptions.Effort.allCases {
                        let file = try PNGEncoder.encode(picture, options: PNGOptions(effort: effort))
                        let read = try #require(DeepPNG(file), "\(width)×\(height), \(kind), \(effort)")
                        #expect((read.width, read.height, read.colorType) == (width, height, picture.isOpaque ? 2 : 6))
                        #expect(read.values == wanted, "\(width)×\(height), \(kind), \(effort)")
                    }
                }
            }
        }
    }

    @Test func sixteenBitPNGKeepsItsBitsIfAsked() throws {
        var random = SeededGenerator(seed: 6)
        for isOpaque in [true, false] {
            let picture = Self.picture(33, 17, 0, isOpaque: isOpaque, &random)
            let file = try PNGEncoder.encode(picture)
            #expect(try ImageDecoder.decode(file, depth: .sixteen) == picture)
            #expect(try ImageDecoder.decode(file).depth == .eight)
        }
        let flat = Bitmap(width: 2, height: 1) { bytes in for i in bytes.indices { bytes[i] = UInt8(36 * i) } }
        #expect(try ImageDecoder.decode(try PNGEncoder.encode(flat), depth: .sixteen) == flat)
    }

    /// libpng reads the files too. It rounds to 8 bits for us.
    @Test func sixteenBitPNGIsReadByTheDecoder() throws {
        var random = SeededGenerator(seed: 5)
        let picture = Self.picture(90, 40, 1, isOpaque: true, &random)
        let read = try ImageDecoder.decode(try PNGEncoder.encode(picture))
        for y in 0..<40 {
            for x in 0..<90 { #expect(read[x, y] == picture[x, y]) }
        }
    }

    @Test func rowsInGroupsGiveTheSameFile() throws {
        var random = SeededGenerator(seed: 6)
        for isOpaque in [true, false] {
            let picture = Self.picture(3000, 200, 1, isOpaque: isOpaque, &random)
            var encoder = try PNGRowEncoder(width: 3000, height: 200, depth: .sixteen, isOpaque: isOpaque)
            var (file, y) = ([UInt8](), 0)
            while y < 200 {
                let rows = min(200 - y, encoder.rowMultiple)
                let run = UnsafeBufferPointer(rebasing: picture.pixels[8 * y * 3000..<8 * (y + rows) * 3000])
                try encoder.append(rows: rows, run) { bytes throws(Never) in file += bytes }
                y += rows
            }
            #expect(file == (try PNGEncoder.encode(picture)))
        }
    }

    @Test func sixteenBitPNGIsTaggedWithItsColourSpace() throws {
        var random = SeededGenerator(seed: 7)
        let picture = Self.picture(5, 5, 0, isOpaque: false, &random)
        for (space, chunk) in [(ColorSpace.srgb, "sRGB"), (.displayP3, "iCCP")] {
            var options = PNGOptions.default
            options.colorSpace = space
            #expect(DeepPNG(try PNGEncoder.encode(picture, options: options))?.chunks.contains(chunk) == true)
        }
    }

    @Test func sixteenBitOutputRefusesOtherFormatsAndBudgets() throws {
        var random = SeededGenerator(seed: 8)
        let picture = Self.picture(5, 5, 0, isOpaque: false, &random)
        for format in PictureFormat.written where format != .png {
            #expect(throws: ImageError.tooDeep(format, hasBudget: false)) { try PictureEncoder.encode(picture, as: format) }
        }
        var options = PictureOptions.default
        options.byteBudget = 1 << 20
        #expect(throws: ImageError.tooDeep(.png, hasBudget: true)) {
            try PictureEncoder.encode(picture, as: .png, options: options)
        }
    }
}

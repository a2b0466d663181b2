import PenumbraBench
import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// The writers that Penumbra is compared with must write files that show the same pixels.
@Suite(.timed) struct OtherPNGWriterTests {
    @Test(arguments: TestSeeds.all) func otherPNGWritersKeepThePixels(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for isOpaque in [true, false] {
            for (width, height) in [(1, 1), (7, 5), (64, 3), (33, 40)] {
                // Rows that repeat, rise and scatter favour different filters.
                let step = UInt8.random(in: 0...9, using: &random)
                let bitmap = Bitmap(width: width, height: height, isOpaque: isOpaque) { bytes in
                    for place in bytes.indices {
                        let (x, y) = (place / 4 % width, place / 4 / width)
                        let scattered = UInt8.random(in: 0...255, using: &random)
                        let isAlpha = place % 4 == 3
                        let color = y % 3 == 0 ? UInt8(truncatingIfNeeded: x) &* step : y % 3 == 1 ? scattered : 77
                        bytes[place] = isAlpha ? isOpaque ? 255 : scattered & 127 : color
                    }
                }
                for writer in [OtherPNGWriter.libpng(level: 6), .libdeflate(level: 1), .libdeflate(level: 6)] {
                    let file = try #require(writer.file(bitmap))
                    #expect(writer.size(bitmap) == file.count)
                    let shown = try ImageDecoder.decode(file)
                    #expect(shown == bitmap, "seed \(seed): \(writer.name), \(width)×\(height), opaque: \(isOpaque)")
                }
            }
        }
    }
}

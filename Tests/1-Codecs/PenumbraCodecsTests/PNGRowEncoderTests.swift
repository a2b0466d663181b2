import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

@Suite(.timed) struct PNGRowEncoderTests {
    /// Rows passed in groups of random lengths give the same file as the whole picture.
    @Test(arguments: TestSeeds.all) func rowsInGroupsGiveTheSameFile(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<12 {
            let (width, height) = (Int.random(in: 1...5000, using: &random), Int.random(in: 1...700, using: &random))
            let isOpaque = round % 2 == 0
            let bitmap = Bitmap(width: width, height: height) { pixels in
                var value: UInt8 = 0
                for i in pixels.indices {
                    if UInt8.random(in: 0...7, using: &random) == 0 { value = UInt8.random(in: 0...255, using: &random) }
                    pixels[i] = i % 4 == 3 && isOpaque ? 255 : value
                }
            }
            var options = PNGOptions.default
            options.scale = 2
            options.threads = Int.random(in: 1...3, using: &random)
            var encoder = try PNGRowEncoder(width: width, height: height, isOpaque: bitmap.isOpaque, options: options)
            var file: [UInt8] = []
            var y = 0
            while y < height {
                let rows = min(height - y, encoder.rowMultiple * Int.random(in: 1...4, using: &random))
                let run = UnsafeBufferPointer(rebasing: bitmap.pixels[(4 * y * width)..<(4 * (y + rows) * width)])
                try encoder.append(rows: rows, run) { bytes throws(Never) in file += bytes }
                y += rows
            }
            #expect(file == (try PNGEncoder.encode(bitmap, options: options)), "seed \(seed), \(width)×\(height)")
        }
    }

    @Test func receiverErrorsPassThroughPNGRowEncoder() throws {
        struct Full: Error {}
        let bitmap = Bitmap(width: 3, height: 2) { $0.initialize(repeating: 255) }
        var encoder = try PNGRowEncoder(width: 3, height: 2, isOpaque: true)
        #expect(throws: RowFailure<Full>.self) {
            try encoder.append(rows: 2, bitmap.pixels) { _ throws(Full) in throw Full() }
        }
    }

    @Test func pngSidesBeyondTheFormatAreRefused() {
        #expect(throws: ImageError.self) { _ = try PNGRowEncoder(width: 1 << 31, height: 1, isOpaque: true) }
        #expect(throws: ImageError.self) { _ = try PNGRowEncoder(width: 1, height: 0, isOpaque: true) }
    }
}

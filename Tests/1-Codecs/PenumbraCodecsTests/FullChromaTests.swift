import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// Tests AVIFs with full chroma against formulas, by samples that the test knows.
@Suite(.timed) struct FullChromaTests {
    /// Red, green and blue of 255, by ITU-T H.273, section 8.3. The samples have 8 bits and the full range.
    ///
    /// - Parameters:
    ///   - samples: Y, Cb and Cr.
    ///   - red: the share of red in luma.
    ///   - blue: the share of blue.
    private static func color(_ samples: SIMD3<Double>, red: Double, blue: Double) -> SIMD3<Double> {
        let r = samples.x + 2 * (1 - red) * (samples.z - 128)
        let b = samples.x + 2 * (1 - blue) * (samples.y - 128)
        return [r, (samples.x - red * r - blue * b) / (1 - red - blue), b]
    }

    /// libheif 1.15 makes YCbCr by way of red, green and blue, and rounds each time.
    ///
    /// Colours that the encoder stored survive this. The test therefore changes the file's matrix from BT.601 to BT.709, which
    /// gives the same samples colours between whole numbers.
    @Test func fullChromaIsConvertedOnce() throws {
        // Muted colours, which both matrices keep between 0 and 255.
        func samples(_ x: Int, _ y: Int) -> SIMD3<Double> {
            [Double(96 + (3 * x + 5 * y) % 64), Double(97 + x), Double(97 + y)]
        }
        let picture = bitmap(64, 64) { x, y in
            let color = Self.color(samples(x, y), red: 0.299, blue: 0.114).rounded(.toNearestOrAwayFromZero)
            return [UInt8(color.x), UInt8(color.y), UInt8(color.z), 255]
        }
        var file = try AVIFEncoder.encode(picture, options: AVIFOptions(quality: 100))
        try #require(components(ImageDecoder.decode(file)) == components(picture), "the encoder changes samples")
        let box = try #require(file.indices.first { file[$0...].starts(with: "colrnclx".utf8) })
        // Primaries, transfer and matrix have two bytes each.
        file[box + 13] = 1
        let decoded = try ImageDecoder.decode(file)
        var worst = 0.0
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let exact = Self.color(samples(x, y), red: 0.2126, blue: 0.0722)
                for channel in 0..<3 { worst = max(worst, abs(Double(decoded[x, y][channel]) - exact[channel])) }
            }
        }
        // The nearest levels. Measured: 0.49992.
        #expect(worst < 0.501)
    }
}

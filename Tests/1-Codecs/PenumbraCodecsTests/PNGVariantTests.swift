import PenumbraBitmap
import PenumbraCodecs
import TestSupport
import Testing

/// A combination of colour type and bit depth that PNG allows.
struct PNGVariant: Sendable, CustomStringConvertible {
    var colorType: Int
    var bitDepth: Int
    var description: String { "type \(colorType) at \(bitDepth) bits" }

    static let all: [PNGVariant] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])]
        .flatMap { type, depths in depths.map { PNGVariant(colorType: type, bitDepth: $0) } }
}

@Suite(.timed) struct PNGVariantTests {
    /// Converts a sample of `bits` bits to the nearest value in 0…255.
    private func eightBits(_ value: Int, _ bits: Int) -> UInt8 {
        UInt8((Double(value) * 255 / Double((1 << bits) - 1)).rounded())
    }

    private func expected(
        _ variant: PNGVariant, _ samples: [Int], _ palette: [[UInt8]], _ paletteAlpha: [UInt8], _ keyed: [Int]?
    ) -> SIMD4<UInt8> {
        let values = samples.map { eightBits($0, variant.bitDepth) }
        let alpha: UInt8 = keyed == samples ? 0 : 255
        switch variant.colorType {
        case 0: return [values[0], values[0], values[0], alpha]
        case 2: return [values[0], values[1], values[2], alpha]
        case 3:
            let color = palette[samples[0]]
            return [color[0], color[1], color[2], samples[0] < paletteAlpha.count ? paletteAlpha[samples[0]] : 255]
        case 4: return [values[0], values[0], values[0], values[1]]
        default: return [values[0], values[1], values[2], values[3]]
        }
    }

    @Test(arguments: PNGVariant.all, [false, true])
    func pngColorTypesDepthsAndInterlacingAreDecoded(variant: PNGVariant, interlaced: Bool) throws {
        let seed = UInt64(variant.colorType * 100 + variant.bitDepth * 2 + (interlaced ? 1 : 0))
        var generator = SeededGenerator(seed: seed)
        for round in 0..<40 {
            let (width, height) = (Int.random(in: 1...19, using: &generator), Int.random(in: 1...19, using: &generator))
            var builder = PNGBuilder(
                width: width, height: height, bitDepth: variant.bitDepth, colorType: variant.colorType, interlaced: interlaced)
            let largest = (1 << variant.bitDepth) - 1
            let samples = (0..<(width * height * builder.channels)).map { _ in Int.random(in: 0...largest, using: &generator) }
            let palette = (0...min(largest, 255)).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) } }
            var paletteAlpha: [UInt8] = []
            var keyed: [Int]?
            if variant.colorType == 3 { builder.before.append(("PLTE", palette.flatMap { $0 })) }
            if round % 2 == 1 {
                if variant.colorType == 3 {
                    paletteAlpha = (0..<Int.random(in: 1...palette.count, using: &generator)).map { _ in
                        UInt8.random(in: 0...255, using: &generator)
                    }
                    builder.before.append(("tRNS", paletteAlpha))
                } else if variant.colorType < 3 {
                    let color = Array(samples[0..<builder.channels])
                    keyed = color
                    builder.before.append(("tRNS", color.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }))
                }
            }
            let decoded = try ImageDecoder.decode(builder.build(samples))
            let wanted = bitmap(width, height) { x, y in
                let at = (y * width + x) * builder.channels
                return expected(variant, Array(samples[at..<(at + builder.channels)]), palette, paletteAlpha, keyed)
            }
            if decoded != wanted {
                Issue.record("\(variant), interlaced \(interlaced), \(width)×\(height), round \(round), seed \(seed)")
                return
            }
        }
    }

    @Test func sixteenBitSamplesAreRoundedToNearest() throws {
        let builder = PNGBuilder(width: 256, height: 256, bitDepth: 16, colorType: 0)
        let decoded = try components(ImageDecoder.decode(builder.build(Array(0..<65536))))
        for value in 0..<65536 {
            let nearest = UInt8((Double(value) / 257).rounded())
            if decoded[4 * value] != nearest {
                Issue.record("\(value) became \(decoded[4 * value]) instead of \(nearest)")
                return
            }
        }
    }

    @Test func textAndUnknownPNGChunksChangeNoPixel() throws {
        var builder = PNGBuilder(width: 2, height: 1, bitDepth: 8, colorType: 0)
        let plain = try ImageDecoder.decode(builder.build([7, 9]))
        builder.before = [("tEXt", Array("Comment\0hello".utf8)), ("teSt", [1, 2, 3]), ("bKGD", [0, 3])]
        builder.after = [("tIME", [7, 230, 1, 1, 0, 0, 0])]
        #expect(try ImageDecoder.decode(builder.build([7, 9])) == plain)
    }

    @Test func decodedPNGWithoutTransparentPixelsIsOpaque() throws {
        let grey = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 0)
        let full = PNGBuilder(width: 1, height: 1, bitDepth: 8, colorType: 4)
        #expect(try ImageDecoder.decode(grey.build([3])).isOpaque)
        #expect(try ImageDecoder.decode(full.build([3, 255])).isOpaque)
        #expect(try !ImageDecoder.decode(full.build([3, 254])).isOpaque)
    }
}

import PenumbraBitmap

/// What the rows of a PNG file hold (W3C PNG, section 11.2.1).
package struct PNGForm: Hashable, Sendable {
    /// 0 for grey, 2 for RGB, 3 for the numbers of a palette's colours, 4 for grey and alpha, 6 for RGBA.
    package let colorType: UInt8
    /// The bits of a sample, or of the number of a colour.
    package let depth: Int

    /// Grey of 8 bits, for opaque pixels.
    package static let gray = PNGForm(colorType: 0, depth: 8)
    /// Grey of 8 bits, and alpha.
    package static let grayAlpha = PNGForm(colorType: 4, depth: 8)

    /// RGB or RGBA of 8 or 16 bits per channel.
    ///
    /// - Parameter pixelBytes: 3 for RGB, 4 for RGBA, or twice as many for 16 bits.
    package static func color(pixelBytes: Int) -> PNGForm {
        PNGForm(colorType: pixelBytes % 4 == 0 ? 6 : 2, depth: pixelBytes > 4 ? 16 : 8)
    }

    /// The numbers of at most 256 colours, in 1, 2, 4 or 8 bits.
    package static func palette(of count: Int) -> PNGForm {
        var bits = 1
        while 1 << bits < count { bits *= 2 }
        return PNGForm(colorType: 3, depth: bits)
    }

    private var channels: Int {
        switch colorType {
        case 2: return 3
        case 4: return 2
        case 6: return 4
        default: return 1
        }
    }

    /// The distance between bytes that filters compare: the bytes of a pixel, at least 1.
    package var pixelBytes: Int { max(1, channels * depth / 8) }

    /// The bytes of a row without the number of its filter.
    package func rowBytes(_ width: Int) -> Int { (width * channels * depth + 7) / 8 }
}

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

    /// The form of a bitmap without colours, with 8 bits per channel. Nil for other bitmaps.
    static func gray(of bitmap: Bitmap, _ space: ColorSpace) -> PNGForm? {
        // Display P3's profile has three colours, and suits no grey (W3C PNG, section 11.3.2.3).
        guard bitmap.depth == .eight, space == .srgb, bitmap.isGray else { return nil }
        return bitmap.isOpaque ? .gray : .grayAlpha
    }

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

extension Bitmap {
    /// Whether the red, green and blue of each pixel are equal. The bitmap must have 8 bits per channel.
    fileprivate var isGray: Bool {
        let bytes = pixels
        return stride(from: 0, to: bytes.count, by: 4).allSatisfy { bytes[$0] == bytes[$0 + 1] && bytes[$0] == bytes[$0 + 2] }
    }
}

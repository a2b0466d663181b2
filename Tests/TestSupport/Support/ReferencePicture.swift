import PenumbraGeometry

/// A picture in double precision, painted by the definition of source-over. Its components are premultiplied, sRGB-encoded and
/// in 0…1.
public struct ReferencePicture: Sendable {
    public let pixels: PixelRect
    /// Red, green, blue, alpha.
    public var channels: [Field]

    public init(width: Int, height: Int, background: SIMD4<Double> = .zero) {
        pixels = PixelRect(x: 0, y: 0, width: width, height: height)
        channels = (0..<4).map { channel in
            Field(
                PixelRect(x: 0, y: 0, width: width, height: height),
                repeating: channel < 3 ? background[channel] * background[3] : background[3])
        }
    }

    /// Paints a straight colour through a mask of 0…1.
    public mutating func paint(_ color: SIMD4<Double>, through mask: Field) {
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let alpha = color[3] * mask[x, y]
                for channel in 0..<4 {
                    let source = channel < 3 ? color[channel] * alpha : alpha
                    channels[channel][x, y] = source + channels[channel][x, y] * (1 - alpha)
                }
            }
        }
    }

    /// Paints another picture at an opacity, through a mask.
    public mutating func paint(_ picture: ReferencePicture, opacity: Double = 1, through mask: Field? = nil) {
        for y in 0..<pixels.height {
            for x in 0..<pixels.width {
                let cover = opacity * (mask.map { $0[x, y] } ?? 1)
                let alpha = picture.channels[3][x, y] * cover
                for channel in 0..<4 {
                    channels[channel][x, y] = picture.channels[channel][x, y] * cover + channels[channel][x, y] * (1 - alpha)
                }
            }
        }
    }

    /// The straight 8-bit components of a pixel before rounding.
    public func straight(_ x: Int, _ y: Int) -> SIMD4<Double> {
        let alpha = channels[3][x, y]
        guard alpha > 0 else { return .zero }
        return SIMD4(
            channels[0][x, y] / alpha * 255, channels[1][x, y] / alpha * 255, channels[2][x, y] / alpha * 255, alpha * 255)
    }

    /// The premultiplied components of a pixel, 0…255, before rounding.
    public func premultiplied(_ x: Int, _ y: Int) -> SIMD4<Double> {
        SIMD4(channels[0][x, y], channels[1][x, y], channels[2][x, y], channels[3][x, y]) * 255
    }
}

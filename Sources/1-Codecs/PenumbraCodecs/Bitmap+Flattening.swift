import PenumbraBitmap

extension Bitmap {
    /// Writes the picture laid over one colour, four bytes per pixel, the last of them 255.
    ///
    /// A component is (c·a + m·(255 − a)) / 255 to nearest, of straight 8-bit values. The quotient never lies half way
    /// between two integers, since 255 is odd.
    /// - Parameters:
    ///   - range: the pixels to write, counted row by row. Nil means all.
    ///   - target: must have room for four bytes for each of them.
    package func flatten(
        _ range: Range<Int>? = nil, onto matte: SIMD3<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        let range = range ?? 0..<width * height
        guard let first = pixels.baseAddress, let to = target.baseAddress else { return }
        let from = first + 4 * range.lowerBound
        let (red, green, blue) = (UInt16(matte.x), UInt16(matte.y), UInt16(matte.z))
        for i in 0..<range.count {
            let alpha = UInt16(from[4 * i + 3])
            to[4 * i] = Self.mixed(UInt16(from[4 * i]), red, alpha)
            to[4 * i + 1] = Self.mixed(UInt16(from[4 * i + 1]), green, alpha)
            to[4 * i + 2] = Self.mixed(UInt16(from[4 * i + 2]), blue, alpha)
            to[4 * i + 3] = 255
        }
    }

    /// Mixes two components. The sum of both products is at most 65025 = 255². Adding 128 and a 256th of the result divides
    /// by 255 exactly to nearest. All values stay within 16 bits, so nothing overflows.
    @inline(__always)
    private static func mixed(_ color: UInt16, _ matte: UInt16, _ alpha: UInt16) -> UInt8 {
        let sum = color &* alpha &+ matte &* (255 &- alpha) &+ 128
        return UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
    }
}

/// Divides the colour of an RGBA pixel by its alpha, rounded. Without alpha there is no colour.
func divideByAlpha(_ pixel: UnsafeMutablePointer<UInt8>) {
    let alpha = UInt32(pixel[3])
    if alpha == 255 { return }
    for channel in 0..<3 {
        pixel[channel] = alpha == 0 ? 0 : UInt8(min(255, (UInt32(pixel[channel]) * 255 + alpha / 2) / alpha))
    }
}

import PenumbraBitmap

extension Bitmap {
    /// Writes the picture laid over one colour, four bytes a pixel, the last of them 255.
    ///
    /// A component is (c·a + m·(255 − a)) / 255 to nearest, of straight 8-bit values; the quotient never lies half way between two
    /// integers, since 255 is odd.
    /// - Parameter target: as many bytes as `pixels` has.
    func flatten(onto matte: SIMD3<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>) {
        guard let from = pixels.baseAddress, let to = target.baseAddress else { return }
        let matte = SIMD3<UInt32>(truncatingIfNeeded: matte)
        for i in stride(from: 0, to: 4 * width * height, by: 4) {
            let alpha = UInt32(from[i + 3])
            for channel in 0..<3 {
                let sum = UInt32(from[i + channel]) * alpha + matte[channel] * (255 - alpha) + 127
                to[i + channel] = UInt8(truncatingIfNeeded: sum / 255)
            }
            to[i + 3] = 255
        }
    }
}

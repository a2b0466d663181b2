extension Kernels {
    /// Converts pixels to straight RGBA of 16 bits, the high bytes first.
    ///
    /// With c a colour and a the alpha in Q15, both at least 1: alpha is (a·65535 + 16384) >> 15, and colours are
    /// (c·65535 + a / 2) / a, at most 65535. Pixels whose alpha is 0 are 0.
    public func finishDeep(_ source: UnsafePointer<UInt16>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for x in 0..<count {
            let pixel = source + 4 &* x
            let alpha = UInt32(pixel[3])
            var words = SIMD4<UInt32>(repeating: 0)
            if alpha != 0 {
                for i in 0..<3 { words[i] = min(65535, (UInt32(pixel[i]) &* 65535 &+ alpha / 2) / alpha) }
                words[3] = (alpha &* 65535 &+ 16384) &>> 15
            }
            for i in 0..<4 {
                target[8 &* x &+ 2 &* i] = UInt8(truncatingIfNeeded: words[i] &>> 8)
                target[8 &* x &+ 2 &* i &+ 1] = UInt8(truncatingIfNeeded: words[i])
            }
        }
    }
}

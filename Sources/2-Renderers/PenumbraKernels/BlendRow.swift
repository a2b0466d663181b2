import CPenumbraVectors

// Blend modes along one row of premultiplied Q15 pixels; `Composite.Operation` defines the formulas.

extension Kernels {
    /// Blends a row of pixels, times `opacity` and through a mask if there is one.
    ///
    /// - Parameter mode: the value of a `penumbra_blend_mode`.
    public func blend(
        _ mode: UInt32, _ destination: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>,
        _ mask: UnsafePointer<UInt16>?, _ opacity: UInt32, _ count: Int
    ) {
        let mode = penumbra_blend_mode(rawValue: mode)
        let zero = SIMD8<UInt16>(repeating: 0)
        let opacities = SIMD8<UInt32>(repeating: opacity)
        var x = 0
        while x &+ 8 <= count {
            var share = opacities
            if let mask {
                let values = load8(mask + x)
                if values == zero {
                    x &+= 8
                    continue
                }
                share = (penumbra_widen8(values) &* opacities &+ 16384) &>> 15
            }
            penumbra_blend_pixels(mode, source + 4 &* x, share, destination + 4 &* x)
            x &+= 8
        }
        guard x < count else { return }
        // The last pixels get a vector of their own.
        var pixels = (SIMD32<UInt16>(repeating: 0), SIMD32<UInt16>(repeating: 0))
        var share = SIMD8<UInt32>(repeating: 0)
        withUnsafeMutableBytes(of: &pixels) { bytes in
            let values = bytes.assumingMemoryBound(to: UInt16.self).baseAddress!
            let rest = count &- x
            for i in 0..<4 &* rest {
                values[i] = source[4 &* x &+ i]
                values[32 &+ i] = destination[4 &* x &+ i]
            }
            for i in 0..<rest { share[i] = product(mask.map { UInt32($0[x &+ i]) } ?? 32768, opacity) }
            penumbra_blend_pixels(mode, values, share, values + 32)
            for i in 0..<4 &* rest { destination[4 &* x &+ i] = values[32 &+ i] }
        }
    }
}

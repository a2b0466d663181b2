import CPenumbraVectors

// Filters of colours with weights that may be negative; the formula is that of `SignedTable`.

@inline(__always)
private func settled(_ sum: SIMD4<Int32>) -> SIMD4<UInt16> {
    let value = (sum &+ 16384) &>> 15
    var held = pointwiseMin(pointwiseMax(value, SIMD4(repeating: 0)), SIMD4(repeating: 32768))
    held = pointwiseMin(held, SIMD4(repeating: held.w))
    return narrowed(unsafeBitCast(held, to: SIMD4<UInt32>.self))
}

@inline(__always)
private func signed(_ pixel: UnsafePointer<UInt16>) -> SIMD4<Int32> {
    unsafeBitCast(widened(load4(pixel)), to: SIMD4<Int32>.self)
}

extension Kernels {
    /// Each pixel from a run of pixels of one row.
    public func filterColumns(
        _ source: UnsafePointer<UInt16>, _ starts: UnsafePointer<Int32>, _ offsets: UnsafePointer<Int32>,
        _ weights: UnsafePointer<Int32>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            var sum = SIMD4<Int32>(repeating: 0)
            var pixel = source + 4 &* Int(starts[x])
            for position in Int(offsets[x])..<Int(offsets[x &+ 1]) {
                sum = sum &+ signed(pixel) &* weights[position]
                pixel += 4
            }
            store4(settled(sum), target + 4 &* x)
        }
    }

    /// Each pixel from those below each other in rows `stride` apart.
    public func filterRows(
        _ source: UnsafePointer<UInt16>, _ stride: Int, _ weights: UnsafePointer<Int32>, _ taps: Int,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        for x in 0..<count {
            var sum = SIMD4<Int32>(repeating: 0)
            for tap in 0..<taps { sum = sum &+ signed(source + (tap &* stride &+ 4 &* x)) &* weights[tap] }
            store4(settled(sum), target + 4 &* x)
        }
    }
}

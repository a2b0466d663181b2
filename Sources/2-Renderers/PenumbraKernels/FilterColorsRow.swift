import CPenumbraVectors

// Filters of colours with weights that may be negative; `SignedTable` defines the formula.

/// Rounds the sum of a filter and clamps it to the values that the target stores.
///
/// - Parameters:
///   - targetLift: if above zero, the result is clamped to lowest…highest and stored with this offset. If zero, the result
///     is clamped to the range of colours.
@inline(__always)
private func settled(_ sum: SIMD4<Int32>, _ targetLift: Int32, _ lowest: Int32, _ highest: Int32) -> SIMD4<UInt16> {
    let value = (sum &+ 16384) &>> 15
    if targetLift > 0 {
        let held = pointwiseMin(pointwiseMax(value, SIMD4(repeating: lowest)), SIMD4(repeating: highest))
        return narrowed(unsafeBitCast(held &+ SIMD4(repeating: targetLift), to: SIMD4<UInt32>.self))
    }
    var held = pointwiseMin(pointwiseMax(value, SIMD4(repeating: 0)), SIMD4(repeating: 32768))
    held = pointwiseMin(held, SIMD4(repeating: held.w))
    return narrowed(unsafeBitCast(held, to: SIMD4<UInt32>.self))
}

@inline(__always)
private func signed(_ pixel: UnsafePointer<UInt16>) -> SIMD4<Int32> {
    unsafeBitCast(widened(load4(pixel)), to: SIMD4<Int32>.self)
}

extension Kernels {
    /// Filters each pixel from a run of pixels of one row.
    public func filterColumns(
        _ source: UnsafePointer<UInt16>, _ starts: UnsafePointer<Int32>, _ offsets: UnsafePointer<Int32>,
        _ weights: UnsafePointer<Int32>, sourceLift: Int32, targetLift: Int32, lowest: Int32, highest: Int32,
        _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        let lift = SIMD4<Int32>(repeating: sourceLift)
        for x in 0..<count {
            var sum = SIMD4<Int32>(repeating: 0)
            var pixel = source + 4 &* Int(starts[x])
            for position in Int(offsets[x])..<Int(offsets[x &+ 1]) {
                sum = sum &+ (signed(pixel) &- lift) &* weights[position]
                pixel += 4
            }
            store4(settled(sum, targetLift, lowest, highest), target + 4 &* x)
        }
    }

    /// Filters each pixel from pixels below each other in rows `stride` apart.
    public func filterRows(
        _ source: UnsafePointer<UInt16>, _ stride: Int, _ weights: UnsafePointer<Int32>, _ taps: Int, sourceLift: Int32,
        targetLift: Int32, lowest: Int32, highest: Int32, _ target: UnsafeMutablePointer<UInt16>, _ count: Int
    ) {
        let lift = SIMD4<Int32>(repeating: sourceLift)
        for x in 0..<count {
            var sum = SIMD4<Int32>(repeating: 0)
            for tap in 0..<taps { sum = sum &+ (signed(source + (tap &* stride &+ 4 &* x)) &- lift) &* weights[tap] }
            store4(settled(sum, targetLift, lowest, highest), target + 4 &* x)
        }
    }
}

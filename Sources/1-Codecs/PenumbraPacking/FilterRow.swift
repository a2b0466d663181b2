import CPenumbraPacking

// The row filters of PNG (W3C PNG, section 9): each replaces bytes by their differences from neighbours, modulo 256.
//
// Rows lie behind at least 4 bytes of zeros, which represent the pixel left of the first. Rows are readable for their length
// rounded up to a multiple of 32, and targets are writable for the same length.

/// Packs RGBA into RGB. It writes up to eight bytes behind the `3 · count` bytes of the row.
public func packOpaqueRow(_ pixels: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int) {
    var x = 0
    while x &+ 8 <= count {
        storeBytes(penumbra_without_alpha(loadBytes(pixels + 4 &* x)), target + 3 &* x)
        x &+= 8
    }
    while x < count {
        for i in 0..<3 { target[3 &* x &+ i] = pixels[4 &* x &+ i] }
        x &+= 1
    }
}

/// Chooses the filter whose differences, taken as signed, have the least sum of absolute values; the lowest number among
/// equals.
///
/// In rows of 512 bytes and more, only every `step`th block of 32 bytes is examined.
public func bestFilter(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ length: Int, _ channels: Int, _ step: Int
) -> Int {
    var sums = FilterSums()
    let stride = length < 512 ? 32 : 32 &* step
    let whole = length & ~31
    var i = 0
    while i < whole {
        sums.add(row, above, i, channels, penumbra_first_lanes(32))
        i &+= stride
    }
    if whole < length {
        sums.add(row, above, whole, channels, penumbra_first_lanes(UInt8(truncatingIfNeeded: length &- whole)))
    }
    var best = 0
    var least = sums.none.wrappedSum()
    let others = (sums.sub.wrappedSum(), sums.up.wrappedSum(), sums.average.wrappedSum(), sums.paeth.wrappedSum())
    if others.0 < least { (best, least) = (1, others.0) }
    if others.1 < least { (best, least) = (2, others.1) }
    if others.2 < least { (best, least) = (3, others.2) }
    if others.3 < least { best = 4 }
    return best
}

/// The sums of absolute differences for each filter.
private struct FilterSums {
    var none = SIMD4<UInt64>(repeating: 0)
    var sub = SIMD4<UInt64>(repeating: 0)
    var up = SIMD4<UInt64>(repeating: 0)
    var average = SIMD4<UInt64>(repeating: 0)
    var paeth = SIMD4<UInt64>(repeating: 0)

    /// Adds a block of 32 bytes, without the bytes that have no bits in `inside`.
    @inline(__always)
    mutating func add(
        _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ i: Int, _ channels: Int, _ inside: SIMD32<UInt8>
    ) {
        let (x, a, b, c) = neighbours(row, above, i, channels)
        none &+= penumbra_magnitude_sums(penumbra_common_bits(x, inside))
        sub &+= penumbra_magnitude_sums(penumbra_common_bits(x &- a, inside))
        up &+= penumbra_magnitude_sums(penumbra_common_bits(x &- b, inside))
        average &+= penumbra_magnitude_sums(penumbra_common_bits(x &- penumbra_byte_means(a, b), inside))
        paeth &+= penumbra_magnitude_sums(penumbra_common_bits(x &- penumbra_nearest_to_gradient(a, b, c), inside))
    }
}

/// Filters a row with filter number 0…4 and writes the differences.
public func filterRow(
    _ filter: Int, _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ length: Int, _ channels: Int,
    _ target: UnsafeMutablePointer<UInt8>
) {
    var i = 0
    switch filter {
    case 0:
        while i < length {
            storeBytes(loadBytes(row + i), target + i)
            i &+= 32
        }
    case 1:
        while i < length {
            storeBytes(loadBytes(row + i) &- loadBytes(row + i - channels), target + i)
            i &+= 32
        }
    case 2:
        while i < length {
            storeBytes(loadBytes(row + i) &- loadBytes(above + i), target + i)
            i &+= 32
        }
    case 3:
        while i < length {
            let means = penumbra_byte_means(loadBytes(row + i - channels), loadBytes(above + i))
            storeBytes(loadBytes(row + i) &- means, target + i)
            i &+= 32
        }
    default:
        while i < length {
            let (x, a, b, c) = neighbours(row, above, i, channels)
            storeBytes(x &- penumbra_nearest_to_gradient(a, b, c), target + i)
            i &+= 32
        }
    }
}

/// Loads a block of bytes together with their neighbours at the left, above, and above at the left.
@inline(__always)
private func neighbours(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ i: Int, _ channels: Int
) -> (SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>, SIMD32<UInt8>) {
    (loadBytes(row + i), loadBytes(row + i - channels), loadBytes(above + i), loadBytes(above + i - channels))
}

import CPenumbraPacking

/// Counts the pixels of a row that differ from the pixel to the left and from the three nearest pixels above. Pixels have 32
/// bits.
///
/// The first and the last pixel don't count.
///
/// - Parameter above: the row above; the row itself if there is none.
public func countNovelPixels(_ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>, _ width: Int) -> Int {
    var counts = SIMD8<UInt32>(repeating: 0)
    var x = 1
    while x &+ 9 <= width {
        let (here, up) = (row + 4 &* x, above + 4 &* x)
        counts = penumbra_count_novel(
            counts, loadPixels(here), loadPixels(here - 4), loadPixels(up), loadPixels(up - 4), loadPixels(up + 4))
        x &+= 8
    }
    var count = Int(truncatingIfNeeded: counts.wrappedSum())
    while x &+ 1 < width {
        let pixel = loadPixel(row + 4 &* x)
        let up = above + 4 &* x
        let isMet =
            pixel == loadPixel(row + 4 &* x - 4) || pixel == loadPixel(up) || pixel == loadPixel(up - 4)
            || pixel == loadPixel(up + 4)
        if !isMet { count &+= 1 }
        x &+= 1
    }
    return count
}

@inline(__always)
private func loadPixels(_ bytes: UnsafePointer<UInt8>) -> SIMD8<UInt32> {
    UnsafeRawPointer(bytes).loadUnaligned(as: SIMD8<UInt32>.self)
}

@inline(__always)
private func loadPixel(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
}

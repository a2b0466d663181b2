import CPenumbraPacking

// The samples of BT.709 video in limited range, as fractions of integers.
//
// With Y' = 0.2126 R + 0.7152 G + 0.0722 B, the formulas 16 + 219/255 Y', 128 + 224/255 (B - Y') / 1.8556 and
// 128 + 224/255 (R - Y') / 1.5748 are fractions of whole numbers: (73 (1063 R + 3576 G + 361 B)) / 425000,
// (112 (4639 B - 1063 R - 3576 G)) / 1182945 and (112 (3937 R - 3576 G - 361 B)) / 1003935, plus 16 or 128. A half is added
// before the division is rounded down, so every sample is the nearest integer, and the higher one of two.

/// Converts straight RGBA pixels, whose alpha is ignored, into three planes.
public func convertToVideo(
    _ pixels: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
    _ red: UnsafeMutablePointer<UInt8>, _ count: Int
) {
    var x = 0
    while x &+ 8 <= count {
        let colors = UnsafeRawPointer(pixels + 4 &* x).loadUnaligned(as: SIMD8<UInt32>.self)
        store(lumaSamples(colors), luma + x)
        store(blueSamples(colors), blue + x)
        store(redSamples(colors), red + x)
        x &+= 8
    }
    if x == count { return }
    var colors = SIMD8<UInt32>(repeating: 0)
    for i in 0..<(count &- x) {
        colors[i] = UnsafeRawPointer(pixels + 4 &* (x &+ i)).loadUnaligned(as: UInt32.self)
    }
    let (lumas, blues, reds) = (lumaSamples(colors), blueSamples(colors), redSamples(colors))
    for i in 0..<(count &- x) {
        luma[x &+ i] = lumas[i]
        blue[x &+ i] = blues[i]
        red[x &+ i] = reds[i]
    }
}

@inline(__always)
private func store(_ samples: SIMD8<UInt8>, _ target: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(target).storeBytes(of: samples, as: SIMD8<UInt8>.self)
}

// Each line has the weights, the number before the division, the divisor, and 2^34 divided by the divisor.

@inline(__always)
private func lumaSamples(_ colors: SIMD8<UInt32>) -> SIMD8<UInt8> {
    penumbra_weighted_levels(colors, 73 &* 1063, 73 &* 3576, 73 &* 361, 16 &* 425000 &+ 212500, 425000, 40423)
}

@inline(__always)
private func blueSamples(_ colors: SIMD8<UInt32>) -> SIMD8<UInt8> {
    penumbra_weighted_levels(
        colors, 0 &- 112 &* 1063, 0 &- 112 &* 3576, 112 &* 4639, 128 &* 1_182_945 &+ 591472, 1_182_945, 14522)
}

@inline(__always)
private func redSamples(_ colors: SIMD8<UInt32>) -> SIMD8<UInt8> {
    penumbra_weighted_levels(
        colors, 112 &* 3937, 0 &- 112 &* 3576, 0 &- 112 &* 361, 128 &* 1_003_935 &+ 501967, 1_003_935, 17112)
}

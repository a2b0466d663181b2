import CPenumbraPacking

/// A sample of BT.709 video in limited range, as a fraction of integers: a weighted sum of a pixel's colours, divided by a
/// divisor.
///
/// With Y' = 0.2126 R + 0.7152 G + 0.0722 B, the formulas 16 + 219/255 Y', 128 + 224/255 (B - Y') / 1.8556 and
/// 128 + 224/255 (R - Y') / 1.5748 are fractions of whole numbers: (73 (1063 R + 3576 G + 361 B)) / 425000,
/// (112 (4639 B - 1063 R - 3576 G)) / 1182945 and (112 (3937 R - 3576 G - 361 B)) / 1003935, plus 16 or 128. A half is added
/// before the division is rounded down, so every sample is the nearest integer, and the higher one of two.
public struct VideoSample: Sendable {
    /// The weights of the colours, modulo 2³².
    public let red: UInt32
    public let green: UInt32
    public let blue: UInt32
    /// The number before the division.
    public let bias: UInt32
    public let divisor: UInt32
    /// 2³⁴ divided by the divisor.
    public let inverse: UInt32

    /// - Parameter zero: the sample of black.
    @inline(__always)
    private init(
        _ scale: UInt32, red: UInt32, green: UInt32, blue: UInt32, zero: UInt32, divisor: UInt32, inverse: UInt32
    ) {
        self.red = scale &* red
        self.green = scale &* green
        self.blue = scale &* blue
        bias = zero &* divisor &+ divisor / 2
        self.divisor = divisor
        self.inverse = inverse
    }

    public static var luma: VideoSample {
        @inline(__always) get {
            VideoSample(73, red: 1063, green: 3576, blue: 361, zero: 16, divisor: 425_000, inverse: 40423)
        }
    }

    public static var blueDifference: VideoSample {
        @inline(__always) get {
            VideoSample(
                112, red: 0 &- 1063, green: 0 &- 3576, blue: 4639, zero: 128, divisor: 1_182_945, inverse: 14522)
        }
    }

    public static var redDifference: VideoSample {
        @inline(__always) get {
            VideoSample(
                112, red: 3937, green: 0 &- 3576, blue: 0 &- 361, zero: 128, divisor: 1_003_935, inverse: 17112)
        }
    }

    @inline(__always)
    fileprivate func callAsFunction(_ colors: SIMD8<UInt32>) -> SIMD8<UInt8> {
        penumbra_weighted_levels(colors, red, green, blue, bias, divisor, inverse)
    }
}

/// Converts straight RGBA pixels, whose alpha is ignored, into three planes.
public func convertToVideo(
    _ pixels: UnsafePointer<UInt8>, _ luma: UnsafeMutablePointer<UInt8>, _ blue: UnsafeMutablePointer<UInt8>,
    _ red: UnsafeMutablePointer<UInt8>, _ count: Int
) {
    var x = 0
    while x &+ 8 <= count {
        let colors = UnsafeRawPointer(pixels + 4 &* x).loadUnaligned(as: SIMD8<UInt32>.self)
        store(VideoSample.luma(colors), luma + x)
        store(VideoSample.blueDifference(colors), blue + x)
        store(VideoSample.redDifference(colors), red + x)
        x &+= 8
    }
    if x == count { return }
    var colors = SIMD8<UInt32>(repeating: 0)
    for i in 0..<(count &- x) {
        colors[i] = UnsafeRawPointer(pixels + 4 &* (x &+ i)).loadUnaligned(as: UInt32.self)
    }
    let (lumas, blues, reds) = (VideoSample.luma(colors), VideoSample.blueDifference(colors), VideoSample.redDifference(colors))
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

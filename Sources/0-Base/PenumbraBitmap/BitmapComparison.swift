/// How two pictures differ, channel by channel.
///
/// Pixels are compared as they are stored: straight, 8 or 16 bits per channel. The colour of a fully transparent pixel counts too;
/// this package always writes zeros there.
public struct BitmapComparison: Hashable, Sendable {
    /// The largest difference of any channel, 0…255.
    public let maximumDifference: Int
    /// The mean difference over all channels of all pixels.
    public let meanDifference: Double
    /// The number of pixels with a channel that differs by more than the tolerance.
    public let differentPixels: Int
    /// The number of pixels compared.
    public let pixels: Int
    /// The largest difference of a channel that still counts as equal.
    public let tolerance: Int
    /// The first pixel from the top left that differs by more than the tolerance.
    public let firstDifference: Place?

    public struct Place: Hashable, Sendable {
        public let x: Int
        public let y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    public var isEqual: Bool { differentPixels == 0 }

    /// Compares two pictures; nil when their sizes or depths differ.
    ///
    /// - Parameter tolerance: 0…255; negative counts as zero.
    public init?(_ a: Bitmap, _ b: Bitmap, tolerance: Int = 0) {
        guard a.width == b.width, a.height == b.height, a.depth == b.depth else { return nil }
        let tolerance = max(0, tolerance)
        var largest = 0
        var sum = 0
        var count = 0
        var first: Place?
        let (p, q) = (Channels(a), Channels(b))
        for pixel in 0..<(a.width * a.height) {
            var worst = 0
            for channel in 0..<4 {
                let difference = p.difference(from: q, at: 4 * pixel + channel)
                sum += difference
                worst = max(worst, difference)
            }
            largest = max(largest, worst)
            if worst > tolerance {
                count += 1
                if first == nil { first = Place(x: pixel % a.width, y: pixel / a.width) }
            }
        }
        maximumDifference = largest
        pixels = a.width * a.height
        meanDifference = pixels == 0 ? 0 : Double(sum) / Double(4 * pixels)
        differentPixels = count
        firstDifference = first
        self.tolerance = tolerance
    }
}

/// The channels of a bitmap's pixels, one after another, whatever the bitmap's depth.
private struct Channels {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let isDeep: Bool

    /// - Parameter bitmap: a bitmap that lives as long as its channels are read.
    init(_ bitmap: Bitmap) { (bytes, isDeep) = (bitmap.pixels, bitmap.depth == .sixteen) }

    /// The channel's value as 16 bits.
    @inline(__always)
    subscript(index: Int) -> Int {
        isDeep ? Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1]) : Int(bytes[index]) * 257
    }

    /// The difference in levels of 8 bits. Differences of 16 bits are rounded up.
    @inline(__always)
    func difference(from other: Channels, at index: Int) -> Int { (abs(self[index] - other[index]) + 256) / 257 }
}

extension Bitmap {
    /// Draws a picture of 8 bits that shows where two pictures of the same size and depth differ.
    ///
    /// In a pixel that differs, a channel's difference plus alpha's difference, times `gain`, is shown above a visible minimum.
    /// Channels without a difference are black there. Equal pixels are dark copies of `a`, for orientation. Nil when the sizes
    /// or the depths differ.
    public static func difference(_ a: Bitmap, _ b: Bitmap, gain: Int = 32) -> Bitmap? {
        guard a.width == b.width, a.height == b.height, a.depth == b.depth else { return nil }
        let (p, q) = (Channels(a), Channels(b))
        return Bitmap(width: a.width, height: a.height, isOpaque: true) { target in
            for pixel in 0..<(a.width * a.height) {
                let at = 4 * pixel
                let alpha = p.difference(from: q, at: at + 3)
                let differs = (at..<at + 4).contains { p[$0] != q[$0] }
                for channel in 0..<3 {
                    let difference = p.difference(from: q, at: at + channel) + alpha
                    let shown = differs ? 64 + difference * max(1, gain) : p[at + channel] / 257 / 6
                    target[at + channel] = UInt8(min(255, differs && difference == 0 ? 0 : shown))
                }
                target[at + 3] = 255
            }
        }
    }

    /// The same picture with 16 bits per channel.
    public var deepened: Bitmap {
        if depth == .sixteen { return self }
        let source = pixels
        return Bitmap(width: width, height: height, depth: .sixteen, isOpaque: isOpaque) { bytes in
            for index in source.indices { (bytes[2 * index], bytes[2 * index + 1]) = (source[index], source[index]) }
        }
    }

    /// True when no pixel has any alpha.
    public var isEmpty: Bool {
        let channels = Channels(self)
        return !stride(from: 3, to: 4 * width * height, by: 4).contains { channels[$0] != 0 }
    }
}

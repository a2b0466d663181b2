import PenumbraBitmap

/// Options for writing a bitmap as WebP.
public struct WebPOptions: Sendable, Hashable {
    /// The time spent on a smaller file of the same quality.
    public enum Effort: Sendable, Hashable, CaseIterable {
        /// libwebp's method 1, or its lossless level 1.
        case fast
        /// libwebp's method 2, or its lossless level 6, a default of its own. Its default method 4 takes 2.4 times as long, for
        /// files that are smaller by 4 % and nearer by 0.2 dB.
        case moderate
        /// libwebp's method 6, or its lossless level 8. Level 9 takes many times longer for about one percent.
        case small
    }

    /// The quality, 1 to 100; values outside are clamped. Lossless files ignore it.
    public var quality: Int
    /// True keeps every byte of every pixel, including the colours under an alpha of 0.
    public var isLossless: Bool
    public var effort: Effort

    /// The colour space of the pixels, which the file is tagged with.
    public var colorSpace = ColorSpace.srgb

    public init(quality: Int = JPEGOptions.standardQuality, isLossless: Bool = false, effort: Effort = .moderate) {
        self.quality = quality
        self.isLossless = isLossless
        self.effort = effort
    }

    /// The default options: lossy, quality 85, moderate effort.
    public static let `default` = WebPOptions()
}

/// How a bitmap is written as WebP.
public struct WebPOptions: Sendable, Hashable {
    /// How much time is spent on a smaller file of the same quality.
    public enum Effort: Sendable, Hashable, CaseIterable {
        /// libwebp's method 1, or its lossless level 1.
        case fast
        /// libwebp's own defaults, method 4 and level 6.
        case moderate
        /// Method 6 and level 8; level 9 takes many times longer for about one percent.
        case small
    }

    /// 1 to 100; values outside are clamped. Not used for lossless files.
    public var quality: Int
    /// True keeps every byte of every pixel, the colours under an alpha of 0 among them.
    public var isLossless: Bool
    public var effort: Effort

    public init(quality: Int = JPEGOptions.standardQuality, isLossless: Bool = false, effort: Effort = .moderate) {
        self.quality = quality
        self.isLossless = isLossless
        self.effort = effort
    }

    /// Lossy, quality 85, moderate effort.
    public static let `default` = WebPOptions()
}

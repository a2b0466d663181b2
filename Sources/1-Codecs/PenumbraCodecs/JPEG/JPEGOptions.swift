/// How a bitmap is written as JPEG.
public struct JPEGOptions: Sendable, Hashable {
    /// How finely colour is sampled beside brightness.
    public enum ChromaSampling: Sendable, Hashable, CaseIterable {
        /// Half the resolution below quality 90, full from there: who asks for that much wants sharp edges in colour too.
        case automatic
        /// 4:2:0.
        case half
        /// 4:4:4.
        case full
    }

    /// Quality where none is asked for. libjpeg's own 75 rounds in steps five thirds as large, which shows around letters and
    /// shadows.
    public static let standardQuality = 85

    /// libjpeg's quality, 1 to 100; values outside are clamped.
    public var quality: Int
    public var chromaSampling: ChromaSampling
    /// True writes several scans from coarse to fine: smaller files that take several times as long to write and to read.
    public var isProgressive: Bool
    /// What transparent pixels are laid over: straight red, green and blue.
    public var matte: SIMD3<UInt8>
    /// Device pixels per point, written as a density of scale × 72 dots an inch, clamped to 1…65535; nil leaves the density
    /// out, and so does a value that is not finite or not positive.
    public var scale: Double?

    public init(
        quality: Int = standardQuality, chromaSampling: ChromaSampling = .automatic, isProgressive: Bool = false,
        matte: SIMD3<UInt8> = SIMD3(255, 255, 255), scale: Double? = nil
    ) {
        self.quality = quality
        self.chromaSampling = chromaSampling
        self.isProgressive = isProgressive
        self.matte = matte
        self.scale = scale
    }

    /// Quality 85, white under transparent pixels, no density.
    public static let `default` = JPEGOptions()
}

import PenumbraBitmap

/// Options for writing a bitmap as JPEG.
public struct JPEGOptions: Sendable, Hashable {
    /// The resolution of colour relative to brightness.
    public enum ChromaSampling: Sendable, Hashable, CaseIterable {
        /// Half the resolution below quality 90, full resolution from 90 on, where sharp edges are expected in colour too.
        case automatic
        /// Half the resolution each way, 4:2:0.
        case half
        /// Full resolution, 4:4:4.
        case full
    }

    /// The default quality. libjpeg's own default of 75 rounds in steps five thirds as large, which shows around letters and
    /// shadows.
    public static let standardQuality = 85

    /// libjpeg's quality, 1 to 100; values outside are clamped.
    public var quality: Int
    public var chromaSampling: ChromaSampling
    /// True writes several scans from coarse to fine. The files are smaller, but take several times as long to write and to
    /// read.
    public var isProgressive: Bool
    /// The colour under transparent pixels: straight red, green and blue.
    public var matte: SIMD3<UInt8>
    /// Device pixels per point, written as a density of scale × 72 dots per inch, clamped to 1…65535. The density is left
    /// out if the value is nil, not finite or not positive.
    public var scale: Double?

    /// The colour space of the pixels, which the file is tagged with.
    public var colorSpace = ColorSpace.srgb

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

    /// The default options: quality 85, white under transparent pixels, no density.
    public static let `default` = JPEGOptions()
}

import PenumbraBitmap

/// Options for writing a sequence of frames. Only the options of the written format are used.
public struct AnimatedOptions: Sendable, Hashable {
    /// How a GIF shows colours that its palette lacks.
    public enum Dithering: String, Sendable, Hashable, CaseIterable {
        /// Mixes two colours in a fixed pattern of 8×8 pixels. Equal pixels of two frames stay equal.
        case ordered
        /// Takes the nearest colour.
        case none
    }

    /// How many times the sequence is played; 0 plays it endlessly. Y4M and RGBA files have no such number.
    public var plays: Int
    /// The colour under transparent pixels: straight red, green and blue. If it is nil, a Y4M has black, and pixels of a GIF
    /// are opaque from an alpha of 128 on and transparent below. Other formats keep alpha and ignore the colour.
    public var matte: SIMD3<UInt8>?
    /// The effort of APNG files and the number of their threads.
    public var png: PNGOptions
    /// The quality and the effort of WebP files. The default is lossless.
    public var webp: WebPOptions
    public var dithering: Dithering
    /// The colour space of the frames, which APNG and WebP files are tagged with.
    public var colorSpace = ColorSpace.srgb

    public init(
        plays: Int = 0, matte: SIMD3<UInt8>? = nil, png: PNGOptions = .default,
        webp: WebPOptions = WebPOptions(isLossless: true, effort: .fast), dithering: Dithering = .ordered
    ) {
        self.plays = plays
        self.matte = matte
        self.png = png
        self.webp = webp
        self.dithering = dithering
    }

    /// The default options: endless, transparent, exact where the format is.
    public static let `default` = AnimatedOptions()
}

/// Bytes that replace bytes already written, once the whole sequence is known.
public struct FilePatch: Sendable, Hashable {
    /// The place from the start of the file.
    public let offset: Int
    public let bytes: [UInt8]
}

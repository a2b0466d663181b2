/// A file format that holds a sequence of frames and can be written. The raw value is its name in messages.
public enum AnimatedFormat: String, Sendable, Hashable, CaseIterable {
    /// An animated PNG: exact colours and alpha.
    case apng = "APNG"
    /// An animated WebP: exact or lossy colours, and exact alpha.
    case webp = "WebP"
    /// A GIF: at most 256 colours in a changed area, and pixels that are either opaque or transparent.
    case gif = "GIF"
    /// Uncompressed video for other programs: `ffmpeg -i out.y4m`.
    case y4m = "Y4M"
    /// The straight RGBA bytes of all frames without any header: `ffmpeg -f rawvideo -pix_fmt rgba`.
    case rgba = "RGBA"
}

extension AnimatedFormat {
    /// Makes the format for a file name's extension, in upper or lower case; nil for another extension and for none.
    ///
    /// A path that ends in `.png` has no animated format, since it usually names one picture per frame.
    public init?(path: String) {
        guard let ending = PictureFormat.ending(of: path) else { return nil }
        self.init(ending: ending)
    }

    /// Makes the format for an extension without its dot, in upper or lower case.
    public init?(ending: String) {
        guard let format = Self.allCases.first(where: { $0.ending == ending.lowercased() }) else { return nil }
        self = format
    }

    /// The extension of files of this format.
    public var ending: String { rawValue.lowercased() }

    /// The longest side, in pixels, that the format or the library that writes it allows.
    public var maximumSide: Int {
        switch self {
        case .apng, .y4m, .rgba: 0x7FFF_FFFF
        case .webp: PictureFormat.webp.maximumSide
        case .gif: 65535
        }
    }

    /// The highest number of plays that the format can store. Nil if the format stores none.
    public var maximumPlays: Int? {
        switch self {
        case .apng: 0x7FFF_FFFF
        case .webp: 65535
        case .gif: 65536
        case .y4m, .rgba: nil
        }
    }

    /// True if the first bytes of the file depend on the frames. `AnimatedEncoder.finish` then returns patches, so the
    /// bytes must go to a file and not to a pipe.
    public var needsPatches: Bool {
        switch self {
        case .apng, .webp: true
        case .gif, .y4m, .rgba: false
        }
    }

    /// The highest frame rate that browsers play at full speed: they show a frame for 100 ms if its duration is 10 ms or less.
    /// Nil for formats that browsers don't play.
    public var maximumBrowserRate: Int? {
        switch self {
        case .apng, .webp: 90
        case .gif: 50
        case .y4m, .rgba: nil
        }
    }
}

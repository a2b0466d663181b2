import PenumbraBitmap

/// Options for writing a bitmap as PNG.
public struct PNGOptions: Sendable, Hashable {
    /// The time spent on a smaller file.
    public enum Effort: String, Sendable, Hashable, CaseIterable {
        /// For batches: hundreds of megapixels per second on each core. Photos are about as large as with zlib's level 1, and
        /// drawings about as with level 6.
        case fast
        /// For pictures that are sent more often than drawn: some 70 megapixels per second on each core. Files are smaller than
        /// fast ones by 2 to 9 %. Grey pictures and pictures of few colours are stored as such.
        case balanced
        /// For pictures that are stored or sent many times: files about as large as those of oxipng's level 2, in at most its
        /// time. A megapixel takes about a second.
        case small
    }

    public var effort: Effort
    /// Device pixels per point, written as a pHYs chunk of scale × 72 dots per inch. The chunk is left out if the value is
    /// nil, not finite or not positive. Huge values are clamped to the chunk's range.
    public var scale: Double?
    /// The most threads that may write a fast or balanced file; small files always take one. Nil means one per available
    /// processor, and values below 1 count as 1. The file is the same for any number. If many pictures are written at once, one
    /// thread for each is quickest.
    public var threads: Int?

    /// The colour space of the pixels, which the file is tagged with.
    public var colorSpace = ColorSpace.srgb

    public init(effort: Effort = .fast, scale: Double? = nil, threads: Int? = nil) {
        self.effort = effort
        self.scale = scale
        self.threads = threads
    }

    /// The default options: fast, no pHYs chunk, all processors.
    public static let `default` = PNGOptions()
}

/// How a bitmap is written as PNG.
public struct PNGOptions: Sendable, Hashable {
    /// How much time is spent on a smaller file.
    public enum Effort: String, Sendable, Hashable, CaseIterable {
        /// For batches: hundreds of megapixels a second on each core, on photos about the size that zlib's level 1 gives.
        case fast
        /// For pictures that are stored or sent many times: a little smaller than zlib's level 6 gives, in less time.
        case small
    }

    public var effort: Effort
    /// Device pixels per point, written as a pHYs chunk of scale × 72 dots an inch; nil leaves the chunk out, and so does
    /// a value that is not finite or not positive. Huge values are clamped to what the chunk can hold.
    public var scale: Double?
    /// The threads that a fast file may be written by; small ones take one. nil for as many as the process may have processors,
    /// and less than 1 is 1. The file is the same for any number. Where many pictures are written at once, 1 for each is
    /// quickest.
    public var threads: Int?

    public init(effort: Effort = .fast, scale: Double? = nil, threads: Int? = nil) {
        self.effort = effort
        self.scale = scale
        self.threads = threads
    }

    /// Fast, no pHYs chunk, all processors.
    public static let `default` = PNGOptions()
}

/// How a bitmap is written as PNG.
public struct PNGOptions: Sendable, Hashable {
    /// How much time is spent on a smaller file.
    public enum Effort: Sendable, Hashable, CaseIterable {
        /// For batches: the least time in the deflate library.
        case fast
        /// A few percent larger than the smallest at a fraction of its time.
        case moderate
        /// For pictures that are stored or sent many times.
        case small
    }

    public var effort: Effort
    /// Device pixels per point, written as a pHYs chunk of scale × 72 dots an inch; nil leaves the chunk out, and so does
    /// a value that is not finite or not positive. Huge values are clamped to what the chunk can hold.
    public var scale: Double?

    public init(effort: Effort = .moderate, scale: Double? = nil) {
        self.effort = effort
        self.scale = scale
    }

    /// Moderate effort, no pHYs chunk.
    public static let `default` = PNGOptions()
}

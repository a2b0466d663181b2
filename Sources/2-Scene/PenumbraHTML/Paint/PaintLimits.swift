/// Limits for painting one box.
enum PaintLimits {
    /// The most copies of one tile.
    static let tiles = 1_000_000
    /// The most copies of a part of a border's image.
    static let pieces = 10_000
    /// The most items of a list of images or shadows.
    static let items = 500
    /// The most points of a `polygon()`.
    static let points = 10_000
    /// The most images of a mask that are combined other than by adding all or intersecting all.
    static let combinedMasks = 4
}

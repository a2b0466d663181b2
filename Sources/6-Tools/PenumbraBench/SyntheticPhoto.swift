import Penumbra

/// The photo that benchmarks use by default: a landscape from formulas, stored as a camera would store it.
public enum SyntheticPhoto {
    public static let width = 1800
    public static let height = 1200

    /// The photo as a JPEG of quality 90.
    ///
    /// - Throws: `ImageError.outOfMemory`.
    public static func jpeg() throws(ImageError) -> [UInt8] {
        try JPEGEncoder.encode(Landscape(width: width, height: height).picture(), options: JPEGOptions(quality: 90))
    }
}

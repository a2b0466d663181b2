import Penumbra
import PenumbraGallery

/// The photo that benchmarks show when none is given: a landscape made from formulas, as a camera would have stored it.
public enum SyntheticPhoto {
    public static let width = 1800
    public static let height = 1200

    /// A JPEG of quality 90.
    ///
    /// - Throws: `ImageError.outOfMemory`.
    public static func jpeg() throws(ImageError) -> [UInt8] {
        try JPEGEncoder.encode(Landscape(width: width, height: height).picture(), options: JPEGOptions(quality: 90))
    }
}

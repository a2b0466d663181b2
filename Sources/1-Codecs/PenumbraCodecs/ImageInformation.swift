/// The facts in a picture's header, read without decoding the pixels.
public struct ImageInformation: Sendable, Hashable {
    public let format: PictureFormat
    /// Columns as displayed, that is, after `orientation` has been applied.
    public let width: Int
    /// Rows as displayed.
    public let height: Int
    /// The turn that displays the stored picture. Decoded bitmaps are upright already.
    public let orientation: ExifOrientation
    /// The bytes of a JPEG's coefficients, if they can be kept. Otherwise 0.
    package let coefficientBytes: Int

    init(
        format: PictureFormat, storedWidth: Int, storedHeight: Int, orientation: ExifOrientation, coefficientBytes: Int = 0
    ) {
        self.coefficientBytes = coefficientBytes
        self.format = format
        self.width = orientation.swapsSides ? storedHeight : storedWidth
        self.height = orientation.swapsSides ? storedWidth : storedHeight
        self.orientation = orientation
    }

    /// The most bytes that a bitmap takes if its coefficients are kept: the coefficients, and the pixels if they are made later.
    /// Nil if the picture has no coefficients.
    package var bytesWithCoefficients: Int? { coefficientBytes > 0 ? coefficientBytes + 4 * width * height : nil }
}

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
    let coefficientBytes: Int

    init(
        format: PictureFormat, storedWidth: Int, storedHeight: Int, orientation: ExifOrientation, coefficientBytes: Int = 0
    ) {
        self.coefficientBytes = coefficientBytes
        self.format = format
        self.width = orientation.swapsSides ? storedHeight : storedWidth
        self.height = orientation.swapsSides ? storedWidth : storedHeight
        self.orientation = orientation
    }

    /// The most bytes that decoding takes if coefficients are kept, and that the bitmap takes later. Nil if the picture has
    /// none.
    ///
    /// While coefficients are copied, libjpeg has them too. The pixels are made after that.
    package var bytesWithCoefficients: Int? {
        coefficientBytes > 0 ? coefficientBytes + max(coefficientBytes, 4 * width * height) : nil
    }
}

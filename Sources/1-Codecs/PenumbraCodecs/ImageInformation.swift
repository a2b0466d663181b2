/// The facts in a picture's header, read without decoding the pixels.
public struct ImageInformation: Sendable, Hashable {
    public let format: PictureFormat
    /// Columns as displayed, that is, after `orientation` has been applied.
    public let width: Int
    /// Rows as displayed.
    public let height: Int
    /// The turn that displays the stored picture. Decoded bitmaps are upright already.
    public let orientation: ExifOrientation

    init(format: PictureFormat, storedWidth: Int, storedHeight: Int, orientation: ExifOrientation) {
        self.format = format
        self.width = orientation.swapsSides ? storedHeight : storedWidth
        self.height = orientation.swapsSides ? storedWidth : storedHeight
        self.orientation = orientation
    }
}

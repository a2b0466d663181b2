/// What a picture's header says, without its pixels having been decoded.
public struct ImageInformation: Sendable, Hashable {
    public let format: PictureFormat
    /// Columns as displayed, that is, after `orientation` has been applied.
    public let width: Int
    /// Rows as displayed.
    public let height: Int
    /// How the stored picture is turned to be displayed. Decoded bitmaps are upright already.
    public let orientation: ExifOrientation

    init(format: PictureFormat, storedWidth: Int, storedHeight: Int, orientation: ExifOrientation) {
        self.format = format
        self.width = orientation.swapsSides ? storedHeight : storedWidth
        self.height = orientation.swapsSides ? storedWidth : storedHeight
        self.orientation = orientation
    }
}

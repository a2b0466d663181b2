import PenumbraCodecs

/// A file, or a frame of a video, that a GPU makes of its picture, with the bytes of the processor's writer.
public enum FileEncoding: Sendable, Hashable {
    /// A PNG with the effort `fast`.
    case png(PNGOptions)
    /// A JPEG that isn't progressive.
    case jpeg(JPEGOptions)
    /// The samples of a frame of a Y4M.
    case video(VideoForm)

    /// The encoding of a picture in a format. Nil if only the processor makes such files.
    public init?(_ format: PictureFormat, _ options: PictureOptions) {
        guard options.byteBudget == nil else { return nil }
        switch format {
        case .png where options.png.effort == .fast: self = .png(options.png)
        case .jpeg where !options.jpeg.isProgressive: self = .jpeg(options.jpeg)
        case .png, .jpeg, .webp, .avif, .heic, .gif, .tiff: return nil
        }
    }
}

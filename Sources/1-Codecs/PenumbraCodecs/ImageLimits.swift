/// Limits on the size of a picture and on the cost of decoding it. All limits are checked against the file before anything
/// is allocated for the pixels.
public struct ImageLimits: Sendable, Hashable {
    /// The longest side, in pixels.
    public var maximumSide: Int
    /// The most pixels, width × height.
    public var maximumPixels: Int
    /// The most bytes that decoding may hold at once for whole pictures.
    ///
    /// The result takes four bytes per pixel. Turning a picture upright takes as many again. The coefficients of a
    /// progressive JPEG and the 16-bit samples of a PNG with a colour profile count too. So does the memory of libwebp for a
    /// lossless WebP, or for the alpha of a lossy WebP.
    public var maximumBytes: Int
    /// The most scans of a JPEG, each of which passes over all of its pixels once more. Values above `mostScans` count as
    /// `mostScans`.
    public var maximumScans: Int

    /// The longest file that is read, in bytes. Decoding bytes in memory ignores this limit.
    public var maximumFileBytes: Int

    /// Makes limits. A value of zero or less refuses everything.
    public init(
        maximumSide: Int = 16384, maximumPixels: Int = 100_000_000, maximumBytes: Int = 512 << 20, maximumScans: Int = 100,
        maximumFileBytes: Int = 512 << 20
    ) {
        self.maximumSide = maximumSide
        self.maximumPixels = maximumPixels
        self.maximumBytes = maximumBytes
        self.maximumScans = maximumScans
        self.maximumFileBytes = maximumFileBytes
    }

    /// The largest number of scans that libjpeg-turbo accepts under its `TJFLAG_LIMITSCANS`.
    public static let mostScans = 500

    /// The default limits: 16384 pixels per side, 100 megapixels, 512 MiB, 100 scans, files of 512 MiB.
    public static let `default` = ImageLimits()
}

extension ImageLimits {
    /// Throws if a picture of this size is above a limit. Both sides must be at least 1.
    ///
    /// - Parameters:
    ///   - bytesPerPixel: bytes held for each pixel while decoding.
    ///   - workBytes: bytes held in addition.
    func check(_ format: PictureFormat, width: Int, height: Int, bytesPerPixel: Int, workBytes: Int = 0) throws(ImageError) {
        if width > maximumSide || height > maximumSide {
            throw .sideTooLong(format, width: width, height: height, allowed: maximumSide)
        }
        let (pixels, pixelsOverflow) = width.multipliedReportingOverflow(by: height)
        if pixelsOverflow || pixels > maximumPixels {
            throw .tooManyPixels(format, width: width, height: height, allowed: maximumPixels)
        }
        let (picture, pictureOverflow) = pixels.multipliedReportingOverflow(by: bytesPerPixel)
        let (bytes, bytesOverflow) = picture.addingReportingOverflow(workBytes)
        let overflow = pictureOverflow || bytesOverflow
        if overflow || bytes > maximumBytes {
            throw .tooManyBytes(format, width: width, height: height, needed: overflow ? nil : bytes, allowed: maximumBytes)
        }
    }
}

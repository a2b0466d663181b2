/// How large a picture may be, and what it may cost to decode. All is checked against the file before anything is allocated for
/// the pixels.
public struct ImageLimits: Sendable, Hashable {
    /// The longest side, in pixels.
    public var maximumSide: Int
    /// The most pixels, width × height.
    public var maximumPixels: Int
    /// The most bytes that decoding may hold at once for whole pictures: four a pixel for the result, and where they are
    /// needed as many again to turn a picture upright, the coefficients of a progressive JPEG, the 16-bit samples of
    /// a PNG with a colour profile, and what libwebp holds of a lossless WebP or of an alpha beside a lossy one.
    public var maximumBytes: Int
    /// The most scans of a JPEG, each of which passes over all of its pixels once more. Above `mostScans` it counts as that.
    public var maximumScans: Int

    /// The longest file that is read. Decoding bytes that are in memory does not look at it.
    public var maximumFileBytes: Int

    /// Limits that refuse everything when a value is zero or negative.
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

    /// What libjpeg-turbo refuses more than, asked for its `TJFLAG_LIMITSCANS`.
    public static let mostScans = 500

    /// 16384 pixels a side, 100 megapixels, 512 MiB, 100 scans, files of 512 MiB.
    public static let `default` = ImageLimits()
}

extension ImageLimits {
    /// Throws when a picture of this size, both sides at least 1, is above a limit.
    ///
    /// - Parameters:
    ///   - bytesPerPixel: bytes held for each pixel while decoding.
    ///   - workBytes: bytes held besides.
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

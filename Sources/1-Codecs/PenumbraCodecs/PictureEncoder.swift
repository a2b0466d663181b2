import PenumbraBitmap
import PenumbraSystem

/// Writes bitmaps in every supported format. All functions may be called from any thread.
public enum PictureEncoder {
    /// Encodes a bitmap of at least one pixel.
    ///
    /// With a `byteBudget`, the file is the best of at most six that fits.
    ///
    /// - Throws: `ImageError.sideBeyondFormat` if the format does not allow such large pictures, `.notEncoded` if its
    ///   library refuses, `.outOfMemory` if memory is too short.
    public static func encode(
        _ bitmap: Bitmap, as format: PictureFormat, options: PictureOptions = .default
    ) throws(ImageError) -> [UInt8] {
        try encode(bitmap, as: format, options: options, cache: nil)
    }

    /// Encodes a bitmap, with chunks of earlier PNG files where its strips are the same.
    package static func encode(
        _ bitmap: Bitmap, as format: PictureFormat, options: PictureOptions, cache: PNGStripCache?
    ) throws(ImageError) -> [UInt8] {
        try check(bitmap.depth, as: format, options: options)
        if let budget = options.byteBudget { return try fitted(bitmap, as: format, options: options, within: budget).bytes }
        // No file is much larger than its pixels; some formats need a copy of the pixels besides.
        let bytes = 2 * bitmap.byteCount
        guard AddressSpace.hasRoom(for: bytes) else { throw .outOfMemory(bytes: bytes) }
        switch format {
        case .png:
            try format.checkSize(bitmap)
            let threads = max(1, options.png.threads ?? processorCount())
            return try PNGEncoder.encode(bitmap, options: options.png, threads: threads, kernels: .best, cache: cache)
        case .jpeg: return try JPEGEncoder.encode(bitmap, options: options.jpeg)
        case .webp: return try WebPEncoder.encode(bitmap, options: options.webp)
        case .avif: return try AVIFEncoder.encode(bitmap, options: options.avif)
        case .heic, .gif, .tiff: throw .notEncoded(format, "pictures of this format are only read")
        }
    }
}

extension PictureEncoder {
    /// Throws `ImageError.tooDeep` if a picture of this depth can't be written. A check before drawing saves the drawing.
    public static func check(
        _ depth: PixelDepth, as format: PictureFormat, options: PictureOptions
    ) throws(ImageError) {
        guard depth == .sixteen else { return }
        if format != .png { throw .tooDeep(format, hasBudget: false) }
        if options.byteBudget != nil { throw .tooDeep(format, hasBudget: true) }
    }
}

/// Options for writing bitmaps, for each format. Only the options of the written format are used.
public struct PictureOptions: Sendable, Hashable {
    public var png: PNGOptions
    public var jpeg: JPEGOptions
    public var webp: WebPOptions
    public var avif = AVIFOptions.default
    /// The most bytes of a file. Qualities are then the highest that are tried. Nil allows any number.
    public var byteBudget: Int?

    public init(png: PNGOptions = .default, jpeg: JPEGOptions = .default, webp: WebPOptions = .default) {
        self.png = png
        self.jpeg = jpeg
        self.webp = webp
    }

    /// The default options of each format.
    public static let `default` = PictureOptions()

    /// Sets the device pixels per point for the formats that can store it: PNG and JPEG.
    public mutating func setScale(_ scale: Double?) {
        png.scale = scale
        jpeg.scale = scale
    }

    /// Sets the colour space that files are tagged with.
    public mutating func setColorSpace(_ space: ColorSpace) {
        png.colorSpace = space
        jpeg.colorSpace = space
        webp.colorSpace = space
        avif.colorSpace = space
    }

    /// Sets a quality, 1 to 100, for the formats that have one: JPEG, WebP and AVIF.
    public mutating func setQuality(_ quality: Int) {
        jpeg.quality = quality
        webp.quality = quality
        avif.quality = quality
    }
}

extension PictureFormat {
    /// Throws if a file of this format cannot have the bitmap's size.
    func checkSize(_ bitmap: Bitmap) throws(ImageError) {
        let sides = 1...maximumSide
        guard sides.contains(bitmap.width), sides.contains(bitmap.height) else {
            throw .sideBeyondFormat(self, width: bitmap.width, height: bitmap.height, allowed: maximumSide)
        }
    }
}

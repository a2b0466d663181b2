import PenumbraBitmap
import PenumbraSystem

/// Decodes PNG, JPEG, WebP, AVIF, HEIC, GIF and TIFF into bitmaps that are upright as displayed.
///
/// The first bytes determine the format. Colour profiles are converted to the wanted colour space. Pictures without a profile, or with a broken
/// profile, are assumed to be sRGB. Only the first frame of an animation and the first picture of a TIFF are read, except where
/// another frame of a GIF is asked for. All functions may be called from any thread.
public enum ImageDecoder {
    /// Decodes a whole file.
    ///
    /// - Parameters:
    ///   - limits: checked against the header before memory is taken for the pixels.
    ///   - keepsCoefficients: true leaves the last steps of most JPEGs to the reader of the pixels, which may be a GPU. The
    ///     bitmap then has a `source`.
    ///   - depth: the most bits per channel. Only PNG files of 16 bits become bitmaps of 16 bits.
    ///   - space: the colour space of the bitmap.
    /// - Throws: `ImageError`. A truncated or damaged file throws; a partial picture is never returned. A file that only
    ///   lacks data behind its last pixel, as some cameras write, counts as whole.
    public static func decode(
        _ bytes: UnsafeRawBufferPointer, limits: ImageLimits = .default, keepsCoefficients: Bool = false,
        depth: PixelDepth = .eight, to space: ColorSpace = .srgb
    ) throws(ImageError) -> Bitmap {
        let view = ByteView(bytes)
        try checkRoom(bytes, limits)
        switch try PictureFormat.sniffed(from: view) {
        case .png: return try PNGDecoder.decode(view, limits: limits, depth: depth, to: space)
        case .jpeg: return try JPEGDecoder.decode(view, limits: limits, keepsCoefficients: keepsCoefficients, to: space)
        case .webp: return try WebPDecoder.decode(view, limits: limits, to: space)
        case .avif: return try HEIFDecoder.decode(view, as: .avif, limits: limits, to: space)
        case .heic: return try HEIFDecoder.decode(view, as: .heic, limits: limits, to: space)
        case .gif: return try GIFDecoder.decode(view, limits: limits, to: space)
        case .tiff: return try TIFFDecoder.decode(view, limits: limits, to: space)
        }
    }

    /// Checks that there is memory for the pixels, and for as much again to turn them, before it is taken. Faults of the
    /// file itself are found later.
    static func checkRoom(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) {
        guard let header = try? information(of: bytes), header.width <= limits.maximumSide, header.height <= limits.maximumSide
        else { return }
        let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooMuch, pixels <= min(limits.maximumPixels, 1 << 40), pixels > 1 << 20 else { return }
        guard AddressSpace.hasRoom(for: 8 * pixels) else { throw .outOfMemory(bytes: 8 * pixels) }
    }

    /// Decodes a whole file, except for the codes of baseline JPEGs, which a GPU may read. Their faults are found by the reader
    /// of the codes: see `JPEGStream`. The bitmaps of other JPEGs hold their coefficients, where they can.
    package static func decodeForDevice(
        _ bytes: [UInt8], limits: ImageLimits = .default, depth: PixelDepth = .eight, to space: ColorSpace = .srgb
    ) throws(ImageError) -> Bitmap {
        guard bytes.withUnsafeBytes({ (try? PictureFormat.sniffed(from: ByteView($0))) == .jpeg }) else {
            return try decode(bytes, limits: limits, keepsCoefficients: true, depth: depth, to: space)
        }
        return try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            let raw = UnsafeRawBufferPointer(buffer)
            try checkRoom(raw, limits)
            return try JPEGDecoder.decode(ByteView(raw), limits: limits, keepsCoefficients: true, keeping: bytes, to: space)
        }
    }

    /// Decodes a whole file from an array.
    public static func decode(
        _ bytes: [UInt8], limits: ImageLimits = .default, keepsCoefficients: Bool = false, depth: PixelDepth = .eight,
        to space: ColorSpace = .srgb
    ) throws(ImageError) -> Bitmap {
        try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            try decode(
                UnsafeRawBufferPointer(buffer), limits: limits, keepsCoefficients: keepsCoefficients, depth: depth, to: space)
        }
    }

    /// Whether a file can become a bitmap of 16 bits per channel.
    package static func isDeep(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(PNGDecoder.isDeep) }

    /// Converts an sRGB bitmap to another colour space.
    package static func converted(_ bitmap: Bitmap, to space: ColorSpace) -> Bitmap {
        guard let transform = ColorTransform.make(fromSRGBTo: space, layout: .rgba8) else { return bitmap }
        return Bitmap(width: bitmap.width, height: bitmap.height, isOpaque: bitmap.isOpaque) { pixels in
            guard let source = bitmap.pixels.baseAddress, let target = pixels.baseAddress else { return }
            target.update(from: source, count: pixels.count)
            transform.convert(target, to: target, pixels: bitmap.width * bitmap.height)
        }
    }

    /// Reads a picture's format, size and orientation from its header.
    ///
    /// The size is reported even if it exceeds the limits. The file may be cut off behind the header, but then an orientation
    /// that a PNG or WebP stores behind its pixels is missing.
    public static func information(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageInformation {
        let view = ByteView(bytes)
        switch try PictureFormat.sniffed(from: view) {
        case .png: return try PNGStructure(view).information
        case .jpeg: return try JPEGStructure(view).information
        case .webp: return try WebPStructure(view).information
        case .avif: return try HEIFDecoder.information(of: view, as: .avif)
        case .heic: return try HEIFDecoder.information(of: view, as: .heic)
        case .gif: return try GIFDecoder.information(of: view)
        case .tiff: return try TIFFDecoder.information(of: view)
        }
    }

    /// Reads a picture's format, size and orientation from the header in an array.
    public static func information(of bytes: [UInt8]) throws(ImageError) -> ImageInformation {
        try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            try information(of: UnsafeRawBufferPointer(buffer))
        }
    }
}

import PenumbraBitmap
import PenumbraSystem

/// Decodes PNG, JPEG and WebP into sRGB bitmaps that are upright as displayed.
///
/// The format is found from the first bytes. Colour profiles are converted to sRGB; pictures without one are taken as
/// sRGB already, and so are pictures whose profile is broken. Of an animated WebP the first frame is read. All functions may be
/// called from any thread.
public enum ImageDecoder {
    /// Decodes a whole file.
    ///
    /// - Parameter limits: checked against the header before memory is taken for the pixels.
    /// - Throws: `ImageError`. A file that is cut short or damaged throws; a half picture is never returned. One that only
    ///   lacks what stands behind its last pixel, as some cameras write, is whole.
    public static func decode(_ bytes: UnsafeRawBufferPointer, limits: ImageLimits = .default) throws(ImageError) -> Bitmap {
        let view = ByteView(bytes)
        try checkRoom(bytes, limits)
        switch try PictureFormat.sniffed(from: view) {
        case .png: return try PNGDecoder.decode(view, limits: limits)
        case .jpeg: return try JPEGDecoder.decode(view, limits: limits)
        case .webp: return try WebPDecoder.decode(view, limits: limits)
        }
    }

    /// Asks for the memory of the pixels, and as much again for turning them, before it is taken. What is wrong with the file
    /// is found later.
    private static func checkRoom(_ bytes: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) {
        guard let header = try? information(of: bytes), header.width <= limits.maximumSide, header.height <= limits.maximumSide
        else { return }
        let (pixels, isTooMuch) = header.width.multipliedReportingOverflow(by: header.height)
        guard !isTooMuch, pixels <= min(limits.maximumPixels, 1 << 40), pixels > 1 << 20 else { return }
        guard AddressSpace.hasRoom(for: 8 * pixels) else { throw .outOfMemory(bytes: 8 * pixels) }
    }

    /// The same of an array.
    public static func decode(_ bytes: [UInt8], limits: ImageLimits = .default) throws(ImageError) -> Bitmap {
        try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            try decode(UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }

    /// Reads a picture's format, size and orientation from its header.
    ///
    /// A size above every limit is reported like any other. The file may be cut off behind the header, but an
    /// orientation that a PNG or WebP stores behind its pixels is then missed.
    public static func information(of bytes: UnsafeRawBufferPointer) throws(ImageError) -> ImageInformation {
        let view = ByteView(bytes)
        switch try PictureFormat.sniffed(from: view) {
        case .png: return try PNGStructure(view).information
        case .jpeg: return try JPEGStructure(view).information
        case .webp: return try WebPStructure(view).information
        }
    }

    /// The same of an array.
    public static func information(of bytes: [UInt8]) throws(ImageError) -> ImageInformation {
        try bytes.withUnsafeBufferPointer { buffer throws(ImageError) in
            try information(of: UnsafeRawBufferPointer(buffer))
        }
    }
}

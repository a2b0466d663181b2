import CPenumbraWebP
import Glibc
import PenumbraBitmap

/// Decodes lossy and lossless WebP, and the first frame of an animated WebP, to straight RGBA in a colour space.
///
/// A frame smaller than its canvas lies on transparent pixels, whatever background colour the file proposes. libwebp's own
/// tools and browsers do the same.
enum WebPDecoder {
    static func decode(_ bytes: ByteView, limits: ImageLimits, to space: ColorSpace) throws(ImageError) -> Bitmap {
        try checkLength(bytes)
        let structure = try WebPStructure(bytes)
        let (width, height) = (structure.width, structure.height)
        let orientation = structure.orientation
        let bytesPerPixel = orientation == .upright ? 4 : 8
        try limits.check(.webp, width: width, height: height, bytesPerPixel: bytesPerPixel)
        let frame = try structure.firstFrame()
        try limits.check(.webp, width: width, height: height, bytesPerPixel: bytesPerPixel, workBytes: frame.workBytes)

        let coversCanvas = frame.width == width && frame.height == height
        // The alpha of a lossless picture is scanned, because its header only hints at whether there is alpha.
        let isOpaque: Bool? = coversCanvas && !frame.hasAlpha && !frame.isLossless ? true : nil
        return try orientation.uprightBitmap(
            width: width, height: height, isOpaque: isOpaque
        ) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            if !coversCanvas { memset(target, 0, pixels.count) }
            try decode(frame, to: target + 4 * (frame.top * width + frame.left), rowBytes: 4 * width)
            let pixels = width * height
            let hasProfile = structure.withChunk("ICCP") { profile in
                _ = ColorTransform.convert(target, pixels: pixels, layout: .rgba8, from: profile, in: [.rgb], to: space)
                return true
            }
            if hasProfile == nil {
                ColorTransform.make(fromSRGBTo: space, layout: .rgba8)?.convert(target, to: target, pixels: pixels)
            }
        }
    }

    /// Throws if the file is shorter than the length in its first header. Bytes beyond that length are ignored.
    private static func checkLength(_ bytes: ByteView) throws(ImageError) {
        let digits = (4..<8).map { Int(bytes.byte($0) ?? 0) }
        let length = 8 + (digits[0] | digits[1] << 8 | digits[2] << 16 | digits[3] << 24)
        if length > bytes.count {
            throw .truncated(.webp, "the file ends after \(bytes.count) of \(length) bytes")
        }
    }

    /// Writes the rows of a frame, `rowBytes` apart.
    private static func decode(
        _ frame: WebPStructure.Frame, to target: UnsafeMutablePointer<UInt8>, rowBytes: Int
    ) throws(ImageError) {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0 else { throw .unsupportedVariant(.webp, "libwebp has another version") }
        config.output.colorspace = MODE_RGBA
        config.output.is_external_memory = 1
        config.output.u.RGBA = WebPRGBABuffer(
            rgba: target, stride: Int32(rowBytes), size: rowBytes * (frame.height - 1) + 4 * frame.width)
        try check(WebPDecode(frame.data.bytes, frame.data.size, &config))
    }
}

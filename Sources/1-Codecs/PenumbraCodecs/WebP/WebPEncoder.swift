import CPenumbraWebP
import PenumbraBitmap

/// Writes bitmaps as WebP, lossy or lossless, with straight alpha if there is any, and with the profile of the colour space.
///
/// The same bitmap and options give the same bytes only with the same version of libwebp and the same vector instructions.
/// The reason is that libwebp's lossless predictor search uses floating point.
public enum WebPEncoder {
    /// Encodes a bitmap.
    ///
    /// Lossy files have chroma at half the resolution, as the format has no other, and an exact alpha. Colours under an
    /// alpha of 0 are not kept. The encoder takes memory for a copy of the picture and the compressed bytes.
    /// - Throws: `ImageError.sideBeyondFormat` above 16383 pixels per side, `.notEncoded`, `.outOfMemory`.
    public static func encode(_ bitmap: Bitmap, options: WebPOptions = .default) throws(ImageError) -> [UInt8] {
        let isOpaque = bitmap.isOpaque
        return try encode(bitmap, options: options) { file in
            WebPTagging.tagged(
                file, width: bitmap.width, height: bitmap.height, hasAlpha: !isOpaque, options.colorSpace)
        }
    }

    /// Encodes a bitmap and passes on the file that libwebp makes, which has no profile.
    static func encode(
        _ bitmap: Bitmap, options: WebPOptions, use: (UnsafeBufferPointer<UInt8>) -> [UInt8]
    ) throws(ImageError) -> [UInt8] {
        try PictureFormat.webp.checkSize(bitmap)
        return try encode(bitmap, try configuration(options), use)
    }

    private static func configuration(_ options: WebPOptions) throws(ImageError) -> WebPConfig {
        var config = WebPConfig()
        guard WebPConfigInit(&config) != 0 else { throw .notEncoded(.webp, "libwebp has another version") }
        if options.isLossless {
            WebPConfigLosslessPreset(&config, options.losslessLevel)
            config.exact = 1
        } else {
            config.quality = Float(min(max(options.quality, 1), 100))
            config.method = options.method
        }
        return config
    }

    private static func encode(
        _ bitmap: Bitmap, _ config: WebPConfig, _ use: (UnsafeBufferPointer<UInt8>) -> [UInt8]
    ) throws(ImageError) -> [UInt8] {
        var config = config
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw .notEncoded(.webp, "libwebp has another version") }
        defer { WebPPictureFree(&picture) }
        picture.width = Int32(bitmap.width)
        picture.height = Int32(bitmap.height)
        picture.use_argb = config.lossless
        let rowBytes = Int32(4 * bitmap.width)
        let imported = withExtendedLifetime(bitmap) {
            let pixels = bitmap.pixels.baseAddress
            return bitmap.isOpaque
                ? WebPPictureImportRGBX(&picture, pixels, rowBytes) : WebPPictureImportRGBA(&picture, pixels, rowBytes)
        }
        guard imported != 0 else { throw .outOfMemory(bytes: 4 * bitmap.width * bitmap.height) }

        var writer = WebPMemoryWriter()
        WebPMemoryWriterInit(&writer)
        defer { WebPMemoryWriterClear(&writer) }
        picture.writer = WebPMemoryWrite
        let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
            picture.custom_ptr = UnsafeMutableRawPointer(writer)
            return WebPEncode(&config, &picture) != 0
        }
        if isEncoded {
            return use(UnsafeBufferPointer(start: writer.mem, count: writer.size))
        }
        switch picture.error_code {
        case VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY:
            throw .outOfMemory(bytes: 4 * bitmap.width * bitmap.height)
        case VP8_ENC_ERROR_PARTITION0_OVERFLOW, VP8_ENC_ERROR_PARTITION_OVERFLOW:
            // The modes of all blocks must fit into 512 KB. libwebp degrades them until they do, which fails for noise at
            // the largest sizes.
            throw .notEncoded(.webp, "it has more detail than the format holds at this size")
        default:
            throw .notEncoded(.webp, "libwebp reports error \(picture.error_code.rawValue)")
        }
    }
}

extension WebPOptions {
    /// The intensity of libwebp's search, 0 to 6.
    fileprivate var method: Int32 {
        switch effort {
        case .fast: 1
        case .moderate: 2
        case .small: 6
        }
    }

    /// libwebp's preset of method and quality for lossless files, 0 to 9.
    fileprivate var losslessLevel: Int32 {
        switch effort {
        case .fast: 1
        case .moderate: 6
        case .small: 8
        }
    }
}

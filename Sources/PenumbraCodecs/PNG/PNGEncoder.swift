import CPenumbraDeflate
import PenumbraBitmap

/// Writes bitmaps as 8-bit PNG: RGB when the bitmap is opaque, RGBA otherwise, with an sRGB chunk.
///
/// The same bitmap and options give the same bytes on every machine with the same version of libdeflate.
public enum PNGEncoder {
    /// Encodes a bitmap of at least one pixel.
    ///
    /// Each row gets the filter whose residuals have the smallest sum of absolute values. Takes memory for one filtered
    /// copy of the picture and one compressed copy.
    /// - Throws: `ImageError.outOfMemory` only.
    public static func encode(_ bitmap: Bitmap, options: PNGOptions = .default) throws(ImageError) -> [UInt8] {
        let channels = bitmap.isOpaque ? 3 : 4
        let filtered = try ScratchBuffer(byteCount: bitmap.height * (1 + bitmap.width * channels))
        PNGFilter.filter(bitmap, channels: channels, into: filtered.bytes)
        return try assemble(bitmap, channels: channels, filtered: filtered.bytes, options: options)
    }

    private static func assemble(
        _ bitmap: Bitmap, channels: Int, filtered: UnsafeMutableBufferPointer<UInt8>, options: PNGOptions
    ) throws(ImageError) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level(options.effort)) else { throw .outOfMemory(bytes: 1 << 20) }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_zlib_compress_bound(compressor, filtered.count)
        let compressed = try ScratchBuffer(byteCount: bound)
        let count = libdeflate_zlib_compress(
            compressor, filtered.baseAddress, filtered.count, compressed.bytes.baseAddress, bound)

        var file = PNGChunkWriter(expectedBytes: count + 128)
        file.writeHeader(width: bitmap.width, height: bitmap.height, hasAlpha: channels == 4)
        // 0 is the perceptual intent.
        file.writeChunk("sRGB", [0])
        if let scale = options.scale, scale.isFinite, scale > 0 { file.writePixelDensity(scale: scale) }
        file.writeData(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(compressed.bytes)[0..<count]))
        file.writeChunk("IEND", [])
        return file.bytes
    }

    /// libdeflate's levels go from 1 to 12; above 9 a photo takes many times longer for about one percent.
    private static func level(_ effort: PNGOptions.Effort) -> Int32 {
        switch effort {
        case .fast: 1
        case .moderate: 5
        case .small: 9
        }
    }
}

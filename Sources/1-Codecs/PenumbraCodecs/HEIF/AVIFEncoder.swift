import CPenumbraHEIF
import Glibc
import PenumbraBitmap
import PenumbraSystem

/// Options for writing a bitmap as AVIF.
public struct AVIFOptions: Sendable, Hashable {
    /// The quality, 1 to 100; values outside are clamped.
    public var quality: Int

    /// The colour space of the pixels, which the file is tagged with.
    public var colorSpace = ColorSpace.srgb

    public init(quality: Int = JPEGOptions.standardQuality) { self.quality = quality }

    /// The default options: quality 85.
    public static let `default` = AVIFOptions()
}

/// Writes bitmaps as lossy AVIF, with chroma in full and an exact alpha if there is any.
///
/// The same bitmap and options give the same bytes only with the same versions of libheif and its encoder.
public enum AVIFEncoder {
    /// Encodes a bitmap.
    ///
    /// - Throws: `ImageError.sideBeyondFormat`, `.libraryMissing` without libheif, `.notEncoded`, `.outOfMemory`.
    public static func encode(_ bitmap: Bitmap, options: AVIFOptions = .default) throws(ImageError) -> [UInt8] {
        try PictureFormat.avif.checkSize(bitmap)
        guard penumbra_heif_is_available() != 0 else { throw .libraryMissing("AVIF", "libheif1") }
        let profile = options.colorSpace == .srgb ? [] : ICCProfile.bytes(of: options.colorSpace)
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var message: [CChar] = []
        let status = profile.withUnsafeBytes { profile in
            withExtendedLifetime(bitmap) {
                var given = penumbra_avif_options(
                    width: Int32(bitmap.width), height: Int32(bitmap.height), has_alpha: bitmap.isOpaque ? 0 : 1,
                    quality: Int32(min(max(options.quality, 1), 100)), profile: profile.baseAddress,
                    profile_count: profile.count)
                message = [CChar](repeating: 0, count: 256)
                return penumbra_avif_encode(bitmap.pixels.baseAddress, &given, &file, &count, &message)
            }
        }
        guard Int(status) != PENUMBRA_HEIF_NO_MEMORY else { throw .outOfMemory(bytes: 16 * bitmap.width * bitmap.height) }
        guard let file else {
            let text = String(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw .notEncoded(.avif, "libheif reports \"\(oneLine(text))\"")
        }
        defer { free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }
}

import CPenumbraComparison
import Glibc
import Penumbra

/// Encodes PNGs with libpng's default settings, for comparison.
enum LibPNG {
    /// Encodes a picture as a PNG with libpng.
    ///
    /// - Parameter level: zlib's compression level.
    /// - Returns: the file; nil if libpng fails.
    static func file(_ bitmap: Bitmap, level: Int32) -> [UInt8]? {
        var file: UnsafeMutablePointer<UInt8>?
        defer { free(file) }
        guard let count = encode(bitmap, level, &file), let file else { return nil }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// The size of the encoded file in bytes. The file isn't kept.
    static func size(_ bitmap: Bitmap, level: Int32) -> Int? { encode(bitmap, level, nil) }

    private static func encode(
        _ bitmap: Bitmap, _ level: Int32, _ file: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
    ) -> Int? {
        withExtendedLifetime(bitmap) {
            let count = penumbra_png_encode_for_comparison(
                bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height), bitmap.isOpaque, level, file)
            return count > 0 ? count : nil
        }
    }
}

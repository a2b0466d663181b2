import CPenumbraComparison
import Glibc
import Penumbra

/// Encodes PNGs with other libraries, for comparison. Each row gets the filter with the least sum, as is libpng's default.
package enum OtherPNGWriter {
    case libpng(level: Int32)
    case libdeflate(level: Int32)

    package var name: String {
        switch self {
        case .libpng(let level): "libpng level \(level)"
        case .libdeflate(let level): "libdeflate level \(level)"
        }
    }

    /// Encodes a picture.
    ///
    /// - Returns: the file; nil if the library fails.
    package func file(_ bitmap: Bitmap) -> [UInt8]? {
        var file: UnsafeMutablePointer<UInt8>?
        defer { free(file) }
        guard let count = encode(bitmap, &file), let file else { return nil }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// The size of the encoded file in bytes. The file isn't kept.
    package func size(_ bitmap: Bitmap) -> Int? { encode(bitmap, nil) }

    private func encode(_ bitmap: Bitmap, _ file: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int? {
        withExtendedLifetime(bitmap) {
            let (pixels, width, height) = (bitmap.pixels.baseAddress, UInt32(bitmap.width), UInt32(bitmap.height))
            let count =
                switch self {
                case .libpng(let level):
                    penumbra_png_encode_with_libpng(pixels, width, height, bitmap.isOpaque, level, file)
                case .libdeflate(let level):
                    penumbra_png_encode_with_libdeflate(pixels, width, height, bitmap.isOpaque, level, file)
                }
            return count > 0 ? count : nil
        }
    }
}

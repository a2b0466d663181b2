import CPenumbraJPEG
import PenumbraBitmap
import PenumbraGallery

/// The photo that benchmarks show when none is given: a landscape made from formulas, as a camera would have stored it.
public enum SyntheticPhoto {
    public static let width = 1800
    public static let height = 1200

    /// A JPEG of quality 90 with halved chroma; nil when there is no memory for it.
    public static func jpeg() -> [UInt8]? {
        let picture = Landscape(width: width, height: height).picture()
        guard let compressor = tjInitCompress() else { return nil }
        defer { tjDestroy(compressor) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(bytes) }
        let status = tjCompress2(
            compressor, picture.pixels.baseAddress, Int32(width), Int32(width * 4), Int32(height),
            Int32(TJPF_RGBA.rawValue), &bytes, &count, Int32(TJSAMP_420.rawValue), 90, 0)
        guard status == 0, let bytes else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }
}

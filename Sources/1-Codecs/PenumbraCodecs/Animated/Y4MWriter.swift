import PenumbraBitmap

/// Writes YUV4MPEG2 (the format of mjpegtools, yuv4mpeg(5)): uncompressed frames of three full planes, C444.
///
/// The samples are those of ITU-R BT.709 in limited range, to nearest: with red, green and blue R, G, B of 0…255 and
/// Y′ = 0.2126 R + 0.7152 G + 0.0722 B,
///
///     Y  = 16 + 219/255 · Y′
///     Cb = 128 + 224/255 · (B − Y′) / 1.8556
///     Cr = 128 + 224/255 · (R − Y′) / 1.5748
///
/// (BT.709-6, items 3.2 to 3.4 and 3.5 for 8 bits, where E′ = R/255.) `VideoKernels` has them as fractions of integers.
struct Y4MWriter {
    private let width: Int
    private let height: Int
    private let matte: SIMD3<UInt8>
    private let planes: Room

    /// Memory for a frame, kept from frame to frame.
    private final class Room {
        let memory: ScratchBuffer

        init(byteCount: Int) throws(ImageError) { memory = try ScratchBuffer(byteCount: byteCount) }
    }

    let header: [UInt8]
    private static let frameHeader = Array("FRAME\n".utf8)

    init(width: Int, height: Int, rate: AnimatedRate, matte: SIMD3<UInt8>?) throws(ImageError) {
        self.width = width
        self.height = height
        self.matte = matte ?? SIMD3(0, 0, 0)
        header = Array(
            "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
        planes = try Room(byteCount: 3 * width * height + Self.frameHeader.count)
    }

    /// Converts a frame; the result is valid until the next call.
    func frame(_ bitmap: Bitmap) throws(ImageError) -> UnsafeRawBufferPointer {
        let result = planes.memory.bytes
        let count = width * height
        guard let target = result.baseAddress, let pixels = bitmap.pixels.baseAddress else {
            throw .outOfMemory(bytes: result.count)
        }
        target.update(from: Self.frameHeader, count: Self.frameHeader.count)
        let luma = target + Self.frameHeader.count
        let (blue, red) = (luma + count, luma + 2 * count)
        let convert = PackingKernels.best.convertToVideo
        if bitmap.isOpaque {
            withExtendedLifetime(bitmap) { convert(pixels, luma, blue, red, count) }
        } else {
            let flat = try ScratchBuffer(byteCount: 4 * count)
            bitmap.flatten(onto: matte, into: flat.bytes)
            if let pixels = flat.bytes.baseAddress { convert(pixels, luma, blue, red, count) }
        }
        return UnsafeRawBufferPointer(result)
    }
}

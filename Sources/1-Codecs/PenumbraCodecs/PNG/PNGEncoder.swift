import CPenumbraDeflate
import PenumbraBitmap
import PenumbraSystem

/// Writes bitmaps as PNG of 8 or 16 bits per channel: RGB if the bitmap is opaque, otherwise RGBA. Files are tagged with their
/// colour space. With the efforts `balanced` and `small`, grey pictures have no colours, and pictures of at most 256 colours
/// have a palette where that is smaller.
///
/// The same bitmap and options give the same bytes on every machine and with any number of threads. For small files, this
/// holds only for the same version of libdeflate.
public enum PNGEncoder {
    /// Encodes a bitmap of at least one pixel.
    ///
    /// In fast files, rows of drawings have no filters, and every other row gets the filter whose differences have the smallest
    /// sum of absolute values. For fast and balanced files, the encoder takes memory for the uncompressed file, but touches
    /// only the part the file needs. It also takes at most a megabyte per thread for fast files. For balanced files, it takes
    /// four megabytes per thread and a byte per pixel. For small files, it takes memory for one filtered and two compressed
    /// copies of the picture.
    /// - Throws: `ImageError.outOfMemory` only.
    public static func encode(_ bitmap: Bitmap, options: PNGOptions = .default) throws(ImageError) -> [UInt8] {
        let threads = max(1, options.threads ?? processorCount())
        return try encode(bitmap, options: options, threads: threads, kernels: .best)
    }

    /// - Parameter cache: has the chunks of earlier pictures. The file has the same bytes with any cache.
    package static func encode(
        _ bitmap: Bitmap, options: PNGOptions, threads: Int, kernels: PackingKernels, cache: PNGStripCache? = nil
    ) throws(ImageError) -> [UInt8] {
        let pixelBytes = pixelBytes(isOpaque: bitmap.isOpaque, bitmap.depth)
        let form = PNGForm.color(pixelBytes: pixelBytes)
        switch options.effort {
        case .small: return try PNGSmallWriter.write(bitmap, form: form, options, kernels: kernels)
        case .balanced:
            if let file = try reduced(bitmap, options, threads: threads, kernels: kernels, cache: cache) { return file }
        case .fast: break
        }
        let head = head(width: bitmap.width, height: bitmap.height, form: form, options)
        return try write(
            bitmap, pixelBytes: pixelBytes, head: head, options, threads: threads, kernels: kernels, cache: cache)
    }

    /// Encodes a picture in grey or with a palette, if that holds its pixels. Nil otherwise.
    private static func reduced(
        _ bitmap: Bitmap, _ options: PNGOptions, threads: Int, kernels: PackingKernels, cache: PNGStripCache?
    ) throws(ImageError) -> [UInt8]? {
        guard bitmap.depth == .eight, bitmap.width * 4 < PNGStripWriter.longestRow, let pixels = PNGPixels(bitmap) else {
            return nil
        }
        func write(_ pixels: PNGPixels, _ form: PNGForm, _ head: [UInt8]) throws(ImageError) -> [UInt8] {
            try PNGStripWriter.write(
                pixels, height: bitmap.height, form: form, head: head, effort: .balanced, threads: threads, kernels: kernels,
                cache: cache)
        }
        let gray = PNGForm.gray(of: bitmap, options.colorSpace)
        // A palette takes up to four bytes a colour.
        if let picture = PalettePicture(exactly: bitmap), 8 * picture.palette.count <= bitmap.width * bitmap.height {
            let form = PNGForm.palette(of: picture.palette.count)
            if gray == nil || form.depth < 8 {
                let head = head(of: picture, options)
                return try picture.numbers.withUnsafeBufferPointer { numbers throws(ImageError) in
                    guard let first = numbers.baseAddress else { throw .outOfMemory(bytes: numbers.count) }
                    return try write(
                        PNGPixels(width: bitmap.width, bytesPerPixel: 1, firstRow: 0, rows: first, rowBefore: nil), form, head)
                }
            }
        }
        guard let gray else { return nil }
        return try write(pixels, gray, head(width: bitmap.width, height: bitmap.height, form: gray, options))
    }

    /// Returns all bytes before the pixels of a picture with a palette.
    static func head(of picture: PalettePicture, _ options: PNGOptions) -> [UInt8] {
        let form = PNGForm.palette(of: picture.palette.count)
        var head = head(width: picture.width, height: picture.height, form: form, options)
        head += PNGChunk.bytes("PLTE", picture.palette.flatMap { [$0.x, $0.y, $0.z] })
        // Opaque colours at the end need no alpha.
        let last = picture.palette.lastIndex { $0.w < 255 }
        if let last { head += PNGChunk.bytes("tRNS", picture.palette[...last].map(\.w)) }
        return head
    }

    /// Returns a head, the chunks of the pixels, and the chunk that ends a file.
    ///
    /// - Parameter pixelBytes: the bytes of a written pixel.
    static func write(
        _ bitmap: Bitmap, pixelBytes: Int, head: [UInt8], _ options: PNGOptions, threads: Int, kernels: PackingKernels,
        cache: PNGStripCache? = nil
    ) throws(ImageError) -> [UInt8] {
        if options.effort != .small, bitmap.width * pixelBytes < PNGStripWriter.longestRow {
            guard let pixels = PNGPixels(bitmap) else { throw .outOfMemory(bytes: bitmap.pixels.count) }
            return try PNGStripWriter.write(
                pixels, height: bitmap.height, form: .color(pixelBytes: pixelBytes), head: head, effort: options.effort,
                threads: threads, kernels: kernels, cache: cache)
        }
        return try PNGSmallWriter.write(bitmap, form: .color(pixelBytes: pixelBytes), head: head, kernels: kernels)
    }

    /// The bytes of a written pixel: 4 for RGBA, 3 for RGB without alpha, and twice as many for 16 bits per channel.
    static func pixelBytes(isOpaque: Bool, _ depth: PixelDepth) -> Int { (isOpaque ? 3 : 4) * depth.rawValue / 8 }

    /// Returns all bytes before the palette and the pixels.
    package static func head(width: Int, height: Int, form: PNGForm, _ options: PNGOptions) -> [UInt8] {
        var head = PNGChunk.signature
        let size = PNGChunk.bigEndian(width) + PNGChunk.bigEndian(height)
        // Not interlaced.
        head += PNGChunk.bytes("IHDR", size + [UInt8(truncatingIfNeeded: form.depth), form.colorType, 0, 0, 0])
        let primaries: [Int]
        switch options.colorSpace {
        case .srgb:
            // The perceptual intent.
            head += PNGChunk.bytes("sRGB", [0])
            primaries = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
        case .displayP3:
            head += PNGChunk.bytes("iCCP", Array("Display P3".utf8) + [0, 0] + stored(ICCProfile.bytes(of: .displayP3)))
            primaries = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]
        }
        // The gamma and primaries, in hundred-thousandths, mean the same to readers that know no other chunk (W3C PNG, section
        // 11.3.3.5).
        head += PNGChunk.bytes("gAMA", PNGChunk.bigEndian(45455))
        head += PNGChunk.bytes("cHRM", primaries.flatMap { PNGChunk.bigEndian($0) })
        if let scale = options.scale, scale.isFinite, scale > 0 {
            // 72 dots per inch are 2835 per metre.
            let density = PNGChunk.bigEndian(Int(min(max((scale * 2835).rounded(), 1), 0x7FFF_FFFF)))
            head += PNGChunk.bytes("pHYs", density + density + [1])
        }
        return head
    }

    /// A zlib stream of at most 65,535 bytes that are not compressed, so that every library gives the same bytes.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let (low, high) = (UInt8(truncatingIfNeeded: data.count), UInt8(truncatingIfNeeded: data.count >> 8))
        let checksum = Int(libdeflate_adler32(1, data, data.count))
        return [0x78, 0x01, 1, low, high, ~low, ~high] + data + PNGChunk.bigEndian(checksum)
    }
}

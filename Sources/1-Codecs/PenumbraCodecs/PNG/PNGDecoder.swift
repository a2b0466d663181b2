import CPenumbraPNG
import PenumbraBitmap

/// Decodes every kind of PNG to straight RGBA in a colour space, with 8 bits per channel or, if wanted, with 16.
///
/// An iCCP profile is converted. A file with an sRGB chunk, or with no colour chunk at all, is sRGB. Otherwise gAMA
/// and cHRM are converted. 16-bit samples are converted before they are rounded.
enum PNGDecoder {
    /// - Parameter depth: the most bits per channel of the bitmap. Files of up to 8 bits always have 8.
    static func decode(
        _ bytes: ByteView, limits: ImageLimits, depth: PixelDepth = .eight, to space: ColorSpace
    ) throws(ImageError) -> Bitmap {
        let structure = try PNGStructure(bytes)
        let (width, height) = (structure.width, structure.height)
        let turned = structure.orientation != .upright
        try limits.check(.png, width: width, height: height, bytesPerPixel: turned ? 8 : 4)
        try structure.checkDataSuffice()

        let reader = try Reader(bytes)
        let header = try reader.readHeader(limits: limits)
        guard Int(header.width) == width, Int(header.height) == height else { throw .damaged(.png, "it has two headers") }
        let isWide = header.bit_depth == 16
        if isWide, depth == .sixteen {
            try limits.check(.png, width: width, height: height, bytesPerPixel: turned ? 24 : 16)
            let deep = try wideBitmap(reader, header, width: width, height: height, to: space)
            return structure.orientation.upright(deep)
        }
        let transform = transform(for: header, to: space, layout: isWide ? .rgba16 : .rgba8)
        if isWide && transform != nil {
            try limits.check(.png, width: width, height: height, bytesPerPixel: turned ? 16 : 12)
        }

        return try structure.orientation.uprightBitmap(
            width: width, height: height, isOpaque: header.may_be_transparent ? nil : true
        ) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            switch transform {
            case .none:
                try reader.readRows(into: target, stride: width * 4, wide: false)
            case .some(let transform) where isWide:
                let wide = try ScratchBuffer(byteCount: width * height * 8)
                guard let source = wide.bytes.baseAddress else { return }
                try reader.readRows(into: source, stride: width * 8, wide: true)
                transform.convert(source, to: target, pixels: width * height)
            case .some(let transform):
                try reader.readRows(into: target, stride: width * 4, wide: false)
                transform.convert(target, to: target, pixels: width * height)
            }
        }
    }

    /// Reads all rows of a file of 16 bits, in the order in which they are stored.
    private static func wideBitmap(
        _ reader: borrowing Reader, _ header: penumbra_png_header, width: Int, height: Int, to space: ColorSpace
    ) throws(ImageError) -> Bitmap {
        let samples = try ScratchBuffer(byteCount: width * height * 8)
        let opaque = header.may_be_transparent ? nil : true
        guard let source = samples.bytes.baseAddress else { throw .outOfMemory(bytes: width * height * 8) }
        try reader.readRows(into: source, stride: width * 8, wide: true)
        let wide = UnsafeMutableRawPointer(source).assumingMemoryBound(to: UInt16.self)
        if let transform = transform(for: header, to: space, layout: .rgba16Wide) {
            transform.convertWide(wide, pixels: width * height)
        }
        // The samples are in the host's order, and a bitmap's bytes begin with the larger one.
        return Bitmap(width: width, height: height, depth: .sixteen, isOpaque: opaque) { bytes in
            for index in 0..<4 * width * height {
                bytes[2 * index] = UInt8(truncatingIfNeeded: wide[index] >> 8)
                bytes[2 * index + 1] = UInt8(truncatingIfNeeded: wide[index])
            }
        }
    }

    /// Whether the bytes begin a file with 16 bits per channel.
    static func isDeep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 24 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes[24] == 16
    }

    /// The bytes of a file's ICC profile. Empty if there is none.
    static func profile(of bytes: ByteView) throws(ImageError) -> [UInt8] {
        let reader = try Reader(bytes)
        let header = try reader.readHeader(limits: .default)
        // The profile's bytes are the reader's.
        return withExtendedLifetime(reader) {
            header.profile.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(header.profile_size))) } ?? []
        }
    }

    private static func transform(
        for header: penumbra_png_header, to space: ColorSpace, layout: ColorTransform.Layout
    ) -> ColorTransform? {
        if let profile = header.profile {
            let bytes = ByteView(UnsafeRawBufferPointer(start: profile, count: Int(header.profile_size)))
            guard let profile = ColorProfile(icc: bytes) else { return .make(fromSRGBTo: space, layout: layout) }
            return ColorTransform.make(from: profile, to: space, layout: layout)
        }
        if header.is_srgb { return .make(fromSRGBTo: space, layout: layout) }
        let c = header.chromaticities
        guard let profile = ColorProfile(gamma: header.gamma, chromaticities: [c.0, c.1, c.2, c.3, c.4, c.5, c.6, c.7])
        else { return .make(fromSRGBTo: space, layout: layout) }
        return ColorTransform.make(from: profile, to: space, layout: layout)
    }
}

/// Owns a libpng reader; the bytes must outlive it.
private struct Reader: ~Copyable {
    private let handle: OpaquePointer
    private let count: Int

    init(_ bytes: ByteView) throws(ImageError) {
        guard let base = bytes.base.bindMemory(to: UInt8.self).baseAddress, let handle = penumbra_png_open(base, bytes.count)
        else { throw .outOfMemory(bytes: 1 << 12) }
        self.handle = handle
        count = bytes.count
    }

    deinit { penumbra_png_close(handle) }

    func readHeader(limits: ImageLimits) throws(ImageError) -> penumbra_png_header {
        var header = penumbra_png_header()
        let side = UInt32(max(1, min(limits.maximumSide, 0x7FFF_FFFF)))
        guard penumbra_png_read_header(handle, side, side, ColorProfile.maximumBytes, &header) else { throw failure }
        return header
    }

    func readRows(into pixels: UnsafeMutablePointer<UInt8>, stride: Int, wide: Bool) throws(ImageError) {
        guard penumbra_png_read_rows(handle, pixels, stride, wide) else { throw failure }
    }

    private var failure: ImageError {
        if penumbra_png_ran_out(handle) { return .truncated(.png, "the file ends after \(count) bytes, before its IEND chunk") }
        return .damaged(.png, "libpng reports \"\(String(cString: penumbra_png_message(handle)))\"")
    }
}

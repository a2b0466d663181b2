import CPenumbraHEIF
import PenumbraBitmap
import PenumbraSystem

/// Decodes the main picture of an AVIF or HEIC to straight RGBA in a colour space.
///
/// The crops and turns that the file asks for are applied. More than 8 bits a sample are reduced to 8. Gain maps, depths and
/// other pictures in the file are left out.
enum HEIFDecoder {
    /// The bytes for each pixel that libheif, its decoders and the result take at once. Measured with libheif 1.15: 22 for
    /// samples of 10 bits with half chroma and alpha, and at most 17 for others. The file's bytes are copied about three times
    /// besides.
    private static let bytesPerPixel = 23

    static func decode(
        _ bytes: ByteView, as format: PictureFormat, limits: ImageLimits, to space: ColorSpace
    ) throws(ImageError) -> Bitmap {
        let file = try HEIFFile(bytes, format)
        let (width, height, facts) = (file.width, file.height, file.facts)
        try limits.check(
            format, width: width, height: height, bytesPerPixel: bytesPerPixel, workBytes: 3 * bytes.count)
        try file.checkColors()
        return try Bitmap(
            width: width, height: height, isOpaque: facts.has_alpha == 0 ? true : nil
        ) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            try file.decode(into: target)
            if facts.is_premultiplied != 0 { for i in 0..<(width * height) { divideByAlpha(target + 4 * i) } }
            try file.convertColors(of: target, to: space)
        }
    }

    static func information(of bytes: ByteView, as format: PictureFormat) throws(ImageError) -> ImageInformation {
        let file = try HEIFFile(bytes, format)
        return ImageInformation(format: format, storedWidth: file.width, storedHeight: file.height, orientation: .upright)
    }
}

/// An AVIF or HEIC whose boxes libheif has read.
private struct HEIFFile: ~Copyable {
    private let handle: OpaquePointer
    private let format: PictureFormat
    let facts: penumbra_heif_facts
    private let chroma: HEIFBoxes.Chroma?

    init(_ bytes: ByteView, _ format: PictureFormat) throws(ImageError) {
        guard penumbra_heif_is_available() != 0 else { throw .libraryMissing(format.rawValue, "libheif1") }
        var facts = penumbra_heif_facts()
        var status: Int32 = 0
        guard let handle = penumbra_heif_open(bytes.base.baseAddress, bytes.count, &facts, &status) else {
            throw .outOfMemory(bytes: 1 << 12)
        }
        do throws(ImageError) {
            try Self.check(status, handle, format)
            guard facts.width > 0, facts.height > 0 else { throw .damaged(format, "its main picture has no pixels") }
        } catch {
            penumbra_heif_close(handle)
            throw error
        }
        self.handle = handle
        self.format = format
        self.facts = facts
        chroma = HEIFBoxes.chroma(
            of: bytes, stored: (Int(facts.stored_width), Int(facts.stored_height)),
            displayed: (Int(facts.width), Int(facts.height)))
    }

    deinit { penumbra_heif_close(handle) }

    var width: Int { Int(facts.width) }
    var height: Int { Int(facts.height) }

    /// Throws for colours of high dynamic range, whose look depends on the screen. The codes are those of ITU-T H.273.
    func checkColors() throws(ImageError) {
        guard facts.transfer == 16 || facts.transfer == 18 else { return }
        throw .unsupportedVariant(format, "its colours have a high dynamic range (\(facts.transfer == 16 ? "PQ" : "HLG"))")
    }

    func decode(into target: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        var planes = penumbra_heif_planes()
        try Self.check(penumbra_heif_decode(handle, Int32(chroma?.rawValue ?? 0), &planes), handle, format)
        try HEIFPlanes(planes, format, width: width, height: height).write(to: target)
    }

    func convertColors(of pixels: UnsafeMutablePointer<UInt8>, to space: ColorSpace) throws(ImageError) {
        let count = width * height
        if facts.profile_count > 0, facts.profile_count <= ColorProfile.maximumBytes {
            let profile = try ScratchBuffer(byteCount: facts.profile_count)
            try Self.check(penumbra_heif_profile(handle, profile.bytes.baseAddress), handle, format)
            let view = ByteView(UnsafeRawBufferPointer(profile.bytes))
            _ = ColorTransform.convert(pixels, pixels: count, layout: .rgba8, from: view, in: [.gray, .rgb], to: space)
        } else if let profile = ColorProfile(gamma: gamma, chromaticities: chromaticities) {
            ColorTransform.make(from: profile, to: space, layout: .rgba8)?.convert(pixels, to: pixels, pixels: count)
        } else {
            ColorTransform.make(fromSRGBTo: space, layout: .rgba8)?.convert(pixels, to: pixels, pixels: count)
        }
    }

    /// The encoding exponent times 100000. 0 means the curve of sRGB, which also stands for those of video.
    private var gamma: Int32 {
        switch facts.transfer {
        case 4: 45455
        case 5: 35714
        case 8: 100_000
        default: 0
        }
    }

    private var chromaticities: [Int32] {
        withUnsafeBytes(of: facts.chromaticities) { values in
            values.bindMemory(to: Float.self).map { Int32(($0 * 100_000).rounded()) }
        }
    }

    /// Throws the error for a status.
    private static func check(_ status: Int32, _ handle: OpaquePointer, _ format: PictureFormat) throws(ImageError) {
        var text = String(cString: penumbra_heif_message(handle))
        while text.last?.isWhitespace == true { text.removeLast() }
        let message = oneLine(text)
        switch Int(status) {
        case PENUMBRA_HEIF_READ: return
        case PENUMBRA_HEIF_CUT_SHORT: throw .truncated(format, "the data end before the picture does")
        case PENUMBRA_HEIF_UNSUPPORTED: throw .unsupportedVariant(format, "libheif reports \"\(message)\"")
        case PENUMBRA_HEIF_NO_MEMORY: throw .outOfMemory(bytes: 1 << 20)
        default: throw .damaged(format, "libheif reports \"\(message)\"")
        }
    }
}

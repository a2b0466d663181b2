import CPenumbraJPEG
import PenumbraBitmap

/// Decodes grey, YCbCr, RGB, CMYK and YCCK JPEGs, baseline, progressive or arithmetic-coded, to opaque RGBA in a colour space.
enum JPEGDecoder {
    /// - Parameters:
    ///   - keepsCoefficients: true makes the pixels later, from coefficients, if the picture allows it.
    ///   - file: the bytes as an array, which is kept to read even the codes later, if the picture allows it. Nil reads them now.
    static func decode(
        _ bytes: ByteView, limits: ImageLimits, keepsCoefficients: Bool = false, keeping file: [UInt8]? = nil,
        to space: ColorSpace = .srgb
    ) throws(ImageError) -> Bitmap {
        let structure = try JPEGStructure(bytes)
        let (width, height) = (structure.width, structure.height)
        try limits.check(
            .jpeg, width: width, height: height, bytesPerPixel: structure.orientation == .upright ? 4 : 8,
            workBytes: structure.coefficientBytes)
        try checkVariant(structure)
        let scans = structure.scans(in: bytes)
        let allowed = min(limits.maximumScans, ImageLimits.mostScans)
        guard scans.count <= allowed else { throw .tooManyScans(allowed: allowed) }
        if !scans.isComplete {
            // Some cameras and recorders leave the last marker out. Once the marker is added, libjpeg notices any other
            // missing data.
            guard structure.showsMissingData(in: bytes) else { throw missingEnd(bytes) }
            let ended = Array(bytes.base) + [0xFF, 0xD9]
            return try ended.withUnsafeBufferPointer { ended throws(ImageError) in
                do throws(ImageError) {
                    return try decode(ByteView(UnsafeRawBufferPointer(ended)), structure, to: space)
                } catch {
                    if case .damaged = error { throw missingEnd(bytes) }
                    throw error
                }
            }
        }
        if let file, scans.count == 1, space == .srgb, let stream = JPEGStream(file, structure, limits: limits) {
            return stream.bitmap
        }
        if keepsCoefficients, space == .srgb {
            let coefficients = JPEGCoefficients(bytes, structure, scans: scans.count, limits: limits)
            if let coefficients { return coefficients.bitmap }
        }
        return try decode(bytes, structure, to: space)
    }

    private static func missingEnd(_ bytes: ByteView) -> ImageError {
        .truncated(.jpeg, "the file ends after \(bytes.count) bytes without an end-of-image marker")
    }

    /// Decodes bytes that end with an end-of-image marker.
    private static func decode(
        _ bytes: ByteView, _ structure: JPEGStructure, to space: ColorSpace
    ) throws(ImageError) -> Bitmap {
        let (width, height) = (structure.width, structure.height)
        let decompressor = try Decompressor()
        try decompressor.check(bytes, width: width, height: height)
        return try structure.orientation.uprightBitmap(
            width: width, height: height, isOpaque: true
        ) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            let isCMYK = structure.components.count == 4
            try decompressor.decompress(
                bytes, into: target, width: width, height: height, format: isCMYK ? TJPF_CMYK : TJPF_RGBA)
            let layout: ColorTransform.Layout = !isCMYK ? .rgba8 : structure.hasAdobeMarker ? .cmyk8Inverted : .cmyk8
            let spaces: [ColorProfile.Space] = isCMYK ? [.cmyk] : structure.components.count == 1 ? [.gray, .rgb] : [.rgb]
            let isConverted = structure.profile.withUnsafeBytes { profile in
                ColorTransform.convert(
                    target, pixels: width * height, layout: layout, from: ByteView(profile), in: spaces, to: space)
            }
            if isConverted || !isCMYK { return }
            convertCMYK(target, pixels: width * height, isInverted: structure.hasAdobeMarker)
            ColorTransform.make(fromSRGBTo: space, layout: .rgba8)?.convert(target, to: target, pixels: width * height)
        }
    }

    private static func checkVariant(_ structure: JPEGStructure) throws(ImageError) {
        switch structure.frameMarker {
        case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
        case 0xC3, 0xCB: throw .unsupportedVariant(.jpeg, "it is lossless JPEG")
        default: throw .unsupportedVariant(.jpeg, "it is hierarchical JPEG")
        }
        guard structure.precision == 8 else {
            throw .unsupportedVariant(.jpeg, "it has \(structure.precision) bits a sample")
        }
        guard [1, 3, 4].contains(structure.components.count) else {
            throw .unsupportedVariant(.jpeg, "it has \(structure.components.count) components")
        }
    }

    /// Converts CMYK without a usable profile: each component is multiplied by the absence of black.
    static func convertCMYK(_ pixels: UnsafeMutablePointer<UInt8>, pixels count: Int, isInverted: Bool) {
        let flip: UInt8 = isInverted ? 0 : 255
        for i in 0..<count {
            let black = UInt32(pixels[4 * i + 3] ^ flip)
            for channel in 0..<3 {
                let ink = UInt32(pixels[4 * i + channel] ^ flip)
                pixels[4 * i + channel] = UInt8(truncatingIfNeeded: (ink * black + 127) / 255)
            }
            pixels[4 * i + 3] = 255
        }
    }
}

/// Owns a TurboJPEG decompressor.
private struct Decompressor: ~Copyable {
    private let handle: tjhandle

    init() throws(ImageError) {
        guard let handle = tjInitDecompress() else { throw .outOfMemory(bytes: 1 << 12) }
        self.handle = handle
    }

    deinit { tjDestroy(handle) }

    /// Throws unless libjpeg finds the same size, for which the pixel buffer is made.
    func check(_ bytes: ByteView, width: Int, height: Int) throws(ImageError) {
        var found: (width: Int32, height: Int32, subsampling: Int32, space: Int32) = (0, 0, 0, 0)
        // The call fails, with the size filled in, for sampling factors that have no TurboJPEG name. Such pictures can be
        // decoded all the same.
        tjDecompressHeader3(
            handle, bytes.base.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), &found.width, &found.height,
            &found.subsampling, &found.space)
        guard Int(found.width) == width, Int(found.height) == height else {
            throw .damaged(.jpeg, "libjpeg reports \"\(message)\" for its header")
        }
    }

    func decompress(
        _ bytes: ByteView, into pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, format: TJPF
    ) throws(ImageError) {
        let status = tjDecompress2(
            handle, bytes.base.bindMemory(to: UInt8.self).baseAddress, UInt(bytes.count), pixels, Int32(width),
            Int32(width * 4), Int32(height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
        if status == 0 { return }
        let message = message
        if tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) && Self.isHarmless(message) { return }
        throw .damaged(.jpeg, "libjpeg reports \"\(message)\"")
    }

    private var message: String {
        tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason"
    }

    /// True for warnings after which every pixel has still been decoded as written. These are stray bytes between segments,
    /// which several cameras leave, and header details that libjpeg corrects. All other warnings mean that coefficients were
    /// lost.
    private static func isHarmless(_ message: String) -> Bool {
        message.contains("extraneous bytes before marker") || message.contains("Unknown Adobe color transform")
            || message.contains("unknown JFIF revision") || message.contains("Invalid SOS parameters for sequential JPEG")
    }
}

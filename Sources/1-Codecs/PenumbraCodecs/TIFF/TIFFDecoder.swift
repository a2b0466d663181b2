import CPenumbraTIFF
import Glibc
import PenumbraBitmap
import PenumbraSystem

/// Decodes the first picture of a TIFF to straight RGBA in a colour space.
///
/// Grey, RGB and CMYK with 8 or 16 bits a sample are read sample by sample, with straight or premultiplied alpha. Samples of
/// 16 bits are rounded to 8. libtiff makes RGBA of the other kinds.
enum TIFFDecoder {
    static func decode(_ bytes: ByteView, limits: ImageLimits, to space: ColorSpace) throws(ImageError) -> Bitmap {
        let file = try TIFFFile(bytes, limits: limits)
        let (width, height, facts) = (file.width, file.height, file.facts)
        let orientation = file.orientation
        let pixelBytes = orientation == .upright ? 4 : 8
        try limits.check(.tiff, width: width, height: height, bytesPerPixel: pixelBytes)
        try file.checkVariant()
        let kind = file.kind
        let sampleBytes = kind == .other ? 0 : Int(facts.bits / 8) * Int(facts.samples)
        try limits.check(
            .tiff, width: width, height: height, bytesPerPixel: pixelBytes + sampleBytes,
            workBytes: Int(clamping: facts.block_bytes))
        return try orientation.uprightBitmap(
            width: width, height: height, isOpaque: kind != .other && !file.hasAlpha ? true : nil
        ) { pixels throws(ImageError) in
            guard let target = pixels.baseAddress else { return }
            if kind == .other {
                // libtiff may leave the parts of damaged strips as they were.
                memset(target, 0, pixels.count)
                try file.readRGBA(into: target)
            } else {
                let samples = try ScratchBuffer(byteCount: width * height * sampleBytes)
                try file.readSamples(into: samples.bytes)
                samples.write(kind, facts, into: target, pixels: width * height)
            }
            file.convertColors(of: target, kind, to: space)
        }
    }

    static func information(of bytes: ByteView) throws(ImageError) -> ImageInformation {
        let file = try TIFFFile(bytes, limits: .default)
        return ImageInformation(
            format: .tiff, storedWidth: file.width, storedHeight: file.height, orientation: file.orientation)
    }
}

/// The way in which the samples of a TIFF are read.
private enum TIFFKind {
    case gray, invertedGray, rgb, cmyk, other
}

/// A TIFF whose first directory libtiff has read.
private struct TIFFFile: ~Copyable {
    private let handle: OpaquePointer
    let facts: penumbra_tiff_facts

    init(_ bytes: ByteView, limits: ImageLimits) throws(ImageError) {
        guard penumbra_tiff_is_available() != 0 else { throw .libraryMissing("TIFF", "libtiff6") }
        var facts = penumbra_tiff_facts()
        let handle = penumbra_tiff_open(
            bytes.base.baseAddress, bytes.count, UInt64(clamping: max(1, limits.maximumBytes)), &facts)
        guard let handle else { throw .outOfMemory(bytes: 1 << 12) }
        guard facts.width > 0, facts.height > 0 else {
            let error = Self.error(handle)
            penumbra_tiff_close(handle)
            throw error
        }
        self.handle = handle
        self.facts = facts
    }

    deinit { penumbra_tiff_close(handle) }

    var width: Int { Int(facts.width) }
    var height: Int { Int(facts.height) }
    var orientation: ExifOrientation { ExifOrientation(rawValue: Int(facts.orientation)) ?? .upright }
    var hasAlpha: Bool { facts.extra == 1 || facts.extra == 2 }

    /// Samples of color, without alpha and other extra samples.
    var kind: TIFFKind {
        guard facts.bits == 8 || facts.bits == 16, facts.sample_format == 1 else { return .other }
        switch (facts.photometric, facts.samples) {
        case (0, 1...): return .invertedGray
        case (1, 1...): return .gray
        case (2, 3...): return .rgb
        case (5, 4...): return .cmyk
        default: return .other
        }
    }

    func checkVariant() throws(ImageError) {
        if facts.is_raw != 0 { throw .unsupportedVariant(.tiff, "it is a camera's raw photo") }
        if facts.is_preview != 0 { throw .unsupportedVariant(.tiff, "its first picture is a preview of another one") }
        guard facts.samples <= 16 else { throw .unsupportedVariant(.tiff, "it has \(facts.samples) samples a pixel") }
        guard facts.sample_format == 1 else { throw .unsupportedVariant(.tiff, "its samples are signed or fractions") }
    }

    func readSamples(into target: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
        guard let target = target.baseAddress, penumbra_tiff_read_samples(handle, target) != 0 else { throw Self.error(handle) }
    }

    /// Reads RGBA and divides its colours by alpha.
    func readRGBA(into target: UnsafeMutablePointer<UInt8>) throws(ImageError) {
        let isRead = target.withMemoryRebound(to: UInt32.self, capacity: width * height) {
            penumbra_tiff_read_rgba(handle, $0)
        }
        guard isRead != 0 else { throw Self.error(handle) }
        for i in 0..<(width * height) { divideByAlpha(target + 4 * i) }
    }

    /// Converts the pixels to a colour space, by the profile in the file if there is one.
    func convertColors(of pixels: UnsafeMutablePointer<UInt8>, _ kind: TIFFKind, to space: ColorSpace) {
        let spaces: [ColorProfile.Space] =
            switch kind {
            case .gray, .invertedGray: [.gray, .rgb]
            case .cmyk: [.cmyk]
            case .rgb, .other: [.rgb]
            }
        let count = width * height
        let profile = ByteView(UnsafeRawBufferPointer(start: facts.profile, count: Int(facts.profile_count)))
        let isConverted = ColorTransform.convert(
            pixels, pixels: count, layout: kind == .cmyk ? .cmyk8 : .rgba8, from: profile, in: spaces, to: space)
        if isConverted || kind != .cmyk { return }
        JPEGDecoder.convertCMYK(pixels, pixels: count, isInverted: false)
        ColorTransform.make(fromSRGBTo: space, layout: .rgba8)?.convert(pixels, to: pixels, pixels: count)
    }

    /// The error that libtiff reported.
    private static func error(_ handle: OpaquePointer) -> ImageError {
        let message = oneLine(String(cString: penumbra_tiff_message(handle)))
        if message.hasPrefix("Out of memory") { return .outOfMemory(bytes: 1 << 20) }
        // libtiff's words for kinds that it cannot convert.
        if message.hasPrefix("Sorry") { return .unsupportedVariant(.tiff, "libtiff reports \"\(message)\"") }
        return .damaged(.tiff, "libtiff reports \"\(message)\"")
    }
}

extension ScratchBuffer {
    /// Writes samples as RGBA, or as CMYK without alpha.
    fileprivate func write(
        _ kind: TIFFKind, _ facts: penumbra_tiff_facts, into target: UnsafeMutablePointer<UInt8>, pixels count: Int
    ) {
        let samples = Int(facts.samples)
        let colors = kind == .cmyk ? 4 : kind == .rgb ? 3 : 1
        let flip: UInt8 = kind == .invertedGray ? 255 : 0
        let hasAlpha = (facts.extra == 1 || facts.extra == 2) && samples > colors
        let isWide = facts.bits == 16
        func sample(_ index: Int) -> UInt8 {
            guard isWide else { return bytes[index] }
            let wide = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self)
            return UInt8((UInt32(wide) * 255 + 32767) / 65535)
        }
        for i in 0..<count {
            let pixel = target + 4 * i
            let first = i * samples
            if kind == .cmyk {
                for channel in 0..<4 { pixel[channel] = sample(first + channel) }
                continue
            }
            for channel in 0..<3 { pixel[channel] = sample(first + min(channel, colors - 1)) ^ flip }
            pixel[3] = hasAlpha ? sample(first + colors) : 255
            if facts.extra == 1 { divideByAlpha(pixel) }
        }
    }
}

import CPenumbraJPEG
import PenumbraBitmap
import PenumbraSystem

/// Writes bitmaps as YCbCr JPEG in a JFIF file with the profile of its colour space.
///
/// The encoder uses the integer transform. The same bitmap and options therefore give the same bytes on every machine with
/// the same version of libjpeg-turbo.
public enum JPEGEncoder {
    /// Encodes a bitmap. JPEG has no alpha, so a bitmap with alpha is laid over `options.matte` first.
    ///
    /// The encoder takes memory for the largest possible file, and for a copy of a bitmap that is not opaque.
    /// - Throws: `ImageError.sideBeyondFormat` above 65500 pixels per side, `.notEncoded`, `.outOfMemory`.
    public static func encode(_ bitmap: Bitmap, options: JPEGOptions = .default) throws(ImageError) -> [UInt8] {
        try PictureFormat.jpeg.checkSize(bitmap)
        if bitmap.isOpaque {
            return try withExtendedLifetime(bitmap) { () throws(ImageError) in
                try compress(bitmap.pixels, width: bitmap.width, height: bitmap.height, options)
            }
        }
        let flat = try ScratchBuffer(byteCount: bitmap.pixels.count)
        bitmap.flatten(onto: options.matte, into: flat.bytes)
        return try compress(UnsafeBufferPointer(flat.bytes), width: bitmap.width, height: bitmap.height, options)
    }

    /// Compresses RGB pixels of four bytes, the last of which is not read.
    private static func compress(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, _ options: JPEGOptions
    ) throws(ImageError) -> [UInt8] {
        let sampling = options.samplesChromaInFull ? TJSAMP_444 : TJSAMP_420
        guard let capacity = Int(exactly: tjBufSize(Int32(width), Int32(height), Int32(sampling.rawValue))) else {
            throw .notEncoded(.jpeg, "a file of \(width)×\(height) pixels may be larger than libjpeg can count")
        }
        if capacity < largestCopied {
            let file = try ScratchBuffer(byteCount: capacity)
            let count = try compress(pixels, width: width, height: height, sampling, options, to: file.bytes)
            return tagged(file.bytes[..<count], options)
        }
        // Pages beyond the end of the file are never touched.
        guard AddressSpace.hasRoom(for: capacity) else { throw .outOfMemory(bytes: capacity) }
        var result = Result<Int, ImageError>.success(0)
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { file, count in
            result = Result { () throws(ImageError) in
                try compress(pixels, width: width, height: height, sampling, options, to: file)
            }
            if case .success(let written) = result { count = written }
        }
        let count = try result.get()
        return bytes.withUnsafeBytes { tagged($0.bindMemory(to: UInt8.self)[..<count], options) }
    }

    /// Returns a file with its profile behind the JFIF segment (ICC.1:2022, annex B.4).
    private static func tagged(_ file: some RandomAccessCollection<UInt8>, _ options: JPEGOptions) -> [UInt8] {
        let profile = ICCProfile.bytes(of: options.colorSpace)
        let length = 2 + 14 + profile.count
        var result: [UInt8] = []
        result.reserveCapacity(file.count + length + 2)
        // The start of the image, and the JFIF segment, which libjpeg writes first and always with 16 bytes.
        result += file.prefix(20)
        result += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)]
        result += Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
        result += file.dropFirst(20)
        return result
    }

    /// Below this many bytes, the room for the largest possible file is freed as soon as the file is known. The next file can
    /// then reuse it.
    private static let largestCopied = 32 << 20

    /// Compresses pixels with libjpeg-turbo into a buffer.
    ///
    /// - Parameter file: must hold the largest possible file.
    /// - Returns: the file's length.
    private static func compress(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, _ sampling: TJSAMP, _ options: JPEGOptions,
        to file: UnsafeMutableBufferPointer<UInt8>
    ) throws(ImageError) -> Int {
        guard let handle = tjInitCompress() else { throw .outOfMemory(bytes: 1 << 12) }
        defer { tjDestroy(handle) }
        var target = file.baseAddress
        var count = UInt(file.count)
        var flags = TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT
        if options.isProgressive { flags |= TJFLAG_PROGRESSIVE }
        let status = tjCompress2(
            handle, pixels.baseAddress, Int32(width), Int32(4 * width), Int32(height), Int32(TJPF_RGBX.rawValue), &target,
            &count,
            Int32(sampling.rawValue), Int32(min(max(options.quality, 1), 100)), flags)
        guard status == 0 else {
            let message = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "no reason"
            throw .notEncoded(.jpeg, "libjpeg reports \"\(message)\"")
        }
        let bytes = UnsafeMutableBufferPointer(rebasing: file[..<Int(count)])
        if let scale = options.scale, scale.isFinite, scale > 0 { writeDensity(scale: scale, into: bytes) }
        return bytes.count
    }

    /// Fills in the density of the JFIF segment (ITU-T T.871, 10.1), which libjpeg writes first, in dots per inch. The
    /// density is equal both ways.
    private static func writeDensity(scale: Double, into file: UnsafeMutableBufferPointer<UInt8>) {
        guard ByteView(UnsafeRawBufferPointer(file)).starts(with: "JFIF\0", at: 6), file.count >= 20 else { return }
        let dots = UInt16(max(1, min(65535, (scale * 72).rounded())))
        file[13] = 1
        for place in [14, 16] {
            file[place] = UInt8(dots >> 8)
            file[place + 1] = UInt8(dots & 255)
        }
    }
}

extension JPEGOptions {
    package var samplesChromaInFull: Bool {
        switch chromaSampling {
        case .automatic: quality >= 90
        case .half: false
        case .full: true
        }
    }
}
